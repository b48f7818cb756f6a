"""A2CF (Chen et al., SIGIR 2020): the model, its learning, fold-in of strangers, cold start of items, its shortlist."""
