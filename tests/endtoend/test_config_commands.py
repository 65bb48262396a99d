"""A table's settings: told with their origin, changed under a name, confirmed with the floor key.

One simulated table at which somebody holds the floor key, one at which nobody does.
"""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import pytest

from firmware.schema import messages as m
from host_tools.cli import asking, exit_codes, reading
from host_tools.cli.act import Act, Asked, Risk
from host_tools.cli.asking import ask
from host_tools.cli.ending import Ended
from host_tools.cli.place import Place
from host_tools.texts import Texts
from tests.host_commands import Host, Terminal
from tests.paired_table import PairedTable, paired_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ROLES = (m.ROLE_FLOOR, m.ROLE_TECHNICIAN)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PairedTable]:
    """Somebody holds its floor key."""
    folder = tmp_path_factory.mktemp("held")
    words = ("--seed", "11", "--seats", "2", "--speed", "20", "--floor-key")
    with paired_table(folder, ROLES, *words) as one:
        yield one


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PairedTable]:
    """Nobody is at its floor key."""
    folder = tmp_path_factory.mktemp("alone")
    with paired_table(folder, (m.ROLE_FLOOR,), "--seed", "12", "--seats", "2") as one:
        yield one


@pytest.fixture
def where(table: PairedTable, tmp_path: Path) -> list[str]:
    return table.where(tmp_path / "lines.sqlite3")


def test_every_setting_is_told_with_unit_range_and_origin(host: Host, where: list[str]) -> None:
    told = host("config", "show", *where, "--json")
    assert told.status == exit_codes.OK, told.err
    rows = {row["name"]: row for row in told.document["settings"]}
    assert rows["cut_ms"]["unit"] == "ms"
    assert (rows["cut_ms"]["min"], rows["cut_ms"]["max"]) == (0, 60_000)
    odd_chip = rows["odd_chip"]
    assert (odd_chip["value"], odd_chip["origin"]) == ("left_of_button", "default")
    assert odd_chip["words"] == ["left_of_button", "next_big_blind"]
    assert {row["takes_effect"] for row in rows.values()} == {"next_hand"}
    italian = host("--lang", "it", "config", "show", "--origin", *where).out
    assert "predefinito di un registro nuovo" in italian
    assert host("-q", "config", "get", "cut_ms", *where).out == "5000\n"
    wrong = host("config", "get", "cutt", *where)
    assert wrong.status == exit_codes.USAGE
    assert "near it: cut" in wrong.err


def test_a_change_is_done_under_a_name_with_the_reason_and_told_so(
    host: Host, table: PairedTable, where: list[str]
) -> None:
    done = host(
        *["config", "set", "rake_cap", "10", "--by", "Rosa", "--reason", "late night", "--yes"],
        *where,
    )
    assert done.status == exit_codes.OK, done.err
    assert done.out == "rake_cap is 10 from the next hand on; it stands in the table's log.\n"
    told = host("config", "get", "rake_cap", *where, "--json").document
    assert (told["value"], told["by"], told["reason"]) == (10, "Rosa", "late night")
    log = table.log()
    assert b" setting_changed name=rake_cap value=10 by=Rosa " in log
    assert b" command_named id=" in log
    assert b" by=Rosa reason=late%20night " in log
    assert b" setting_changed name=rake_cap value=10 by=Rosa " in log.splitlines()[told["seq"] - 1]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["ante", "1.5"], "ante cannot be 1.5"),
        (["ante", "1,000"], "ante cannot be 1,000"),
        (["ante", "-1"], "ante cannot be -1; allowed: 0 to"),
        (["ante", "007"], "ante cannot be 007"),
        (["burn", "Each_Street"], "burn cannot be Each_Street"),
        (["burned", "none"], "there is no setting burned; near it: burn"),
        (["xyzzy", "none"], "there is no setting xyzzy; `mazziere config show` lists them all"),
        (["burn", ""], 'burn cannot be ""; allowed: each_street'),
        (["ante"], "Missing argument 'VALUE'"),
    ],
)
def test_a_value_with_no_or_two_readings_is_refused_before_the_table_is_asked(
    host: Host, words: list[str], why: str
) -> None:
    done = host("config", "set", *words, "--by", "Rosa", "--port", "/dev/none")
    assert done.status == exit_codes.USAGE
    assert why in done.err


def test_nothing_happens_before_a_yes(host: Host, table: PairedTable, where: list[str]) -> None:
    words = ["config", "set", "burn", "none", "--by", "Rosa", *where]
    rehearsed = host(*words, "--dry-run")
    assert rehearsed.status == exit_codes.OK
    assert rehearsed.out.startswith("Would be done: set burn to none as Rosa")
    assert host(*words).status == exit_codes.USAGE  # nobody to be asked
    refused = host(*words, types="n\n")
    assert refused.status == exit_codes.REFUSED
    assert "Not confirmed" in refused.err
    assert refused.out == ""
    assert b"name=burn" not in table.log()
    done = host("--lang", "it", *words, types="sì\n")
    assert done.status == exit_codes.OK, done.err
    assert b" setting_changed name=burn value=none by=Rosa " in table.log()


def test_what_cannot_be_taken_back_wants_the_tables_serial_number(
    table: PairedTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place("", table.port, tmp_path / "s.sqlite3", table.keys)
    values = {"name": "this", "value": "that"}
    act = Act("config.set", m.REQUEST_PAUSE, (None,), risk=Risk.TYPED, values=values, is_safe=True)

    def status(typed: str) -> int:
        monkeypatch.setattr("sys.stdin", Terminal(typed))
        try:
            return ask(Texts("en"), Asked(place, "Rosa", False, False, False), act)
        except Ended as error:
            return error.status

    assert status("y\n") == exit_codes.REFUSED
    assert status("MZ-SIM2\n") == exit_codes.REFUSED
    assert b" table_paused " not in table.log()
    assert status("MZ-SIM1\n") == exit_codes.OK
    assert b" table_paused " in table.log()


def test_settings_go_out_to_a_file_and_come_back(
    host: Host, table: PairedTable, where: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "room.toml"
    assert host("config", "export", file, *where).status == exit_codes.OK
    assert host("config", "validate", file).status == exit_codes.OK
    assert "plays as" in host("config", "diff", file, *where).out
    text = file.read_text()
    assert "# 0 to 60,000 ms; default of a new log\ncut_ms = 5000\n" in text
    # Both blinds above the present big blind: only one order of the two is taken.
    changed = text.replace("small_blind = 50\n", "small_blind = 500\n")
    changed = changed.replace("big_blind = 100\n", "big_blind = 1000\n")
    file.write_text(changed)
    diff = host("config", "diff", file, *where, "--json").document
    assert {row["name"]: row["wanted"] for row in diff["changes"]} == {
        "small_blind": "500",
        "big_blind": "1000",
    }
    done = host("config", "import", file, "--by", "Rosa", "--yes", *where, "--json")
    assert done.status == exit_codes.OK, done.err
    assert [row["outcome"] for row in done.document["acts"]] == ["done", "done"]
    assert host("config", "diff", file, *where, "--json").document["changes"] == []
    again = host("config", "import", file, "--by", "Rosa", "--yes", *where)
    assert "Nothing to change" in again.out
    log = table.log()
    assert log.index(b"name=big_blind value=1000") < log.index(b"name=small_blind value=500")


def test_a_file_that_does_not_hold_changes_nothing(
    host: Host, where: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "room.toml"
    file.write_text("[settings]\nsmall_blind = 300\nbig_blind = 200\n")
    told = host("config", "validate", file, "--json")
    assert told.status == exit_codes.REFUSED
    assert told.document["valid"] is False
    assert len(told.document["complaints"]) >= 1
    for command in (["diff", file], ["import", file, "--by", "Rosa", "--yes"]):
        assert host("config", *command, *where).status == exit_codes.REFUSED
    for command in (["validate", file], ["diff", file], ["import", file, "--by", "Rosa"]):
        place = [] if command[0] == "validate" else where
        assert "[bad_rules]" in host("config", *command, *place).err
    assert host("config", "validate", tmp_path / "none").status == exit_codes.NOT_FOUND
    bad = host("config", "export", tmp_path / "no" / "folder.toml", *where)
    assert bad.status == exit_codes.REFUSED


def test_an_editor_changes_what_was_changed_in_it(
    host: Host, where: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\nsed -i 's/^show_seconds = .*/show_seconds = 9/' \"$1\"\n")
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))
    monkeypatch.delenv("VISUAL", raising=False)
    done = host("config", "edit", "--by", "Rosa", "--yes", *where)
    assert done.status == exit_codes.OK, done.err
    assert host("-q", "config", "get", "show_seconds", *where).out == "9\n"
    editor.write_text("#!/bin/sh\nexit 0\n")
    assert "Nothing to change" in host("config", "edit", "--by", "Rosa", *where).out
    monkeypatch.setenv("EDITOR", str(tmp_path / "none"))
    assert host("config", "edit", "--by", "Rosa", *where).status == exit_codes.NOT_FOUND


def test_what_was_typed_in_an_editor_is_kept_when_it_is_not_taken(
    host: Host, where: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\nsed -i 's/^show_seconds = .*/show_seconds = 99999/' \"$1\"\n")
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "typed"))
    (tmp_path / "typed").mkdir()
    told = host("-q", "config", "edit", "--by", "Rosa", "--yes", "--json", *where)
    assert told.status == exit_codes.REFUSED
    (kept,) = (tmp_path / "typed").iterdir()
    assert f"Next: What you typed is kept in {kept}" in told.err
    assert str(kept) in told.document["error"]["next"]
    assert "show_seconds = 99999" in kept.read_text(encoding="utf-8")


def test_without_the_floor_key_the_change_is_waited_for_and_then_given_up(
    host: Host, alone: PairedTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "FLOOR_KEY_SECONDS", 1.0)
    where = alone.where(tmp_path / "lines.sqlite3")
    done = host("config", "set", "rake_cap", "10", "--by", "Rosa", "--yes", *where)
    assert done.status == exit_codes.REFUSED
    assert "turn the floor key" in done.err
    assert "Error [floor_key_not_held]: " in done.err
    assert b"name=rake_cap" not in alone.log()


def test_a_role_without_a_key_is_told_how_to_pair(
    host: Host, alone: PairedTable, tmp_path: Path
) -> None:
    where = alone.where(tmp_path / "lines.sqlite3")
    done = host("--lang", "it", "device", "reboot", "--by", "Teo", "--yes", *where)
    assert done.status == exit_codes.NOT_AUTHORISED
    assert f"mazziere pair --port {alone.port} --role technician" in done.err
    nobody = host("config", "set", "rake_cap", "10", "--yes", *where)
    assert nobody.status == exit_codes.USAGE
    assert "--by NAME" in nobody.err


def test_a_table_that_stops_answering_is_told_and_leaves_nothing_half_done(
    host: Host, alone: PairedTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "SILENT_SECONDS", 1.0)
    monkeypatch.setattr(reading, "SILENT_SECONDS", 1.0)
    where = alone.where(tmp_path / "lines.sqlite3")
    os.kill(alone.process.pid, signal.SIGSTOP)
    try:
        file = tmp_path / "room.toml"
        done = host("config", "export", file, *where)
        assert done.status == exit_codes.LINK_LOST
        assert not file.exists()
        asked = host("config", "set", "rake_cap", "10", "--by", "Rosa", "--yes", *where, "--json")
        assert asked.status == exit_codes.LINK_LOST
        assert asked.document["error"]["code"] == "table_silent"
    finally:
        os.kill(alone.process.pid, signal.SIGCONT)


def test_a_table_is_looked_for_by_its_displays(host: Host, where: list[str]) -> None:
    done = host("device", "identify", "--by", "Rosa", *where)
    assert (done.status, done.out.split()[0]) == (exit_codes.OK, "The")


def test_a_table_that_deals_is_not_started_again(host: Host, where: list[str]) -> None:
    """The table is paused by now, or deals: then the number of the hand is told."""
    done = host("device", "reboot", "--by", "Teo", "--dry-run", *where, "--json")
    if done.status == exit_codes.BUSY:
        assert done.document["error"]["code"] == "hand_running"
    else:
        assert done.document["acts"][0]["outcome"] == "dry_run"
