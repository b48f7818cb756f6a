# Two commands do everything on a machine with Python 3.11 and make: `make demo`, `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
DATA   ?= ../shared/data

.DEFAULT_GOAL := help
.PHONY: help demo test lint types check browser database bench scale mutate results clean

help:            ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## */  make \1\t/'

# Installed means: the stamp is newer than pyproject.toml. A broken or half-made .venv is made anew.
$(VENV)/.run: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "instead needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.11 ..." >&2; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

demo: $(VENV)/.run       ## a small shop from raw files to substitutes with reasons; ends by itself
	$(BIN)/instead demo --out demo --data $(DATA)

test: lint types check   ## lint, types and all tests; installs what they need

lint: $(VENV)/.dev       ## ruff
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev      ## mypy --strict
	$(BIN)/mypy

check: $(VENV)/.dev browser database   ## the tests alone
	$(BIN)/python -m pytest -n 2 --dist loadfile

# The page is tested in a real browser: the system's, Debian's where root may install it (in CI), or Playwright's own where
# that may be fetched. Debian's first: it brings the libraries that a bare system lacks.
browser: $(VENV)/.dev
	@for name in $$INSTEAD_CHROMIUM chromium chromium-browser google-chrome; do \
		if command -v $$name >/dev/null; then exit 0; fi; done; \
	if ls -d $$HOME/.cache/ms-playwright/chromium-* >/dev/null 2>&1; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "no Chromium here: trying apt-get install chromium"; \
		export DEBIAN_FRONTEND=noninteractive; \
		timeout 300 apt-get update -qq >/dev/null 2>&1; \
		timeout 300 apt-get install -y -qq chromium >/dev/null 2>&1; \
		if command -v chromium >/dev/null; then exit 0; fi; fi; \
	timeout 300 $(BIN)/playwright install chromium >/dev/null 2>&1 || \
	echo "no Chromium here and none to be had: the tests of the page (tests/service/test_page*.py) are skipped"

# The store is tested with a real PostgreSQL server too, which the tests start themselves.
database:
	@if ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "no PostgreSQL here: trying apt-get install postgresql"; \
		export DEBIAN_FRONTEND=noninteractive; \
		timeout 300 apt-get update -qq >/dev/null 2>&1; \
		timeout 300 apt-get install -y -qq postgresql >/dev/null 2>&1; \
		if ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then exit 0; fi; fi; \
	echo "no PostgreSQL here and none to be had: its tests (tests/live) are skipped"

bench: $(VENV)/.dev      ## speed and memory, ours beside the plain alternative
	$(BIN)/python benchmarks/run_all.py

# SHOPS="cellphone", SIZES="1/8 1", STAGES="world prepare extract ranker" for parts; WORK=folder; REPORT=1 measures nothing.
scale: $(VENV)/.dev      ## the paper's three shops through every stage, measured; many hours, goes on where it was stopped
	$(BIN)/python benchmarks/scale.py $(if $(SHOPS),--shops $(SHOPS)) $(if $(SIZES),--sizes $(SIZES)) \
		$(if $(STAGES),--stages $(STAGES)) $(if $(WORK),--work $(WORK)) $(if $(REPORT),--report)

mutate: $(VENV)/.dev     ## do the tests notice small wrong changes? MODULES="metrics.py ..." for some; takes an hour for all
	$(BIN)/python scripts/mutate.py $(MODULES)

results: $(VENV)/.run    ## figures on real data, written to docs/results/
	$(BIN)/python scripts/results.py --data $(DATA)
	$(BIN)/python scripts/results_extraction.py --data $(DATA)
	$(BIN)/python scripts/results_leave_one_out.py --data $(DATA)
	$(BIN)/python scripts/results_attributes.py --data $(DATA)
	$(BIN)/python scripts/results_a2cf.py --data $(DATA)
	$(BIN)/python scripts/results_reproduce.py --data $(DATA)
	$(BIN)/python scripts/results_references.py --data $(DATA)
	$(BIN)/python scripts/results_temporal.py --data $(DATA)
	$(BIN)/python scripts/results_observed.py --data $(DATA)
	$(BIN)/python scripts/results_true_choices.py --data $(DATA)
	$(BIN)/python scripts/results_ranker.py --data $(DATA)
	$(BIN)/python scripts/results_signals.py --data $(DATA)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[trees]'
	$(BIN)/python scripts/results_trees.py --data $(DATA)
	$(BIN)/python scripts/results_recommending.py
	$(BIN)/python scripts/results_reasons.py --data $(DATA)
	$(BIN)/python scripts/results_choices.py --data $(DATA)
	$(BIN)/python scripts/results_live.py

clean:           ## remove the environment and caches, not your data
	rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis build dist
