"""The faults at the ends of the cable: plugs, programs, other ports, strangers; each by its kind.

The same hosted table as in `hardware_links`. Rule of the file: whatever was pulled or came in
between, in the end the host's store is the table's log, or a stranger was turned away.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from hal.sim.room import MemoryRoom
from hal.sim.terminal import PseudoTerminal
from host_tools.link.port import TablePort
from host_tools.link.session import HostSession
from tests.cases.hardware_bench import (
    OK,
    RECOVERED,
    REJECTED,
    Bench,
    Case,
    Seen,
    Unknown,
    moment,
    params,
)
from tests.cases.hardware_links import DISTURBED_MS, Hosted, ended, hosted
from tests.powercut_table import SERIAL

if TYPE_CHECKING:
    from collections.abc import Callable

OWN_MAJOR = m.PROTOCOL_MAJOR


def unplug(case: Case, device: tuple[str, int]) -> Seen:
    """The cable is pulled at a read of the host, and put back."""
    wanted = moment(case).get("nth_read", 1)
    with hosted() as one:
        bench = one.bench

        def between(octets: bytes) -> bytes:
            if one.reads + 1 == wanted and not bench.struck:
                bench.strike()
                cable = bench.table.cable
                cable.unplug()
                bench.clock.after(params(case).get("ms", DISTURBED_MS), cable.plug)
                return b""
            return octets

        one.between = between
        say = one._say
        one._say = lambda octets: say(octets) if bench.table.cable.is_plugged else None  # type: ignore[method-assign]
        bench.play()
        return ended(one, case, {RECOVERED})


def tx_block(case: Case, device: tuple[str, int]) -> Seen:
    """From the so-maniest write on the line takes nothing, for so long; -1: never again."""
    wanted, ms = moment(case).get("nth_write", 1), params(case).get("ms", -1)
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
        return ended(one, case, {RECOVERED})


def restart(case: Case, device: tuple[str, int]) -> Seen:
    """The host's program ends, and comes back after a while."""
    down_ms = params(case)["down_ms"]
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

        bench.when(moment(case), begin)
        bench.play()
        if not one.is_reading:
            come_back()
        return ended(one, case, {RECOVERED})


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
        found = ended(one, case, {RECOVERED})
        if port.port is not None:
            port.port.close()
        return found


def dtr_reset(case: Case, device: tuple[str, int]) -> Seen:
    """Opening the port resets the table in the middle of a hand."""
    room = MemoryRoom()
    with hosted(room) as one:
        bench = one.bench
        bench.when(moment(case), bench.strike)
        bench.play(lambda: bench.struck > 0)
        before = bench.log()
        boots = bench.said(m.TABLE_STARTED)
        room.cut_power()
        again = Bench(level="port", room=room)
        again.first_ms = again.clock.now_ms()
        again.struck = bench.struck
        follower = Hosted(again, one.path)
        again.play()
        found = ended(follower, case, {RECOVERED})
        follower.store.close()
        found.facts["boots"] = len({boot[1] for boot in [*boots, *again.said(m.TABLE_STARTED)]})
        if not again.log().startswith(before[: before.rfind(b"\n") + 1]):
            found.wrong.append("a line of before is lost")
        commits = again.said(m.ORDER_COMMITTED)
        if len({commit[1:3] for commit in commits}) != len(commits):
            found.wrong.append("a second order was committed for the same hand")
        if found.facts["boots"] < len(boots) + 1:
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
    size = params(case)
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
    "unplug": (("link",), unplug),
    "tx_block": (("link",), tx_block),
    "restart": (("host",), restart),
    "renumber": (("link",), renumber),
    "dtr_reset": (("link",), dtr_reset),
    "swap": (("link",), swap),
    "hello": (("link",), hello),
}
