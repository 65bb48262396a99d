"""The night report counts what the log says, and tells which chips do not come out."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import jsonschema
import pytest

from firmware.lines.chain import Chain, genesis
from firmware.lines.writer import seal
from firmware.schema import messages as m
from host_tools.logs.rows import RowUnreadable
from host_tools.night.dated import accepted, read_log
from host_tools.night.facts import read_night
from host_tools.night.report import as_json, sections
from host_tools.store import Line as StoredLine
from host_tools.store import LineStore
from host_tools.texts import LANGUAGES, Texts
from tests.log_lines import LOG, TABLE
from tests.source_tree import ROOT
from tests.watched_tables import Timed, lines, timed, unlucky_log

if TYPE_CHECKING:
    from pathlib import Path

    from firmware.lines.parser import Line
    from host_tools.night.facts import Night

SCHEMA = json.loads((ROOT / "host_tools" / "night" / "report.schema.json").read_text())
SIT = [(m.SEAT_TAKEN, 1, 1000, "Ada"), (m.SEAT_TAKEN, 2, 1000, "Bruno")]


def exported(folder: Path, log: Timed) -> Path:
    """The log as a file of lines."""
    path = folder / "evening.log"
    path.write_bytes(b"".join(seal(line.body, line.tag) for line in lines(log)))
    return path


def night_of(folder: Path, log: Timed) -> Night:
    return read_night(read_log(exported(folder, log)))


def hand(number: int, after: tuple[int, int], rake: int = 0) -> list[tuple]:
    """A hand of two, told in as few lines as a report needs."""
    told: list[tuple] = [
        (m.HAND_STARTED, number, 1, (1, 2), (1000, 1000)),
        (m.FORCED_BET_POSTED, 1, m.FORCED_SMALL_BLIND, 50),
        (m.ACTION_TAKEN, 2, m.ACTION_BET, 50, 950, None),
    ]
    if rake:
        told.append((m.RAKE_TAKEN, 0, rake))
    told.append((m.POT_AWARDED, 0, 1, 100 - rake))
    told.append((m.HAND_FINISHED, number, (1, 2), after))
    return told


@pytest.mark.parametrize("seed", [201, 204, 207])
def test_chips_come_out_and_every_hand_ends_whatever_went_wrong(seed: int, tmp_path: Path) -> None:
    night = night_of(tmp_path, unlucky_log(seed, hands=2))
    assert night.hands
    assert night.finished + sum(one.is_voided for one in night.hands) == len(night.hands)
    assert (night.chips.wrong, night.broken_at) == ([], 0)
    assert sum(night.rulings.values()) >= len(night.irregularities) > 0


def test_brought_taken_and_raked_chips_are_accounted_for(tmp_path: Path) -> None:
    log = [*SIT, *hand(1, (1040, 950), rake=10), (m.SEAT_LEFT, 1), (m.CHIPS_ADDED, 2, 500)]
    chips = night_of(tmp_path, timed(log)).chips
    assert (chips.brought, chips.took, chips.on_table, chips.rake) == (2500, 1040, 1450, 10)
    assert (chips.difference, chips.wrong) == (0, [])
    assert [(one.player, one.result) for one in chips.stays] == [("Ada", 40), ("Bruno", -50)]


def test_who_drew_a_seat_brings_chips_as_anybody_and_a_stack_put_right_comes_out(
    tmp_path: Path,
) -> None:
    drawn = [
        (m.SEAT_TAKEN, 1, 10_000, "Ada"),
        (m.STACK_SET, 1, 1000, "Rosa", "a nought too many"),
        (m.PLAYER_SEATED, 2, "Bruno"),
        (m.CHIPS_ADDED, 2, 1000),
    ]
    log = [*drawn, *hand(1, (1050, 950)), (m.CHIPS_CASHED, 2, 950, "Rosa")]
    chips = night_of(tmp_path, timed(log)).chips
    assert (chips.brought, chips.took, chips.on_table) == (2000, 950, 1050)
    assert (chips.difference, chips.wrong) == (0, [])
    assert [(one.player, one.result) for one in chips.stays] == [("Ada", 50), ("Bruno", -50)]


def test_a_stack_that_nothing_accounts_for_is_told_with_hand_and_seat(tmp_path: Path) -> None:
    night = night_of(tmp_path, timed([*SIT, *hand(7, (1050, 990))]))
    assert night.chips.wrong == [(7, 2, 950, 990)]
    assert night.chips.difference == -40
    text = told(night, tmp_path, "en")
    assert "THE CHIPS DO NOT COME OUT" in text
    assert "Hand 7, seat 2: 950 are accounted for, the log says 990." in text


def told(night: Night, folder: Path, language: str) -> str:
    """All words of a report."""
    log = read_log(folder / "evening.log")
    words = []
    for section in sections(Texts(language), log, night):
        words += [
            section.title,
            *section.sentences,
            *(cell for row in section.table for cell in row),
        ]
    return "\n".join(words)


def test_what_the_table_refused_did_not_happen(tmp_path: Path) -> None:
    refused = [
        (m.CHIPS_ADDED, 1, 500),
        (m.INPUT_REFUSED, "chips_added", m.REFUSAL_HAND_RUNNING),
        (m.SEAT_TAKEN, 2, 9000, "Eve"),
        (m.INPUT_REFUSED, "seat_taken", m.REFUSAL_SEAT_TAKEN),
    ]
    log = read_log(exported(tmp_path, timed([*SIT, *refused])))
    kinds = [one.message[0] for one in accepted(log.lines)]
    assert kinds == [m.SEGMENT_OPENED, m.SEAT_TAKEN, m.SEAT_TAKEN]
    assert read_night(log).chips.brought == 2000


@pytest.mark.parametrize(
    "word", [(m.CHIPS_ADDED, 1, 500), (m.STACK_SET, 1, 1500, "Rosa", "a rack")]
)
@pytest.mark.parametrize("heads", [0, 1, 2])
def test_refused_chips_were_not_brought_though_a_head_of_the_log_stands_before_the_answer(
    word: tuple, heads: int, tmp_path: Path
) -> None:
    refusal = (m.INPUT_REFUSED, m.NAMES[word[0]], m.REFUSAL_HAND_RUNNING)
    log = [*SIT, word, *[(m.LOG_HEAD, 3, bytes(32))] * heads, refusal, *hand(1, (1050, 950))]
    chips = night_of(tmp_path, timed(log)).chips
    assert (chips.brought, chips.on_table) == (2000, 2000)
    assert (chips.difference, chips.wrong) == (0, [])


def test_faults_and_holds_last_until_the_log_says_that_they_are_over(tmp_path: Path) -> None:
    log = timed(
        [
            (m.FAULT_RAISED, "F-DSP-01", "seat3", None),
            (m.FAULT_RAISED, "F-RNG-01", "noise", None),
            (m.TABLE_HELD, "F-RNG-01"),
            (m.FAULT_CLEARED, "F-DSP-01", "seat3"),
            (m.FLOOR_RULED, m.RULING_RESUME, "Anna", "looked"),
        ]
    )
    night = night_of(tmp_path, log)
    assert [round((one.end or 0) - one.start, 1) for one in night.faults[:1]] == [0.3]
    assert night.faults[1].end is None
    assert [one.what for one in night.noise_faults] == ["F-RNG-01"]
    assert round((night.holds[0].end or 0) - night.holds[0].start, 1) == 0.2
    text = told(night, tmp_path, "it")
    assert "Anna ha deciso" in text
    assert "looked" in text
    assert "aperto" in text


def test_many_short_faults_of_a_device_are_one_row_under_the_one_that_matters(
    tmp_path: Path,
) -> None:
    silent = [(m.FAULT_RAISED, "F-LNK-01", "host", None), (m.FAULT_CLEARED, "F-LNK-01", "host")]
    long = [
        (m.FAULT_RAISED, "F-DSP-01", "seat3", None),
        *silent,
        (m.FAULT_CLEARED, "F-DSP-01", "seat3"),
    ]
    log = [*silent * 30, *long, (m.FAULT_RAISED, "F-DSP-01", "seat4", None)]
    night = night_of(tmp_path, timed(log))
    found = [(one.what, one.where, one.count, one.is_open) for one in night.recurring()]
    assert found == [
        ("F-DSP-01", "seat4", 1, True),
        ("F-DSP-01", "seat3", 1, False),
        ("F-LNK-01", "host", 31, False),
    ]
    link = night.recurring()[2]
    assert (round(link.last - link.first, 1), round(link.longest, 1)) == (6.1, 0.1)
    table = sections(Texts("en"), read_log(tmp_path / "evening.log"), night)[4].table
    assert table[0] == ("code", "device", "count", "first", "last", "longest", "meaning")
    assert [row[2] for row in table[1:]] == ["1", "1", "31"]
    assert table[1][5] == "open, 0 s"


def test_jams_of_one_stage_are_one_row_that_says_what_to_do_there(tmp_path: Path) -> None:
    def jam(stage: str) -> list[tuple]:
        detail = f"card_jammed:{m.STAGE_WORDS.index(stage)}"
        raised = (m.FAULT_RAISED, "F-DEAL-04", "card_machine", detail)
        return [raised, (m.FAULT_CLEARED, "F-DEAL-04", "card_machine")]

    night = night_of(tmp_path, timed([*jam("feeder") * 2, *jam("path")]))
    table = sections(Texts("en"), read_log(tmp_path / "evening.log"), night)[4].table
    assert {(row[2], row[-1].split(".")[0]) for row in table[1:]} == {
        ("2", "A card sticks at the feed roller"),
        ("1", "A card sticks in the card path"),
    }


def test_only_the_night_is_counted_but_the_chips_of_before_are_known(tmp_path: Path) -> None:
    log = timed([*SIT, *hand(1, (1050, 950))])
    second = [(ms + 60_000, message) for ms, message in timed(hand(2, (1050, 950)))[1:]]
    path = exported(tmp_path, [*log, *second])
    read = read_log(path)
    assert not read.is_dated
    night = read_night(read, since=30.0)
    assert [one.number for one in night.hands] == [2]
    assert night.chips.brought == 2000, "what they had when the night began"
    assert night.chips.wrong == [(2, 1, 1050, 1000), (2, 2, 950, 1000)], "this log lies"
    assert read_night(read, until=30.0).hands[0].number == 1


def test_a_line_that_does_not_read_ends_it_with_its_number(tmp_path: Path) -> None:
    path = exported(tmp_path, timed(SIT))
    path.write_bytes(path.read_bytes().replace(b"Bruno", b"Brunx"))
    with pytest.raises(RowUnreadable) as error:
        read_log(path)
    assert error.value.seq == 3


def test_a_store_dates_the_lines_by_the_soonest_that_came(tmp_path: Path) -> None:
    """Two times switched on; the store is told when lines came by a clock of the test's."""
    first = timed([(m.TABLE_STARTED, bytes(8), 0, "1", bytes(8), 1), *hand(1, (1050, 950))])
    again = timed([(m.TABLE_STARTED, bytes(8), 0, "1", bytes(8), 1), *hand(2, (1050, 950))])[1:]
    log = read_log(stored(tmp_path, lines([*first, *again])))
    assert log.is_dated
    times = [one.at for one in log.lines]
    assert times == sorted(times)
    assert abs(times[-1] - times[0]) < 60, "the clock that fell is no step back"


def test_no_line_is_told_to_have_been_written_later_than_it_came(tmp_path: Path) -> None:
    """As in a log that is fetched afterwards: all its lines come at once, the last ones too."""
    told = timed([(m.TABLE_STARTED, bytes(8), 0, "1", bytes(8), 1), *hand(1, (1050, 950))])
    told.append((told[-1][0] + 90_000, (m.TABLE_PAUSED, None)))
    log = read_log(stored(tmp_path, lines(told)))
    assert log.lines[-1].at <= time.time()


def stored(folder: Path, made: list[Line]) -> Path:
    """A store to which the lines come now."""
    path = folder / "lines.sqlite3"
    chain, store = Chain(genesis(TABLE, LOG)), LineStore(path)
    try:
        for line in made:
            chain.follow(line.body, line.tag)
            row = StoredLine(line.seq or 0, seal(line.body, line.tag), chain.head)
            store.append(TABLE, LOG, [row])
    finally:
        store.close()
    return path


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_is_whole_in_both_languages_and_its_numbers_have_the_published_form(
    language: str, tmp_path: Path
) -> None:
    unlucky = unlucky_log(201, hands=1)
    unlucky.insert(1, (50, (m.FAULT_RAISED, "F-DSP-01", "seat3", None)))
    log = read_log(exported(tmp_path, unlucky))
    night = read_night(log)
    seen = [{"at": "2026-11-30T00:00:00+00:00", "by": "Rosa", "times": 2, "sentence": "x"}]
    made = sections(Texts(language), log, night, seen)
    assert len(made) == 9
    assert [len(one.figures) for one in made][:6] == [0, 1, 0, 1, 1, 1]
    assert any("Rosa" in cell for row in made[7].table for cell in row)
    jsonschema.Draft202012Validator(SCHEMA).validate(as_json(log, night, seen))
