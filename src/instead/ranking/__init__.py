"""Recommending: user lookup and fold-in, filters, top-k ranking, diversity re-ranking, item cold start."""
