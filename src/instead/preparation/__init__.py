"""From a shop's files to a dataset folder: what each file is, what it holds, and the folder built from it."""
