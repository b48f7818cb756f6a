"""Training: the loop of epochs with early stopping, checkpoints, validation, hyper-parameter search, final refits."""
