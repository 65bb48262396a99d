"""Would the tests notice? Small mistakes are made in the code on purpose, one at a time.

Each mutant is one of the shipped files with a single change, as `mutations` makes them. The tests
of that file run against it; when none of them fails the mutant has survived, and either a test is
missing or the change makes no difference that anybody could see. Those are listed, each with its
reason, in `mutants_survivors.toml`; a survivor without a reason there is a hole.

What was found is kept in `build/mutants.jsonl`, so a run that was stopped goes on, and a file that
changed begins anew. The order is such that what is done at any time is an even sample.

`make mutants` (or `python -m tests.mutants [--file health.py] [--processes 2]`). Every mutant runs
in a process that is forked after pytest is loaded and before any of our code is; it is given four
times the processor time the tests take without a change, and one that does not end has been
noticed. Needs `os.fork`.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.abc
import importlib.machinery
import json
import os
import resource
import sys
import tomllib
from pathlib import Path

from host_tools.dev.campaign_size import size_from
from tests.mutations import Mutant, mutants
from tests.source_tree import ROOT

UNCHANGED_SECONDS_MAX = 120
PATIENCE = 4  # times what the tests take without a change
GOAL = 0.95
SURVIVORS = Path(__file__).with_name("mutants_survivors.toml")
RESULTS = ROOT / "build" / "mutants.jsonl"

_RANDOMNESS = "tests/unit/randomness/"
TARGETS = {
    "firmware/randomness/health.py": (_RANDOMNESS + "test_health.py",),
    "firmware/randomness/bus_faults.py": (
        _RANDOMNESS + "test_bus_faults.py",
        _RANDOMNESS + "test_bus_fault_definitions.py",
    ),
    "firmware/randomness/battery.py": (
        _RANDOMNESS + "test_bus_faults.py",
        _RANDOMNESS + "test_pipeline.py",
    ),
    "firmware/randomness/permutation.py": (_RANDOMNESS + "test_permutation.py",),
    "firmware/fairness/commit.py": ("tests/unit/fairness/test_fairness.py",),
    "firmware/fairness/public_shuffle.py": ("tests/unit/fairness/test_fairness.py",),
}
"""File: its tests, the quickest first."""


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

    if mutant is not None:
        sys.meta_path.insert(0, _Finder(mutant))
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1)
    os.dup2(sink, 2)
    words = ["-x", "-q", "--assert=plain", "--hypothesis-profile=mutants", "--timeout=0"]
    for plugin in ("xdist", "randomly", "cacheprovider", "cov"):
        words += ["-p", "no:" + plugin]
    words += ["--no-header", "-W", "ignore", *TARGETS[file]]
    return int(pytest.main(words))


def _fork(mutant: Mutant | None, file: str, seconds_max: int = UNCHANGED_SECONDS_MAX) -> int:
    """Run the tests in a process of their own; returns its id.

    One that does not end is ended when it has had so many seconds of the processor: a machine that
    is busy with something else does not make a mutant noticed.
    """
    pid = os.fork()
    if pid:
        return pid
    status = 3
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds_max, seconds_max))
        status = _run_tests(mutant, file)
    finally:
        os._exit(1 if status else 0)


def _unchanged_seconds(file: str) -> float | None:
    """The same run without a change: the processor's seconds it takes; None when it fails."""
    _, status, used = os.wait4(_fork(None, file), 0)
    return None if status else used.ru_utime + used.ru_stime


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

    def __init__(self, processes: int, seconds_max: dict[str, int]) -> None:
        self._processes = processes
        self._seconds_max = seconds_max
        self._running: dict[int, Mutant] = {}
        self.killed: list[Mutant] = []
        self.survived: list[Mutant] = []

    def add(self, mutant: Mutant) -> None:
        """Start one as soon as there is room."""
        while len(self._running) >= self._processes:
            self._collect()
        pid = _fork(mutant, mutant.file, self._seconds_max[mutant.file])
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
    parser.add_argument("--processes", type=size_from(1), default=2)
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

    seconds_max = {}
    for file in files:
        seconds = _unchanged_seconds(file)
        if seconds is None:
            print(f"the tests of {file} fail without any change")
            return 2
        seconds_max[file] = 1 + int(PATIENCE * seconds)
    runner = Runner(told.processes, seconds_max)
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
