"""Where work runs: the same verbs on one process or several. Knows nothing of reviews."""
