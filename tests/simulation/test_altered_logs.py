"""Every forged record is rejected by the verifier that must see it; the honest one is accepted."""

from __future__ import annotations

import pytest

from host_tools.verify import independent
from host_tools.verify.report import ACCEPTED, REJECTED
from host_tools.verify.source import Record
from host_tools.verify.verifier import verify
from tests.altered_logs import ROWS, Row
from tests.source_tree import ROOT
from tests.verify_logs import heads_of, honest


def read_by_file(lines: list[bytes], heads: dict[int, bytes] | None = None) -> independent.Hands:
    """What the one-file verifier makes of the lines; it raises where it rejects them."""
    table, log = honest()[0].split(b"table=")[1].split(b" ", 2)[:2]
    name = (table.decode(), log.decode().removeprefix("log="))
    keyed = {(*name, seq): head for seq, head in (heads or {}).items()}
    hands = independent.Hands(independent.Record(lines, keyed))
    hands.read()
    return hands


def judged_by_file(lines: list[bytes], heads: dict[int, bytes] | None = None) -> bool:
    """Whether the one-file verifier accepts."""
    try:
        read_by_file(lines, heads)
    except (independent.Wrong, LookupError, ValueError, TypeError):
        return False
    return True


def test_the_honest_record_is_accepted_with_and_without_heads() -> None:
    lines = list(honest())
    heads = heads_of(lines)
    for given in ({}, heads):
        report = verify(Record([lines]), given)
        assert (report.verdict, report.findings, report.gaps) == (ACCEPTED, [], [])
        assert report.replayed > len(lines) * 0.9
        assert judged_by_file(lines, given)
    assert (report.counts["witness_again"], read_by_file(lines).count["witness_again"]) == (0, 0)
    assert report.heads_compared == len(heads) > 20
    expected = {"hands": 5, "finished": 5, "opened": 6, "epochs": 6}  # and the button
    expected |= {"unwitnessed": 1, "witness_failed": 1, "default_cut": 1}
    assert dict(report.counts) == expected


def test_there_are_more_than_fifty_ways_and_each_verifier_has_its_own() -> None:
    assert len({row.name for row in ROWS}) == len(ROWS) > 100
    assert {who for row in ROWS for who in row.seen_by} == {"file", "replay", "heads", "told"}


def test_the_page_for_players_says_how_many_there_are() -> None:
    docs = ROOT / "firmware" / "docs"
    assert f" {len(ROWS)} ways of forging" in (docs / "fairness.md").read_text("utf-8")
    assert f" in {len(ROWS)} modi" in (docs / "fairness.it.md").read_text("utf-8")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_forged_record_is_seen_by_whom_it_must_be(row: Row) -> None:
    lines = row.make()
    assert lines != list(honest())
    report = verify(Record([lines]))
    assert (report.verdict == REJECTED) == ("replay" in row.seen_by), report.findings
    assert (not judged_by_file(lines)) == ("file" in row.seen_by)
    if "heads" in row.seen_by:
        heads = heads_of(honest())
        assert verify(Record([lines]), heads).verdict == REJECTED
        assert not judged_by_file(lines, heads)


@pytest.mark.parametrize(
    ("name", "before"),
    [("uses_a_number_twice", 2), ("uses_the_number_of_a_hand_without_one", 0)],
)
def test_a_number_that_the_witness_had_told_is_told_and_counted(name: str, before: int) -> None:
    (row,) = (row for row in ROWS if row.name == "the_witness_" + name)
    lines = row.make()
    report = verify(Record([lines]))
    assert report.verdict == ACCEPTED
    (notice,) = report.notices
    assert (notice.code, notice.values) == ("witness_again", {"hand": 5, "before": before})
    assert b" witness_opened hand=5 " in lines[notice.seq - 1]
    assert report.counts["witness_again"] == 1
    assert read_by_file(lines).count["witness_again"] == 1


def test_a_finding_names_the_line_that_was_forged() -> None:
    lines = list(honest())
    at = next(n for n, raw in enumerate(lines) if b" pot_awarded " in raw)
    lines[at] = lines[at].replace(b"amount=", b"amount=1")
    found = verify(Record([lines])).first_finding
    assert found is not None
    assert (found.seq, found.code) == (at + 1, "checksum")
