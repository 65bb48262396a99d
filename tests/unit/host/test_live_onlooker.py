"""What lights up at a simulated table reaches the screen, and never makes the table wait."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from hal.sim.board import SimTable
from hal.sim.main import Simulation
from hal.sim.onlooker import Onlooker
from host_tools.view.onlooker import Lights, OnlookerFile

if TYPE_CHECKING:
    from pathlib import Path

CHEC = bytes((0x5B, 0x3F | 0x80, 0, 0, 0x39, 0x76, 0x79, 0x39))


def told(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_every_change_is_told_once(tmp_path: Path) -> None:
    table, path = SimTable(b"1"), tmp_path / "seen.jsonl"
    onlooker = Onlooker(table, str(path))
    onlooker.look()
    assert len(told(path)) == 12  # ten seats, two displays in the centre
    table.panel(3).light(True, False)
    table.display(3).show(CHEC, True)
    onlooker.look()
    onlooker.look()
    assert told(path)[12:] == [
        {"ms": 0, "seat": 3, "lamp": True, "shows": "20  CHEC", "points": [2], "blinks": True}
    ]
    onlooker.close()


def test_a_reader_that_is_gone_is_told_nothing_more() -> None:
    table = SimTable(b"1")
    reading, writing = os.pipe()
    onlooker = Onlooker(table, str(writing))
    os.close(reading)
    onlooker.look()
    onlooker.look()
    with pytest.raises(OSError, match="Bad file"):
        os.fstat(writing)


def test_a_full_pipe_makes_nobody_wait_and_loses_no_change() -> None:
    table = SimTable(b"1")
    reading, writing = os.pipe()
    onlooker = Onlooker(table, str(writing))
    os.set_blocking(reading, False)
    filling = b"\n" * 4096
    try:
        while True:
            os.write(writing, filling)
    except BlockingIOError:
        pass
    onlooker.look()  # returns at once
    seen = b""
    for _ in range(100):
        try:
            seen += os.read(reading, 1 << 20)
        except BlockingIOError:
            break
    assert not seen.strip()
    onlooker.look()
    assert len(os.read(reading, 1 << 20).splitlines()) == 12
    onlooker.close()
    os.close(reading)


def test_a_whole_hand_is_seen_from_beside_the_table(tmp_path: Path) -> None:
    path = tmp_path / "seen.jsonl"
    stacks = {1: 1000, 2: 1000, 3: 1000}
    simulation = Simulation(b"1", hands=1, stacks=stacks, onlooker=str(path))
    simulation.run()
    changes = told(path)
    lamps = {change["seat"] for change in changes if change["lamp"]}
    assert lamps == {1, 2, 3}
    assert [change["ms"] for change in changes] == sorted(change["ms"] for change in changes)
    lights = Lights()
    for change in changes:
        lights.take(change)
    assert not any(lit.lamp for lit in lights.seats.values())
    assert lights.centre is not None
    for seat in stacks:
        display = simulation.table.display(seat)
        assert lights.seats[seat].shows == display.text()


def test_a_line_that_is_not_whole_waits(tmp_path: Path) -> None:
    path = tmp_path / "seen.jsonl"
    file = OnlookerFile(path)
    assert file.changes() == []
    path.write_bytes(b'{"seat":1}\n{"se')
    assert file.changes() == [{"seat": 1}]
    with path.open("ab") as more:
        more.write(b'at":2}\nnoise\n[1]\n{"seat":3}\n')
    assert file.changes() == [{"seat": 2}, {"seat": 3}]
    assert file.changes() == []


def test_what_makes_no_sense_changes_nothing() -> None:
    lights = Lights()
    for change in (
        {},
        {"seat": 1},
        {"seat": 1, "shows": "short"},
        {"seat": 1, "shows": "\x1b" * 8},
    ):
        lights.take(change)
    assert lights == Lights()
