"""From a user and a query to the items offered instead: who asks, what may be offered, scores, the list."""
