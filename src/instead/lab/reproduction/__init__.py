"""The paper's experiments on a dataset, as one resumable run and one report."""
