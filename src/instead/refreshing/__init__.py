"""Refreshing: a shop's files and the events of its store become the next model, which serves if it is no worse."""
