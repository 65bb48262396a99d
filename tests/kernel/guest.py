"""The tests that a guest runs, and what came of them.

Rule of the file: a guest that did not report has failed, and its console says why.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET  # of a file that our own guest wrote
from typing import TYPE_CHECKING

from tests.kernel.boot import FOLDER, REPOSITORY, boot

if TYPE_CHECKING:
    from pathlib import Path

OWN = "tests/kernel/in_the_guest.py"
SHORT = f"{OWN} tests/contracts/test_small_ports_contract.py"
WHOLE = f"{OWN} tests/contracts"
# In a slow guest no plug-in is loaded but the one that ends a test which hangs.
QUIET = (
    "-q --color=no --tb=short -p pytest_timeout --timeout=1800 -p no:cacheprovider "
    "-o junit_family=legacy"
)


class Report:
    """passed, failed, skipped: numbers of tests; figures: what they measured, as name and text."""

    def __init__(self, path: Path) -> None:
        self.passed = 0
        self.failed: list[str] = []
        self.skipped: list[str] = []
        self.figures: list[tuple[str, str]] = []
        for case in ET.parse(path).getroot().iter("testcase"):
            name = case.get("name", "")
            if case.find("failure") is not None or case.find("error") is not None:
                self.failed.append(name)
            elif case.find("skipped") is not None:
                self.skipped.append(name)
            else:
                self.passed += 1
            self.figures += [
                (one.get("name", ""), one.get("value", "")) for one in case.iter("property")
            ]


def run(tests: str, seconds_max: float) -> tuple[Report | None, str]:
    """Boot, run these tests on the kernel's board, and read what they report.

    Returns no report where the guest made none; the console and how it ended beside it.
    """
    given = FOLDER / "given"
    python = f"'{REPOSITORY}/.venv/bin/python'"
    chosen = f"-k 'kernel or in_the_guest' {tests} --junitxml=/mnt/report.xml"
    alone = "PYTEST_DISABLE_PLUGIN_AUTOLOAD=1"
    ended = boot(f"{alone} {python} -m pytest {QUIET} {chosen}", given, seconds_max)
    path = given / "report.xml"
    told = f"{ended.console[-6000:]}\nended after {ended.seconds:.0f} s with {ended.exit}"
    return (Report(path) if path.exists() else None), told
