"""Offline evaluation: ranking protocols, bootstrap intervals, significance tests, slices, quality of explanations.

evaluate.py      evaluate(model, dataset): ranks of held-out choices in every protocol
protocols.py     which triples, which candidates (sampled negatives, full catalogue, true substitutes)
checks.py        sanity checks of every evaluation
controls.py      popularity and degree alone, which must be at chance among matched decoys
result.py        Evaluation: per-triple ranks, tables, its folder
significance.py  bootstrap intervals, paired bootstrap over users, Holm correction
compare.py       several models on the same triples
slices.py        cold-start users, cold-start items, sparse queries, popularity of the chosen item
references.py    every reference baseline for a dataset
explanations.py  ATC and its parts; lists.py has the baselines for explanations
observed.py      choices that were really made among items that were really looked at
claims.py        whether claims ("better") agree with later reviews, and their calibration
"""
