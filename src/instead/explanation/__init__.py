"""Explanations: reasons for a substitute from review counts (Beta-binomial comparison), grouping, and their texts."""
