"""`mazziere log retention`: how long the logs of the store have been kept, and which may go.

Without `--archive` it only tells. With it, every log that is older than `--days` and that its
table has left is written to a file of that folder and then taken out of the store. The rule of the
file: nothing leaves before a person has confirmed it.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from host_tools.cli import exit_codes, manner
from host_tools.cli.ending import by_store, by_writing, ended
from host_tools.cli.options import store_option

if TYPE_CHECKING:
    from host_tools.store import LineStore
    from host_tools.store.retiring import Kept
    from host_tools.texts import Texts

DAY_MS = 86_400_000
DAYS = 3650
"""Ten years, which no regulator known to us exceeds; a room sets its own."""


def add_retention(group: click.Group, say: Texts) -> None:
    """Add `retention` to `mazziere log`."""

    @group.command("retention", help=say("retention.about"))
    @click.option(
        "--days",
        type=click.IntRange(1, 36_500),
        default=DAYS,
        show_default=True,
        help=say("retention.days"),
    )
    @click.option(
        "--archive",
        type=click.Path(path_type=Path, file_okay=False),
        help=say("retention.archive"),
    )
    @store_option(say)
    @click.option("--dry-run", is_flag=True, help=say("asking.dry_run"))
    @click.option("--yes", is_flag=True, help=say("retention.yes"))
    @click.option("--json", "as_json", is_flag=True, help=say("log.json"))
    def retention(
        days: int, archive: Path | None, store: Path, dry_run: bool, yes: bool, as_json: bool
    ) -> int:
        return _retention(say, days, archive, store, dry_run, yes, as_json)


def _retention(
    say: Texts,
    days: int,
    archive: Path | None,
    path: Path,
    is_dry: bool,
    is_yes: bool,
    as_json: bool,
) -> int:
    from host_tools.store import LineStore, StoreError
    from host_tools.store.care import existing
    from host_tools.store.retiring import kept_logs

    before_ms = time.time_ns() // 1_000_000 - days * DAY_MS
    is_writing = archive is not None and not is_dry
    try:
        store = existing(path)
        if is_writing:
            store.close()
            store = LineStore(path)
        try:
            logs = kept_logs(store)
            leaving = [one for one in logs if _may_go(one, before_ms)]
            moved: dict[bytes, str] = {}
            if archive is not None and is_writing and leaving:
                _confirm(say, leaving, archive, is_yes)
                moved = _retire(say, store, leaving, archive)
        finally:
            store.close()
    except StoreError as error:
        raise by_store(say, error) from None
    if as_json:
        rows = [
            {
                "table": one.serial,
                "log": one.log.hex(),
                "lines": one.lines,
                "first_seen": one.seen_at,
                "last_line": one.last if one.last_ms is not None else None,
                "stays": one.stays or None,
                "may_go": one in leaving,
                "archived": moved.get(one.log),
            }
            for one in logs
        ]
        manner.document({"store": str(path), "days": days, "logs": rows})
        return exit_codes.OK
    for one in logs:
        key = "retention.gone" if one.log in moved else "retention.row"
        told = {"table": one.serial, "log": one.log.hex(), "lines": one.lines, "last": one.last}
        why = one.stays or ("may_go" if one in leaving else "young")
        click.echo(say(key, **told, why=say(f"retention.{why}"), path=moved.get(one.log, "")))
    return exit_codes.OK


def _may_go(one: Kept, before_ms: int) -> bool:
    return not one.stays and one.last_ms is not None and one.last_ms < before_ms


def _confirm(say: Texts, leaving: list[Kept], archive: Path, is_yes: bool) -> None:
    if is_yes:
        return
    if not sys.stdin.isatty():
        raise ended(say, "nobody_to_confirm", exit_codes.USAGE)
    names = ", ".join(f"{one.serial} {one.log.hex()}" for one in leaving)
    click.echo(say("retention.will", names=names, path=archive), err=True)
    answer = click.prompt(say("asking.sure"), default="", show_default=False, err=True)
    if answer.strip().lower() not in say("asking.yes_words").split():
        raise ended(say, "not_confirmed", exit_codes.REFUSED)


def _retire(say: Texts, store: LineStore, leaving: list[Kept], archive: Path) -> dict[bytes, str]:
    from host_tools.store.retiring import retire

    moved: dict[bytes, str] = {}
    for one in leaving:
        try:
            moved[one.log] = str(retire(store, one, archive))
        except OSError as error:
            status = exit_codes.PARTIAL if moved else exit_codes.REFUSED
            raise by_writing(say, archive, error, status) from None
    return moved
