"""Somebody pulls the plug of the demo's table, and sees it come back, held, and go on."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import pytest

from firmware.app.displays import board_pictures
from firmware.schema import messages as m
from firmware.schema.faults import FAULT_POWER_WAS_LOST
from firmware.schema.faults import GLYPHS as FAULT_GLYPHS
from hal.sim.main import Simulation
from hal.sim.room import MemoryRoom
from host_tools.sim import evening as evenings
from host_tools.sim.evening import Evening
from host_tools.sim.table_process import TableFailed, TableProcess
from host_tools.store import LineStore

if TYPE_CHECKING:
    from pathlib import Path

    from firmware.lines.parser import Line

OPTIONS = ["--seats", "3", "--hands", "2", "--seed", "plug", "--speed", "60"]
PULLED_AT = (m.ORDER_COMMITTED, m.TURN_OPENED, m.BOARD_DEALT)


class Puller:
    """Kills the table's process when certain lines are stored, each once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.tables: list[TableProcess] = []
        self.left = list(PULLED_AT)
        self.said: list[tuple] = []
        enter = TableProcess.__enter__

        def entered(table: TableProcess) -> TableProcess:
            self.tables.append(table)
            return enter(table)

        monkeypatch.setattr(TableProcess, "__enter__", entered)

    def line(self, line: Line) -> None:
        self.said.append(line.message)
        if line.message[0] in self.left:
            self.left.remove(line.message[0])
            os.kill(self.tables[-1].pid, signal.SIGKILL)


@pytest.mark.slow
def test_table_whose_plug_is_pulled_three_times_plays_its_hands_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puller = Puller(monkeypatch)
    told: list[str] = []
    store = LineStore(tmp_path / "lines.sqlite3")
    evening = Evening(
        OPTIONS, tmp_path, store, puller.line, lambda event: told.append(event.key), witnessed=True
    )
    sums = evening.run()
    store.close()
    assert sums.are_right()
    assert sums.hands == 2
    assert told.count("demo.unplugged") == len(puller.tables) - 1 == len(PULLED_AT)
    raised = [one for one in puller.said if one[:2] == (m.FAULT_RAISED, "F-PWR-01")]
    cleared = [one for one in puller.said if one[:2] == (m.FAULT_CLEARED, "F-PWR-01")]
    assert len(raised) == len(cleared) == len(PULLED_AT), "held each time, until the floor looks"


@pytest.mark.slow
def test_plug_pulled_before_the_port_is_known_and_at_the_pairing_starts_the_table_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twice while a table starts; once when its port is told, before anybody opened it; once in
    the middle of the pairing.
    """
    starts: list[str] = []
    wait_for, pair = TableProcess._wait_for, evenings.pair

    def kill(table: TableProcess) -> None:
        os.kill(table.pid, signal.SIGKILL)

    def started(table: TableProcess, told: Path) -> str:
        starts.append("start")
        if len(starts) in (1, 4):
            kill(table)
        port = wait_for(table, told)
        if len(starts) == 2:
            kill(table)
            assert table.wait(5) == -signal.SIGKILL
        if len(starts) == 3:
            monkeypatch.setattr(evenings, "pair", lambda *a, **k: kill(table) or pair(*a, **k))
        else:
            monkeypatch.setattr(evenings, "pair", pair)
        return port

    monkeypatch.setattr(TableProcess, "_wait_for", started)
    monkeypatch.setattr(evenings, "PAIRING_SECONDS", 3600.0)  # nobody waits so for a dead table
    store = LineStore(tmp_path / "lines.sqlite3")
    sums = Evening([*OPTIONS, "--speed", "max"], tmp_path, store, witnessed=True).run()
    store.close()
    assert sums.are_right()
    assert sums.hands == 2
    assert len(starts) == 5


def test_table_that_ends_by_itself_in_the_wrong_way_is_not_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evenings, "STARTS_MAX", 2)
    store = LineStore(tmp_path / "lines.sqlite3")
    evening = Evening(["--seats", "3", "--level", "none"], tmp_path, store)
    with pytest.raises(TableFailed):
        evening.run()
    store.close()


def test_reason_stands_on_the_displays_while_the_floor_looks() -> None:
    room = MemoryRoom()

    def started() -> Simulation:
        stacks = dict.fromkeys((1, 3, 6), 3000)
        settings = {"language": "en"}
        return Simulation(
            b"plug", hands=9, stacks=stacks, settings=settings, room=room, floor_ms=60000
        )

    before = started()
    hand = None
    while hand is None or not hand.turn or not hand.board:
        before.advance(before.one_pass())
        hand = before.controller.table.hand
    seat, board = hand.turn, board_pictures(hand.board)
    room.cut_power()
    after = started()
    seen: set[str] = set()
    shown: set[bytes] = set()
    while after.clock.now_ms() < 50000:
        after.advance(after.one_pass())
        seen.add(after.table.centre_displays[0].text().strip())
        shown.add(bytes(after.table.centre_displays[0].segments))
        if after.clock.now_ms() > 2000:
            assert after.table.display(seat).text().split() == ["2", "HoLd"], "two cards lie here"
            assert not after.table.panel(seat).is_lit(seat)
            assert after.controller.is_hand_held
    assert FAULT_GLYPHS[FAULT_POWER_WAS_LOST].strip().replace("W", "U") in seen
    assert bytes(board[0][0]) in shown, "the flop stands beside the reason"
    while after.controller.is_hand_held:
        after.advance(after.one_pass())
    hand = after.controller.table.hand
    assert hand is not None
    assert hand.turn == seat
