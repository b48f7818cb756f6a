"""How good is a model, and how sure is that? Protocols, intervals, comparisons, slices, explanations.

run.py           evaluate(model, dataset): ranks of held-out choices in every protocol
protocols.py     which triples, which candidates
checks.py        what every evaluation checks about itself
result.py        Evaluation: per-triple ranks, tables, its folder
significance.py  intervals and paired tests by resampling users
compare.py       several models on the same triples
slices.py        cold users, cold items, sparse queries, popularity of the chosen item
references.py    every reference model for a dataset
explanations.py  ATC and its parts; lists.py has the lists an explanation must beat
claims.py        is "better" borne out by later reviews?
"""
