"""A table plays for a long time while one call in a hundred fails, and nothing may grow.

`python -m tests.soak [HANDS]` (default 1000) plays that many hands at the simulated table's ports.
Of its calls to panels, displays, card machine, noise, store and cable one in a hundred fails, keys
are pressed at seats that are asked nothing, the cable is pulled now and then, and somebody of the
house comes when the table calls. A host follows, checks every line and acknowledges it, so that
old segments go.

At the end every hand has ended, the chips are those that were brought, and every stop has its
reason in the log. Memory is looked at from a fifth of the way on: what the firmware holds may not
grow (`tracemalloc`, up to TRACED_HANDS_MAX hands), nor may the process, and the log stays within
its bounds. Rule of the file: it believes the log as a host got it, and the operating
system.
"""

from __future__ import annotations

import argparse
import gc
import random
import resource
import sys
import time
import tracemalloc
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from firmware.app.log_keeping import LogBounds
from firmware.core.table import Table
from firmware.journal.replay import Replay
from firmware.lines.chain import Chain, genesis
from firmware.lines.parser import parse
from firmware.lines.splitter import Splitter
from firmware.lines.writer import seal, write
from firmware.schema import faults as fault_table
from firmware.schema import messages as m
from hal.errors import BUSY, CORRUPT, IO, LOST, NACK, TIMEOUT, HalError
from hal.ports import KEY_CALL, KEY_DOWN, KEY_FOLD, KEY_RAISE, KEY_UP
from hal.sim.main import Simulation
from hal.sim.room import MemoryRoom
from host_tools.dev.campaign_size import size_from

if TYPE_CHECKING:
    from collections.abc import Callable

SERIAL = "MZ-SOAK"
SEATS = (1, 3, 4, 6, 8, 10)
STACK = 3000  # who loses it buys in again: 100,000 hands stay far below 2^30 chips
SHARE = 0.01  # of the calls
UNPLUGGED_SHARE = 0.0002  # of the passes in which the cable is in
PRESS_SHARE = 0.01  # of the passes
PRESS_MS = 60
UNPLUGGED_MS = 3000
BOUNDS = LogBounds(segment_bytes_max=32768, snapshot_lines=1000, kept_bytes_max=256 << 10)
SEGMENTS_MAX = 12  # kept_bytes_max / segment_bytes_max, two snapshots apart, one being written
STILL_MS = 1_800_000  # so long without a line is a table that stands still
TRACED_HANDS_MAX = 200
TRACED_GROWTH_BYTES_MAX = 48 << 10
OBJECTS_GROWTH_MAX = 3000
RSS_GROWTH_KB_MAX = 24 << 10
WARM = 0.2  # of the hands, before memory is looked at first
LOOKS = 20  # at the memory
KEYS = (KEY_FOLD, KEY_CALL, KEY_RAISE, KEY_UP, KEY_DOWN)

# Part of the board -> its calls that may fail, and how.
FAILING = (
    ("panels", ("read", "light"), (NACK, TIMEOUT, CORRUPT)),
    ("seat_displays", ("show",), (NACK, TIMEOUT)),
    ("centre_displays", ("show",), (NACK, TIMEOUT)),
    ("machine", ("start", "poll"), (NACK, TIMEOUT, CORRUPT, BUSY)),
    ("noise", ("read",), (BUSY, TIMEOUT, CORRUPT)),
    ("store", ("append", "sync", "write_snapshot", "free_bytes", "remove"), (IO,)),
    ("link", ("read", "write"), (LOST,)),
)


@dataclass
class Figures:
    """What a soak came to. wrong: one sentence for everything that must not be."""

    hands: int = 0
    voided: int = 0
    lines: int = 0
    injected: Counter[str] = field(default_factory=Counter)
    raised: Counter[str] = field(default_factory=Counter)
    memory: list[tuple[int, int, int]] = field(default_factory=list)  # hands, objects, RSS in KB
    log_bytes_max: int = 0
    segments_max: int = 0
    virtual_hours: float = 0.0
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        calls = ", ".join(f"{count} {part}" for part, count in sorted(self.injected.items()))
        told = ", ".join(f"{count} {code}" for code, count in sorted(self.raised.items()))
        first, last = self.memory[0], self.memory[-1]
        return (
            f"{self.hands} hands ended ({self.voided} void), {self.lines} lines, "
            f"{self.virtual_hours:.0f} hours of the table's time; failed on purpose: {calls}; "
            f"named: {told or 'none'}; objects {first[1]} to {last[1]}, process {first[2]} to "
            f"{last[2]} KB, log at most {self.log_bytes_max >> 10} KB in {self.segments_max} "
            f"segments; {len(self.wrong)} wrong; {self.seconds:.0f} s of processor time"
        )


class Host:
    """Follows over the cable, checks each line against a table of its own, acknowledges."""

    def __init__(self, figures: Figures, end: Callable[[], Any]) -> None:
        self._figures = figures
        self._end = end
        self._splitter = Splitter()
        self._chain: Chain | None = None
        self._seq = 0
        self._greeted_ms = -UNPLUGGED_MS
        self._heard_ms = 0
        self._acknowledged = 0
        self._table = Table()
        self._replay = Replay(self._table.take, lambda message, seq, head: None)
        self._running = 0

    def look(self, now_ms: int) -> None:
        """Take what came; greet again when nothing does."""
        try:
            octets = self._end().read()
            for piece in self._splitter.feed(octets) if octets else ():
                self._hear(piece, now_ms)
            if self._seq > self._acknowledged and self._chain is not None:
                self._acknowledged = self._seq
                self._say((m.ACK, self._seq, self._chain.head))
            if now_ms - max(self._heard_ms, self._greeted_ms) >= UNPLUGGED_MS:
                self._greeted_ms = now_ms
                self._say((m.GREET, m.PROTOCOL_MAJOR, m.PROTOCOL_MINOR, self._seq + 1))
        except HalError:
            self._splitter = Splitter()

    def _say(self, message: tuple) -> None:
        self._end().write(seal(write(message, None, 0), None))

    def _hear(self, piece: bytes, now_ms: int) -> None:
        line = parse(piece)
        if line.seq is None:
            if line.message[0] == m.HELLO and self._chain is None:
                self._chain = Chain(genesis(SERIAL, line.message[6]))
            return
        self._heard_ms = now_ms
        if line.seq != self._seq + 1 or self._chain is None:
            return  # heard before, or something is missing and will be sent again
        if not self._chain.follow(line.body, line.tag):
            self._figures.wrong.append(f"line {line.seq} does not follow")
            return
        self._seq = line.seq
        self._replay.line(line, self._chain.head)
        if self._replay.differs_at == line.seq:
            self._figures.wrong.append(f"line {line.seq} is not what a fresh table says")
        self._count(line.message)

    def _count(self, message: tuple) -> None:
        figures = self._figures
        figures.lines += 1
        if message[0] == m.HAND_STARTED:
            if self._running:
                figures.wrong.append(f"hand {self._running} has no end")
            self._running = message[1]
        elif message[0] in (m.HAND_FINISHED, m.HAND_VOIDED):
            figures.hands += 1
            figures.voided += message[0] == m.HAND_VOIDED
            self._running = 0
        elif message[0] == m.FAULT_RAISED:
            figures.raised[message[1]] += 1
        elif message[0] == m.LAST_WORDS:
            figures.wrong.append(f"last words: {message[1]}")

    def chips(self) -> tuple[int, int]:
        """At the seats and in the pot, and issued, as this host's own table counts them."""
        table = self._table
        in_pot = 0 if table.hand is None else table.hand.betting.in_pot
        return sum(table.stacks) + in_pot, table.issued


class Soak:
    """One table and what disturbs it."""

    def __init__(self, hands: int, seed: str) -> None:
        self.figures = Figures()
        self._hands = hands
        self._chance = random.Random(seed)
        self.room = MemoryRoom()
        self.simulation = Simulation(
            seed.encode(),
            stacks=dict.fromkeys(SEATS, STACK),
            settings={"small_blind": "50", "big_blind": "100", "witness_ms": "0"},
            serial=SERIAL,
            room=self.room,
            bounds=BOUNDS,
        )
        self._table: Any = self.simulation.table
        self._host = Host(self.figures, lambda: self._table.cable.host)
        self._looked_at = 0
        self._still_since = (0, 0)  # line, millisecond
        for part, calls, kinds in FAILING:
            found = getattr(self._table.board, part)
            for one in found if isinstance(found, tuple) else (found,):
                for call in calls:
                    self._disturb(part, one, call, kinds)

    def _disturb(self, part: str, one: Any, call: str, kinds: tuple[str, ...]) -> None:
        """Let a call of a part fail by chance, before it does anything or after it has."""
        begin, chance, injected = getattr(one, call), self._chance, self.figures.injected

        def disturbed(*given: Any, **named: Any) -> Any:
            if chance.random() >= SHARE:
                return begin(*given, **named)
            injected[part] += 1
            if part == "store" and call == "append" and chance.random() < 0.5:
                begin(*given, **named)  # some of it, or all, may be there all the same
            raise HalError(chance.choice(kinds), part, "by the soak")

        setattr(one, call, disturbed)

    def play(self) -> Figures:
        """Play to the end, or to the first thing that must not be."""
        began = time.process_time()
        simulation, figures = self.simulation, self.figures
        is_traced = self._hands <= TRACED_HANDS_MAX
        first_traced = None
        looks = [int(self._hands * (WARM + (1 - WARM) * at / LOOKS)) for at in range(LOOKS + 1)]
        if is_traced:
            tracemalloc.start()
        while figures.hands < self._hands and not figures.wrong:
            self._one_pass()
            if looks and figures.hands >= looks[0]:
                looks = [one for one in looks if one > figures.hands]
                self._measure()
                if is_traced and first_traced is None:
                    first_traced = _held_bytes()
        self._end()
        if is_traced and first_traced is not None:
            grown = _held_bytes() - first_traced
            tracemalloc.stop()
            if grown > TRACED_GROWTH_BYTES_MAX:
                figures.wrong.append(f"the firmware holds {grown} bytes more than before")
        figures.seconds = time.process_time() - began
        figures.virtual_hours = simulation.clock.now_ms() / 3_600_000
        return figures

    def _one_pass(self) -> None:
        simulation, chance = self.simulation, self._chance
        now_ms = simulation.clock.now_ms()
        wait_ms = simulation.one_pass()
        self._host.look(now_ms)
        cable = self._table.cable
        if cable.is_plugged and chance.random() < UNPLUGGED_SHARE:
            self.figures.injected["cable"] += 1
            cable.unplug()
            simulation.clock.after(UNPLUGGED_MS, cable.plug)
        if chance.random() < PRESS_SHARE:
            self._press()
        self._look_for_standstill(now_ms)
        simulation.advance(wait_ms)

    def _press(self) -> None:
        """Somebody plays with the keys of a seat that is asked nothing."""
        seat = self._chance.randrange(1, 11)
        asked = self.simulation.controller._seats._asked_seat
        if seat == asked or (seat + 1) // 2 == (asked + 1) // 2:
            return
        panel, key = self._table.panel(seat), self._chance.choice(KEYS)
        self.figures.injected["keys"] += 1
        panel.press(seat, key)
        self.simulation.clock.after(PRESS_MS, lambda: panel.release(seat, key))

    def _look_for_standstill(self, now_ms: int) -> None:
        figures, controller = self.figures, self.simulation.controller
        lines = self.simulation.spectator.line_count
        if lines != self._still_since[0]:
            self._still_since = lines, now_ms
        elif now_ms - self._still_since[1] > STILL_MS:
            worst = fault_table.CODES[controller.faults.worst()] or "no reason told"
            figures.wrong.append(f"stands still for half an hour: {worst}")
        if controller.stopped_by:
            figures.wrong.append("the firmware stopped itself: " + controller.stopped_by)
        if self.simulation.restarts:
            figures.wrong.append("the watchdog started the table again")

    def _measure(self) -> None:
        figures = self.figures
        gc.collect()
        store = self.room.store
        log_bytes = sum(len(store.read(one)) for one in store.segments())
        figures.log_bytes_max = max(figures.log_bytes_max, log_bytes)
        figures.segments_max = max(figures.segments_max, len(store.segments()))
        figures.memory.append((figures.hands, len(gc.get_objects()), _rss_kb()))
        if figures.segments_max > SEGMENTS_MAX:
            figures.wrong.append(f"the log has {figures.segments_max} segments")
        if len(store.snapshots()) > 2:
            figures.wrong.append(f"{len(store.snapshots())} snapshots are kept")

    def _end(self) -> None:
        """Hands, chips and memory at the end."""
        figures, simulation = self.figures, self.simulation
        self._measure()
        table = simulation.controller.table
        in_pot = 0 if table.hand is None else table.hand.betting.in_pot
        if sum(table.stacks) + in_pot != table.issued:
            figures.wrong.append("chips were made or lost")
        at_host = self._host.chips()
        if at_host[0] != at_host[1]:
            figures.wrong.append("the host counts other chips")
        cards = self._table.machine.deck.every_card()
        if len(cards) != 52:
            figures.wrong.append(f"{len(cards)} cards")
        first, last = figures.memory[0], figures.memory[-1]
        if last[1] - first[1] > OBJECTS_GROWTH_MAX:
            figures.wrong.append(f"{last[1] - first[1]} objects more than before")
        if last[2] - first[2] > RSS_GROWTH_KB_MAX:
            figures.wrong.append(f"the process has grown by {last[2] - first[2]} KB")


def _held_bytes() -> int:
    """Bytes that were allocated in the firmware and are still held; the store's are the log's."""
    gc.collect()
    found = tracemalloc.take_snapshot().filter_traces((tracemalloc.Filter(True, "*/firmware/*"),))
    return sum(one.size for one in found.statistics("filename"))


def _rss_kb() -> int:
    """The most that the process ever took, in KB (Linux counts it so)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def soak(hands: int, seed: str = "soak") -> Figures:
    """Play so many hands and judge."""
    return Soak(hands, seed).play()


def main(arguments: list[str]) -> int:
    """Run the soak and tell its figures."""
    reader = argparse.ArgumentParser(prog="soak", description=(__doc__ or "").split("\n")[0])
    reader.add_argument("hands", nargs="?", type=size_from(1), default=1000)
    reader.add_argument("--seed", default="soak")
    told = reader.parse_args(arguments)
    figures = soak(told.hands, told.seed)
    for wrong in figures.wrong[:20]:
        print(wrong)
    print(figures)
    return 1 if figures.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
