"""`python -m host_tools.dev.gen_fairness [--check]`: what is promised of the deals, as a page.

`firmware/docs/fairness.md` (Italian: `fairness.it.md`) says to players what a record proves, what
it does not, and which test proves each promise. The rows are `host_tools/verify/promises.toml`;
each named test is looked for in the source of the tests. With `--check` nothing is written: the
command fails where a page is older than its rows. Rule of the file: a promise has a test, or says
who can show it instead; nothing is written when one has neither.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

from host_tools.dev.rules_promises import TestNames
from host_tools.dev.schema_complaints import Complaints
from host_tools.dev.standing import is_wrong_use, settle

ROOT = Path(__file__).resolve().parents[2]
SOURCE = "host_tools/verify/promises.toml"
PAGES = {"en": "firmware/docs/fairness.md", "it": "firmware/docs/fairness.it.md"}
RULES = ("1", "2", "3", "4", "5", "6", "7", "8")
"""The numbered rules of the design's chapter; each must be told."""

_GENERATED = f"""\
<!-- Generated from {SOURCE} by host_tools.dev.gen_fairness: edit the source, run `make gen`. -->
"""


def check(rows: list[dict[str, Any]], tests: TestNames) -> list[str]:
    """What is wrong with the rows; empty when they hold."""
    wrong = Complaints()
    for row in rows:
        where = f"{SOURCE} {row.get('id')}: {row.get('en', '')[:40]}"
        proofs = row.get("tests", [])
        wrong.expect({"id", "en", "it"} <= set(row), where, "id and both languages are wanted")
        wrong.expect(bool(proofs) != bool(row.get("why")), where, "tests, or who shows it instead")
        for node in proofs:
            wrong.expect(tests.has(node), where, f"there is no test {node}")
    told = {row.get("id") for row in rows}
    for rule in RULES:
        wrong.expect(rule in told, SOURCE, f"rule {rule} is not told")
    return wrong.sentences


def page(source: dict[str, Any], language: str) -> str:
    """The page in one language."""
    texts = source[language]
    cells = texts["heads"].split("|")
    lines = [_GENERATED + f"# {texts['title']}", texts["opening"].rstrip(), ""]
    lines += ["| " + " | ".join(cells) + " |", "|" + " --- |" * len(cells)]
    for row in source["promise"]:
        proof = "<br>".join(f"`{node}`" for node in row.get("tests", []))
        lines.append(f"| {row['id']} | {row[language]} | {proof or row['why'][language]} |")
    return "\n".join(lines) + "\n"


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Write, or with `--check` compare; 0 when all is well, 1 when not, 2 on wrong arguments."""
    if is_wrong_use("gen_fairness", arguments):
        return 2
    source = tomllib.loads((root / SOURCE).read_text(encoding="utf-8"))
    wrong = check(source["promise"], TestNames(root))
    if wrong:
        print("the promises do not hold:\n" + "\n".join(wrong), file=sys.stderr)
        return 1
    pages = {name: page(source, language) for language, name in PAGES.items()}
    return settle(pages, arguments, root)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
