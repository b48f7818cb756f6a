"""Reference baselines: random, popularity, category popularity, item-knn, TF-IDF of attributes, link prediction."""
