"""`python -m host_tools.dev.gen_checklist [--check]`: what gaming standards ask, as a page.

A laboratory reads it before it opens the box: each thing that a standard asks for, the test that
proves it, and where there is none, why. What only a laboratory or a fitted table can show is named
as that. With `--check` nothing is written: the command fails where the page on disk is not what
the rows give. Rule of the file: a row whose test is not there, or that claims to be shown without
one, is refused.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from pathlib import Path

from host_tools.dev.rules_promises import TestNames
from host_tools.dev.standing import is_wrong_use, settle

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "host_tools" / "lab" / "checklist.toml"
PAGE = ROOT / "firmware" / "docs" / "checklist.md"

STATES = {
    "shown": "shown by the named tests",
    "part": "our part of it is shown",
    "laboratory": "only a laboratory or a fitted table",
    "open": "not built",
}

_HEAD = """\
<!-- Generated from host_tools/lab/checklist.toml by host_tools.dev.gen_checklist: edit the source,
run `make gen`. -->

# Checklist: gaming standards and SP 800-90

What standards for shufflers and random number generators ask for, and the test of this house that
proves it. **This page is no certificate and claims none**: no laboratory has seen a fitted table.
What only a laboratory or copper can show is named as that.

"""


class ChecklistWrong(Exception):
    """Rows that promise what is not there, a sentence each."""


def read_items(source: Path = SOURCE, root: Path = ROOT) -> list[dict]:
    """The rows, each with tests that exist.

    Raises:
        ChecklistWrong: with every complaint.
    """
    items = tomllib.loads(source.read_text(encoding="utf-8"))["item"]
    tests = TestNames(root)
    wrong = []
    for name, count in Counter(item["id"] for item in items).items():
        if count > 1:
            wrong.append(f"{name} stands there {count} times")
    for item in items:
        name = item["id"]
        if item["state"] not in STATES:
            wrong.append(f"{name}: unknown state {item['state']}")
        wrong += [f"{name}: no test {test}" for test in item["tests"] if not tests.has(test)]
        if item["state"] == "shown" and not item["tests"]:
            wrong.append(f"{name}: shown by nothing")
        if item["state"] in ("laboratory", "open") and not item["why"]:
            wrong.append(f"{name}: no reason given")
    if wrong:
        raise ChecklistWrong("\n".join(wrong))
    return items


def page(items: list[dict]) -> str:
    """The whole page."""
    counts = Counter(item["state"] for item in items)
    told = "; ".join(f"{counts[state]} {word}" for state, word in STATES.items())
    lines = [f"{len(items)} items: {told}.", "", "| item | asks | state | test, or why not |"]
    lines.append("| --- | --- | --- | --- |")
    for item in items:
        proof = [f"`{test}`" for test in item["tests"]]
        if item["why"]:
            proof.insert(0, item["why"])
        asks = f"{item['asks']} ({item['source']})"
        row = (item["id"], asks, STATES[item["state"]], "<br>".join(proof))
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |")
    return _HEAD + "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    """Write, or with `--check` compare; 0 when all is well, 1 when not, 2 on wrong arguments."""
    if is_wrong_use("gen_checklist", arguments):
        return 2
    try:
        text = page(read_items())
    except ChecklistWrong as error:
        print(error, file=sys.stderr)
        return 1
    return settle({PAGE.name: text}, arguments, PAGE.parent)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
