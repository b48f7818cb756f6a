"""The default model: named signals of (asker, query, item), combined as two probabilities and read out as a sum."""
