"""`mazziere verify RECORD`: was this dealt as promised, is it whole, is it by the rules?

Tells in one line what is wrong and where, what could not be looked at, and the counts a suspicious
player asks for. The rule of the file: it prints; reading, following and judging is done in the
room `verify`, and accepted is said only of what was looked at.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from host_tools.cli import exit_codes
from host_tools.cli.ending import Ended, where_lines_come_from
from host_tools.cli.writing import force_option, write_file

if TYPE_CHECKING:
    from host_tools.texts import Texts
    from host_tools.verify.report import Report
    from host_tools.verify.source import SourceError


def command(say: Texts) -> click.Command:
    """The command in one language."""

    @click.command("verify", help=f"{say('verify.about')}\n\n{say('verify.long')}")
    @click.argument("record", required=False, type=click.Path(path_type=Path))
    @click.option("--heads", type=click.Path(path_type=Path), help=say("verify.heads"))
    @click.option("--table", default="", help=say("verify.table"))
    @click.option("--log", default="", help=say("verify.log"))
    @click.option("--json", "as_json", is_flag=True, help=say("verify.json"))
    @click.option("--all", "is_all", is_flag=True, help=say("verify.all"))
    @click.option(
        "--one-file", type=click.Path(path_type=Path, dir_okay=False), help=say("verify.one_file")
    )
    @force_option(say)
    def verify(
        record: Path | None,
        heads: Path | None,
        table: str,
        log: str,
        as_json: bool,
        is_all: bool,
        one_file: Path | None,
        is_forced: bool,
    ) -> int:
        if one_file is not None:
            return _write_one_file(say, one_file, is_forced)
        if record is None:
            raise click.UsageError(say("verify.nothing_asked"))
        report = _verified(say, record, heads, table, log)
        if as_json:
            click.echo(json.dumps(report.as_json()))
        else:
            _tell(say, report, is_all)
        return STATUS[report.verdict]

    return verify


STATUS = {
    "accepted": exit_codes.OK,
    "partly": exit_codes.PARTIAL,
    "rejected": exit_codes.VERIFICATION_FAILED,
}


def by_source(say: Texts, error: SourceError) -> Ended:
    """A record or a file of heads cannot be used: what is wrong with it."""
    absent = {"missing", "no_such_log", "no_heads_of"}
    status = exit_codes.NOT_FOUND if error.code in absent else exit_codes.USAGE
    sentence = say(f"verify.source_{error.code}", path=error.path, detail=error.detail)
    step = where_lines_come_from(say) if error.code == "missing" else ""
    return Ended(sentence, status, step=step)


def _verified(say: Texts, path: Path, heads: Path | None, table: str, log: str) -> Report:
    from host_tools.verify.heads import read_heads
    from host_tools.verify.source import SourceError, name_of, read_record
    from host_tools.verify.verifier import verify

    try:
        record = read_record(path, table, log)
        return verify(record, read_heads(heads, *name_of(record)) if heads else None)
    except SourceError as error:
        raise by_source(say, error) from None


def _write_one_file(say: Texts, path: Path, is_forced: bool) -> int:
    from host_tools.verify import independent

    write_file(say, path, Path(independent.__file__).read_bytes(), is_forced)
    click.echo(say("verify.one_file_written", path=path))
    return exit_codes.OK


def _tell(say: Texts, report: Report, is_all: bool) -> None:
    from host_tools.verify.report import COUNTED, REJECTED

    if report.verdict == REJECTED:
        findings = sorted(report.findings, key=lambda found: found.seq)
        for found in findings if is_all else findings[:1]:
            click.echo(say("verify.rejected", what=found.said(say)))
        if len(findings) > 1 and not is_all:
            click.echo(say("verify.more", more=len(findings) - 1))
    else:
        click.echo(
            say(
                f"verify.{report.verdict}",
                table=report.table,
                log=report.log.hex(),
                first=report.first,
                last=report.last,
                replayed=report.replayed,
            )
        )
    for found in report.gaps:
        click.echo(say("verify.not_checked", what=found.said(say)))
    for found in report.notices:
        click.echo(say("verify.notice", what=found.said(say)))
    counts = [
        say("verify.count", name=say(f"verify.count_{name}"), number=report.counts[name])
        for name in (*COUNTED, *sorted(report.others()))
    ]
    click.echo(say("verify.counts", counts=", ".join(counts)))
    if report.reasons:
        reasons = [
            f"{reason} {say.number(number, '.2f')}"
            for reason, number in report.per_100_hands().items()
        ]
        click.echo(say("verify.per_hundred", reasons=", ".join(reasons)))
    if not report.heads_given:
        click.echo(say("verify.without_heads"))
    elif report.verdict != REJECTED:
        compared, last = report.heads_compared, report.last_compared
        click.echo(say("verify.with_heads", compared=compared, last=last))
