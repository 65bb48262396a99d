"""There is one source of chance on the table, and no library generator can stand in for it.

Python carries several generators that look like noise; a quiet fall-back to one of them has dealt
cards in public machines. Nothing of `firmware` and nothing of `hal` but the simulator's own
program may import one, name one, or reach for one by its name at run time.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest

from tests.source_tree import ROOT, named, python_files

if TYPE_CHECKING:
    from pathlib import Path

MODULES = {"random", "urandom", "secrets", "uuid", "numpy", "ssl", "_random", "pyb", "cryptolib"}
NAMES = {
    "urandom", "getrandom", "getrandbits", "randint", "randrange", "randbytes", "SystemRandom",
    "token_bytes", "token_hex", "shuffle", "rng", "__import__", "import_module", "exec", "eval",
}  # fmt: skip
NAMED = {"urandom", "secrets", "/dev/urandom", "/dev/random", "/dev/hwrng"}
ORDER_SORTS = {"sorted", "sort"}

# The simulator's program takes a seed by chance when nobody gives one, and tells it.
SIMULATOR = "hal/sim/"
# One instruction of the Pico's own small processor, `StateMachine.exec`, and nothing of Python's.
STEPPERS = "hal/card_machine/pico/steppers.py"


def shipped() -> list[Path]:
    return [path for path in python_files() if named(path).startswith(("firmware/", "hal/"))]


def offences(source: str) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [one.name for one in node.names if one.name.split(".")[0] in MODULES]
        elif isinstance(node, ast.ImportFrom):
            if (node.module or "").split(".")[0] in MODULES:
                found.append(str(node.module))
            found += [one.name for one in node.names if one.name in NAMES]
        elif isinstance(node, ast.Attribute) and node.attr in NAMES:
            found.append(node.attr)
        elif isinstance(node, ast.Name) and node.id in NAMES:
            found.append(node.id)
        elif isinstance(node, ast.Constant) and node.value in NAMED:
            found.append(str(node.value))
    return found


@pytest.mark.parametrize("path", shipped(), ids=named)
def test_no_other_chance_is_in_reach(path: Path) -> None:
    if named(path).startswith(SIMULATOR):
        allowed = {"secrets", "token_hex"} if named(path) == "hal/sim/main/program.py" else set()
        assert set(offences(path.read_text(encoding="utf-8"))) <= allowed
        return
    allowed = {"exec"} if named(path) == STEPPERS else set()
    assert set(offences(path.read_text(encoding="utf-8"))) <= allowed


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "from random import shuffle",
        "import os\nos.urandom(8)",
        "from os import urandom",
        "import secrets as quiet",
        "getattr(__import__('ran' + 'dom'), 'x')",
        "open('/dev/urandom')",
        "deck = list(range(52))\nlibrary.shuffle(deck)",
        "machine.rng()",
    ],
)
def test_every_way_round_is_noticed(source: str) -> None:
    assert offences(source)


def test_no_order_comes_from_sorting_by_chance() -> None:
    """Sorting by random keys gives ties and leans; permutation and public shuffle sort nothing."""
    for name in ("firmware/randomness/permutation.py", "firmware/fairness/public_shuffle.py"):
        tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
        called = {
            getattr(node.func, "attr", getattr(node.func, "id", ""))
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
        }
        assert not called & ORDER_SORTS


def test_randomness_knows_no_clock() -> None:
    """Health, conditioning, generator, permutation and commitment cannot ask what time it is."""
    for room in ("firmware/randomness", "firmware/fairness"):
        for path in sorted((ROOT / room).glob("*.py")):
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"^\s*(import|from)\s+(time|datetime|utime)\b", text, re.M)
            assert not re.search(r"\bnow_ms|ticks|clock\.", text), named(path)
