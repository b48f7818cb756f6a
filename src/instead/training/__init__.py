"""Learning: batches, gradients, optimisers, the loop around them, and what survives when it is interrupted."""
