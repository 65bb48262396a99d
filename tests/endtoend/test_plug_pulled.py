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

HANDS = 8
"""So many that a host which lags some seconds behind still finds its table playing."""

OPTIONS = ["--seats", "3", "--hands", str(HANDS), "--seed", "plug", "--speed", "40"]
OPTIONS += ["--set", "witness_ms=60000"]
PULLED_AT = (m.ORDER_COMMITTED, m.TURN_OPENED, m.BOARD_DEALT)
GOES_ON = (m.TURN_OPENED, m.ACTION_TAKEN, m.BOARD_DEALT, m.HAND_FINISHED, m.ORDER_REVEALED)
LOOKED = (m.FAULT_CLEARED, "F-PWR-01")


class Puller:
    """Kills the table's process when certain lines are stored, each once and a process once: of
    what a table said before its end, more may still be on its way.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.tables: list[TableProcess] = []
        self.left = list(PULLED_AT)
        self.pulled: TableProcess | None = None
        self.said: list[tuple] = []
        enter = TableProcess.__enter__

        def entered(table: TableProcess) -> TableProcess:
            self.tables.append(table)
            return enter(table)

        monkeypatch.setattr(TableProcess, "__enter__", entered)

    def line(self, line: Line) -> None:
        self.said.append(line.message)
        table = self.tables[-1]
        if line.message[0] in self.left and table is not self.pulled:
            self.left.remove(line.message[0])
            self.pulled = table
            os.kill(table.pid, signal.SIGKILL)


def looked_after(said: list[tuple]) -> list[bool]:
    """Of each start in the middle of a hand or draw: whether the floor looked before it went on.

    A host that lags may pull the plug between two hands, where there is nothing to hold.
    """
    looks = []
    is_under_way = False
    for at, message in enumerate(said):
        if message[0] == m.TABLE_STARTED and is_under_way:
            next_one = next(one for one in said[at:] if one[:2] == LOOKED or one[0] in GOES_ON)
            looks.append(next_one[:2] == LOOKED)
        elif message[0] in (m.HAND_STARTED, m.ORDER_COMMITTED):
            is_under_way = True
        elif message[0] in (m.HAND_FINISHED, m.ORDER_REVEALED):
            is_under_way = False
    return looks


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
    assert sums.hands == HANDS
    assert told.count("demo.unplugged") == len(puller.tables) - 1 == len(PULLED_AT)
    looks = looked_after(puller.said)
    assert 1 <= len(looks) <= len(PULLED_AT)
    assert all(looks), "held each time, until the floor looks"


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
            assert table.wait(300) == -signal.SIGKILL
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
    assert sums.hands == HANDS
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
