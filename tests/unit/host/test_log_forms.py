"""A log's rows, events, sums and bundle: what they say, and what they never say."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
import sys
import zipfile
from functools import cache
from typing import TYPE_CHECKING

import pytest

from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from host_tools.cli import exit_codes
from host_tools.cli.main import run
from host_tools.logs.bundle import bundle
from host_tools.logs.events import COLUMNS, EVENTS, events
from host_tools.logs.rows import Row, RowUnreadable, Wanted, rows
from host_tools.logs.sums import sums
from host_tools.logs.tables import csv_text
from tests.simulated_evening import Evening
from tests.source_tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

HANDS = 6
CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


@cache
def record() -> bytes:
    """An evening with showdowns."""
    evening = Evening(b"log forms", {1: 3000, 3: 2500, 6: 900}, HANDS)
    while not evening.evening.is_over():
        evening.one_pass()
    return evening.text()


def every() -> list[Row]:
    return list(rows(record().splitlines(keepends=True)))


def one(*message: object) -> list[Row]:
    return list(rows([seal(write(message, 1, 5), bytes(8))]))


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "evening.log"
    path.write_bytes(record())
    return path


def test_a_row_says_what_its_line_says() -> None:
    for row, raw in zip(every(), record().decode().splitlines(), strict=True):
        seq, ms, kind, *words = raw.split(" ")
        assert (str(row.seq), str(row.ms), row.kind) == (seq, ms, kind)
        assert words[-2] == f"#{row.hash}"
        assert [word.split("=")[0] for word in words[:-2]] == list(row.fields)


def test_only_what_was_asked_for() -> None:
    all_rows = every()
    hand_two = [row for row in all_rows if Wanted(hand=2).takes(row)]
    assert hand_two[0].kind == "hand_started"
    assert hand_two[-1].kind == "hand_finished"
    assert {row.hand for row in hand_two} == {2}
    of_six = [row for row in all_rows if Wanted(seat=6, kinds=("action_taken",)).takes(row)]
    assert of_six
    assert {row.fields["seat"] for row in of_six} == {6}
    assert [row.seq for row in all_rows if Wanted(since=len(all_rows) - 1).takes(row)] == [
        len(all_rows) - 1,
        len(all_rows),
    ]


def test_sums_are_those_of_the_lines() -> None:
    told = sums(every())
    assert told["hands_started"] == told["hands_finished"] == HANDS
    assert sum(told["kinds"].values()) == told["last"] == record().count(b"\n")
    assert told["hands_per_hour"] > 0
    assert sums([])["hands_per_hour"] is None


def test_every_event_is_of_a_line_there_is() -> None:
    assert set(EVENTS) <= set(m.NAMES)
    told = list(events(every()))
    assert [set(event) for event in told] == [set(COLUMNS)] * len(told)
    changed = [event for event in told if event["code"] == "setting_changed:small_blind"]
    assert [(event["before"], event["after"]) for event in changed] == [("", "0"), ("0", "50")]
    assert {event["table"] for event in told} == {"MZ-0007"}


def test_a_fault_and_a_floor_act_are_graded_and_signed() -> None:
    found = [
        *events(one(m.HAND_VOIDED, 1, "Anna")),
        *events(one(m.CHIPS_DIFFER, 3, 900, 1000)),
    ]
    assert [(event["severity"], event["actor"]) for event in found] == [
        ("warning", "Anna"),
        ("alarm", "seat3"),
    ]
    assert (found[1]["before"], found[1]["after"]) == ("1000", "900")


def test_chips_that_the_floor_set_are_an_alarm_with_name_and_amount() -> None:
    (event,) = events(one(m.STACK_SET, 3, 950, "Rosa", "miscounted"))
    assert (event["group"], event["severity"], event["actor"]) == ("money", "alarm", "Rosa")
    assert (event["code"], event["after"]) == ("stack_set:miscounted", "950")


def test_a_bundle_has_no_card_order_or_key_and_no_hash_that_tells_one() -> None:
    about = {"version": 1}
    octets = bundle(every(), about)
    assert octets == bundle(every(), about)
    with zipfile.ZipFile(io.BytesIO(octets)) as packed:
        texts = {name: packed.read(name).decode() for name in packed.namelist()}
    assert set(texts) == {"about.json", "sums.json", "events.csv", "lines.jsonl"}
    whole = "".join(texts.values())
    assert CARD.search(record().decode()) is not None
    assert CARD.search(whole) is None
    for raw in record().decode().splitlines():
        hidden = re.findall(r"\b(?:order|nonce|w|head|prev)=([0-9a-f]{16,})", raw)
        hidden += re.findall(r"#([0-9a-f]{16})", raw)
        assert not [word for word in hidden if word in whole]
    kinds = {json.loads(line)["kind"] for line in texts["lines.jsonl"].splitlines()}
    assert "action_taken" in kinds
    assert not kinds & {"order_revealed", "face_opened", "hand_shown", "card_left", "board_dealt"}
    left_out = json.loads(texts["about.json"])["lines_left_out"]
    assert left_out + len(texts["lines.jsonl"].splitlines()) == record().count(b"\n")


def test_a_message_of_a_newer_table_stays_out_of_the_bundle() -> None:
    newer = Row(1, 0, 0, "thing", {"future": "Ah"}, "00")
    with zipfile.ZipFile(io.BytesIO(bundle([newer], {}))) as packed:
        assert packed.read("lines.jsonl") == b""


def test_no_cell_is_a_formula() -> None:
    text = csv_text(("a", "b"), [{"a": "=1+1", "b": [1, 2]}, {"a": "-x", "b": -3}])
    assert list(csv.reader(io.StringIO(text))) == [["a", "b"], ["'=1+1", "1 2"], ["'-x", "-3"]]


def test_a_line_that_does_not_read_is_named() -> None:
    raws = record().splitlines(keepends=True)[:3]
    raws[1] = raws[1].replace(b"reset", b"teser")
    with pytest.raises(RowUnreadable) as told:
        list(rows(raws))
    assert told.value.seq == 2


def test_the_commands_export(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["log", "export", "-", "--from", str(log)]
    assert run([*words, "--format", "jsonl", "--kind", "hand_finished"]) == exit_codes.OK
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["fields"]["hand"] for row in told] == list(range(1, HANDS + 1))
    assert run([*words, "--format", "csv", "--hand", "1"]) == exit_codes.OK
    assert capsys.readouterr().out.startswith("seq,ms,hand,kind,fields,hash\n")
    assert run([*words, "--format", "gli", "--since", "6"]) == exit_codes.OK
    assert ",small_blind," not in capsys.readouterr().out
    assert run(words) == exit_codes.OK
    assert capsys.readouterr().out.encode() == record()


def test_a_file_that_cannot_be_written_is_said_to_be_so(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["log", "export", str(log / "no" / "where"), "--from", str(log)]
    assert run(words) == exit_codes.REFUSED
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["lines", "jsonl"])
def test_a_reader_of_the_screen_that_goes_away_is_no_fault(log: Path, form: str) -> None:
    if form == "lines":
        log.write_bytes(record() * 20)  # more than a pipe holds
    export = f"log export /dev/stdout --from {log} --format {form}"
    words = f"{sys.executable} -m host_tools.cli.main {export} | head -1 >&2"
    words += "; exit ${PIPESTATUS[0]}"
    done = subprocess.run(
        ["bash", "-c", words], capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, len(done.stderr.splitlines())) == (exit_codes.OK, 1), done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["export", "-", "--hand", "1"],
        ["export", "-", "--format", "jsonl", "--kind", "nothing"],
        ["export", "-", "--format", "jsonl", "--seat", "11"],
        ["export", "-", "--format", "xml"],
    ],
)
def test_what_makes_no_sense_is_refused(
    log: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["log", *words, "--from", str(log)]) == exit_codes.USAGE
    assert capsys.readouterr().out == ""


def test_a_damaged_log_ends_with_its_line(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log.write_bytes(record().replace(b"stack=900 ", b"stack=901 ", 1))
    out = tmp_path / "out.jsonl"
    words = ["log", "export", str(out), "--format", "jsonl", "--from", str(log)]
    assert run(words) == exit_codes.VERIFICATION_FAILED
    assert "does not read" in capsys.readouterr().err
    assert not out.exists()


def test_sums_and_bundle_from_a_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "lines.sqlite3"
    shutil.copyfile(ROOT / "tests/data/stores/v2.sqlite3", store)
    assert run(["log", "stats", "--json", "--from", str(store)]) == exit_codes.OK
    assert json.loads(capsys.readouterr().out)["hands_started"] == 2
    assert run(["--lang", "it", "log", "stats", "--from", str(store)]) == exit_codes.OK
    assert "2 mani cominciate" in capsys.readouterr().out
    out = tmp_path / "service.zip"
    assert run(["log", "bundle", str(out), "--from", str(store)]) == exit_codes.OK
    assert zipfile.is_zipfile(out)
