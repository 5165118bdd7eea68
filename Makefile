# Two commands on a fresh machine: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: setup run test lint eval bench clean

setup: $(STAMP)

# pip takes a CPU build of torch where the range below allows one; it goes first so that nothing
# else pulls another build.  The prover's core is compiled if there is a C compiler; else it runs as
# plain Python.
$(STAMP): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "torch>=2.6,<2.14"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]"
	$(BIN)/python -m kb.board.mating.build
	touch $@

run: setup
	$(BIN)/python app.py

test: setup
	$(BIN)/python -m pytest

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

eval: setup
	$(BIN)/kb eval --baseline

bench: setup
	$(BIN)/python -m eval.bench_ask
	$(BIN)/python -m eval.bench_check
	$(BIN)/python -m eval.bench_mating
	$(BIN)/python -m eval.bench_rule
	$(BIN)/python -m eval.bench_exam

clean:
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
