"""Metal on a bench: motors are driven by hand, time is moved, levels are written down."""

from __future__ import annotations

from hal.card_machine.workings import DRUM, EJECTOR, FEEDER, PATH, TURRET
from hal.sim.clock import SimClock
from hal.sim.deck import Deck
from hal.sim.mishaps import FaultPlan
from hal.sim.workings.drum import FEEDER_AT, mouth_at, mouth_pulses, place_pulses
from hal.sim.workings.hands import WorkedMachine


class Bench:
    """A machine with cards in slots 0 to 9, drum and arm at their references."""

    def __init__(self, *rows):
        self.clock = SimClock()
        self.machine = WorkedMachine(self.clock, Deck(range(52)))
        self.metal = self.machine.metal
        self.metal.drum.at = self.metal.arm.at = 0
        for slot in range(10):
            self.machine.deck.feed(slot)
        self.machine.follow(FaultPlan(rows))

    def wait(self, ms):
        """Time passes; somebody looks every millisecond, as a program would."""
        metal, clock = self.metal, self.clock
        until_ms = clock.ms + ms
        while clock.ms < until_ms:
            clock.advance(clock.ms + 1 if metal.is_moving() else until_ms)
            metal.settle()

    def until(self, is_so, ms_max=2000):
        """Milliseconds until something is so."""
        for ms in range(ms_max):
            if is_so():
                return ms
            self.wait(1)
        raise AssertionError("never so")

    def aim(self, slot, mouth):
        """Turn a slot before the arm, and the arm to a mouth."""
        metal = self.metal
        metal.turn(TURRET, mouth_pulses(mouth) - metal.arm.at, 300)
        metal.turn(DRUM, place_pulses((mouth_at(mouth) - slot) % 54) - metal.drum.at % 3200, 300)
        self.wait(300)

    def throw(self, slot, mouth):
        """Aim and push, rollers running; the finger as long as it takes."""
        self.aim(slot, mouth)
        self.metal.drive(PATH, 1000)
        self.metal.drive(EJECTOR, 1000)
        self.wait(42)
        self.metal.drive(EJECTOR, 0)

    def feed(self, slot):
        """Turn a slot before the feeder and feed, as long as it takes."""
        metal = self.metal
        metal.turn(DRUM, place_pulses((FEEDER_AT - slot) % 54) - metal.drum.at % 3200, 300)
        self.wait(100)
        metal.drive(FEEDER, 125)
        self.wait(200)
        metal.drive(FEEDER, 1000)
        self.wait(39)
        metal.rest()
