"""What signals look things up in: sparse or low-rank tables, fitted once, stored as arrays of the model."""
