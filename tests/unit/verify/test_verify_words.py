"""Whatever a verifier finds can be said in both languages; and what it reads it names."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

from firmware.fairness import reveal
from host_tools.store import Line, LineStore
from host_tools.texts import LANGUAGES, catalogue
from host_tools.verify.heads import heads_to_tell, read_heads
from host_tools.verify.report import ACCEPTED, COUNTED, PARTLY, REJECTED, Report
from host_tools.verify.source import SourceError, lines_of, read_record
from tests.source_tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

LOG = bytes(range(8))
HEAD = "ab" * 32


def codes() -> set[str]:
    """Every code that the room's source gives to a finding, gap, notice or line."""
    found = {reveal.ORDER_IMPOSSIBLE, reveal.NONCE_LENGTH, reveal.COMMITMENT_DIFFERS}
    for path in (ROOT / "host_tools" / "verify").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and len(node.args) > 1:
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                code = node.args[1]
                if name in ("wrong", "gap", "notice", "told") and isinstance(code, ast.Constant):
                    found.add(str(code.value))
    return found | {
        "checksum",
        "spelling",
        "not_of_the_log",
        "chain",
        "lines_missing",
        "line_twice",
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_is_found_can_be_said(language: str) -> None:
    texts = catalogue(language)
    assert len(codes()) > 50
    assert {code for code in codes() if f"verify.{code}" not in texts} == set()
    counts = (*COUNTED, "opened_unasked", "openings_differ", "face_twice", "witness_again")
    assert {name for name in counts if f"verify.count_{name}" not in texts} == set()
    assert {
        word for word in (ACCEPTED, PARTLY, REJECTED) if f"verify.{word}" not in texts
    } == set()


def test_a_gap_is_not_accepted_and_a_finding_is_worse() -> None:
    report = Report()
    assert report.verdict == ACCEPTED
    report.notice(1, "torn_tail", bytes=3)
    assert report.verdict == ACCEPTED
    report.gap(2, "damage_named")
    assert report.verdict == PARTLY
    report.wrong(9, "chain")
    report.wrong(4, "checksum")
    assert report.verdict == REJECTED
    assert report.first_finding is not None
    assert report.first_finding.seq == 4


def test_a_flood_of_findings_has_an_end() -> None:
    report = Report()
    for seq in range(1000):
        report.wrong(seq, "chain")
    assert len(report.findings) == 100


def test_lines_are_cut_at_newlines_and_the_rest_is_kept() -> None:
    assert lines_of(b"a\nb\r\nc") == [b"a\n", b"b\r\n", b"c"]
    assert lines_of(b"") == []


# --- what a stranger brings ----------------------------------------------------------------------


def test_a_store_with_several_logs_asks_which(tmp_path: Path) -> None:
    path = tmp_path / "lines.sqlite3"
    store = LineStore(path)
    for number in (1, 2):
        log = bytes((number,)) * 8
        store.append("MZ-1", log, [Line(1, b"%d\n" % number, bytes(32))])
    store.close()
    before = path.read_bytes()
    with pytest.raises(SourceError) as told:
        read_record(path)
    assert told.value.code == "several_logs"
    assert "0101010101010101" in told.value.detail
    assert read_record(path, log="02" * 8).pages == [[b"2\n"]]
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda path: None, "missing"),
        (lambda path: path.write_bytes(b""), "empty"),
        (lambda path: path.mkdir(), "empty"),
        (lambda path: path.write_bytes(b"SQLite format 3\x00" + bytes(100)), "unreadable"),
    ],
)
def test_what_is_no_record_is_named(tmp_path: Path, make: object, code: str) -> None:
    path = tmp_path / "record"
    make(path)  # type: ignore[operator]
    with pytest.raises(SourceError) as told:
        read_record(path)
    assert told.value.code == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no_heads_of"),
        (f"MZ-1 {LOG.hex()} 3 {HEAD}0\n", "no_head"),
        (f"MZ-1 {LOG.hex()} 0 {HEAD}\n", "no_head"),
        (f"MZ-2 {LOG.hex()} 3 {HEAD}\n", "no_heads_of"),
        (f"MZ-1 {LOG.hex()} 3 {HEAD}\nMZ-1 {LOG.hex()} 3 {'cd' * 32}\n", "two_heads"),
        ("è\n", "unreadable"),
    ],
)
def test_heads_that_are_none_are_named(tmp_path: Path, text: str, code: str) -> None:
    path = tmp_path / "heads.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SourceError) as told:
        read_heads(path, "MZ-1", LOG)
    assert told.value.code == code


def test_heads_of_one_log_are_read_beside_others(tmp_path: Path) -> None:
    path = tmp_path / "heads.txt"
    path.write_text(f"# heads\n\nMZ-1 {LOG.hex()} 3 {HEAD}\nMZ-2 {LOG.hex()} 4 {HEAD}\n")
    assert read_heads(path, "MZ-1", LOG) == {3: bytes.fromhex(HEAD)}


def test_heads_are_told_behind_promises_openings_and_the_last_line() -> None:
    names = [b"seat_taken", b"order_committed", b"card_left", b"order_revealed", b"key_ignored"]
    lines = [
        (n, b"%d 0 %s x=1 #- ~0\n" % (n, name), bytes((n,))) for n, name in enumerate(names, 1)
    ]
    assert [seq for seq, _ in heads_to_tell(lines)] == [2, 4, 5]
    assert list(heads_to_tell([])) == []
