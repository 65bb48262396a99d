"""Would the tests notice? Small mistakes are made in the code on purpose, one at a time.

Each mutant is one of the shipped files with a single change: a comparison that is off by one, a
sum for a difference, a number that is one too large, an assignment forgotten. The tests of that
file run against it; when none of them fails the mutant has survived, and either a test is missing
or the change makes no difference that anybody could see. Those are listed, each with its reason,
in `mutants_survivors.toml`; a survivor without a reason there is a hole.

What was found is kept in `build/mutants.jsonl`, so a run that was stopped goes on, and a file that
changed begins anew. The order is such that what is done at any time is an even sample.

`make mutants` (or `python -m tests.mutants [--file health.py] [--processes 2]`). Every mutant runs
in a process that is forked after pytest is loaded and before any of our code is; it is given two
minutes, and one that does not end has been noticed. Needs `os.fork`.
"""

from __future__ import annotations

import argparse
import ast
import copy
import hashlib
import importlib.abc
import importlib.machinery
import json
import os
import signal
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.source_tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

SECONDS_MAX = 120
GOAL = 0.95
SURVIVORS = Path(__file__).with_name("mutants_survivors.toml")
RESULTS = ROOT / "build" / "mutants.jsonl"

_RANDOMNESS = "tests/unit/randomness/"
TARGETS = {
    "firmware/randomness/health.py": (_RANDOMNESS + "test_health.py",),
    "firmware/randomness/bus_faults.py": (_RANDOMNESS + "test_bus_faults.py",),
    "firmware/randomness/battery.py": (
        _RANDOMNESS + "test_bus_faults.py",
        _RANDOMNESS + "test_pipeline.py",
    ),
    "firmware/randomness/permutation.py": (_RANDOMNESS + "test_permutation.py",),
    "firmware/fairness/commit.py": ("tests/unit/fairness/test_fairness.py",),
    "firmware/fairness/public_shuffle.py": ("tests/unit/fairness/test_fairness.py",),
}
"""File: its tests, the quickest first."""

COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
ARITHMETIC = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change: where, what, and the file's text with it."""

    file: str
    line: int
    what: str
    source: str

    @property
    def name(self) -> str:
        """Where and what, as the list of survivors has it: stable while the line's text is."""
        return f"{Path(self.file).name}: {self.what}"


def mutants(file: str) -> Iterator[Mutant]:
    """Every mutant of a file, in the order of its lines."""
    source = (ROOT / file).read_text(encoding="utf-8")
    tree = ast.parse(source)
    lines = source.splitlines()
    for node, change in _changes(tree):
        mutated = copy.deepcopy(tree)
        twin = _twin(tree, mutated, node)
        what = change(twin)
        ast.fix_missing_locations(mutated)
        line = getattr(node, "lineno", 0)
        text = lines[line - 1].strip()
        yield Mutant(file, line, f"{text} -> {what}", ast.unparse(mutated))


def _twin(tree: ast.AST, other: ast.AST, wanted: ast.AST) -> ast.AST:
    for one, twin in zip(ast.walk(tree), ast.walk(other), strict=True):
        if one is wanted:
            return twin
    raise LookupError(wanted)


def _changes(tree: ast.Module):
    """Pairs (node, change): `change` alters the twin in place and says what it did."""
    skipped = _not_behaviour(tree)
    for node in sorted(
        (one for one in ast.walk(tree) if one not in skipped and hasattr(one, "lineno")),
        key=lambda one: (one.lineno, one.col_offset),  # type: ignore[attr-defined]
    ):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
            yield node, _compare
            if isinstance(node.ops[0], (ast.Lt, ast.LtE, ast.Gt, ast.GtE)):
                yield node, _turn_round
        elif isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in ARITHMETIC:
            yield node, _arithmetic
        elif isinstance(node, ast.BoolOp):
            yield node, _bool_op
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, _drop_not
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield node, _one_more
        elif isinstance(node, ast.Constant) and type(node.value) is bool:
            yield node, _other_bool
        elif isinstance(node, ast.Constant) and type(node.value) is bytes and node.value:
            yield node, _other_bytes
        if _can_be_forgotten(tree, node):
            yield node, _forget


def _can_be_forgotten(tree: ast.Module, node: ast.AST) -> bool:
    if isinstance(node, (ast.Assign, ast.AugAssign)):
        return _is_inside_function(tree, node)
    is_call = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    return is_call or isinstance(node, ast.Break)


def _not_behaviour(tree: ast.Module) -> set[ast.AST]:
    """Docstrings, annotations, imports and what only type checkers see."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        parts: list[ast.AST | None] = []
        if isinstance(node, (ast.AnnAssign, ast.arg)):
            parts = [node.annotation]
        elif isinstance(node, ast.FunctionDef):
            parts = [node.returns]
        elif _is_for_readers(node):
            parts = [node]
        for part in parts:
            if part is not None:
                found.update(ast.walk(part))
    return found


def _is_for_readers(node: ast.AST) -> bool:
    """An import, a docstring, or what only type checkers see."""
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return True
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _is_inside_function(tree: ast.Module, wanted: ast.AST) -> bool:
    return any(
        node is wanted
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
    )


def _compare(node: ast.Compare) -> str:
    node.ops[0] = COMPARISONS[type(node.ops[0])]()
    return ast.unparse(node)


def _turn_round(node: ast.Compare) -> str:
    opposite = {ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt}
    node.ops[0] = opposite[type(node.ops[0])]()
    return ast.unparse(node)


def _arithmetic(node: ast.BinOp | ast.AugAssign) -> str:
    node.op = ARITHMETIC[type(node.op)]()
    return ast.unparse(node)


def _bool_op(node: ast.BoolOp) -> str:
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    return ast.unparse(node)


def _drop_not(node: ast.UnaryOp) -> str:
    node.op = ast.UAdd()
    return "without not: " + ast.unparse(node.operand)


def _one_more(node: ast.Constant) -> str:
    node.value = int(node.value) + 1  # type: ignore[arg-type]
    return f"{node.value - 1} is {node.value}, column {node.col_offset}"


def _other_bool(node: ast.Constant) -> str:
    node.value = not node.value
    return f"{node.value}, column {node.col_offset}"


def _other_bytes(node: ast.Constant) -> str:
    value = node.value
    assert isinstance(value, bytes)
    node.value = bytes((value[0] ^ 1,)) + value[1:]
    return f"{node.value!r}"


def _forget(node: ast.stmt) -> str:
    said = ast.unparse(node)
    forgotten = ast.Pass()
    node.__class__ = forgotten.__class__
    for field in list(node.__dict__):
        if field not in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
            del node.__dict__[field]
    return f"forgotten: {said}"


# ------------------------------------------------------------------ running


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives the mutant's text for one module."""

    def __init__(self, mutant: Mutant) -> None:
        self._name = mutant.file.removesuffix(".py").replace("/", ".")
        self._mutant = mutant

    def find_spec(self, fullname, path=None, target=None):
        if fullname != self._name:
            return None
        return importlib.machinery.ModuleSpec(fullname, self)

    def create_module(self, spec):
        return None

    def exec_module(self, module) -> None:
        code = compile(self._mutant.source, str(ROOT / self._mutant.file), "exec")
        exec(code, module.__dict__)


def _run_tests(mutant: Mutant | None, file: str) -> int:
    """In the forked process: 0 when every test passed."""
    import pytest

    signal.alarm(SECONDS_MAX)  # ends this process where the mutant does not end
    if mutant is not None:
        sys.meta_path.insert(0, _Finder(mutant))
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1)
    os.dup2(sink, 2)
    words = ["-x", "-q", "-n", "0", "-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:cov"]
    words += [
        "--hypothesis-profile=mutants",
        "--timeout=0",
        "--no-header",
        "-W",
        "ignore",
        *TARGETS[file],
    ]
    return int(pytest.main(words))


def _fork(mutant: Mutant | None, file: str) -> int:
    """Run the tests in a process of their own; returns its id."""
    pid = os.fork()
    if pid:
        return pid
    status = 3
    try:
        status = _run_tests(mutant, file)
    finally:
        os._exit(1 if status else 0)


def _passes_unchanged(file: str) -> bool:
    """The same run without a change: else every mutant would count as noticed."""
    return os.waitpid(_fork(None, file), 0)[1] == 0


def evenly(every: list[Mutant]) -> list[Mutant]:
    """The same mutants, so that any beginning of the list is spread over all of it."""
    step = 32
    order = list(range(0, len(every), step))
    while step > 1:
        order += range(step // 2, len(every), step)
        step //= 2
    return [every[at] for at in order]


def key(mutant: Mutant) -> str:
    """What a result is kept under: the file's text and the change."""
    text = (ROOT / mutant.file).read_bytes()
    tests = b"".join((ROOT / test).read_bytes() for test in TARGETS[mutant.file])
    return f"{hashlib.sha256(text + tests).hexdigest()[:12]} {mutant.line} {mutant.what}"


class Runner:
    """A few forked processes at a time; each has its end."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._running: dict[int, Mutant] = {}
        self.killed: list[Mutant] = []
        self.survived: list[Mutant] = []

    def add(self, mutant: Mutant) -> None:
        """Start one as soon as there is room."""
        while len(self._running) >= self._processes:
            self._collect()
        pid = _fork(mutant, mutant.file)
        self._running[pid] = mutant

    def note(self, mutant: Mutant, *, is_killed: bool, is_new: bool = True) -> None:
        """One result, kept for a run that goes on later."""
        (self.killed if is_killed else self.survived).append(mutant)
        if not is_new:
            return
        if not is_killed:
            print(f"survived: {mutant.file}:{mutant.line}: {mutant.what}", flush=True)
        RESULTS.parent.mkdir(exist_ok=True)
        with RESULTS.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"key": key(mutant), "killed": is_killed}) + "\n")

    def finish(self) -> None:
        """Wait for the last."""
        while self._running:
            self._collect()

    def _collect(self) -> None:
        pid, status = os.wait()
        self.note(self._running.pop(pid), is_killed=bool(status))


def reasons() -> dict[str, str]:
    """Survivor: why no test can tell it from the code."""
    if not SURVIVORS.exists():
        return {}
    rows = tomllib.loads(SURVIVORS.read_text(encoding="utf-8")).get("survivor", [])
    return {row["mutant"]: row["reason"] for row in rows}


def main(argv: list[str] | None = None) -> int:
    """Run them; 0 when the score is reached and every survivor has its reason."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--file", default="", help="only files whose name ends so")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--list", action="store_true", help="only name the mutants")
    told = parser.parse_args(argv)
    files = [file for file in TARGETS if file.endswith(told.file)]
    every = [mutant for file in files for mutant in mutants(file)]
    if told.list:
        for mutant in every:
            print(f"{mutant.file}:{mutant.line}: {mutant.what}")
        return 0
    import hypothesis.strategies  # noqa: F401 - loaded once, before the forks
    import pytest  # noqa: F401

    for file in files:
        if not _passes_unchanged(file):
            print(f"the tests of {file} fail without any change")
            return 2
    runner = Runner(told.processes)
    known = {}
    if RESULTS.exists():
        rows = [json.loads(line) for line in RESULTS.read_text(encoding="utf-8").splitlines()]
        known = {row["key"]: row["killed"] for row in rows}
    for done, mutant in enumerate(evenly(every)):
        if key(mutant) in known:
            runner.note(mutant, is_killed=known[key(mutant)], is_new=False)
        else:
            runner.add(mutant)
        if done % 25 == 24:
            print(f"{done + 1} of {len(every)}, {len(runner.survived)} survived", flush=True)
    runner.finish()
    return _tell(every, runner)


def _tell(every: list[Mutant], runner: Runner) -> int:
    known = reasons()
    for file in TARGETS:
        total = sum(mutant.file == file for mutant in every)
        left = sum(mutant.file == file for mutant in runner.survived)
        if total:
            print(f"{file:42} {total - left:4} of {total:4}  {(total - left) / total:.1%}")
    unexplained = [mutant for mutant in runner.survived if mutant.name not in known]
    for mutant in unexplained:
        print(f"SURVIVED without a reason: {mutant.file}:{mutant.line}: {mutant.what}")
    killed = len(runner.killed)
    score = killed / max(1, killed + len(unexplained))
    like = len(runner.survived) - len(unexplained)
    print(f"{killed} of {len(every)} noticed; without {like} that change nothing: {score:.1%}")
    return 0 if score >= GOAL and not unexplained else 1


if __name__ == "__main__":
    sys.exit(main())
