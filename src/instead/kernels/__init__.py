"""Loops compiled with Numba, each with a plain reference implementation ("twin") that the tests compare it with."""
