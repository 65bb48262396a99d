"""Runs a file of cases: `python -m tests.cases.run KIND FILE.json [--json]`, KIND being one of
`rules`, `security`, `hardware`, `operations`.

One line a case, in the order of the file; with `--json` one object a line: `id`, `pass` (true,
false, or null where no assertion is mapped to the id) and, where there is one, the `reason`. Ends
with 0 when nothing failed, 1 when a case did, 2 when the file cannot be read.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from tests.cases import hardware_cases, operations_cases, security_cases
from tests.cases.rules_cases import Outcome, run_case

Cases = list[dict[str, Any]]


def _rules(cases: Cases) -> list[Outcome]:
    return [run_case(case) for case in cases]


KINDS = {
    "rules": _rules,
    "security": security_cases.run_cases,
    "hardware": hardware_cases.run_cases,
    "operations": operations_cases.run_cases,
}


def cases_of(path: Path) -> list[dict[str, Any]]:
    """Read the cases of a file.

    Raises:
        ValueError: the file is not of this format.
    """
    found = json.loads(path.read_text(encoding="utf-8"))
    cases = found.get("cases") if isinstance(found, dict) else found
    if not isinstance(cases, list) or not all(isinstance(case, dict) for case in cases):
        raise ValueError("no list of cases")
    return cases


def main(words: list[str]) -> int:
    """Run the cases of a file and print what became of each."""
    parser = argparse.ArgumentParser(prog="python -m tests.cases.run", description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("file", type=Path)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--group", help="only cases with this word in the middle of their id")
    told = parser.parse_args(words)
    try:
        cases = cases_of(told.file)
    except (OSError, ValueError) as error:
        print(f"{told.file}: {error}", file=sys.stderr)
        return 2
    if told.group:
        cases = [case for case in cases if hardware_cases.group_of(case) == told.group]
        if not cases:
            print(f"{told.file}: no case of group {told.group}", file=sys.stderr)
            return 2
    outcomes = KINDS[told.kind](cases)
    for outcome in outcomes:
        print(json.dumps(outcome.as_json()) if told.json else outcome)
    failed = sum(outcome.passed is False for outcome in outcomes)
    if not told.json:
        unmapped = sum(outcome.passed is None for outcome in outcomes)
        passed = len(outcomes) - failed - unmapped
        print(f"{len(outcomes)} cases: {passed} passed, {failed} failed, {unmapped} unmapped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
