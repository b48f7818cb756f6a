"""Trained models: arrays and what is computed from them. Nothing here needs torch or knows how a model was trained."""
