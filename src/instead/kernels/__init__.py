"""Loops compiled with Numba, each beside its plain twin that the tests compare it with."""
