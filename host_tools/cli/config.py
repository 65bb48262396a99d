"""`mazziere config`: the settings of a table, and what this program has written down itself.

`show`, `get` and `export` read the table's log and tell every house rule with its unit, its range
and where its value comes from; `set`, `edit` and `import` ask the table for others, which a person
there confirms with the floor key; `validate` and `diff` change nothing; `path` tells the files of
this program's own preferences. The rule of the file: what a table plays by stands in its log, with
who asked and why, and nowhere else.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from firmware.schema import messages as m
from firmware.schema import settings as s
from host_tools.cli import exit_codes, manner
from host_tools.cli.act import Act, Asked, Risk, asking_options
from host_tools.cli.asking import ask
from host_tools.cli.ending import Ended, ended
from host_tools.cli.place import Place, table_options
from host_tools.cli.rules import bad_rules, complaints, range_of, read_rules
from host_tools.cli.writing import force_option, must_be_free, write_file

if TYPE_CHECKING:
    from collections.abc import Mapping

    from host_tools.cli.reading import Reading
    from host_tools.rules.in_force import RuleInForce
    from host_tools.texts import Texts


class Setting(click.ParamType):
    """The name of a setting; another word is answered with the one that looks most like it."""

    name = "setting"

    def __init__(self, say: Texts) -> None:
        self._say = say

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Its number."""
        from host_tools.rules.house_rules import nearest_setting

        if isinstance(value, int):
            return value
        setting = s.by_name(value)
        if not setting:
            nearest = ", ".join(nearest_setting(value))
            key = "config.no_setting" if nearest else "config.no_setting_like"
            self.fail(self._say(key, name=value or '""', nearest=nearest), param, ctx)
        return setting


def command(say: Texts) -> click.Command:
    """The command in one language."""
    from host_tools.cli.config_own import add_own

    group = click.Group("config", help=say("config.about"))
    json_option = click.option("--json", "as_json", is_flag=True, help=say("log.json"))
    file = click.Path(path_type=Path, dir_okay=False)
    reason = click.option("--reason", metavar="TEXT", help=say("table.reason"))

    @group.command("show", help=say("config.show_about"))
    @click.option("--origin", is_flag=True, help=say("config.origin"))
    @table_options(say)
    @json_option
    def show(origin: bool, place: Place, as_json: bool) -> int:
        return _show(say, place, origin, as_json)

    @group.command("get", help=say("config.get_about"))
    @click.argument("setting", type=Setting(say))
    @table_options(say)
    @json_option
    def get(setting: int, place: Place, as_json: bool) -> int:
        return _get(say, setting, place, as_json)

    @group.command("set", help=say("config.set_about"))
    @click.argument("setting", type=Setting(say))
    @click.argument("value")
    @reason
    @asking_options(say)
    def set_one(setting: int, value: str, reason: str | None, asked: Asked) -> int:
        return _set(say, setting, value, reason, asked)

    @group.command("export", help=say("config.export_about"))
    @click.argument("file", type=click.Path(path_type=Path, dir_okay=False, allow_dash=True))
    @force_option(say)
    @table_options(say)
    def export(file: Path, place: Place, is_forced: bool) -> int:
        return _export(say, file, place, is_forced)

    @group.command("validate", help=say("config.validate_about"))
    @click.argument("file", type=file)
    @json_option
    def validate(file: Path, as_json: bool) -> int:
        return _validate(say, file, as_json)

    @group.command("diff", help=say("config.diff_about"))
    @click.argument("file", type=file)
    @table_options(say)
    @json_option
    def diff(file: Path, place: Place, as_json: bool) -> int:
        return _diff(say, file, place, as_json)

    @group.command("import", help=say("config.import_about"))
    @click.argument("file", type=file)
    @reason
    @asking_options(say)
    def import_file(file: Path, reason: str | None, asked: Asked) -> int:
        return _import(say, file, reason, asked)

    @group.command("edit", help=say("config.edit_about"))
    @reason
    @asking_options(say)
    def edit(reason: str | None, asked: Asked) -> int:
        return _edit(say, reason, asked)

    add_own(group, say)
    return group


def _read(say: Texts, place: Place) -> tuple[Reading, list[RuleInForce]]:
    from host_tools.cli.reading import read_table
    from host_tools.rules.in_force import in_force

    reading = read_table(say, place)
    return reading, in_force(reading.setting_lines(say))


def _row(say: Texts, one: RuleInForce) -> dict[str, Any]:
    from host_tools.rules.house_rules import unit_of

    words = s.WORDS[one.setting]
    return {
        "name": one.name,
        "value": one.word if words else one.value,
        "unit": unit_of(one.setting) or None,
        "min": None if words else s.MIN[one.setting],
        "max": None if words else s.MAX[one.setting],
        "words": list(words) or None,
        "origin": "log" if one.seq else "default",
        "by": one.by or None,
        "reason": one.reason or None,
        "seq": one.seq or None,
        "takes_effect": "next_hand",
    }


def _origin(say: Texts, one: RuleInForce) -> str:
    if not one.seq:
        return say("config.by_default")
    why = say("config.because", why=one.reason) if one.reason else ""
    return say("config.by_line", by=one.by or "?", seq=one.seq) + why


def _show(say: Texts, place: Place, with_origin: bool, as_json: bool) -> int:
    from host_tools.rules.house_rules import unit_of

    reading, rules = _read(say, place)
    if as_json:
        rows = [_row(say, one) for one in rules]
        manner.document({"table": reading.peer.serial, "settings": rows})
        return reading.status
    for one in rules:
        line = f"{one.name:<20} {one.word:<18} {unit_of(one.setting):<6}"
        if with_origin:
            line += f" {range_of(say, one.setting)}  {_origin(say, one)}"
        click.echo(line.rstrip())
    manner.note(say("config.next_hand"))
    return reading.status


def _get(say: Texts, setting: int, place: Place, as_json: bool) -> int:
    reading, rules = _read(say, place)
    (one,) = (rule for rule in rules if rule.setting == setting)
    if as_json:
        manner.document({"table": reading.peer.serial, **_row(say, one)})
        return reading.status
    click.echo(one.word)
    manner.note(f"{range_of(say, setting)}; {_origin(say, one)}")
    return reading.status


def _act(say: Texts, setting: int, value: int, asked: Asked, reason: str | None) -> Act:
    from host_tools.rules.house_rules import word

    said = word(setting, value)
    return Act(
        "config.set",
        m.REQUEST_SETTING,
        (s.NAMES[setting], said, asked.by, reason),
        is_safe=True,
        is_by_key=True,
        risk=Risk.ASKED,
        values={"name": s.NAMES[setting], "value": said},
    )


def _set(say: Texts, setting: int, value: str, reason: str | None, asked: Asked) -> int:
    parsed = s.parse(setting, value)
    if parsed is None:
        told = {
            "name": s.NAMES[setting],
            "value": value or '""',
            "allowed": range_of(say, setting),
        }
        raise click.UsageError(say("config.not_allowed", **told))
    return ask(say, asked, _act(say, setting, parsed, asked, reason))


def _head(say: Texts, reading: Reading) -> str:
    return say(
        "config.head", table=reading.peer.serial, log=reading.peer.log.hex(), seq=reading.peer.seq
    )


def _text(say: Texts, reading: Reading, rules: list[RuleInForce]) -> str:
    from host_tools.rules.in_force import as_toml

    notes = {}
    for one in rules:
        notes[one.setting] = f"{range_of(say, one.setting)}; {_origin(say, one)}"
    head = f"{_head(say, reading)}\n{say('config.next_hand')}"
    return as_toml(rules, notes, head)


def _export(say: Texts, file: Path, place: Place, is_forced: bool) -> int:
    must_be_free(say, file, is_forced)
    reading, rules = _read(say, place)
    write_file(say, file, _text(say, reading, rules).encode(), is_forced)
    if str(file) == "-":
        return reading.status
    manner.note(say("config.exported", table=reading.peer.serial, path=file))
    return reading.status


def _validate(say: Texts, path: Path, as_json: bool) -> int:
    from host_tools.rules.house_rules import BadRules, read_house_rules

    try:
        rules = read_house_rules(path)
    except BadRules as error:
        if not as_json or error.is_missing:
            raise bad_rules(say, path, error) from None
        told = complaints(say, path, error)
        manner.document({"file": str(path), "valid": False, "complaints": told})
        return exit_codes.REFUSED
    if as_json:
        manner.document({"file": str(path), "valid": True, "complaints": []})
    else:
        click.echo(say("config.valid", path=path, count=len(rules.given)))
    return exit_codes.OK


def _wanted(say: Texts, path: Path) -> Mapping[int, int]:
    """What a file asks for: its own settings, and those of its profile where it names one."""
    from host_tools.rules.house_rules import settings

    rules = read_rules(say, path)
    if rules.profile == s.PROFILE_WORDS[s.PROFILE_DEFAULT]:
        return rules.given
    return {setting: rules.value(setting) for setting in settings()}


def _diff(say: Texts, path: Path, place: Place, as_json: bool) -> int:
    from host_tools.rules.in_force import differences

    wanted = _wanted(say, path)
    reading, rules = _read(say, place)
    changes = differences(rules, wanted)
    rows = _change_rows(rules, changes)
    if as_json:
        manner.document({"table": reading.peer.serial, "file": str(path), "changes": rows})
        return reading.status
    for row in rows:
        click.echo(say("config.change", **row))
    if not rows:
        click.echo(say("config.same", table=reading.peer.serial, path=path))
    return reading.status


def _change_rows(rules: list[RuleInForce], changes: Mapping[int, int]) -> list[dict[str, str]]:
    from host_tools.rules.house_rules import word

    now = {one.setting: one.word for one in rules}
    return [
        {"name": s.NAMES[one], "now": now[one], "wanted": word(one, value)}
        for one, value in changes.items()
    ]


def _import(say: Texts, path: Path, reason: str | None, asked: Asked) -> int:
    wanted = _wanted(say, path)
    reading, rules = _read(say, asked.place)
    return _change(say, reading, rules, wanted, reason, asked)


def _change(
    say: Texts,
    reading: Reading,
    rules: list[RuleInForce],
    wanted: Mapping[int, int],
    reason: str | None,
    asked: Asked,
) -> int:
    from host_tools.rules.in_force import NoOrder, differences, ordered

    changes = differences(rules, wanted)
    if not changes:
        if asked.is_json:
            manner.document({"table": reading.peer.serial, "acts": []})
        else:
            click.echo(say("config.nothing_to_change", table=reading.peer.serial))
        return reading.status
    try:
        steps = ordered(rules, changes)
    except NoOrder as error:
        names = ", ".join(error.names)
        raise ended(say, "settings_contradict", exit_codes.REFUSED, names=names) from None
    return ask(say, asked, *(_act(say, one, value, asked, reason) for one, value in steps))


def _edit(say: Texts, reason: str | None, asked: Asked) -> int:
    reading, rules = _read(say, asked.place)
    try:
        text = click.edit(_text(say, reading, rules), extension=".toml")
    except click.ClickException as error:
        raise ended(say, "no_editor", exit_codes.NOT_FOUND, why=error.message) from None
    if text is None:
        click.echo(say("config.nothing_to_change", table=reading.peer.serial))
        return reading.status
    typed = _typed(text)
    try:
        status = _change(say, reading, rules, _wanted(say, typed), reason, asked)
    except Ended as error:
        error.step = " ".join(filter(None, (error.step, say("config.typed", path=typed))))
        raise
    typed.unlink()
    return status


def _typed(text: str) -> Path:
    """What a person typed, in a file that stays where it was not taken."""
    from tempfile import NamedTemporaryFile

    with NamedTemporaryFile(
        "w", encoding="utf-8", prefix="mazziere-", suffix=".toml", delete=False
    ) as file:
        file.write(text)
    return Path(file.name)
