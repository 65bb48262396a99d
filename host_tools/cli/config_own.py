"""`mazziere config path`: what this program has written down itself, and where.

Which table is meant, under which name a person speaks, where lines and keys are kept: options of
every command that a person need not repeat. The rule of the file: each value is told with the
place it comes from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from host_tools.cli import exit_codes, manner
from host_tools.cli.options import default_store
from host_tools.cli.place import preferences
from host_tools.cli.preferences import NAMES, room_file, user_file
from host_tools.link.role_keys import default_keys
from host_tools.texts import language_of

if TYPE_CHECKING:
    from host_tools.texts import Texts


def add_own(group: click.Group, say: Texts) -> None:
    """Add `path` to `mazziere config`."""

    @group.command("path", help=say("config.path_about"))
    @click.option("--origin", is_flag=True, help=say("config.path_origin"))
    @click.option("--json", "as_json", is_flag=True, help=say("log.json"))
    def path(origin: bool, as_json: bool) -> int:
        return _path(say, origin, as_json)


def _defaults() -> dict[str, Any]:
    return {
        "lang": language_of(),
        "store": str(default_store()),
        "keys": str(default_keys()),
    }


def _path(say: Texts, with_origin: bool, as_json: bool) -> int:
    told = preferences(say)
    serial = str(told.value("table").value or "")
    files = [{"level": "user", "path": str(user_file()), "there": user_file().exists()}]
    files.append({"level": "room", "path": str(room_file()), "there": room_file().exists()})
    values = []
    for name in NAMES:
        one = told.value(name, serial)
        value = one.value if one.value is not None else _defaults().get(name)
        row = {"name": name, "value": value, "origin": one.origin, "where": one.where or None}
        values.append(row)
    if as_json:
        manner.document({"files": files, "values": values})
        return exit_codes.OK
    for file in files:
        key = "config.file" if file["there"] else "config.file_absent"
        click.echo(say(key, level=say(f"config.level_{file['level']}"), path=file["path"]))
    if with_origin:
        for row in values:
            value = " ".join(row["value"]) if isinstance(row["value"], list) else row["value"]
            where = f" ({row['where']})" if row["where"] else ""
            origin = say(f"config.level_{row['origin']}") + where
            click.echo(f"{row['name']:<6}  {value if value else '-'}  {origin}")
    return exit_codes.OK
