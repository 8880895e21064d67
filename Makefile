# Every target may be run again at any time, and after an interrupted run.
#
#   make setup PYTHON=python3.12     chooses the interpreter (default: the newest of python3, python3.13 … python3.10)
#   TIMBRE_HOME=/some/folder make …  chooses where models are kept (default: the user's data folder)
#   make test WITH=clone,tensorrt    with more of the extras of pyproject.toml; clone is PyTorch, 3 GB

MODEL = kokoro-v1.0
PYTHON =
WITH =
EXTRAS = app,ja,media,serve,dev$(if $(WITH),$(comma)$(WITH))
comma = ,
BIN = .venv/bin
SETUP = PYTHON='$(PYTHON)' sh packaging/setup.sh

help:
	@echo 'make setup   make .venv, install the packages, fetch and convert the default model'
	@echo 'make run     set up, then open the studio; without a display, speak the sample script into out/'
	@echo 'make test    set up, then check the code and run the whole test suite'
	@echo 'make lint    check style and types'
	@echo 'make bench   set up, then measure quality and speed and print the tables'
	@echo 'make bench-clone  how like a speaker a clone is; TIMBRE_SPEECH names a folder of recordings'
	@echo 'make guide   build the user guide into build/guide'
	@echo 'make bundle  build a folder that needs no Python, dist/timbre-studio, and try it in an empty environment'
	@echo 'make deb     make the same, and Debian packages of it and of the model in dist/'
	@echo 'make clean   remove .venv, out/ and everything else that was made here; models stay'

setup:
	@$(SETUP) $(EXTRAS) $(MODEL)

run: setup
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; then \
	    $(BIN)/timbre-studio; \
	else \
	    echo 'There is no display to open the studio on; speaking the sample script instead.'; \
	    $(BIN)/timbre sample --out out; \
	fi

test: setup lint
	@PYTHON='$(PYTHON)' sh packaging/system-packages.sh test
	TIMBRE_REQUIRE_MODEL=1 $(BIN)/python -m pytest

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: setup
	@$(SETUP) $(EXTRAS),bench,transcribe whisper-base
	$(BIN)/python -m tests.bench

bench-clone: setup
	@$(SETUP) $(EXTRAS),bench,transcribe whisper-base
	$(BIN)/python -m tests.bench.clone --record

guide: setup
	@$(SETUP) $(EXTRAS),docs $(MODEL)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

bundle:
	@PYTHON='$(PYTHON)' sh packaging/system-packages.sh bundle
	@$(SETUP) app,ja,serve,bundle $(MODEL)
	$(BIN)/python packaging/bundle/build.py
	$(BIN)/python packaging/smoke.py

deb: bundle
	$(BIN)/python packaging/deb.py
	$(BIN)/python packaging/deb.py --model

clean:
	rm -rf .venv out build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: help setup run test lint bench bench-clone guide bundle deb clean
