"""Which items replace which: link sources, the graph, triples (user, query, chosen) and their negatives."""
