"""A host that leaves without a word is missed; one that said goodbye is not, however it is met."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from firmware.app.link_desk import LinkDesk
from firmware.lines.writer import seal, write
from firmware.link.door import Door
from firmware.link.session import Identity
from firmware.schema import messages as m
from firmware.schema.faults import FAULT_LINK_LOST
from hal.errors import LOST, HalError
from tests.journal_bench import BOOT, TABLE, Bench, fill
from tests.paired_host import Keys

if TYPE_CHECKING:
    from firmware.app.faults import Faults


class Port:
    """A host that said something and let go of its end, which only writing or reading tells."""

    def __init__(self, *messages: tuple) -> None:
        self.unread = b"".join(seal(write(one, None, 0), None) for one in messages)
        self.is_held = True

    def read(self) -> bytes:
        if not self.unread and not self.is_held:
            raise HalError(LOST, "link")
        arrived, self.unread = self.unread, b""
        return arrived

    def write(self, content: bytes) -> int:
        if not self.is_held:
            raise HalError(LOST, "link")
        return len(content)


class Desk:
    """A link desk over a journal; `faults` are those it told of."""

    def __init__(self) -> None:
        self.port = Port((m.GREET, m.PROTOCOL_MAJOR, m.PROTOCOL_MINOR, 1))
        self.faults: list[tuple[int, str]] = []
        faults = SimpleNamespace(
            failed=lambda fault, kind: self.faults.append((fault, kind)), worked=lambda fault: None
        )
        door = Door(TABLE, Keys())
        self.journal = Bench().new()
        fill(self.journal, 5)
        self.desk = LinkDesk(self.port, door, cast("Any", None), cast("Faults", faults))
        self.desk.started(Identity("0.1.0", BOOT, m.RESET_POWER_ON))
        self.desk.poll(self.journal, 0)
        self.desk.report(self.journal, 0)
        assert self.desk.session.is_greeted


def test_a_host_that_is_gone_without_a_word_is_missed_once() -> None:
    one = Desk()
    one.port.is_held = False
    for now_ms in range(10):
        one.desk.poll(one.journal, now_ms)
        one.desk.report(one.journal, now_ms)
    assert one.faults == [(FAULT_LINK_LOST, LOST)]


def test_a_host_that_says_goodbye_is_not_missed() -> None:
    one = Desk()
    one.port.unread = seal(write((m.GOODBYE,), None, 0), None)
    one.port.is_held = False
    for now_ms in range(10):
        one.desk.poll(one.journal, now_ms)
        one.desk.report(one.journal, now_ms)
    assert one.faults == []


def test_a_goodbye_is_read_where_writing_is_what_meets_the_end_of_the_cable() -> None:
    one = Desk()
    fill(one.journal, 5)
    one.port.unread = seal(write((m.GOODBYE,), None, 0), None)
    one.port.is_held = False
    one.desk.report(one.journal, 0)
    one.desk.poll(one.journal, 0)
    assert one.faults == []
    assert not one.desk.session.is_greeted


def test_a_host_that_never_came_is_not_missed() -> None:
    one = Desk()
    one.port.unread = seal(write((m.GOODBYE,), None, 0), None)
    one.desk.poll(one.journal, 0)
    one.port.is_held = False
    one.desk.poll(one.journal, 0)
    assert one.faults == []
