# make demo       play games, then validate, store, show, audit and count them, in the folder demo
# make test       run the tests (if CI is set, the long ones and those that read recorded games) [PART=1/4]
# make check      check lint, format, types and import contracts
# make site       write the browser edition to the folder site (needs npm; docs/browser.md)
# make benchmark  measure speed and size [LOGS=folder] [MODERATOR=checkout] [SMALL=1]
# make compiled   build the program with its rules compiled, in .compiled (docs/compiled.md)
# make wheels     build wheels in dist: a pure one, and a compiled one for each Python that is here (docs/compiled.md)
# make test-compiled   run the tests on the compiled program, in .compiled-tests (docs/compiled.md)
# make lock       renew requirements/: the exact files of the libraries, by their hashes (SECURITY.md)
# make sbom       write anyturn.cdx.json, the libraries of anyturn as CycloneDX (SECURITY.md)
#
# Each sets up a virtual environment in .venv by itself, with the newest Python it finds.

SHELL := /bin/bash
VENV ?= .venv
VERSIONS := 3.19 3.18 3.17 3.16 3.15 3.14 3.13 3.12 3.11 3
USABLE := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for v in $(VERSIONS); do p=$$(command -v python$$v) && "$$p" -c '$(USABLE)' 2>/dev/null && echo "$$p" && break; done)
INSTALL := $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check
LOCKED := --require-hashes --only-binary :all: --requirement
ITSELF := --no-deps --no-build-isolation --editable .
TOOLS := .tools
LOGS ?=
TESTS ?=
PART ?=
DEMO := demo
COMPILED_TESTS := .compiled-tests

.PHONY: demo test check lock sbom site benchmark compiled wheels test-compiled clean
.DEFAULT_GOAL := help

help:
	@sed -n 's/^# \?//p' Makefile | head -12

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { \
	  echo "anyturn needs Python 3.11 or newer with its venv module; found $$(python3 --version 2>&1 || echo none)." \
	    "Install one, or name it: make $(MAKECMDGOALS) PYTHON=/path/to/python" >&2; exit 1; }
	@"$(PYTHON)" -c '$(USABLE)' || { \
	  echo "anyturn needs Python 3.11 or newer with its venv module; $(PYTHON) is $$("$(PYTHON)" --version 2>&1)" >&2; exit 1; }
	@echo "Setting up $(VENV) with $$("$(PYTHON)" --version)" >&2
	@"$(PYTHON)" -m venv "$(VENV)"

# Nothing is installed whose hash is not in requirements/, and nothing is built but anyturn itself, with what is there.
$(VENV)/installed: pyproject.toml requirements/program.txt | $(VENV)/bin/python
	@$(INSTALL) $(LOCKED) requirements/program.txt
	@$(INSTALL) $(ITSELF)
	@touch $@

$(VENV)/installed-dev: pyproject.toml requirements/dev.txt | $(VENV)/bin/python
	@$(INSTALL) $(LOCKED) requirements/dev.txt
	@$(INSTALL) $(ITSELF)
	@touch $@ $(VENV)/installed

$(TOOLS)/ready: requirements/tools.txt
	@$(MAKE) --no-print-directory VENV=$(TOOLS) $(TOOLS)/bin/python
	@$(TOOLS)/bin/python -m pip install --quiet --disable-pip-version-check $(LOCKED) requirements/tools.txt
	@touch $@

# The newest versions that fit pyproject.toml, for every supported Python and platform, with the hashes of their files.
LOCK = $(TOOLS)/bin/uv pip compile --quiet --universal --upgrade --python-version 3.11 --generate-hashes \
  --no-annotate --no-header
SAME := --constraints requirements/dev.txt
EXTRAS := strength record report cluster remote xlsx seal env

lock: $(TOOLS)/ready
	$(LOCK) pyproject.toml --extra dev --output-file requirements/dev.txt
	$(LOCK) pyproject.toml requirements/build.in $(SAME) --output-file requirements/program.txt
	$(LOCK) pyproject.toml $(EXTRAS:%=--extra %) $(SAME) --output-file requirements/extras.txt
	$(LOCK) requirements/wheels.in $(SAME) --output-file requirements/wheels.txt
	$(LOCK) requirements/tools.in --output-file requirements/tools.txt

sbom: $(TOOLS)/ready
	@$(TOOLS)/bin/cyclonedx-py requirements requirements/extras.txt --pyproject pyproject.toml --mc-type application \
	  --output-reproducible --output-format JSON --output-file anyturn.cdx.json
	@echo anyturn.cdx.json

test: $(VENV)/installed-dev
	$(VENV)/bin/python -m pytest -n 2 --dist worksteal $(if $(CI),-m "long or recorded") $(PART:%=--part %) $(TESTS)

check: $(VENV)/installed-dev
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports --no-cache

site: $(VENV)/installed
	$(VENV)/bin/anyturn site --out site

benchmark: $(VENV)/installed-dev
ifndef SMALL
	@command -v $${CC:-cc} > /dev/null && $(MAKE) --no-print-directory compiled || \
	  echo "The compiled build failed (docs/compiled.md); its gain is not measured" >&2
endif
	$(VENV)/bin/python benchmarks $(LOGS) $(if $(MODERATOR),--moderator $(MODERATOR)) $(if $(SMALL),--small)

compiled:
	@$(MAKE) --no-print-directory VENV=.compiled .compiled/bin/python
	@ANYTURN_COMPILED=1 .compiled/bin/python -m pip install --quiet --disable-pip-version-check .
	@echo "Compiled: .compiled/bin/anyturn"

# The compiled wheels first: where there is no compiler, the first fails and says so.
wheels:
	@.ci/pythons | while read -r version python; do \
	  $(MAKE) --no-print-directory "PYTHON=$$python" VENV=.wheels/$$version .wheels/$$version/wheel || exit; done
	@python=$$(ls -d .wheels/*/bin/python | tail -n 1); "$$python" -m pip $(WHEEL)
	@ls -1 dist/*.whl

WHEEL := wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist .

$(VENV)/wheel: $(VENV)/bin/python
	@$(INSTALL) $(LOCKED) requirements/wheels.txt
	@echo "Compiling for $$($(VENV)/bin/python --version)" >&2
	@ANYTURN_COMPILED=1 $(VENV)/bin/python -m pip $(WHEEL)

test-compiled: $(VENV)/installed-dev
	@rm -rf "$(COMPILED_TESTS)" && mkdir "$(COMPILED_TESTS)"
	$(VENV)/bin/python hatch_build.py "$(COMPILED_TESTS)"
	@git ls-files -z | tar --create --null --files-from=- | tar --extract --directory="$(COMPILED_TESTS)"
	cd "$(COMPILED_TESTS)" && PYTHONPATH="$(abspath $(COMPILED_TESTS))" $(abspath $(VENV))/bin/python -m pytest -n 2 --dist worksteal $(TESTS)

# Each command is printed as you would type it in the folder demo/ with the virtual environment active.
define run
@printf '\n\033[1m$$ %s\033[0m\n' $(call quoted,$(1))
@cd $(DEMO) && PATH="$(abspath $(VENV)/bin):$$PATH" $(SHELL) -c $(call quoted,$(1))

endef
quoted = '$(subst ','\'',$(1))'

GAME := games/terra_mystica-selfplay-2026-1.jsonl
DICE := more/dice_forge-selfplay-2026-1.jsonl
CITY := more/daitoshi-selfplay-2026-1.jsonl
FORGE = sed -E 's/,"hash":"[^"]*"//; s/"build_dwelling","hex":"[^"]*"/"build_dwelling","hex":"A1"/' $(GAME) > forged.jsonl

SEASON = printf '%s\n' 'title = "Demo"' '[points]' 'places = [5, 3, 1]' '[names]' 'pattern = "*-selfplay-{season}-{game}"' '[site]' 'logs = ["games"]' 'replays = 2' > season.toml

demo: $(VENV)/installed
	@rm -rf $(DEMO) && mkdir $(DEMO)
	$(call run,anyturn selfplay terra_mystica --players 4 --games 60 --seed 2026 --out games | tail -n 3)
	$(call run,head -n 4 $(GAME) | cut -c 1-120)
	$(call run,anyturn validate games > verdicts.txt && tail -n 3 verdicts.txt)
	$(call run,$(FORGE))
	$(call run,anyturn validate forged.jsonl; echo "exit status $$?")
	$(call run,anyturn import games > imported.txt && tail -n 3 imported.txt)
	$(call run,$(SEASON))
	$(call run,anyturn import --season season.toml -q)
	$(call run,anyturn standings season.toml)
	$(call run,anyturn replay $(GAME) --to r3.t2)
	$(call run,anyturn legal $(GAME) --at r3.t2 | sed 6q)
	$(call run,anyturn audit $(GAME))
	$(call run,anyturn stats factions)
	$(call run,anyturn selfplay dice_forge --players 2 --seed 2026 --out more && anyturn summary $(DICE) | head -n 19)
	$(call run,anyturn selfplay daitoshi --players 3 --seed 2026 --out more && anyturn replay $(CITY) --to r2 | head -n 12)
	@printf '\nThe folder %s/ now has everything: the games as JSON lines, the store as anyturn.duckdb.\n' $(DEMO)

clean:
	rm -rf $(VENV) .compiled .compiled-tests .wheels $(TOOLS) $(DEMO)
