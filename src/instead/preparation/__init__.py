"""Preparation: recognises a shop's files, reads and cleans them, splits them, and writes a dataset folder."""
