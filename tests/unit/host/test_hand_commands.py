"""`mazziere hand` from a store, an old store and a file; what is wrong is said with a status."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import jsonschema
import pytest

from firmware.lines.chain import Chain, genesis
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from host_tools.cli import exit_codes
from host_tools.cli.main import run
from host_tools.store import Line, LineStore
from tests.log_lines import LOG, TABLE
from tests.source_tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path


def _before_a_hand() -> list[bytes]:
    """Six lines of a table that has dealt nothing yet."""
    chain = Chain(genesis(TABLE, LOG))
    said = [(m.SEGMENT_OPENED, TABLE, LOG, 1, bytes(8), genesis(TABLE, LOG))]
    said += [(m.TABLE_PAUSED, None), (m.TABLE_RESUMED, None)] * 3
    bodies = [write(message, seq, seq) for seq, message in enumerate(said[:6], 1)]
    return [seal(body, chain.add(body)) for body in bodies]


BEFORE_A_HAND = _before_a_hand()


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A store of version 2: hand 1 whole, hand 2 just begun."""
    path = tmp_path / "lines.sqlite3"
    shutil.copyfile(ROOT / "tests/data/stores/v2.sqlite3", path)
    return path


@pytest.mark.parametrize("is_migrated", [False, True])
def test_a_hand_of_a_store_is_told(
    old: Path, is_migrated: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    if is_migrated:
        LineStore(old).close()
    assert run(["hand", "show", "1", "--from", str(old)]) == exit_codes.OK
    told = capsys.readouterr().out
    assert told.startswith("Hand 1. Button: seat 9.")
    assert "Seat 3 wins 350." in told
    assert run(["--lang", "it", "hand", "replay", "1", "--from", str(old)]) == exit_codes.OK
    assert "Mano 1" in capsys.readouterr().out
    assert run(["hand", "show", "1", "--json", "--from", str(old)]) == exit_codes.OK
    schema = json.loads((ROOT / "host_tools/hands/hand.schema.json").read_text())
    jsonschema.validate(json.loads(capsys.readouterr().out), schema)


def test_hands_that_do_not_fit_are_named_and_the_others_written(
    old: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "hands.phh"
    words = ["hand", "export", "--format", "phh", "--from", str(old), "--out", str(out)]
    assert run(words) == exit_codes.PARTIAL
    assert "Hand 2 has no end" in capsys.readouterr().err
    assert out.read_text().startswith('variant = "NT"\n')
    assert run(["replay", str(out)]) == exit_codes.OK


def test_an_hour_nobody_knows_is_asked_for(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["hand", "export", "1", "--from", str(old), "--format"]
    for form in ("ohh", "stars"):
        assert run([*words, form]) == exit_codes.USAGE
        assert "--started" in capsys.readouterr().err
        assert run([*words, form, "--started", "2026-11-30T20:15:00"]) == exit_codes.OK
    assert "2026/11/30 15:15:00 ET" in capsys.readouterr().out


def test_a_store_knows_the_hour_itself(
    old: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, new = LineStore(old), LineStore(tmp_path / "new.sqlite3")
    serial, log, _, _ = store.logs()[0]
    new.append(serial, log, store.lines(serial, log))
    store.close()
    new.close()
    words = ["hand", "export", "1", "--format", "ohh", "--from", str(tmp_path / "new.sqlite3")]
    assert run(words) == exit_codes.OK
    assert json.loads(capsys.readouterr().out)["ohh"]["start_date_utc"].startswith("20")


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["show", "9"], exit_codes.NOT_FOUND, "There is no hand 9"),
        (["show", "1", "--table", "MZ-9"], exit_codes.NOT_FOUND, "MZ-9"),
        (["show", "0"], exit_codes.USAGE, "0"),
        (["show", "one"], exit_codes.USAGE, "one"),
        (["export", "1", "--format", "word"], exit_codes.USAGE, "word"),
        (["export", "1", "--format", "phh", "--hero", "11"], exit_codes.USAGE, "11"),
    ],
)
def test_what_is_wrong_is_said(
    old: Path, words: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["hand", *words, "--from", str(old)]) == status
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err or status == exit_codes.NOT_FOUND


@pytest.mark.parametrize(
    "words",
    [
        "hand show 1 --from none",
        "hand explain 1 --from none",
        "report --json --from none",
        "log stats --from none",
        "db check --store none",
    ],
)
def test_a_file_that_is_not_there_is_said_with_what_fills_one(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words.split()) == exit_codes.NOT_FOUND
    told = capsys.readouterr().err
    assert "There is no " in told
    assert "Next: check the name; `mazziere log follow` fills" in told


@pytest.mark.parametrize("word", ["show", "explain", "replay"])
def test_a_hand_that_is_not_there_is_said_with_what_to_do(
    word: str, old: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["hand", word, "999", "--from", str(old)]) == exit_codes.NOT_FOUND
    assert "Next: `mazziere log stats`" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        "hand export 1 --format phh --from {old} --out {folder}/no/x",
        "verify --one-file {folder}/no/x",
        "witness heads --store {old} --file {folder}/no/x",
        "log export --from {old} {folder}/no/x",
    ],
)
def test_a_file_that_cannot_be_written_is_not_said_to_be_unreadable(
    words: str, old: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words.format(old=old, folder=tmp_path).split()) == exit_codes.REFUSED
    told = capsys.readouterr().err
    assert "Error [unwritable]: " in told
    assert "cannot be written" in told
    assert "Next: check folder" in told


@pytest.mark.parametrize("lines", [1, 6])
def test_a_record_in_which_no_hand_has_begun_says_so(
    tmp_path: Path, lines: int, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "early.log"
    path.write_bytes(b"".join(BEFORE_A_HAND[:lines]))
    for words in (["show", "1"], ["replay", "1"], ["explain", "1"], ["export", "--format", "phh"]):
        assert run(["hand", *words, "--from", str(path)]) == exit_codes.NOT_FOUND
        assert f"No hand has begun in {path} yet." in capsys.readouterr().err
    assert run(["--lang", "it", "hand", "show", "1", "--from", str(path)]) == exit_codes.NOT_FOUND
    assert f"In {path} non è ancora cominciata nessuna mano." in capsys.readouterr().err


def test_a_store_in_which_no_hand_has_begun_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lines.sqlite3"
    store = LineStore(path)
    kept = [Line(seq, line, bytes(32)) for seq, line in enumerate(BEFORE_A_HAND, 1)]
    store.append(TABLE, LOG, kept)
    store.close()
    assert run(["hand", "show", "1", "--from", str(path)]) == exit_codes.NOT_FOUND
    assert f"No hand has begun in {path} yet." in capsys.readouterr().err
