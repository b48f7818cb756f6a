"""Substitutes: link files and view logs, the substitute graph, triples (user, query, chosen), negative sampling."""
