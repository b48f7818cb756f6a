"""Tests of the synthetic shop."""
