"""Reference baselines: random, popularity (all, recent, by category), item-knn, attribute TF-IDF, link prediction."""
