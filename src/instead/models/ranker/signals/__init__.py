"""Signals: what can be known about (asker, query, item), one small file each.

A signal fills one row over the catalogue for each of its columns. None of them uses the edge between query and item,
in training or serving: whether a pair is known already must neither raise nor lower its score.
"""
