# Mazziere: every command of the house. `make help` lists them.
#
# Needs Python 3.11 or newer, make and a network; the rest is put into .venv by the first command
# that wants it.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.stamp
RUN    := $(BIN)/python
CODE   := firmware hal host_tools tests
JOBS   := auto --maxprocesses=8

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory
.PHONY: help demo train test check format lint types imports spelling tests fix bench \
        mutants good-noise decks looks micropython board machine oracle noninterference whole-table kills powercuts faults damage soak swarm gen gen-check hardware pi-root kernel picture clean distclean

## Play

demo: $(STAMP) ## a simulated table deals, the host follows it
	@$(RUN) -m host_tools.sim.demo

train: $(STAMP) ## a simulated table to train at: let anything go wrong, read why the table answers so
	@$(BIN)/mazziere sim table

swarm: $(STAMP) ## many seeded tables, SEEDS=100; a failure prints the command that repeats it
	@$(RUN) -m host_tools.sim.swarm --seeds $(or $(SEEDS),100)

## Check

test: check tests ## everything CI runs, fastest first

check: format lint imports gen-check spelling types ## format, lint, import rules, generated files, types

fix: $(STAMP) ## format the code and apply the safe fixes
	@$(BIN)/ruff check --fix -q $(CODE); $(BIN)/ruff format -q $(CODE)

bench: $(STAMP) ## measure; results in build/bench.json
	@$(RUN) -m tests.bench

looks: $(STAMP) ## LOOKS=520 drawn looks at cards for each of sixteen stories; none may be misread
	@$(RUN) -m tests.card_looks $(or $(LOOKS),520)

oracle: $(STAMP) ## random hands beside pokerkit's, HANDS=100000 of them
	@MAZZIERE_ORACLE_HANDS=$(or $(HANDS),100000) $(RUN) -m pytest -q -n $(JOBS) --timeout=0 tests/properties/test_chips_like_pokerkit.py

noninterference: $(STAMP) ## PAIRS=300 of hands that differ only in what nobody may know
	@$(RUN) -m tests.noninterference $(or $(PAIRS),300)

whole-table: $(STAMP) ## 66 recorded hands, and HANDS=300 more (all), through a whole table
	@$(RUN) -m tests.whole_table $(or $(HANDS),300)

powercuts: $(STAMP) ## the plug is pulled SIZE=300 times in scripted hands; goes on where it was stopped
	@$(RUN) -m tests.powercuts $(or $(SIZE),300)

damage: $(STAMP) ## a log is damaged SIZE=500 times; host and table must notice
	@$(RUN) -m tests.log_damage $(or $(SIZE),500)

soak: $(STAMP) ## HANDS=1000 hands at 1 % faults; memory and files must stay bounded
	@$(RUN) -m tests.soak $(or $(HANDS),1000)

faults: $(STAMP) ## one fault at SIZE=300 of all transactions of scripted hands (all); goes on where it was stopped
	@nice -n 19 $(RUN) -m tests.faults $(or $(SIZE),300)

kills: $(STAMP) ## kill -9 of table and host at KILLS=50 random points each
	@$(RUN) -m tests.kills $(or $(KILLS),50)

kernel: $(STAMP) ## Debian's kernel in QEMU: contracts and a hand through its I2C and GPIO, a few minutes
	@nice -n 10 $(RUN) -m tests.kernel

micropython: $(STAMP) ## the same code under CPython and MicroPython, compared; heap report
	@$(RUN) -m pytest tests/interpreters -s -p no:randomly

mutants: $(STAMP) ## small mistakes made on purpose in health, permutation, commitment, public shuffle
	@$(RUN) -m tests.mutants

good-noise: $(STAMP) ## false alarms of the health tests over BYTES=100000000 good bytes
	@nice -n 19 $(RUN) -m tests.good_noise --bytes $(or $(BYTES),100000000)

decks: $(STAMP) ## DECKS=10000000 orders by the shipped draw in pieces, build/decks; goes on where it was stopped
	@nice -n 19 $(RUN) -m host_tools.lab.campaign build/decks --decks $(or $(DECKS),10000000)

## Make

gen: $(STAMP) ## schema and tables -> code and documents
	@$(RUN) -m host_tools.dev.gen
	@$(RUN) -m host_tools.dev.gen_states
	@$(RUN) -m host_tools.dev.gen_rules
	@$(RUN) -m host_tools.dev.gen_fairness
	@$(RUN) -m host_tools.dev.gen_evaluator
	@$(RUN) -m host_tools.dev.gen_cutoffs
	@$(RUN) -m host_tools.dev.gen_checklist

gen-check: $(STAMP) ## fail where a generated file is older than its source
	@$(RUN) -m host_tools.dev.gen --check
	@$(RUN) -m host_tools.dev.gen_states --check
	@$(RUN) -m host_tools.dev.gen_rules --check
	@$(RUN) -m host_tools.dev.gen_fairness --check
	@$(RUN) -m host_tools.dev.gen_evaluator --check
	@$(RUN) -m host_tools.dev.gen_cutoffs --check
	@$(RUN) -m host_tools.dev.gen_checklist --check
	@$(RUN) -m host_tools.hardware --check

hardware: $(STAMP) ## check hardware/ and write what follows from it; figures of the buses and supplies
	@$(RUN) -m host_tools.hardware
	@$(RUN) -m host_tools.hardware --figures

pi-root: $(STAMP) ## a table installed into a minimal Debian below build/pi-root, and taken away; as root
	@$(RUN) -m tests.pi_root

board: $(STAMP) ## the program of a Pico 2 compiled into build/board, ARCH=armv7m
	@$(RUN) -m host_tools.dev.board_code build/board --architecture $(or $(ARCH),armv7m)

machine: $(STAMP) ## the program of the card machine's own Pico 2 compiled into build/machine
	@$(RUN) -m host_tools.dev.board_code build/machine --machine --architecture $(or $(ARCH),armv7m)

picture: $(STAMP) ## the pictures in README and guides, from simulated hands; the page's wants chromium
	@$(RUN) -m host_tools.sim.picture
	@$(RUN) -m host_tools.sim.training_picture
	@$(RUN) -m host_tools.sim.watch_picture

clean: ## remove what tests and builds left behind
	@rm -rf build dist *.egg-info .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -not -path './$(VENV)/*' -prune -exec rm -rf {} +

distclean: clean ## the same, and .venv
	@rm -rf $(VENV)

## Help

help: ## this list
	@awk 'BEGIN { FS = ":.*## " } \
	  /^## / { printf "\n%s\n", substr($$0, 4) } \
	  /^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# The parts of `check`, each one line of output when it passes.

format: $(STAMP)
	@$(BIN)/ruff format --check -q $(CODE) || { echo "Not formatted: make fix" >&2; exit 1; }

lint: $(STAMP)
	@$(BIN)/ruff check $(CODE)

# Its cache keeps an import that could not be resolved even after the module is there.
imports: $(STAMP)
	@$(BIN)/lint-imports --no-logo --no-cache

spelling: $(STAMP)
	@$(BIN)/codespell

types: $(STAMP)
	@$(BIN)/basedpyright
	@$(RUN) -m host_tools.dev.board_types

# The gate is silent when it passes, so that pytest's own summary is the last line.
tests: $(STAMP)
	@$(BIN)/coverage erase
	@$(RUN) -m pytest -q -n $(JOBS) --dist=worksteal --cov --cov-report=json:build/coverage/report.json --cov-report=
	@$(RUN) -m tests.coverage_gate build/coverage/report.json

# The virtual environment: made once, renewed when the packages asked for change.

$(STAMP): pyproject.toml tests/constraints.txt
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or newer is needed; '$(PYTHON)' was not found." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; $$($(PYTHON) -V 2>&1) is too old. Name another: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv module is missing. On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@echo "Preparing $(VENV) (a minute or two, once)"
	@test -x $(RUN) || $(PYTHON) -m venv $(VENV)
	@PYTHONWARNINGS=ignore $(RUN) -m pip install -q --disable-pip-version-check -e '.[dev]' -c tests/constraints.txt
	@touch $@
