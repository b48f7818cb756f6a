"""Reviews and item descriptions: reading, cleaning (duplicates, k-core), hold-out split into parts."""
