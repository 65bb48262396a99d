"""`mazziere report`: what a table did in a night, as HTML, PDF and numbers.

Reads a host's store, a table's folder or exported lines; takes the last night (noon to noon of
this computer's zone) where lines are dated and nothing else is said. The rule of the file: reading
a log changes nothing, and a report is written whole or not at all.
"""

from __future__ import annotations

import json
import os
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from host_tools.cli import exit_codes, manner
from host_tools.cli.ending import Ended
from host_tools.cli.options import default_store, source_options
from host_tools.texts.system_words import system_words

if TYPE_CHECKING:
    from host_tools.night.dated import Log
    from host_tools.night.facts import Night
    from host_tools.texts import Texts

NOON = 12


def command(say: Texts) -> click.Command:
    """The command in one language."""

    @click.command("report", help=say("report.about"))
    @click.option(
        "--out",
        "folder",
        type=click.Path(path_type=Path, file_okay=False),
        help=say("report.out"),
    )
    @click.option("--since", metavar="TIME", help=say("report.since"))
    @click.option("--until", metavar="TIME", help=say("report.until"))
    @click.option("--all", "is_all", is_flag=True, help=say("report.all"))
    @click.option("--json", "as_json", is_flag=True, help=say("log.json"))
    @source_options(say)
    def report(
        folder: Path | None,
        since: str | None,
        until: str | None,
        is_all: bool,
        as_json: bool,
        source: Path | None,
        table: str,
        log: str,
    ) -> int:
        if folder is None and not as_json:
            raise click.UsageError(say("report.out_or_json"))
        if is_all and (since or until):
            raise click.UsageError(say("report.all_or_some"))
        path = source or default_store()
        read = _read(say, path, table, log)
        window = _window(say, read, path, since, until, is_all)
        return _report(say, path, read, window, folder, as_json)

    return report


def _read(say: Texts, path: Path, table: str, log: str) -> Log:
    from host_tools.cli.verify import by_source
    from host_tools.logs.rows import RowUnreadable
    from host_tools.night.dated import read_log
    from host_tools.verify.source import SourceError

    try:
        return read_log(path, table, log)
    except SourceError as error:
        raise by_source(say, error) from None
    except RowUnreadable as error:
        what = say("report.unreadable", path=path, line=error.seq)
        raise Ended(what, exit_codes.VERIFICATION_FAILED, "line_unreadable") from None


def _window(
    say: Texts, log: Log, path: Path, since: str | None, until: str | None, is_all: bool
) -> tuple[float | None, float | None]:
    """From when to when; None: from the log's beginning, to its end."""
    if not log.lines:
        raise Ended(say("report.empty", path=path), exit_codes.NOT_FOUND)
    if is_all or not (log.is_dated or since or until):
        return None, None
    if not log.is_dated:
        raise click.UsageError(say("logs.no_times", path=path))
    if since or until:
        return _moment(say, since), _moment(say, until)
    last = datetime.fromtimestamp(log.lines[-1].at).astimezone()
    noon = last.replace(hour=NOON, minute=0, second=0, microsecond=0)
    noon = noon if noon <= last else noon - timedelta(days=1)
    return noon.timestamp(), (noon + timedelta(days=1)).timestamp()


def _moment(say: Texts, word: str | None) -> float | None:
    from host_tools.logs.moments import NoMoment, since

    if word is None:
        return None
    try:
        moment = since(word, datetime.now().astimezone())
    except NoMoment:
        moment = 0
    if isinstance(moment, int):
        raise click.UsageError(say("report.no_moment", word=word))
    return moment.timestamp()


def _report(
    say: Texts,
    path: Path,
    log: Log,
    window: tuple[float | None, float | None],
    folder: Path | None,
    as_json: bool,
) -> int:
    from host_tools.night.facts import read_night
    from host_tools.night.report import as_json as numbers
    from host_tools.view.seen_alarms import seen_alarms

    night = read_night(log, *window)
    if not night.first:
        raise Ended(say("report.nothing_then"), exit_codes.NOT_FOUND, "nothing_then")
    seen = [
        one
        for one in seen_alarms(path.with_name("alarms.jsonl"), log.table)
        if log.is_dated and night.start <= datetime.fromisoformat(one["at"]).timestamp()
        and (window[1] is None or datetime.fromisoformat(one["at"]).timestamp() <= window[1])
    ]  # fmt: skip
    content = numbers(log, night, seen)
    if folder is not None:
        _write(say, log, folder, content, night, seen)
        manner.note(say("report.written", path=folder))
    if as_json:
        manner.document(content)
    return exit_codes.OK


def _write(
    say: Texts,
    log: Log,
    folder: Path,
    content: dict[str, Any],
    night: Night,
    seen: list[dict[str, Any]],
) -> None:
    """The three files, each of them whole."""
    try:
        from host_tools.night.report import sections
        from host_tools.paper.document import as_html, as_pdf

        made = sections(say, log, night, seen)
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "matplotlib":
            raise
        raise Ended(say("report.no_matplotlib"), exit_codes.NOT_FOUND) from None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
        _put(folder / "report.json", text)
        _put(folder / "report.html", as_html(say.language, made))
        beside = folder / "report.pdf.part"
        as_pdf(beside, made, "mazziere report")
        os.replace(beside, folder / "report.pdf")
    except OSError as error:
        why = system_words(error)
        what = say("report.not_written", path=folder, why=why)
        raise Ended(what, exit_codes.REFUSED) from None


def _put(path: Path, text: str) -> None:
    """The file is there whole, or as it was before."""
    beside = path.with_suffix(path.suffix + ".part")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, path)
