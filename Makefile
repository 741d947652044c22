# Everything runs from .venv, which these targets make from the locked dependencies.
PYTHON ?= python3
BIN := .venv/bin
QUESTION ?= How long is Statutory Sick Pay paid for?

.PHONY: help demo test check bench sample lock clean

help:
	@echo "make demo    install, then answer a question from the bundled sample"
	@echo "make test    install, then run every test"
	@echo "make check   what CI runs: lint, types, layers, the sample is built, tests"
	@echo "make bench   time and size, as a table"
	@echo "make sample  rebuild the bundled sample and its vectors from sample/"
	@echo "make lock    resolve the locked dependencies again (needs uv)"

demo: .venv/runtime
	@$(BIN)/guidance-assistant ask "$(QUESTION)"

test: .venv/dev
	$(BIN)/pytest

check: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python scripts/build_sample.py --check
	$(BIN)/pytest

bench: .venv/dev
	$(BIN)/python bench/bench.py

sample: .venv/dev
	$(BIN)/python scripts/build_sample.py
	$(BIN)/python scripts/build_vectors.py

lock:
	uv pip compile --universal --python-version 3.11 --no-header --generate-hashes pyproject.toml -o requirements.lock
	uv pip compile --universal --python-version 3.11 --no-header --generate-hashes --group dev pyproject.toml -o requirements-dev.lock

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist

.venv/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "guidance-assistant needs Python 3.11 or later; run: make PYTHON=python3.11 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv .venv
	@touch $@

.venv/runtime: .venv/python requirements.lock pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

.venv/dev: .venv/runtime requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@
