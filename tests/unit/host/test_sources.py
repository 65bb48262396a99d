"""Finding hands in files: every form is read, one bad hand hides no other, each has a name."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host_tools.cli import exit_codes
from host_tools.replay import sources
from host_tools.replay.hand_record import HandRecord
from host_tools.replay.refusal import ARCHIVE, TOML, Refused
from host_tools.replay.run import Tally, run_files
from host_tools.replay.sources import NotFound, find_hands

if TYPE_CHECKING:
    from collections.abc import Callable

GOOD = """
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [10, 10]
actions = ['d dh p1 AcKc', 'd dh p2 2c2d', 'p2 f']
finishing_stacks = [11, 9]
"""
LINE = json.dumps(
    {
        "variant": "NT",
        "antes": [0, 0],
        "blinds_or_straddles": [0.5, 1],
        "min_bet": 1,
        "starting_stacks": [10, 10],
        "actions": ["d dh p1 AcKc", "d dh p2 2c2d", "p2 f"],
        "final_stacks": [10.5, 9.5],
    }
)


def found(path: Path) -> dict[str, HandRecord | Refused]:
    return {name.removeprefix(str(path)): what for name, what in find_hands(path)}


def test_one_hand_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.phh"
    path.write_text(GOOD)
    assert isinstance(found(path)[""], HandRecord)


@pytest.mark.parametrize("name", ["a.phhs", "a.phh"])
def test_many_hands_a_file(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(f"# an evening\n[1]{GOOD}[2]{GOOD.replace('AcKc', 'AcAc')}[3]{GOOD}")
    hands = found(path)
    assert list(hands) == [":1", ":2", ":3"]
    assert isinstance(hands[":2"], Refused)
    assert isinstance(hands[":3"], HandRecord)


@pytest.mark.parametrize(
    ("ending", "pack"), [("", bytes), (".xz", lzma.compress), (".gz", gzip.compress)]
)
def test_one_hand_a_line(tmp_path: Path, ending: str, pack) -> None:
    path = tmp_path / f"a.jsonl{ending}"
    path.write_bytes(pack(f"{LINE}\nno json\n\n{LINE}\n".encode()))
    hands = found(path)
    assert list(hands) == [":1", ":2", ":4"]
    refused = hands[":2"]
    assert isinstance(refused, Refused)
    assert str(refused).startswith("column 1: not JSON")


def test_an_archive_is_every_hand_in_it(tmp_path: Path) -> None:
    path = tmp_path / "a.tar.xz"
    with tarfile.open(path, "w:xz") as archive:
        for name, text in [("b/2.phh", GOOD), ("b/1.phh", "broken ["), ("b/note.txt", "hello")]:
            member = tarfile.TarInfo(name)
            member.size = len(text)
            archive.addfile(member, io.BytesIO(text.encode()))
    hands = found(path)
    assert list(hands) == [":b/2.phh", ":b/1.phh"]
    assert isinstance(hands[":b/1.phh"], Refused)


def test_a_torn_archive_gives_what_it_still_holds(tmp_path: Path) -> None:
    whole = Path("tests/data/phh/pluribus.tar.xz").read_bytes()
    path = tmp_path / "torn.tar.xz"
    path.write_bytes(whole[: len(whole) // 12])
    hands = list(find_hands(path))
    assert len(hands) > 100
    assert isinstance(hands[0][1], HandRecord)
    last = hands[-1][1]
    assert isinstance(last, Refused)
    assert last.where in (ARCHIVE, TOML)


def test_a_folder_is_every_hand_file_in_it(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/b.phh").write_text(GOOD)
    (tmp_path / "a.phh").write_text(GOOD)
    (tmp_path / "a.txt").write_text("hello")
    assert list(found(tmp_path)) == ["/a.phh", "/deep/b.phh"]


@pytest.mark.parametrize(
    ("name", "content", "place"),
    [
        ("a.phh", b"variant = ", "TOML"),
        ("a.phh", b"\xff\xfe", "byte 0"),
        ("a.jsonl", b"[" * 200_000, "file"),
        ("a.phhs", b"", "file"),
        ("a.phhs", b"[1", "TOML"),
        ("a.jsonl", b"[1, 2]\n", "file"),
        ("a.jsonl.xz", b"not packed", "file"),
        ("a.jsonl.gz", b"not packed", "file"),
        ("a.tar.xz", b"not packed", "archive"),
        ("a.tar", b"", "archive"),
    ],
)
def test_a_broken_file_is_refused_by_place(
    tmp_path: Path, name: str, content: bytes, place: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    refusals = [what for _, what in find_hands(path)]
    assert len(refusals) == 1
    assert isinstance(refusals[0], Refused)
    assert str(refusals[0]).startswith(f"{place}: ")


@pytest.mark.parametrize(
    ("name", "pack"),
    [("a.jsonl.xz", lzma.compress), ("a.jsonl.gz", gzip.compress), ("a.phh", bytes)],
)
def test_a_file_without_end_is_not_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, pack: Callable[[bytes], bytes]
) -> None:
    monkeypatch.setattr(sources, "BYTES_MAX", 1000)
    path = tmp_path / name
    path.write_bytes(pack(b"\n" * 1000 + LINE.encode()))
    (refusal,) = (what for _, what in find_hands(path))
    assert isinstance(refusal, Refused)
    assert str(refusal) == "file: more than 1000 bytes; too long for a hand file"


def test_a_refused_archive_takes_one_line(tmp_path: Path) -> None:
    path = tmp_path / "a.tar.xz"
    path.write_bytes(b"not packed")
    (outcome,) = run_files([path])
    assert str(outcome).count("\n") == 0


def test_a_refusal_cannot_write_on_the_screen(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(LINE.replace("p2 f", "p2 \\u001b[2J\\n"))
    (outcome,) = run_files([path])
    assert "action 3 (p2 ?[2J" in str(outcome)
    assert str(outcome).isprintable()


def test_a_missing_file_is_not_found_and_an_empty_folder_is_told(tmp_path: Path) -> None:
    assert isinstance(found(tmp_path / "none.phh")[""], NotFound)
    assert isinstance(found(tmp_path / "none.tar.xz")[""], NotFound)
    (tmp_path / "empty").mkdir()
    assert isinstance(found(tmp_path / "empty")[""], Refused)


def status(*paths: Path) -> int:
    tally = Tally()
    for outcome in run_files(paths):
        tally.add(outcome)
    return tally.exit_code()


def test_the_status_tells_different_refused_partial_and_missing_apart(tmp_path: Path) -> None:
    good, bad, wrong = tmp_path / "good.phh", tmp_path / "bad.phh", tmp_path / "wrong.phh"
    good.write_text(GOOD)
    bad.write_text("nothing")
    wrong.write_text(GOOD.replace("[11, 9]", "[9, 11]"))
    assert status(good) == exit_codes.OK
    assert status(bad) == exit_codes.REFUSED
    assert status(good, bad) == exit_codes.PARTIAL
    assert status(tmp_path / "none.phh") == exit_codes.NOT_FOUND
    assert status(good, bad, wrong) == exit_codes.VERIFICATION_FAILED


def test_fractions_of_money_come_back_as_written(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(LINE)
    (outcome,) = run_files([path])
    assert outcome.as_json() == {
        "file": f"{path}:1",
        "final_stacks": [10.5, 9.5],
        "recorded_stacks": [10.5, 9.5],
        "match": True,
    }


def test_rows_that_are_no_hands_are_one_line_a_file_and_no_fault_in_a_folder(
    tmp_path: Path,
) -> None:
    (tmp_path / "a.jsonl").write_text(f"{LINE}\n")
    rows = tmp_path / "b.jsonl.xz"
    rows.write_bytes(lzma.compress(b'{"file": "a", "final_stacks": [1]}\n' * 50))
    outcomes = list(run_files([tmp_path]))
    tally = Tally()
    for outcome in outcomes:
        tally.add(outcome)
    assert [one.file for one in outcomes] == [f"{tmp_path / 'a.jsonl'}:1", str(rows)]
    assert "holds no hands" in str(outcomes[1])
    assert (tally.played, tally.refused, tally.exit_code()) == (1, 0, exit_codes.OK)

    [named] = run_files([rows])
    tally = Tally()
    tally.add(named)
    assert "holds no hands" in str(named)
    assert (tally.refused, tally.exit_code()) == (1, exit_codes.REFUSED)

    (tmp_path / "a.jsonl").unlink()
    assert isinstance(found(tmp_path)[""], Refused)


def test_one_row_without_actions_hides_no_hand_after_it(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(f'{{"variant": "NT"}}\n{LINE}\n')
    hands = found(path)
    assert isinstance(hands[":1"], Refused)
    assert isinstance(hands[":2"], HandRecord)
