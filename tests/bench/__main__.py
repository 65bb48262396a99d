"""Runs every benchmark and keeps the figures: `make bench`, or `python -m tests.bench NAME…`.

A benchmark is a module `bench_*.py` in this folder whose `main()` does the real work, prints
nothing, and returns a dict of figures with units in their names, such as
`{"hands_per_s": 1234.5}`; where it names `GOALS` its figures are held against them in the table at
the end (`goals.py`). The figures of one run go to build/bench.json together with the machine they
were taken on, because a figure without its machine says nothing.
"""

from __future__ import annotations

import importlib
import json
import os
import platform
import sys
import time
from pathlib import Path

from tests.bench.goals import Row, rows, table

HERE = Path(__file__).resolve().parent
RESULT = HERE.parents[1] / "build" / "bench.json"


def machine() -> dict[str, str | int | None]:
    """Return what the figures depend on: interpreter, processor, cores."""
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "machine": platform.machine(),
        "system": platform.system(),
        "cores": os.cpu_count(),
    }


def names(wanted: list[str]) -> list[str]:
    """Return the benchmarks to run, all when none is wanted by name.

    Raises:
        SystemExit: a wanted benchmark does not exist.
    """
    there = sorted(path.stem for path in HERE.glob("bench_*.py"))
    chosen = [name if name.startswith("bench_") else f"bench_{name}" for name in wanted]
    unknown = [name for name in chosen if name not in there]
    if unknown:
        raise SystemExit(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(there)}")
    return chosen or there


def main(wanted: list[str]) -> int:
    """Run the benchmarks one after the other and write their figures down."""
    figures: dict[str, dict[str, object]] = {}
    judged: list[Row] = []
    for name in names(wanted):
        begun = time.perf_counter()
        benchmark = importlib.import_module(f"tests.bench.{name}")
        figures[name] = benchmark.main()
        judged += rows(figures[name], getattr(benchmark, "GOALS", {}))
        print(f"{name}  ({time.perf_counter() - begun:.1f} s)")
        for key, value in figures[name].items():
            print(f"  {key} = {value}")
    RESULT.parent.mkdir(exist_ok=True)
    taken = {"machine": machine(), "goals": judged, "figures": figures}
    RESULT.write_text(json.dumps(taken, indent=2) + "\n", encoding="utf-8")
    if judged:
        print(f"\n{table(judged)}\n")
    print("written to build/bench.json")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
