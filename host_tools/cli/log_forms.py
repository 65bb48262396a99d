"""`mazziere log export`, `log stats`, `log bundle`: a log's lines in other forms.

`export` writes the lines as they are, or as rows and events with only what was asked for. The rule
of the file: it prints and writes; what a row, an event or a sum is, the room `logs` says.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from host_tools.cli import exit_codes
from host_tools.cli.ending import Ended, ended
from host_tools.cli.options import default_store, source_options
from host_tools.cli.writing import force_option, write_file
from host_tools.texts.system_words import system_words

if TYPE_CHECKING:
    from host_tools.logs.rows import Row, Wanted
    from host_tools.texts import Texts
    from host_tools.verify.source import Record

LINES = "lines"
FORMATS = (LINES, "jsonl", "csv", "gli")
ROW_COLUMNS = ("seq", "ms", "hand", "kind", "fields", "hash")


class Since(click.ParamType):
    """The number of a line, a time, or so long ago."""

    name = "since"

    def __init__(self, say: Texts) -> None:
        self._say = say

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | datetime:
        """What the word means now."""
        from host_tools.logs.moments import NoMoment, since

        try:
            return since(value, datetime.now().astimezone()) if isinstance(value, str) else value
        except NoMoment:
            self.fail(self._say("logs.no_moment", word=value), param, ctx)


def add_forms(group: click.Group, say: Texts) -> None:
    """Add the commands to `mazziere log`."""
    file = click.Path(path_type=Path, dir_okay=False, allow_dash=True)

    @group.command("export", help=say("log.export_about"))
    @click.argument("file", type=file)
    @source_options(say)
    @click.option(
        "--format",
        "form",
        type=click.Choice(FORMATS),
        default=LINES,
        show_default=True,
        help=say("logs.format"),
    )
    @click.option("--since", type=Since(say), default=None, help=say("logs.since"))
    @click.option("--hand", type=click.IntRange(min=1), default=None, help=say("logs.hand"))
    @click.option("--seat", type=click.IntRange(1, 10), default=None, help=say("logs.seat"))
    @click.option("--kind", "kinds", multiple=True, help=say("logs.kind"))
    @force_option(say)
    def export(
        file: Path,
        source: Path | None,
        table: str,
        log: str,
        form: str,
        since: int | datetime | None,
        hand: int | None,
        seat: int | None,
        kinds: tuple[str, ...],
        is_forced: bool,
    ) -> int:
        from host_tools.logs.rows import Wanted

        path = source or default_store()
        wanted = Wanted(_line(say, path, table, log, since), hand or 0, seat or 0, kinds)
        if form == LINES and wanted != Wanted():
            raise click.UsageError(say("logs.whole_only"))
        _check_kinds(say, kinds)
        record = _read(say, path, table, log)
        if form == LINES:
            return _export_lines(say, file, record, is_forced)
        write_file(say, file, _text(say, path, record, form, wanted).encode(), is_forced)
        return exit_codes.OK

    @group.command("stats", help=say("logs.stats_about"))
    @source_options(say)
    @click.option("--json", "as_json", is_flag=True, help=say("log.json"))
    def stats(source: Path | None, table: str, log: str, as_json: bool) -> int:
        from host_tools.logs.sums import sums

        path = source or default_store()
        told = sums(_rows(say, path, _read(say, path, table, log)))
        if as_json:
            click.echo(json.dumps(told))
            return exit_codes.OK
        click.echo(say("logs.sums", **{k: v for k, v in told.items() if isinstance(v, int)}))
        for name in ("faults", "irregularities", "rulings"):
            for word, count in told[name].items():
                click.echo(say(f"logs.sum_{name}", what=word, count=count))
        return exit_codes.OK

    @group.command("bundle", help=say("logs.bundle_about"))
    @click.argument("file", type=file)
    @source_options(say)
    @force_option(say)
    def bundle(file: Path, source: Path | None, table: str, log: str, is_forced: bool) -> int:
        from host_tools.logs.bundle import bundle as packed
        from host_tools.verify.source import name_of

        path = source or default_store()
        record = _read(say, path, table, log)
        serial, log_id = name_of(record)
        about = {"version": 1, "table": serial, "log": log_id.hex()}
        write_file(say, file, packed(_rows(say, path, record), about), is_forced)
        return exit_codes.OK


def _line(say: Texts, path: Path, table: str, log: str, since: int | datetime | None) -> int:
    """The number of the line from which on is asked; 0 from the first on."""
    from host_tools.cli.verify import by_source
    from host_tools.logs.moments import line_at
    from host_tools.verify.source import SQLITE, SourceError, chosen, opened_store

    if not isinstance(since, datetime):
        return since or 0
    try:
        is_store = path.is_file() and path.open("rb").read(len(SQLITE)) == SQLITE
        if not is_store and path.exists():
            raise click.UsageError(say("logs.no_times", path=path))
        with opened_store(path) as store:
            line = line_at(store, *chosen(store, path, table, log), since)
    except SourceError as error:
        raise by_source(say, error) from None
    except OSError as error:
        raise click.UsageError(say("log.unreadable", path=path, why=system_words(error))) from None
    if line is None:
        moment = since.isoformat(sep=" ", timespec="minutes")
        raise ended(say, "nothing_since", exit_codes.NOT_FOUND, moment=moment)
    return line


def _check_kinds(say: Texts, kinds: tuple[str, ...]) -> None:
    from firmware.schema import messages as m

    for kind in kinds:
        if not kind or kind not in m.NAMES:
            raise click.UsageError(say("logs.no_kind", kind=kind))


def _read(say: Texts, path: Path, table: str, log: str) -> Record:
    from host_tools.cli.verify import by_source
    from host_tools.verify.source import SourceError, read_record

    try:
        return read_record(path, table, log)
    except SourceError as error:
        raise by_source(say, error) from None


def _whole(record: Record) -> bytes:
    """A power cut may leave half a line at the end of a folder."""
    content = record.content()
    return content[: content.rfind(b"\n") + 1]


def _rows(say: Texts, path: Path, record: Record) -> Iterator[Row]:
    from host_tools.logs.rows import RowUnreadable, rows

    try:
        yield from rows(_whole(record).splitlines(keepends=True))
    except RowUnreadable as error:
        sentence = say("logs.line", seq=error.seq, path=path)
        raise Ended(sentence, exit_codes.VERIFICATION_FAILED) from None


def _text(say: Texts, path: Path, record: Record, form: str, wanted: Wanted) -> str:
    from host_tools.logs.events import COLUMNS, events
    from host_tools.logs.tables import csv_text

    every = _rows(say, path, record)
    if form == "gli":
        kept = {row.seq for row in _rows(say, path, record) if wanted.takes(row)}
        return csv_text(COLUMNS, (event for event in events(every) if event["seq"] in kept))
    taken = (row.as_json() for row in every if wanted.takes(row))
    if form == "jsonl":
        return "".join(json.dumps(row) + "\n" for row in taken)
    spelled = ({**row, "fields": json.dumps(row["fields"])} for row in taken)
    return csv_text(ROW_COLUMNS, spelled)


def _export_lines(say: Texts, file: Path, record: Record, is_forced: bool) -> int:
    from host_tools.verify.source import name_of

    whole = _whole(record)
    write_file(say, file, whole, is_forced)
    if str(file) != "-":
        serial, log_id = name_of(record)
        lines = whole.count(b"\n")
        click.echo(say("log.exported", lines=lines, table=serial, log=log_id.hex(), path=file))
    return exit_codes.OK
