"""The faults of the cable between table and host, each by its kind.

A simulated table plays its hand with a real host session and a real store at the other end of a
cable; the case disturbs what passes. Whatever it was, afterwards the host's store must hold the
table's log, byte for byte, and nothing else. Rule of the file: a disturbance is made on the bytes
of the cable; neither end is told.
"""

from __future__ import annotations

import os
import random
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from hal.sim.room import MemoryRoom
from hal.sim.terminal import PseudoTerminal
from host_tools.link.port import TablePort
from host_tools.link.session import Event, HostSession
from host_tools.store import LineStore
from tests.cases.hardware_bench import (
    OK,
    RECOVERED,
    REJECTED,
    Bench,
    Seen,
    Unknown,
)
from tests.powercut_table import SERIAL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Case = dict[str, Any]

SETTLE_PASSES = 4000
SETTLE_MS = 60_000
DISTURBED_MS = 4000  # so long somebody else reads with, or a plug is out
ALARMS = {
    "link.fork", "link.unchained", "link.rolled_back", "link.tail_lost", "link.head_differs",
}  # fmt: skip
OWN_MAJOR = m.PROTOCOL_MAJOR


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


def _ended(one: Hosted, case: Case, results: set[str], *, ms: int | None = None) -> Seen:
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


def _params(case: Case) -> dict[str, Any]:
    return case["inject"].get("params", {})


def _at(case: Case) -> dict[str, Any]:
    return case["inject"].get("at", {})


# --- what passes ---------------------------------------------------------------------------------


def _lines_disturbed(case: Case, change: Callable[[bytes], bytes]) -> Seen:
    """Change the so-maniest whole line that reaches the host."""
    wanted = _at(case).get("frame", 1)
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
        found = _ended(one, case, {RECOVERED})
        found.facts["damaged"] = one.told().count("link.damaged")
        if not found.facts["damaged"]:
            found.wrong.append("nobody told of the damage")
        return found


def flip_bit(case: Case, device: tuple[str, int]) -> Seen:
    """One bit of a line changes on its way."""
    bit = _params(case)["bit"]

    def change(line: bytes) -> bytes:
        octets = bytearray(line)
        octets[bit // 8 % len(octets)] ^= 1 << bit % 8
        return bytes(octets)

    return _lines_disturbed(case, change)


def corrupt(case: Case, device: tuple[str, int]) -> Seen:
    """A line's end is not where it was: `value` bytes of rubbish run on from its middle.

    Revision A's lines have no length field; the newline alone ends them.
    """
    size = _params(case).get("value", 1)

    def change(line: bytes) -> bytes:
        return line[: len(line) // 2] + b"x" * size + line[len(line) // 2 :]

    return _lines_disturbed(case, change)


def second_reader(case: Case, device: tuple[str, int]) -> Seen:
    """Somebody else reads a share of the bytes, for a while."""
    share = _params(case)["share"]
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
        bench.when(_at(case), begin)
        bench.play()
        return _ended(one, case, {RECOVERED})


# --- plugs and programs --------------------------------------------------------------------------


def unplug(case: Case, device: tuple[str, int]) -> Seen:
    """The cable is pulled at a read of the host, and put back."""
    wanted = _at(case).get("nth_read", 1)
    with hosted() as one:
        bench = one.bench

        def between(octets: bytes) -> bytes:
            if one.reads + 1 == wanted and not bench.struck:
                bench.strike()
                cable = bench.table.cable
                cable.unplug()
                bench.clock.after(_params(case).get("ms", DISTURBED_MS), cable.plug)
                return b""
            return octets

        one.between = between
        say = one._say
        one._say = lambda octets: say(octets) if bench.table.cable.is_plugged else None  # type: ignore[method-assign]
        bench.play()
        return _ended(one, case, {RECOVERED})


def tx_block(case: Case, device: tuple[str, int]) -> Seen:
    """From the so-maniest write on the line takes nothing, for so long; -1: never again."""
    wanted, ms = _at(case).get("nth_write", 1), _params(case).get("ms", -1)
    with hosted() as one:
        bench = one.bench
        link = bench.table.board.link
        write_on = link.write
        writes, blocked_ms = 0, [-1]

        def blocked(content: bytes) -> int:
            nonlocal writes
            writes += 1
            if writes < wanted or (ms >= 0 and blocked_ms[0] >= 0
                                   and bench.clock.now_ms() > blocked_ms[0] + ms):  # fmt: skip
                return write_on(content)
            if blocked_ms[0] < 0:
                blocked_ms[0] = bench.clock.now_ms()
            bench.strike()
            return 0

        link.write = blocked
        bench.play()
        if not bench.is_same():
            return Seen(wrong=[*bench.invariants(), "the hand waited for the host"])
        link.write = write_on  # somebody takes the other program away at last
        return _ended(one, case, {RECOVERED})


def restart(case: Case, device: tuple[str, int]) -> Seen:
    """The host's program ends, and comes back after a while."""
    down_ms = _params(case)["down_ms"]
    with hosted() as one:
        bench = one.bench

        def begin() -> None:
            bench.strike()
            one.is_reading = False
            bench.clock.after(down_ms, come_back)

        def come_back() -> None:
            bench.heal()
            one.start_again()
            one.is_reading = True

        bench.when(_at(case), begin)
        bench.play()
        if not one.is_reading:
            come_back()
        return _ended(one, case, {RECOVERED})


class MovingPort:
    """The table's end of a serial port that may come back under another number."""

    def __init__(self) -> None:
        self.terminal = PseudoTerminal()

    def come_back(self) -> None:
        """The old one is gone, a new one is there."""
        os.close(self.terminal.fileno())
        self.terminal = PseudoTerminal()

    def read(self) -> bytes:
        """As `hal.ports.HostLink`."""
        return self.terminal.read()

    def write(self, content: bytes) -> int:
        """As `hal.ports.HostLink`."""
        return self.terminal.write(content)


def renumber(case: Case, device: tuple[str, int]) -> Seen:
    """The port comes back under another number, on real pseudo-terminals: the host opens a name
    that stays, wherever it leads.
    """
    link = MovingPort()
    with hosted() as one, tempfile.TemporaryDirectory() as folder:
        bench = one.bench
        bench.table.board.link = link
        bench.simulation.controller._link._link = link
        name = Path(folder) / "table"
        name.symlink_to(link.terminal.port)
        port = TablePort(str(name), one.session, bench.clock.now_ms, idle=lambda seconds: None)
        moved = [-1]

        def look() -> None:
            if port.port is None or link.terminal.moved_bytes != moved[0]:
                moved[0] = link.terminal.moved_bytes
                port.poll()

        def begin() -> None:
            bench.strike()
            link.come_back()
            name.unlink()
            name.symlink_to(link.terminal.port)

        one.look = look  # type: ignore[method-assign]
        bench.when({"phase": "betting"}, begin)
        bench.play()
        found = _ended(one, case, {RECOVERED})
        if port.port is not None:
            port.port.close()
        return found


def dtr_reset(case: Case, device: tuple[str, int]) -> Seen:
    """Opening the port resets the table in the middle of a hand."""
    room = MemoryRoom()
    with hosted(room) as one:
        bench = one.bench
        bench.when(_at(case), bench.strike)
        bench.play(lambda: bench.struck > 0)
        before = bench.log()
        boots = bench.said(m.TABLE_STARTED)
        room.cut_power()
        again = Bench(level="port", room=room)
        again.first_ms = again.clock.now_ms()
        again.struck = bench.struck
        follower = Hosted(again, one.path)
        again.play()
        found = _ended(follower, case, {RECOVERED})
        follower.store.close()
        found.facts["boots"] = len({boot[1] for boot in [*boots, *again.said(m.TABLE_STARTED)]})
        if not again.log().startswith(before[: before.rfind(b"\n") + 1]):
            found.wrong.append("a line of before is lost")
        commits = again.said(m.ORDER_COMMITTED)
        if len({commit[1:3] for commit in commits}) != len(commits):
            found.wrong.append("a second order was committed for the same hand")
        if found.facts["boots"] < 2:
            found.wrong.append("the boot id did not change")
        found.ms = None
        return found


# --- strangers -----------------------------------------------------------------------------------


def swap(case: Case, device: tuple[str, int]) -> Seen:
    """At the port there is another device, which says no hello of a table."""
    noise = bytes(range(256)) * 4
    with hosted() as one:
        session = one.session
        session.connect(0)
        one.events.clear()
        now_ms = 0
        answer = b""
        for _ in range(40):
            now_ms += 250
            answer += session.receive(noise, now_ms) + session.tick(now_ms)
        found = Seen({REJECTED})
        if one.stored() or session.peer is not None:
            found.wrong.append("a stranger was taken for a table")
        if b"request_" in answer:
            found.wrong.append("a stranger was asked for something")
        if "link.silent" not in one.told() and "link.damaged" not in one.told():
            found.wrong.append("nobody was told")
        return found


def hello(case: Case, device: tuple[str, int], case_major: int = OWN_MAJOR) -> Seen:
    """The other end speaks another version of the link; another as it is in the case.

    case_major: the version that the case takes for the current one.
    """
    size = _params(case)
    if "major" not in size:
        raise Unknown("version", size)
    major = OWN_MAJOR + abs(size["major"] - case_major)  # none is below 1, so older is another
    minor = size.get("minor", 0)
    with hosted() as one:
        bench = one.bench
        one.is_reading = False
        bench.play(lambda: bench.simulation.controller.journal is not None)
        heard = _greeted(bench, major, minor)
        is_refused = any(b" refused " in line for line in heard)
        numbered = [line for line in heard if line[:1].isdigit()]
        session = HostSession(one.store, tell=one.events.append)
        session.connect(0)
        session.receive(_hello_of(bench, major, minor), 1)
        is_told = "link.other_protocol" in one.told()
        found = Seen({OK} if major == OWN_MAJOR else {REJECTED}, wrong=bench.invariants())
        if major == OWN_MAJOR and (is_refused or is_told or not numbered):
            found.wrong.append("the same major version was refused")
        if major != OWN_MAJOR and (not is_refused or numbered):
            found.wrong.append("the table let another major version in")
        if major != OWN_MAJOR and not is_told:
            found.wrong.append("the host said nothing of another major version")
        found.facts["told"] = [event.values for event in one.events]
        return found


def _greeted(bench: Bench, major: int, minor: int) -> list[bytes]:
    """What a table says to a greeting of this version."""
    end = bench.table.cable.host
    end.read()
    end.write(seal(write((m.GREET, major, minor, 1), None, 0), None))
    heard = b""
    for _ in range(40):
        bench.one_pass()
        heard += end.read()
    return heard.splitlines(keepends=True)


def _hello_of(bench: Bench, major: int, minor: int) -> bytes:
    """The hello of a table of this version."""
    journal = bench.simulation.controller.journal
    assert journal is not None
    end = m.SCHEMA_HASH, "0.1.0", SERIAL, journal.log, journal.boot, 0, journal.synced
    message = (m.HELLO, major, minor, *end, journal.synced_head)
    return seal(write(message, None, 0), None)


KINDS: dict[str, tuple[tuple[str, ...], Callable[..., Seen]]] = {
    "flip_bit": (("link",), flip_bit),
    "corrupt": (("link",), corrupt),
    "second_reader": (("link",), second_reader),
    "unplug": (("link",), unplug),
    "tx_block": (("link",), tx_block),
    "restart": (("host",), restart),
    "renumber": (("link",), renumber),
    "dtr_reset": (("link",), dtr_reset),
    "swap": (("link",), swap),
    "hello": (("link",), hello),
}
