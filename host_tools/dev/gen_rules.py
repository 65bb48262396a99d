"""`python -m host_tools.dev.gen_rules [--check]`: the rules in words, as pages for people.

Who wants to know whether the table keeps a rule looks at `firmware/docs/rules.md` (Italian:
`rules.it.md`): every rule by its number, the house rules that change it, the contradictions, and
the tests that prove it. What those rows promise is checked first (`rules_promises`). With
`--check` nothing is written: the command fails where a file on disk is not what the rows give.
Rule of the file: nothing is written when a promise does not hold.
"""

from __future__ import annotations

import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from host_tools.dev.rules_promises import TestNames, check_book, check_keys, shrink
from host_tools.dev.schema_complaints import Complaints, SchemaError
from host_tools.dev.schema_source import read_schema
from host_tools.dev.standing import is_wrong_use, settle
from host_tools.rules.rulebook import UNTOLD, read_open, read_rulebook
from host_tools.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from host_tools.rules.rulebook import Rule, Rulebook

ROOT = Path(__file__).resolve().parents[2]
FOLDER = "host_tools/rules"
LOCK = f"{FOLDER}/open.lock"
PAGES = {"en": "firmware/docs/rules.md", "it": "firmware/docs/rules.it.md"}

_GENERATED = """\
<!-- Generated from host_tools/rules by host_tools.dev.gen_rules: edit the source, run
`make gen`. -->
"""


def _table(heads: str, rows: Iterable[Iterable[str]]) -> list[str]:
    cells = heads.split("|")
    lines = ["| " + " | ".join(cells) + " |", "|" + " --- |" * len(cells)]
    for row in rows:
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |")
    return [*lines, ""]


def _codes(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _tests(nodes: tuple[str, ...], say: Texts) -> str:
    return "<br>".join(f"`{node}`" for node in nodes) or say("rules_page.unproved")


def _rule_row(book: Rulebook, rule: Rule, say: Texts) -> list[str]:
    said = rule.text[say.language]
    if rule.example:
        said += "<br>" + say("rules_page.example", example=rule.example[say.language])
    proof = _tests(rule.tests, say)
    if rule.kind == "text":
        proof = say("rules_page.text", why=rule.why[say.language])
    others = ", ".join(row.id for row in book.contradictions_of(rule))
    return [rule.id, said, _codes(rule.settings), others, proof]


def page(book: Rulebook, language: str) -> str:
    """The page in one language: the rules by section, the contradictions, what is still open."""
    say = Texts(language)
    lines = [_GENERATED + f"# {say('rules_page.title')}", "", say("rules_page.opening"), ""]
    for number, title in enumerate(say("rules_page.sections").split("|"), 1):
        section = f"1.{number}"
        rules = [rule for rule in book.rules if section in rule.sections]
        lines += [f"## {section} {title}", ""]
        lines += _table(say("rules_page.heads"), [_rule_row(book, rule, say) for rule in rules])
    lines += [f"## {say('rules_page.contradictions')}", ""]
    rows = [
        [
            row.id,
            row.text[language],
            f"`{row.setting} = {row.default}`" if row.setting else say("rules_page.one_reading"),
            _codes(row.alternatives),
            ", ".join(f"{profile}: `{value}`" for profile, value in row.profiles.items()),
            row.source,
            _tests(row.tests, say),
        ]
        for row in book.contradictions
    ]
    lines += _table(say("rules_page.contradiction_heads"), rows)
    lines += [f"## {say('rules_page.differences')}", "", say("rules_page.differences_text"), ""]
    told = [
        [row.topic[language], row.text[language], row.source, _tests(row.tests, say)]
        for row in book.differences
    ]
    lines += _table(say("rules_page.difference_heads"), told)
    lines += [f"## {say('rules_page.open')}", "", say("rules_page.open_text"), ""]
    by_section: dict[str, list[str]] = {}
    for section, name, state in book.still_open:
        if state == UNTOLD:
            by_section.setdefault(section, []).append(name)
    lines += _table(
        say("rules_page.open_heads"), [[s, ", ".join(n)] for s, n in by_section.items()]
    )
    return "\n".join(lines)


def outputs(root: Path) -> dict[str, str]:
    """Every generated file: path below the project's root -> text.

    Raises:
        SchemaError: a promise does not hold; it names all that do not.
    """
    folder = root / FOLDER
    wrong = Complaints()
    for file, key in (("rulebook.toml", "rule"), ("contradictions.toml", "contradiction")):
        rows = tomllib.loads((folder / file).read_text(encoding="utf-8"))[key]
        check_keys(file, rows, wrong)
    settings = read_schema(root / "firmware" / "schema").settings
    book = read_rulebook(folder)
    check_book(book, settings, TestNames(root), wrong)
    lock = shrink((root / LOCK).read_text(encoding="utf-8"), book, wrong)
    if wrong.sentences:
        raise SchemaError(wrong.sentences)
    book = replace(book, still_open=tuple(read_open(lock.splitlines())))
    return {LOCK: lock, **{file: page(book, language) for language, file in PAGES.items()}}


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Write, or with `--check` compare; 0 when all is well, 1 when not, 2 on wrong arguments."""
    if is_wrong_use("gen_rules", arguments):
        return 2
    try:
        files = outputs(root)
    except (SchemaError, ValueError, KeyError, OSError) as error:
        print(f"the rules in words do not hold:\n{error}", file=sys.stderr)
        return 1
    return settle(files, arguments, root)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
