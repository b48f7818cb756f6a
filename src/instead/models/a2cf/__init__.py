"""A2CF (Chen et al., SIGIR 2020): the model, its training, fold-in of new users, item cold start, its shortlist."""
