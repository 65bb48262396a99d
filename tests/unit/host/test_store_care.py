"""A store is looked through, copied while in use, and put back, and nothing is overwritten."""

from __future__ import annotations

import json
import shutil
import sqlite3
import stat
from typing import TYPE_CHECKING

import pytest

from firmware.lines.chain import Chain, genesis
from firmware.lines.parser import parse
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from host_tools.cli import exit_codes
from host_tools.cli.main import run
from host_tools.store import Line, LineStore
from host_tools.store.care import check, copy
from host_tools.store.trouble import StoreDamaged, StoreMissing, StoreThere
from tests.source_tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

SERIAL, LOG = "MZ-0007", bytes(8)
COUNT = 40


def good_lines(count: int = COUNT) -> list[Line]:
    """So many lines with a right chain; the tenth begins a hand."""
    chain, lines = Chain(genesis(SERIAL, LOG)), []
    for seq in range(1, count + 1):
        message = (m.HAND_STARTED, 1, 2, (1, 2), (5, 5)) if seq == 10 else (m.CARD_FED, 1)
        body = write(message, seq, seq * 10)
        raw = seal(body, chain.add(body))
        assert parse(raw).seq == seq
        lines.append(Line(seq, raw, chain.head))
    return lines


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "lines.sqlite3"
    store = LineStore(made)
    store.append(SERIAL, LOG, good_lines())
    store.close()
    return made


def spoil(path: Path, statement: str, *values: object) -> None:
    db = sqlite3.connect(path)
    with db:
        db.execute(statement, values)
    db.close()


def test_a_whole_store_has_nothing_wrong(path: Path) -> None:
    looked = check(path)
    assert (looked.logs, looked.lines, looked.findings) == (1, COUNT, ())


@pytest.mark.parametrize(
    ("statement", "code", "seq"),
    [
        ("UPDATE lines SET line = CAST(line || x'20' AS BLOB) WHERE seq = 5", "line", 5),
        ("UPDATE lines SET head = zeroblob(32) WHERE seq = 40", "chain", 40),
        ("UPDATE lines SET seq = 99 WHERE seq = 40", "line", 99),
        ("DELETE FROM hands", "hands", 0),
        ("INSERT INTO hands SELECT serial, log, 7, 9 FROM logs", "hands", 0),
    ],
)
def test_whoever_changes_a_row_is_noticed(path: Path, statement: str, code: str, seq: int) -> None:
    spoil(path, statement)
    assert [(found.code, found.seq) for found in check(path).findings] == [(code, seq)]


def test_a_line_of_another_past_does_not_follow(path: Path) -> None:
    body = write((m.CARD_FED, 2), 20, 200)
    spoil(path, "UPDATE lines SET line = ? WHERE seq = 20", seal(body, bytes(8)))
    assert [(found.code, found.seq) for found in check(path).findings] == [("chain", 20)]


def test_a_copy_of_a_store_in_use_holds_all_that_was_committed(path: Path, tmp_path: Path) -> None:
    writer = LineStore(path)
    writer.append(SERIAL, LOG, good_lines(COUNT + 5))
    to = tmp_path / "copies" / "one.sqlite3"
    assert copy(path, to).lines == COUNT + 5
    writer.close()
    again = LineStore(to, read_only=True)
    assert list(again.lines(SERIAL, LOG)) == good_lines(COUNT + 5)
    again.close()
    assert stat.S_IMODE(to.stat().st_mode) == 0o600
    assert [one.name for one in to.parent.iterdir() if "part" in one.name] == []


def test_nothing_is_overwritten(path: Path, tmp_path: Path) -> None:
    to = tmp_path / "there"
    to.write_text("mine")
    with pytest.raises(StoreThere):
        copy(path, to)
    assert to.read_text() == "mine"
    to.unlink()
    (tmp_path / "there-wal").write_text("of a store that was moved without it")
    with pytest.raises(StoreThere, match="there-wal"):
        copy(path, to)
    with pytest.raises(StoreMissing):
        copy(tmp_path / "none", tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_spoilt_store_is_not_restored(path: Path, tmp_path: Path) -> None:
    spoil(path, "UPDATE lines SET head = zeroblob(32) WHERE seq = 40")
    with pytest.raises(StoreDamaged):
        copy(path, tmp_path / "new")
    assert [one.name for one in tmp_path.iterdir() if not one.name.startswith(path.name)] == []


def test_the_commands_back_up_and_restore(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spare, store = tmp_path / "spare", ["--store", str(path)]
    assert run(["db", "backup", str(spare), *store]) == exit_codes.OK
    assert run(["db", "restore", str(spare), *store]) == exit_codes.REFUSED
    assert "not overwritten" in capsys.readouterr().err
    path.unlink()
    assert run(["db", "check", *store]) == exit_codes.NOT_FOUND
    capsys.readouterr()
    assert run(["db", "restore", str(spare), "--json", *store]) == exit_codes.OK
    assert json.loads(capsys.readouterr().out)["lines"] == COUNT
    assert run(["db", "check", "--json", *store]) == exit_codes.OK
    assert json.loads(capsys.readouterr().out)["findings"] == []
    spoil(path, "DELETE FROM hands")
    assert run(["--lang", "it", "db", "check", *store]) == exit_codes.VERIFICATION_FAILED
    assert "elenco delle mani" in capsys.readouterr().out


def test_the_command_migrates_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "lines.sqlite3"
    shutil.copyfile(ROOT / "tests/data/stores/v1.sqlite3", path)
    for before in (1, 3):
        assert run(["db", "migrate", "--json", "--store", str(path)]) == exit_codes.OK
        assert json.loads(capsys.readouterr().out) == {"version": 1, "from": before, "to": 3}
    assert run(["db", "migrate", "--store", str(tmp_path / "no")]) == exit_codes.NOT_FOUND
    assert not (tmp_path / "no").exists()
