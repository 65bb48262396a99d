"""The faults of the cable between table and host, each by its kind.

A simulated table plays its hand with a real host session and a real store at the other end of a
cable; the case disturbs what passes. Whatever it was, afterwards the host's store must hold the
table's log, byte for byte, and nothing else. Rule of the file: a disturbance is made on the bytes
of the cable; neither end is told.
"""

from __future__ import annotations

import random
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from host_tools.link.session import Event, HostSession
from host_tools.store import LineStore
from tests.cases.hardware_bench import (
    RECOVERED,
    Bench,
    Case,
    Seen,
    Unknown,
    moment,
    params,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hal.sim.room import MemoryRoom

SETTLE_PASSES = 4000
SETTLE_MS = 60_000
DISTURBED_MS = 4000  # so long somebody else reads with, or a plug is out
ALARMS = {
    "link.fork", "link.unchained", "link.rolled_back", "link.tail_lost", "link.head_differs",
}  # fmt: skip


class Hosted:
    """A bench whose cable has a following host at its end.

    between: what the cable makes of the bytes that reach the host; None takes them away.
    """

    def __init__(self, bench: Bench, path: Path) -> None:
        self.bench = bench
        self.path = path
        self.events: list[Event] = []
        self.between: Callable[[bytes], bytes] = lambda octets: octets
        self.is_reading = True
        self.reads = 0
        self.store = LineStore(path)
        self.session = HostSession(self.store, tell=self.events.append)
        self.is_up = False
        look = bench.simulation.people.look

        def look_both() -> None:
            look()
            self.look()

        bench.simulation.people.look = look_both  # type: ignore[method-assign]

    @property
    def end(self) -> Any:
        """The host's end of the cable."""
        return self.bench.table.cable.host

    def start_again(self) -> None:
        """The host's program ends, and another one begins on the same store."""
        self.store.close()
        self.store = LineStore(self.path)
        self.session = HostSession(self.store, tell=self.events.append)
        self.is_up = False

    def look(self) -> None:
        """What a host does when the table has had a pass."""
        now_ms = self.bench.clock.now_ms()
        if not self.is_reading:
            return
        if not self.bench.table.cable.is_plugged:
            self.is_up = False
            return
        if not self.is_up:
            self.is_up = True
            self._say(self.session.connect(now_ms))
        octets = self.between(self.end.read())
        self.reads += 1
        answer = self.session.receive(octets, now_ms) if octets else b""
        self._say(answer + self.session.tick(now_ms))

    def _say(self, octets: bytes) -> None:
        if octets:
            self.end.write(octets)

    def settle(self) -> None:
        """Let the host take what is still to come."""
        end_ms = self.bench.clock.now_ms() + SETTLE_MS
        for _ in range(SETTLE_PASSES):
            if self.stored() == self.bench.log() or self.bench.clock.now_ms() > end_ms:
                return
            self.bench.one_pass()

    def stored(self) -> bytes:
        """The lines of the store, in order."""
        logs = self.store.logs()
        if not logs:
            return b""
        return b"".join(one.line for one in self.store.lines(logs[0][0], logs[0][1]))

    def told(self) -> list[str]:
        """The keys of what a person was told."""
        return [event.key for event in self.events]


@contextmanager
def hosted(room: MemoryRoom | None = None) -> Iterator[Hosted]:
    """A bench with a host whose store is thrown away afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        one = Hosted(Bench(level="port", room=room), Path(folder) / "lines.db")
        try:
            yield one
        finally:
            one.store.close()


def ended(one: Hosted, case: Case, results: set[str], *, ms: int | None = None) -> Seen:
    """Judge the end: the hand as ever, the store the log's mirror, no false alarm."""
    one.settle()
    found = one.bench.seen()
    found.wrong += _mirror(one)
    found.facts["told"] = one.told()
    if not one.bench.struck:
        found.wrong.append("the fault never struck")
    if one.bench.is_same():
        found.results = results
    else:
        found.wrong.append("the hand did not end as ever")
    found.ms = one.bench.longest_pass_ms if ms is None else ms
    return found


def _mirror(one: Hosted) -> list[str]:
    wrong = []
    if one.stored() != one.bench.log():
        wrong.append("the store is not the log")
    alarms = sorted(ALARMS & set(one.told()))
    if alarms:
        wrong.append(f"false alarm {alarms[0]}")
    return wrong


# --- what passes ---------------------------------------------------------------------------------


def _lines_disturbed(case: Case, change: Callable[[bytes], bytes]) -> Seen:
    """Change the so-maniest whole line that reaches the host."""
    wanted = moment(case).get("frame", 1)
    with hosted() as one:
        passed = 0

        def between(octets: bytes) -> bytes:
            nonlocal passed
            out = b""
            for piece in octets.splitlines(keepends=True):
                passed += piece.endswith(b"\n")
                if passed == wanted and piece.endswith(b"\n") and not one.bench.struck:
                    one.bench.strike()
                    out += change(piece)
                else:
                    out += piece
            return out

        one.between = between
        one.bench.play()
        found = ended(one, case, {RECOVERED})
        found.facts["damaged"] = one.told().count("link.damaged")
        if not found.facts["damaged"]:
            found.wrong.append("nobody told of the damage")
        return found


def flip_bit(case: Case, device: tuple[str, int]) -> Seen:
    """One bit of a line changes on its way."""
    bit = params(case)["bit"]

    def change(line: bytes) -> bytes:
        octets = bytearray(line)
        octets[bit // 8 % len(octets)] ^= 1 << bit % 8
        return bytes(octets)

    return _lines_disturbed(case, change)


def corrupt(case: Case, device: tuple[str, int]) -> Seen:
    """A line's end is not where it was: `value` bytes of rubbish run on from its middle.

    Revision A's lines have no length field; the newline alone ends them.
    """
    size = params(case).get("value", 1)
    if size < 1:
        raise Unknown("value", size)

    def change(line: bytes) -> bytes:
        return line[: len(line) // 2] + b"x" * size + line[len(line) // 2 :]

    return _lines_disturbed(case, change)


def second_reader(case: Case, device: tuple[str, int]) -> Seen:
    """Somebody else reads a share of the bytes, for a while."""
    share = params(case)["share"]
    chance = random.Random(1)
    with hosted() as one:
        bench = one.bench
        until: list[int] = []

        def between(octets: bytes) -> bytes:
            if not until or bench.clock.now_ms() > until[0] or not octets:
                return octets
            bench.strike()
            return bytes(octet for octet in octets if chance.random() >= share)

        def begin() -> None:
            until.append(bench.clock.now_ms() + DISTURBED_MS)

        one.between = between
        bench.when(moment(case), begin)
        bench.play()
        return ended(one, case, {RECOVERED})


KINDS: dict[str, tuple[tuple[str, ...], Callable[..., Seen]]] = {
    "flip_bit": (("link",), flip_bit),
    "corrupt": (("link",), corrupt),
    "second_reader": (("link",), second_reader),
}
