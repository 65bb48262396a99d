"""`mazziere db`: look after the store: bring it up to date, check, back up, restore.

The rule of the file: it prints; what is done to a store is done in the room `store`, which
overwrites nothing.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from host_tools.cli import exit_codes
from host_tools.cli.ending import by_store
from host_tools.cli.options import open_store, store_option

if TYPE_CHECKING:
    from host_tools.store.care import Finding, Looked
    from host_tools.texts import Texts

FORMAT = 1
"""Version of what `--json` prints."""


def command(say: Texts) -> click.Command:
    """The command in one language."""
    group = click.Group("db", help=say("db.about"))
    json_option = click.option("--json", "as_json", is_flag=True, help=say("log.json"))
    file = click.Path(path_type=Path, dir_okay=False)

    @group.command("migrate", help=say("db.migrate_about"))
    @store_option(say)
    @json_option
    def migrate(store: Path, as_json: bool) -> int:
        return _migrate(say, store, as_json)

    @group.command("check", help=say("db.check_about"))
    @store_option(say)
    @json_option
    def check(store: Path, as_json: bool) -> int:
        return _check(say, store, as_json)

    @group.command("backup", help=say("db.backup_about"))
    @click.argument("to", type=file)
    @store_option(say)
    @json_option
    def backup(to: Path, store: Path, as_json: bool) -> int:
        return _copy(say, store, to, "backed_up", as_json)

    @group.command("restore", help=say("db.restore_about"))
    @click.argument("backup", type=file)
    @store_option(say)
    @json_option
    def restore(backup: Path, store: Path, as_json: bool) -> int:
        return _copy(say, backup, store, "restored", as_json)

    return group


def _migrate(say: Texts, path: Path, as_json: bool) -> int:
    from host_tools.store.care import existing
    from host_tools.store.trouble import StoreError

    try:
        old = existing(path)
        before = old.version
        old.close()
    except StoreError as error:
        raise by_store(say, error) from None
    store = open_store(say, path)
    after = store.version
    store.close()
    if as_json:
        click.echo(json.dumps({"version": FORMAT, "from": before, "to": after}))
    else:
        key = "db.migrated" if before != after else "db.up_to_date"
        click.echo(say(key, path=path, before=before, after=after))
    return exit_codes.OK


def _check(say: Texts, path: Path, as_json: bool) -> int:
    from host_tools.store.care import check
    from host_tools.store.trouble import StoreError

    try:
        looked = check(path)
    except StoreError as error:
        raise by_store(say, error) from None
    _tell(say, looked, "checked", path, as_json)
    return exit_codes.VERIFICATION_FAILED if looked.findings else exit_codes.OK


def _copy(say: Texts, path: Path, to: Path, key: str, as_json: bool) -> int:
    from host_tools.store.care import copy
    from host_tools.store.trouble import StoreError

    try:
        looked = copy(path, to)
    except StoreError as error:
        raise by_store(say, error) from None
    _tell(say, looked, key, to, as_json)
    return exit_codes.OK


def _tell(say: Texts, looked: Looked, key: str, path: Path, as_json: bool) -> None:
    if as_json:
        told = {
            "version": FORMAT,
            "store": str(path),
            "store_version": looked.version,
            "logs": looked.logs,
            "lines": looked.lines,
            "findings": [_row(found) for found in looked.findings],
        }
        click.echo(json.dumps(told))
        return
    for found in looked.findings:
        click.echo(say(f"db.{found.code}", **_row(found)))
    if not looked.findings:
        click.echo(say(f"db.{key}", path=path, logs=looked.logs, lines=looked.lines))


def _row(found: Finding) -> dict[str, str | int]:
    return {
        "code": found.code,
        "table": found.serial,
        "log": found.log.hex(),
        "seq": found.seq,
        "detail": found.detail,
    }
