"""The lid is opened at any moment: drum and arm may stand elsewhere then, and no card pays for it.

The card machine's own program under the whole firmware, over metal whose rotors jump when their
drivers get their supply back. Whatever ran is begun again behind a HOME, and nobody is called but
to close the lid.
"""

from __future__ import annotations

import pytest

from firmware.lines.parser import parse
from firmware.schema import messages as m
from hal.ports import CHECK, EJECT, EMPTY, FEED, HOME, RETURN
from hal.sim.main import Simulation
from hal.sim.mishaps import FaultPlan
from hal.sim.policies import CallStation

STACKS = dict.fromkeys((2, 5, 8), 2000)
PASSES_MAX = 60_000
OPEN_MS = 700
OF_CARDS = (FEED, EJECT, RETURN, CHECK, EMPTY)
LEVELS = ("register", "worked")


class Evening:
    """A simulated table, what it told its machine to do, and a hand on the lid."""

    def __init__(self, *rows, level="worked", hands=1):
        self.simulation = Simulation(
            b"the lid",
            hands=hands,
            stacks=STACKS,
            settings={"witness_ms": "0"},
            policy=CallStation(),
            level=level,
            plan=FaultPlan(rows),
        )
        self.given = []  # (operation, its answer is waited for)
        machine = self.simulation.table.board.machine
        start = machine.start

        def heard(command_id, operation, *arguments):
            self.given.append(operation)
            start(command_id, operation, *arguments)

        machine.start = heard

    @property
    def machine(self):
        return self.simulation.table.machine

    def told(self, *kinds):
        store = self.simulation.table.board.store
        raw = b"".join(store.read(segment) for segment in store.segments())
        messages = [parse(line).message for line in raw.splitlines(keepends=True)]
        return [message for message in messages if message[0] in kinds]

    def until(self, is_so):
        one = self.simulation
        for _ in range(PASSES_MAX):
            if is_so():
                return
            one.advance(one.one_pass())
        raise AssertionError("never so")

    def step(self, ms):
        one = self.simulation
        end_ms = one.clock.ms + ms
        while one.clock.ms < end_ms:
            wait_ms = one.one_pass()  # which takes time too
            one.advance(max(0, min(wait_ms, end_ms - one.clock.ms)))

    def begins(self, operation):
        """Until the machine has just been given such a command once more."""
        before = self.given.count(operation)
        self.until(lambda: self.given.count(operation) > before)

    def open_lid(self, ms=OPEN_MS):
        """Open, and closed again; commands given since."""
        metal = getattr(self.machine, "metal", None)
        stood = (metal.drum.at, metal.arm.at) if metal else None
        self.simulation.table.lid.put(True)
        self.step(ms)
        if metal:
            metal.drum.phase = (metal.drum.at + 29) % 64  # the worst: half a slot
            metal.arm.phase = (metal.arm.at - 17) % 64
        at = len(self.given)
        self.simulation.table.lid.put(False)
        if metal:
            assert (metal.drum.at, metal.arm.at) != stood, "they do stand elsewhere"
        return at

    def ends_well(self, since):
        """The evening ends; the first motion of a card behind a closed lid came behind a HOME."""
        self.until(self.simulation.is_over)
        self.simulation.must_be_well()
        of_motors = [one for one in self.given[since:] if one == HOME or one in OF_CARDS]
        refused = of_motors.index(HOME)
        assert refused <= 1, "what is refused as NOT_HOME moves nothing"
        assert self.machine.deck.every_card() == list(range(52))
        assert not self.told(m.HAND_VOIDED)
        codes = {message[1] for message in self.told(m.FAULT_RAISED)}
        assert codes <= {"F-LID-01"}, "nobody is called but to close it"


@pytest.mark.parametrize("level", LEVELS)
def test_a_lid_opened_while_somebody_thinks_costs_a_home_and_nothing_else(level):
    one = Evening(level=level)
    one.until(lambda: one.told(m.HOLE_CARD_DEALT) and one.told(m.TURN_OPENED))
    since = one.open_lid()
    one.ends_well(since)
    assert len(one.told(m.HAND_FINISHED)) == 1
    assert not one.told(m.HAND_HELD)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("after_ms", [40, 150, 250])
def test_a_lid_opened_while_drum_and_arm_turn_to_a_card_costs_no_card(level, after_ms):
    one = Evening(level=level)
    one.begins(EJECT)
    one.begins(EJECT)
    one.step(after_ms)
    one.ends_well(one.open_lid())
    assert len(one.told(m.HAND_FINISHED)) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_a_lid_opened_while_a_card_flies_brings_it_aside_and_the_book_answers(level):
    one = Evening(level=level)
    one.begins(EJECT)
    one.step(400)
    assert one.machine.deck.path
    one.ends_well(one.open_lid())
    assert not one.machine.deck.path
    assert one.told(m.IRREGULARITY_FOUND)


def test_a_lid_opened_when_the_card_has_just_landed_costs_a_home_and_calls_nobody():
    one = Evening()
    one.begins(EJECT)
    deck = one.machine.deck
    while not any(deck.wells):
        one.step(1)
    while not one.told(m.CARD_LANDED):
        one.step(1)
    assert one.machine.is_running, "it is not told that it is done"
    one.ends_well(one.open_lid())
    assert len(one.told(m.HAND_FINISHED)) == 1
    assert not one.told(m.HAND_HELD)


@pytest.mark.parametrize("nose", [(-11_000, -8000), (-4000, 0), (0, 8000)])
def test_a_lid_opened_while_the_finger_pushes_calls_a_person_and_crushes_nothing(nose):
    one = Evening()
    one.begins(EJECT)
    path = one.machine.metal.path
    while not (path.cards and nose[0] <= path.cards[0].nose < nose[1]):
        one.step(1)
    one.open_lid()
    one.until(one.simulation.is_over)
    codes = [message[1] for message in one.told(m.FAULT_RAISED)]
    assert codes[-1] == "F-DEAL-04", "it stands across the rim, and between two places"
    assert one.machine.deck.every_card() == list(range(52))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("operation", "after_ms"),
    [(FEED, 60), (FEED, 320), (EMPTY, 4321), (RETURN, 200)],
)
def test_a_lid_opened_while_the_deck_is_gathered_and_loaded_costs_no_card(
    level, operation, after_ms
):
    one = Evening(level=level, hands=2)
    one.until(lambda: one.told(m.HAND_FINISHED))
    one.begins(operation)
    one.step(after_ms)
    one.ends_well(one.open_lid())
    assert len(one.told(m.HAND_FINISHED)) == 2


@pytest.mark.parametrize("level", LEVELS)
def test_a_check_that_the_lid_broke_off_begins_again_with_an_empty_carousel(level):
    one = Evening(level=level, hands=2)
    one.until(lambda: one.told(m.HAND_STARTED))
    one.simulation.controller.offer((m.DECK_CHECK_ASKED, "Anna"))
    one.begins(CHECK)
    one.step(10_123)
    since = one.open_lid()
    one.ends_well(since)
    again = one.given[since:]
    assert again.index(EMPTY) < again.index(CHECK)
    checked = one.told(m.DECK_CHECKED)
    assert [message[1:] for message in checked] == [(52, b"\xff" * 6 + b"\x0f", 0, 0)]
    assert len(one.told(m.HAND_FINISHED)) == 2


@pytest.mark.parametrize("level", LEVELS)
def test_a_lid_opened_while_a_hand_is_held_is_homed_when_the_hand_goes_on(level):
    one = Evening("flip deal=2 card=3", level=level)
    one.until(lambda: one.told(m.HAND_HELD) or one.told(m.IRREGULARITY_FOUND))
    one.ends_well(one.open_lid(2000))
