"""Expressions of several words that judge, turn or silence as a whole: their lists, and a table of them all."""
