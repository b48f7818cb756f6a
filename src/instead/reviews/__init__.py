"""Reviews and item descriptions: raw files to clean tables, and their split into parts."""
