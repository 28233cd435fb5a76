# Everything sets itself up in .venv; the machine needs Python 3.11 or later, make and git.

PYTHON  ?= python3
CORES   := $(shell getconf _NPROCESSORS_ONLN)
WORKERS ?= $(shell expr $(CORES) + 1)# tests wait as well as work, and then another one has the core
BIN     := .venv/bin
PLAYING := .venv/playing
READY   := .venv/ready
PIP     := $(BIN)/pip install --quiet --disable-pip-version-check --no-compile --editable
MARKS   := not long
PLAIN   := tests/core src/ludoteca/games
PYTEST   = $(BIN)/pytest -n $(WORKERS) --dist worksteal -m "$(MARKS)"
JOBS    := $(if $(filter 1,$(WORKERS)),1,6)
CHECKED := LUDOTECA_PLAIN=0 NUMBA_BOUNDSCHECK=1 # for the page's server as well: it finds the machine code of the stage before

# Python translates each module once, whatever the environment says: tests start hundreds of processes.
export PYTHONDONTWRITEBYTECODE :=

# Every file of a game folder holds rules, these excepted: how it is written, shown, observed, played well and explained.
RULES     := src/ludoteca/games/*/*.py
NOT_RULES := */bots.py,*/instinct.py,*/special_use.py,*/memory.py,*/hints.py,*/notation.py,*/observation.py,*/terminal.py,*/view_types.py,*/features.py,*/afterstates.py,*/self_play.py,*/lookahead.py,*/learned.py,*/outlook.py

# The browser tests need Chromium; root on Debian gets it here, others are told loudly what was skipped.
GET_BROWSER := command -v chromium-headless-shell >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || \
	{ apt-get update -qq && apt-get install -y -qq chromium chromium-headless-shell || apt-get install -y -qq chromium; } >/dev/null

.PHONY: help play test test-long style plain machine-code compiled page browser format bench pictures sheets clean
.DEFAULT_GOAL := help

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

play: $(PLAYING) ## Open the game room in the browser
	@$(BIN)/ludoteca serve

test: $(READY) ## Style, types, imports, all tests: plain with coverage, compiled with bounds checks, in a browser
	@$(MAKE) --no-print-directory --jobs=$(JOBS) machine-code plain style browser compiled page MARKS='$(MARKS)' PLAIN='$(PLAIN)'

# All but the page run beside each other. Tests find the machine code ready, instead of compiling it once in every worker.
# They wait for it: it comes first, and the plain tests have what it and then the compiled ones leave of the processor.
style:
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	nice $(BIN)/mypy
	$(BIN)/lint-imports --no-logo

plain:
	LUDOTECA_PLAIN=1 nice $(PYTEST) $(PLAIN) --cov=src/ludoteca/games --cov-report=
	$(BIN)/coverage report --include='$(RULES)' --omit='$(NOT_RULES)' --fail-under=100

machine-code:
	$(CHECKED) $(BIN)/ludoteca compile --workers $(if $(filter 1,$(WORKERS)),1,$(CORES)) --lang en

compiled: machine-code
	$(CHECKED) $(PYTEST) --ignore=tests/browser

page: compiled browser # after them: a page is looked at while things move, which wants a core
	$(CHECKED) $(PYTEST) tests/browser

browser: # fetched while other tests run
	@$(GET_BROWSER)

test-long: MARKS := long or not long
test-long: PLAIN := tests/core tests/test_*.py src/ludoteca/games
test-long: test ## The same with the full counts

format: $(READY) ## Put imports and layout in order
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(PLAYING) ## Measure compiled random play on one core
	@$(BIN)/ludoteca bench pega-em-6

pictures: $(READY) browser ## Take the pictures of the documentation, in a browser
	$(BIN)/python tests/browser/take_pictures.py

sheets: $(READY) browser ## Take every table on every screen, theme and language, to be looked at (build/sheets)
	$(BIN)/python tests/browser/take_pictures.py --sheets build/sheets

clean: ## Remove the environment and everything built or cached here
	rm -rf .venv build dist .coverage .coverage.* .hypothesis .import_linter_cache .*_cache
	find src tests -name __pycache__ -prune -exec rm -rf {} +

$(PLAYING): pyproject.toml | $(BIN)/python # what playing needs, and no more
	$(PIP) .
	@touch $@

$(READY): pyproject.toml | $(BIN)/python # that, and what tests need
	LUDOTECA_PAGE_CHECKS=1 $(PIP) '.[dev]'
	@touch $(PLAYING) $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; v = sys.version.split()[0]; sys.exit(sys.version_info < (3, 11) and \
	"Ludoteca needs Python 3.11 or later, and this is %s: try make PYTHON=python3.12" % v)'
	$(PYTHON) -m venv .venv
