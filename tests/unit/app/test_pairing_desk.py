"""Two looks that agree, then kept, then written down, then told: in this order and no other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from firmware.app.pairing_desk import PairingDesk
from firmware.app.role_keys import RoleKeys
from firmware.core.table import Table
from firmware.link.door import Door
from firmware.link.session import Session
from firmware.schema import messages as m
from hal.sim.lines import SimLine
from hal.sim.memory import SimOrderMemory
from tests.journal_bench import TABLE

if TYPE_CHECKING:
    from firmware.app.noise_intake import NoiseIntake
    from firmware.app.recorder import Recorder


class ReadyNoise:
    """A pipeline that can always draw."""

    def __init__(self) -> None:
        self.pipeline = self
        self.draws = 0

    def is_ready(self) -> bool:
        return True

    def draw_bytes(self, count: int) -> bytes:
        self.draws += 1
        return bytes((self.draws,)) * count


class Desk:
    """A pairing desk with a question open, and everything it does in order."""

    def __init__(self) -> None:
        self.did: list[Any] = []
        self.lid = SimLine()
        self.table = Table()
        self.keys = RoleKeys(SimOrderMemory())
        door = Door(TABLE, self.keys)
        self.session = Session(door)
        self.session.question = (7, m.ROLE_FLOOR, 0)
        self.session.tell_key = lambda *told: self.did.append(("told", *told))  # type: ignore[method-assign]
        noise = cast("NoiseIntake", ReadyNoise())
        self.desk = PairingDesk(self.session, door, self.keys, noise, self.table, self.lid)

    def note(self, message: tuple) -> int:
        """What a recorder does with it; by then the key must be kept."""
        assert self.keys.key_of(message[1]) is not None
        self.did.append(message)
        return 1

    def pair(self) -> None:
        self.desk.pair(cast("Recorder", self))


def test_one_look_is_not_enough() -> None:
    desk = Desk()
    desk.lid.put(True)
    desk.desk.look(True, 100)
    assert not desk.desk.can_pair(100)
    desk.desk.look(True, 104)
    assert not desk.desk.can_pair(104)
    desk.desk.look(True, 105)
    assert desk.desk.can_pair(105)


def test_two_looks_with_a_gap_between_do_not_agree() -> None:
    desk = Desk()
    desk.lid.put(True)
    for now_ms, is_held in ((100, True), (104, False), (108, True)):
        desk.desk.look(is_held, now_ms)
    assert not desk.desk.can_pair(108)


def test_key_is_told_after_the_sync_and_once() -> None:
    desk = Desk()
    desk.lid.put(True)
    desk.desk.look(True, 0)
    desk.desk.look(True, 10)
    assert desk.desk.can_pair(10)
    desk.pair()
    assert desk.did == [(m.ROLE_PAIRED, m.ROLE_FLOOR, 0)]
    assert not desk.desk.can_pair(20)
    desk.desk.after_sync()
    desk.desk.after_sync()
    assert desk.did[1:] == [("told", 7, 0, bytes((1,)) * 32)]


def test_hand_that_begins_in_the_very_pass_comes_first() -> None:
    desk = Desk()
    desk.lid.put(True)
    desk.desk.look(True, 0)
    desk.desk.look(True, 10)
    assert desk.desk.can_pair(10)
    desk.table.hand = cast("Any", object())
    desk.pair()
    desk.desk.after_sync()
    assert desk.did == []
    assert desk.session.question is None
    assert desk.keys.key_of(m.ROLE_FLOOR) is None


def test_nothing_is_made_when_nobody_asks() -> None:
    desk = Desk()
    desk.session.question = None
    desk.lid.put(True)
    desk.desk.look(True, 0)
    desk.desk.look(True, 10)
    assert not desk.desk.can_pair(10)
