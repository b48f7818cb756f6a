"""Reproduction of the paper's experiments on a dataset: one resumable run and one report."""
