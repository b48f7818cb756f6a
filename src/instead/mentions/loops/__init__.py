"""Compiled loops over words, tags and phrases. Plain twins, written another way, stand in `tests/mentions/loops`."""
