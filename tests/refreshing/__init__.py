"""Tests of the nightly refresh."""
