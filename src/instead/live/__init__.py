"""A served shop is a model plus state: events, what was shown, catalogue changes, rules, experiments. Knows no HTTP."""
