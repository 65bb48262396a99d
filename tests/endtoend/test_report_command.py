"""`mazziere report` as a person runs it: three files, or one sentence why not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from firmware.lines.writer import seal
from host_tools.cli import exit_codes
from tests.watched_tables import lines, unlucky_log

if TYPE_CHECKING:
    from pathlib import Path

    from tests.host_commands import Host


def exported(folder: Path) -> Path:
    path = folder / "evening.log"
    path.write_bytes(
        b"".join(seal(line.body, line.tag) for line in lines(unlucky_log(201, hands=1)))
    )
    return path


def test_a_report_is_a_page_a_paper_and_numbers(host: Host, tmp_path: Path) -> None:
    out = tmp_path / "report"
    done = host("--lang", "it", "report", "--from", exported(tmp_path), "--out", out, "--json")
    assert done.status == exit_codes.OK, done.err
    assert "Rapporto in" in done.err
    numbers = json.loads(done.out)
    assert numbers == {**json.loads((out / "report.json").read_text()), "version": 1}
    page = (out / "report.html").read_text(encoding="utf-8")
    for words in ("Rapporto della notte", "Le fiches tornano", "Decisioni", "Fiches"):
        assert words in page
    assert page.count("data:image/png;base64,") >= 3
    assert "http" not in page
    assert (out / "report.pdf").read_bytes().startswith(b"%PDF-")
    assert sorted(path.name for path in out.iterdir()) == [
        "report.html", "report.json", "report.pdf",
    ]  # fmt: skip


def test_what_cannot_be_reported_is_said_in_a_sentence(host: Host, tmp_path: Path) -> None:
    log = exported(tmp_path)
    nothing = host("report", "--from", log)
    assert nothing.status == exit_codes.USAGE
    assert "--out" in nothing.err
    undated = host("report", "--from", log, "--json", "--since", "21:30")
    assert undated.status == exit_codes.USAGE
    log.write_bytes(log.read_bytes().replace(b"hand_started", b"hand_startex", 1))
    broken = host("--lang", "it", "report", "--from", log, "--json")
    assert broken.status == exit_codes.VERIFICATION_FAILED
    assert "non si legge" in broken.err
    missing = host("report", "--from", tmp_path / "none", "--json")
    assert missing.status == exit_codes.NOT_FOUND
    assert "Traceback" not in broken.err + missing.err
