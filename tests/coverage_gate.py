"""Refuses a test run that leaves branches of the pure rooms untaken.

Reads coverage's JSON report and compares the share of branches taken with the threshold. Says
nothing when it is met, so that pytest's summary stays the last line; otherwise names the files
that miss most, with their lines.

Run as `python -m tests.coverage_gate build/coverage/report.json`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

BRANCHES_MIN_PERCENT = 98.0
FILES_NAMED_MAX = 12


def branches_percent(summary: dict[str, Any]) -> float:
    """Return the share of branches taken; a file or tree without branches counts as whole."""
    total = summary["num_branches"]
    return 100.0 if total == 0 else 100.0 * summary["covered_branches"] / total


def complaint(report: dict[str, Any]) -> str:
    """Return what to say about the report: nothing when the threshold is met."""
    if not report["files"]:
        return "No file of the pure rooms was measured."
    percent = branches_percent(report["totals"])
    if percent >= BRANCHES_MIN_PERCENT:
        return ""
    lines = [
        f"Branches taken in the pure rooms: {percent:.2f} %, wanted {BRANCHES_MIN_PERCENT:.0f} %."
    ]
    files = sorted(
        report["files"].items(), key=lambda item: item[1]["summary"]["missing_branches"]
    )
    for name, measured in reversed(files[-FILES_NAMED_MAX:]):
        missing = measured["summary"]["missing_branches"]
        if missing:
            where = ", ".join(f"{a}->{b}" for a, b in measured["missing_branches"][:8])
            lines.append(f"  {name}: {missing} untaken ({where})")
    return "\n".join(lines)


def main(path: str) -> int:
    """Read the report at `path`; returns 1 and prints the reason when the threshold is missed."""
    said = complaint(json.loads(Path(path).read_text(encoding="utf-8")))
    if said:
        print(said, file=sys.stderr)
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
