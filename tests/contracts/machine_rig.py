"""A card machine under a contract test: commands go in, events come out, time passes."""

from __future__ import annotations

from hal.errors import HalError
from hal.ports import EJECT, EV_DONE, EV_FAILED, EV_FED, EV_LANDED, EV_LEFT, FEED, HOME
from hal.sim.mishaps import FaultPlan

SEAT3 = 3
DONE = (EV_DONE, 0, 0)
LEFT4 = (EV_LEFT, 4, 0)
LANDED3 = (EV_LANDED, SEAT3, 0)
DEALT = [LEFT4, LANDED3, DONE]


class Rig:
    """A board with the command counter that its firmware would keep."""

    def __init__(self, table):
        self.table = table
        self.machine = table.board.machine
        self.last_id = 0

    def start(self, operation, a=0, b=0, c=0):
        self.last_id += 1
        self.machine.start(self.last_id, operation, a, b, c)

    def again(self, operation, a=0, b=0, c=0):
        """The last id once more, as after a restart; events without their ids."""
        self.machine.start(self.last_id, operation, a, b, c)
        return self.until_the_end()

    def wait(self, ms):
        self.table.clock.advance(self.table.clock.now_ms() + ms)
        return self.machine.poll()

    def run(self, operation, a=0, b=0, c=0):
        """Events of one command, without their ids."""
        self.start(operation, a, b, c)
        return self.until_the_end()

    def until_the_end(self):
        told = []
        for _ in range(6000):
            told += self.wait(10)
            if told and told[-1][0] in (EV_DONE, EV_FAILED):
                assert {event[1] for event in told} == {self.last_id}
                return [(event[0], event[2], event[3]) for event in told]
        raise AssertionError("the command never ended")

    def refusal(self, operation, a=0, b=0, c=0):
        """The kind of error that a command given once more meets, or ""."""
        try:
            self.machine.start(self.last_id + 1, operation, a, b, c)
        except HalError as trouble:
            return trouble.kind
        self.last_id += 1
        return ""


def loaded(rig, *rows):
    """Homed, a card in slots 0 to 9, and a plan."""
    assert rig.run(HOME) == [DONE]
    for slot in range(10):
        assert rig.run(FEED, slot) == [(EV_FED, slot, 0), DONE]
    rig.table.machine.follow(FaultPlan(rows))
    return rig


def deal(rig, slot=4, place=SEAT3, token=70):
    return rig.run(EJECT, slot, place, token)


def cards_accounted(rig):
    deck = rig.table.machine.deck
    return deck.every_card() == list(range(len(deck.faces)))
