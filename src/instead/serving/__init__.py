"""A model folder at work: the components of a shop, and answers to requests."""
