"""Runs the security cases of a file: each by the tests that are named for its id.

A security case is a sentence about a fault and what must come of it, not data for an engine; what
proves it is a test somewhere in the house. `security_tests.toml` names the tests of each id, or
says why this design has nothing that the case could break. Rule of the file: an outcome is what
pytest says of the named tests now; a case without tests never passes.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from tests.cases.rules_cases import Outcome

ROOT = Path(__file__).resolve().parents[2]
TABLE = Path(__file__).with_name("security_tests.toml")
MEANINGLESS = "meaningless"


@dataclass(frozen=True)
class Row:
    """What proves one case: named tests, or the reason why there is nothing to prove."""

    tests: tuple[str, ...]
    reason: str


def rows(path: Path = TABLE) -> dict[str, Row]:
    """Every id of the table."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        name: Row(tuple(row.get("tests", ())), str(row.get("reason", "")))
        for name, row in table.items()
    }


def run_cases(cases: list[dict[str, Any]], table: dict[str, Row] | None = None) -> list[Outcome]:
    """Run the tests of every case at once, and tell the cases in their order."""
    table = rows() if table is None else table
    names = [str(case.get("id", "without id")) for case in cases]
    wanted = sorted({test for name in names if name in table for test in table[name].tests})
    failed = failures(wanted) if wanted else {}
    return [_outcome(name, table.get(name), failed) for name in names]


def _outcome(name: str, row: Row | None, failed: dict[str, str]) -> Outcome:
    if row is None or not (row.tests or row.reason):
        return Outcome(name, None, "unmapped")
    if not row.tests:
        return Outcome(name, None, f"{MEANINGLESS}: {row.reason}")
    wrong = [f"{test}: {failed[test]}" for test in row.tests if test in failed]
    return Outcome(name, not wrong, "; ".join(wrong) or None)


def failures(tests: list[str]) -> dict[str, str]:
    """Test -> what became of it, for every one that did not pass."""
    report = ROOT / "build" / "security-cases.xml"
    report.parent.mkdir(exist_ok=True)
    report.unlink(missing_ok=True)
    words = ["-q", "-p", "no:randomly", "--no-header", f"--junitxml={report}", *tests]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if not report.exists():
        return dict.fromkeys(tests, "pytest did not run: " + done.stdout[-300:].strip())
    found: dict[str, list[str]] = {}
    for case in ElementTree.parse(report).iter("testcase"):
        place = f"{case.get('classname', '').replace('.', '/')}.py"
        node = f"{place}::{case.get('name', '').partition('[')[0]}"
        told = [part.tag for part in case if part.tag in ("failure", "error", "skipped")]
        found.setdefault(node, []).extend(told)
    return {
        test: ", ".join(sorted(set(found[test]))) if test in found else "no such test"
        for test in tests
        if found.get(test, ["none"])
    }
