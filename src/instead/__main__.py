"""`python -m instead` is the command `instead`."""

from __future__ import annotations

from instead.cli.main import run

run()
