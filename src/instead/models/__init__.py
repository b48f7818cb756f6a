"""Models: their interface, registry and stored form, A2CF, reference baselines, and a blend. Nothing needs torch."""
