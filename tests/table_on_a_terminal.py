"""A whole table on a real pseudo-terminal, in this process; a hand on lid, floor key and plug.

Shared by the tests of pairing. Nobody sits at it unless a test says so; time is virtual and moves
with the passes. Builds and carries; judges nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import serial

from firmware.app.controller import Controller
from firmware.lines.mac import command_tag
from firmware.lines.parser import Line, parse
from firmware.lines.splitter import Splitter
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from hal.sim.board import SimTable
from hal.sim.memory import SimOrderMemory
from hal.sim.store import MemoryStore
from hal.sim.terminal import PseudoTerminal

if TYPE_CHECKING:
    from collections.abc import Callable

SERIAL = "MZ-0007"
PASSES_MAX = 2000


class TerminalTable:
    """One table; FRAM and journal outlive `restart`."""

    def __init__(self) -> None:
        self.memory = SimOrderMemory()
        self.disk = MemoryStore()
        self.terminal = PseudoTerminal()
        self.starts = 0
        self.restart()

    def restart(self) -> None:
        """Power comes."""
        self.table = SimTable(
            b"pairing" + bytes((self.starts,)),
            serial=SERIAL,
            order_memory=self.memory,
            store=self.disk,
            link=self.terminal,
        )
        self.controller = Controller(self.table.board)
        self.starts += 1

    def hold(self, *, lid: bool = True, key: bool = True) -> None:
        self.table.lid.put(lid)
        self.table.floor_key.put(key)

    def one_pass(self) -> None:
        wait_ms = self.controller.one_pass()
        assert self.controller.stopped_by == ""
        clock = self.table.clock
        due_ms = clock.next_due_ms()
        now_ms = clock.now_ms()
        clock.advance(now_ms + (wait_ms if due_ms is None else min(wait_ms, due_ms - now_ms)))

    def started(self) -> TerminalTable:
        """Pass until `table_started` is in the log."""
        for _ in range(PASSES_MAX):
            if self.told(m.TABLE_STARTED)[self.starts - 1 :]:
                return self
            self.one_pass()
        raise AssertionError("the table does not start")

    def log(self) -> bytes:
        return b"".join(self.disk.read(one) for one in self.disk.segments())

    def told(self, *message_ids: int) -> list[tuple]:
        lines = [parse(piece) for piece in self.log().splitlines(keepends=True)]
        return [line.message for line in lines if line.message[0] in message_ids]


class SerialHost:
    """pyserial at the other end; keeps every byte that came and every line, and asks."""

    def __init__(self, table: TerminalTable) -> None:
        self.table = table
        self.port = serial.Serial(table.terminal.port, timeout=0)
        self.wire = b""
        self.lines: list[Line] = []
        self.boot = bytes(8)
        self._splitter = Splitter()

    def say(self, message: tuple) -> None:
        self.port.write(seal(write(message, None, 0), None))

    def greet(self) -> SerialHost:
        self.say((m.GREET, m.PROTOCOL_MAJOR, m.PROTOCOL_MINOR, 1))
        return self.until(lambda: self.boot != bytes(8))

    def command(self, message: tuple, counter: int, key: bytes) -> None:
        body = write(message, counter, 0)
        self.port.write(seal(body, command_tag(key, SERIAL, self.boot, body)))

    def look(self) -> None:
        self.table.one_pass()
        octets = self.port.read(1 << 16)
        self.wire += octets
        for piece in self._splitter.feed(octets):
            line = parse(piece)
            if line.message[0] == m.HELLO:
                self.boot = line.message[7]
            self.lines.append(line)

    def passes(self, count: int = 60) -> None:
        for _ in range(count):
            self.look()

    def until(self, reached: Callable[[], object]) -> SerialHost:
        for _ in range(PASSES_MAX):
            if reached():
                return self
            self.look()
        raise AssertionError("not reached")

    def heard(self, *message_ids: int) -> list[tuple]:
        return [line.message for line in self.lines if line.message[0] in message_ids]

    def ask_key(self, asked: int, role: int) -> tuple:
        """The answer to a question for a key, whatever it is."""
        before = len(self.heard(m.NEW_KEY, m.REFUSED))
        self.say((m.ASK_KEY, asked, role))
        self.until(lambda: len(self.heard(m.NEW_KEY, m.REFUSED)) > before)
        return self.heard(m.NEW_KEY, m.REFUSED)[before]

    def close(self) -> None:
        self.port.close()
