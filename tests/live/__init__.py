"""Tests of the living shop."""
