"""`mazziere rules`: the house rules in force, and any rule by its number.

`show` lists what a table plays by under a rule set or a file of house rules; `explain` tells one
rule, one contradiction or one setting, with the values in force and the test that proves it. The
rule of the file: it prints; what the rules say stands in the room `rules`, what a setting may be
in the schema.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from firmware.schema import settings as s
from host_tools.cli import exit_codes
from host_tools.cli.ending import Ended

if TYPE_CHECKING:
    from host_tools.rules.house_rules import BadRules, HouseRules
    from host_tools.rules.rulebook import Rulebook
    from host_tools.texts import Texts

MARKS = {"file": "+", "profile": "*", "default": " "}
INDENT = "  "


def command(say: Texts) -> click.Command:
    """The command in one language."""
    group = click.Group("rules", help=say("rules.about"))

    @group.command("show", help=say("rules.show_about"))
    @_in_force_options(say)
    def show(profile: str | None, rules: Path | None, as_json: bool) -> int:
        return _show(say, _chosen(say, profile, rules), rules, as_json)

    @group.command("explain", help=say("rules.explain_about"))
    @click.argument("wanted", metavar="ID")
    @_in_force_options(say)
    def explain(wanted: str, profile: str | None, rules: Path | None, as_json: bool) -> int:
        return _explain(say, wanted, _chosen(say, profile, rules), as_json)

    return group


def rules_option(say: Texts, about: str) -> Callable[[Any], Any]:
    """`--rules`: a file of house rules."""
    return click.option("--rules", type=click.Path(path_type=Path), help=say(about))


def read_rules(say: Texts, path: Path) -> HouseRules:
    """The house rules of a file, or the end of the command with every complaint on a line."""
    from host_tools.rules.house_rules import BadRules, read_house_rules

    try:
        return read_house_rules(path)
    except BadRules as error:
        raise bad_rules(say, path, error) from None


def bad_rules(say: Texts, path: Path, error: BadRules) -> Ended:
    """The file cannot be used, or is not there: each complaint on a line."""
    told = "\n".join(complaints(say, path, error))
    if error.is_missing:
        return Ended(told, exit_codes.NOT_FOUND)
    return Ended(told, exit_codes.REFUSED, "bad_rules")


def complaints(say: Texts, path: Path, error: BadRules) -> list[str]:
    """What is wrong with a file, a sentence each."""
    lines: list[str] = []
    for complaint in error.complaints:
        values = {"path": str(path), **complaint.values}
        setting = values.pop("setting", 0)
        if setting:
            values = {"name": s.NAMES[setting], "allowed": range_of(say, setting), **values}
        lines.append(say(complaint.key, **values))
    return lines


def _in_force_options(say: Texts) -> Callable[[Any], Any]:
    names = ", ".join(s.PROFILE_WORDS)
    options = (
        click.option(
            "--profile",
            type=click.Choice(s.PROFILE_WORDS),
            metavar="NAME",
            help=say("rules.profile", names=names),
        ),
        rules_option(say, "rules.file"),
        click.option("--json", "as_json", is_flag=True, help=say("rules.json")),
    )

    def add(function: Any) -> Any:
        for option in reversed(options):
            function = option(function)
        return function

    return add


def _chosen(say: Texts, profile: str | None, path: Path | None) -> HouseRules:
    from host_tools.rules.house_rules import HouseRules

    if path is None:
        return HouseRules(profile or s.PROFILE_WORDS[s.PROFILE_DEFAULT], {})
    if profile is not None:
        raise click.UsageError(say("rules.both"))
    return read_rules(say, path)


def range_of(say: Texts, setting: int) -> str:
    """What a setting may be, in words."""
    from host_tools.rules.house_rules import unit_of

    if s.WORDS[setting]:
        return ", ".join(s.WORDS[setting])
    low, high = say.chips(s.MIN[setting]), say.chips(s.MAX[setting])
    word = unit_of(setting)
    unit = say(f"rules.unit_{word}") if word else ""
    return say("rules.range_number", low=low, high=high, unit=unit).rstrip()


def _default(setting: int) -> str:
    return s.value_word(setting, s.DEFAULTS[s.PROFILE_DEFAULT][setting])


# ------------------------------------------------------------------ show


def _show(say: Texts, rules: HouseRules, path: Path | None, as_json: bool) -> int:
    from host_tools.rules.explained import setting_document
    from host_tools.rules.house_rules import settings, sources

    if as_json:
        rows = [setting_document(rules, setting) for setting in settings()]
        file = None if path is None else str(path)
        document = {"version": 1, "profile": rules.profile, "file": file, "settings": rows}
        click.echo(json.dumps(document))
        return exit_codes.OK
    if path is None:
        click.echo(say("rules.of_profile", profile=rules.profile))
    else:
        click.echo(say("rules.of_file", path=str(path), profile=rules.profile))
    heads = ("setting", "value", "default", "source", "range")
    table = [tuple(say(f"rules.{head}") for head in heads)]
    for setting in settings():
        name = s.NAMES[setting]
        value = s.value_word(setting, rules.value(setting))
        mark = MARKS[rules.set_by(setting)]
        source = sources()[name]
        table.append((f"{mark} {name}", value, _default(setting), source, range_of(say, setting)))
    widths = [max(len(row[column]) for row in table) for column in range(len(heads) - 1)]
    for row in table:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        click.echo("  ".join([*cells, row[-1]]))
    click.echo(say("rules.marks"))
    return exit_codes.OK


# ------------------------------------------------------------------ explain


def _explain(say: Texts, wanted: str, rules: HouseRules, as_json: bool) -> int:
    from host_tools.rules.explained import explain
    from host_tools.rules.rulebook import rulebook

    document = explain(wanted, rules, rulebook(), say.language)
    if document is None:
        raise _not_told(say, wanted, rulebook())
    if as_json:
        click.echo(json.dumps({"version": 1, "language": say.language, **document}))
        return exit_codes.OK
    for line in _told(say, document):
        click.echo(line)
    return exit_codes.OK


def _not_told(say: Texts, wanted: str, book: Rulebook) -> Ended:
    from host_tools.rules.house_rules import nearest_setting
    from host_tools.rules.rulebook import spelled

    section = book.section_untold(wanted)
    if section:
        sentence = say("rules.untold", wanted=spelled(wanted), section=section)
    else:
        nearest = nearest_setting(wanted) or book.nearest(wanted)
        key = "rules.unknown" if nearest else "rules.unknown_far"
        sentence = say(key, wanted=wanted, nearest=", ".join(nearest))
    return Ended(sentence, exit_codes.NOT_FOUND)


def _told(say: Texts, document: dict[str, Any]) -> list[str]:
    """The same document as lines for a person."""
    head = document["id"]
    if document["kind"] == "rule":
        sections = ", ".join(document["sections"])
        kind = say("rules.class_code" if document["class"] == "code" else "rules.class_text")
        head += f"   {say('rules.section', sections=sections)}, {kind}"
    else:
        is_conflict = document["kind"] == "contradiction"
        head += "   " + say("rules.contradiction" if is_conflict else "rules.house_rule")
    lines = [head]
    lines += [INDENT + document[key] for key in ("text", "why") if document.get(key)]
    if document["settings"]:
        lines.append(say("rules.in_force_label"))
        for row in document["settings"]:
            setting = s.by_name(row["name"])
            told = say(
                "rules.in_force",
                setting=row["name"],
                value=row["value"],
                default=row["default"],
                range=range_of(say, setting),
            )
            lines.append(INDENT + told)
    elif document["kind"] == "contradiction":
        lines.append(INDENT + say("rules.one_reading"))
    if document.get("example"):
        lines += [say("rules.example"), INDENT + document["example"]]
    for key, label in (("contradictions", say("rules.see")), ("rules", say("rules.touches"))):
        if document.get(key):
            lines.append(f"{label} {', '.join(document[key])}")
    if document.get("source"):
        lines.append(f"{say('rules.sources')} {document['source']}")
    if document.get("tests"):
        lines += [say("rules.proved"), *(INDENT + test for test in document["tests"])]
    elif document["kind"] != "house_rule" and document.get("class") != "text":
        lines.append(say("rules.unproved"))
    return lines
