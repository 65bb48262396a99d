"""The metal as the program meets it: the contract `Workings` over simulated parts.

Time passes for all parts together, a millisecond at a time while anything moves and at once while
nothing does, whenever somebody asks or drives. A look at a sensor board takes its time within the
program's pass. Rule of the file: it passes on what parts sense, and nothing of what they know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.card_machine.workings import (
    EJECTOR,
    FEED_GAUGE,
    FEEDER,
    PATH,
    RETURN,
)
from hal.errors import NACK, HalError
from hal.ports import STAGE_EJECTOR, STAGE_FEEDER, STAGE_PATH
from hal.ports import STAGE_RETURN as STAGE_OF_RETURN
from hal.sim.lines import OnMotorSupply
from hal.sim.workings.card import ENTRY_AT, EXIT_AT, FACE_UP_AT, GAUGE_AT
from hal.sim.workings.drum import Arm, Drum, place_pulses
from hal.sim.workings.edges import Beam
from hal.sim.workings.falls import Falls
from hal.sim.workings.faults import Faults
from hal.sim.workings.feeder import THICKNESS, Feeder
from hal.sim.workings.finger import Finger
from hal.sim.workings.looks import Looks
from hal.sim.workings.motors import HOLD_MA, RUN_MA, GearMotor, rippled
from hal.sim.workings.path import Path
from hal.sim.workings.senses import Senses
from hal.sim.workings.turning import Turning
from hal.sim.workings.wells import Wells

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.sim.clock import SimClock
    from hal.sim.deck import Deck
    from hal.sim.lines import SimLine

LOOK_US = 1300  # hardware/rev_a/sensors.toml
UNPLUGGED = -1500  # micrometres, as a gauge reads that gives no voltage
LIGHT_OF_A_BACK, LIGHT_OF_A_FACE = 200, 600
TOLD_AWAY_MS = 13  # a card whose controller loses its power is just in the rollers' hold
DRUM_AT_FIRST, ARM_AT_FIRST = place_pulses(21), 700  # nobody knows where they stand
DRUM_PHASE, ARM_PHASE = 22, 41  # as any others; a test may mount the motors otherwise

_STAGES = {
    FEEDER: STAGE_FEEDER,
    EJECTOR: STAGE_EJECTOR,
    PATH: STAGE_PATH,
    RETURN: STAGE_OF_RETURN,
}


class Metal(OnMotorSupply):
    """Drum, arm, rollers, wells and sensors of one machine.

    wanted: what the interrupt line shows. woken: called when a beam's level or the lid changes.
    power_fails: called when the controller is to lose its supply.
    """

    def __init__(self, clock: SimClock, deck: Deck) -> None:
        super().__init__()
        self.clock = clock
        self.deck = deck
        self.faults = Faults()
        self._was_cut = True  # the steppers' supply, since somebody asked; at first nobody has
        self.wanted = False
        self.woken: Callable[[], None] = _nothing
        self.power_fails: Callable[[], None] = _nothing
        self.drum = Drum(DRUM_AT_FIRST)
        self.arm = Arm(ARM_AT_FIRST)
        self.drum.phase, self.arm.phase = DRUM_PHASE, ARM_PHASE
        self.turning = Turning(self.drum, self.arm, self.faults)
        self.turning.lid_opens = self._lid_opens
        self.path = Path(deck, Falls(deck, self.arm, self.faults), self.faults)
        self.feeder = Feeder(deck, self.drum, self.faults)
        self.finger = Finger(self.drum, self.arm, self.path, self.faults)
        self.wells = Wells(deck, self.arm, self.path, self.feeder, self.faults)
        self.looks = Looks(self.path, self.faults)
        self._senses = Senses(deck, self.drum, self.arm, self.path, self.faults)
        self._beams = (Beam("entry", ENTRY_AT), Beam("exit", EXIT_AT))
        self._motors = tuple([GearMotor() for _ in range(RETURN + 1)])
        self._ms = clock.ms
        self._spent_us = 0  # in this pass of the program
        self.rested_ms = clock.ms  # since when nothing moves

    def __repr__(self) -> str:
        return "<metal>"  # never its cards

    # --- time ------------------------------------------------------------------------------------

    def now_ms(self) -> int:
        """Milliseconds since the start, what this pass has taken included."""
        return self.clock.ms + self._spent_us // 1000

    def spend_us(self, us: int) -> None:
        """The program was busy so long."""
        self._spent_us += us

    def pass_is_over(self) -> int:
        """Return how many whole milliseconds the pass has taken, and begin another."""
        spent_ms, self._spent_us = -(-self._spent_us // 1000), 0
        return spent_ms

    def settle(self) -> None:
        """Let everything happen that is due by now."""
        to_ms = self.clock.ms + self._spent_us // 1000
        while self._ms < to_ms:
            if not self.is_moving():
                self._ms = to_ms
                return
            self._ms += 1
            self._tick(self._ms)

    def is_moving(self) -> bool:
        """Whether anything moves, or is driven."""
        for motor in self._motors:
            if motor.permille:
                return True
        if self.finger.is_out() or self.wells.is_moving():
            return True
        return self.turning.is_moving() or self.path.moves_by_itself()

    def is_under_way(self, counter: int) -> bool:
        """Whether a card of this counter is between its slot and its well."""
        return any(one.counter == counter for one in self.path.cards)

    def _lid_moves(self) -> None:
        """Open, nothing holds drum and arm; closed again, each driver begins where it begins."""
        self._was_cut = True
        if self.holds():
            self.drum.wakes()
            self.arm.wakes()
        self.woken()

    def _tick(self, now_ms: int) -> None:
        self.rested_ms = now_ms
        is_supplied = self.has_supply()
        drum, path, motors = self.drum, self.path, self._motors
        self.turning.tick(now_ms, is_supplied)
        if drum.is_turning and not drum.is_true():
            path.refuse_to_be_crushed()
            self.feeder.refuse_to_be_crushed()
            self.finger.refuse_to_be_bent()
        if self.arm.is_turning:
            path.refuse_to_be_torn()
            self.wells.refuse_to_be_struck()
            if not self.arm.is_true():
                path.refuse_to_be_crushed()
        turns = [motor.turns(is_supplied) for motor in motors]
        if turns[FEEDER] and not self.feeder.tick(turns[FEEDER]):
            motors[FEEDER].is_stalled = True
        if not self.finger.tick(turns[EJECTOR]):
            motors[EJECTOR].is_stalled = True
        if path.cards or path.moves_by_itself():
            self._tick_path(now_ms, turns)
        if not self.wells.tick(now_ms, motors[RETURN].pulls(is_supplied)):
            motors[RETURN].is_stalled = True

    def _tick_path(self, now_ms: int, turns: list[int]) -> None:
        path, motor = self.path, self._motors[PATH]
        motor.is_dead = self.faults.is_dead(STAGE_PATH, with_the_card=True)
        if not path.tick(now_ms, motor.turns(self.has_supply())):
            motor.is_stalled = True
        self.looks.see(now_ms)
        self._shade_all()
        if path.cut_in_ms == 0 and path.is_dark(ENTRY_AT):
            path.cut_in_ms = now_ms + TOLD_AWAY_MS
        elif 0 < path.cut_in_ms <= now_ms:
            path.cut_in_ms = -1
            self.clock.after(0, self.power_fails)

    def take_out(self) -> None:
        """A person lays what is in the path into the aside tray, and frees the feed roller."""
        self.settle()
        self.feeder.take_out()
        self.path.take_out()
        self.wells.straighten()
        self._shade_all()

    def lie(self) -> None:
        """What lies in the deck's path lies in the rollers' hold, wherever it came from."""
        self.path.lie()
        self.wells.straighten()
        self._shade_all()

    def _shade_all(self) -> None:
        for beam in self._beams:
            is_dark = self.path.is_dark(beam.at)
            if is_dark != beam.is_shaded:
                state = self.faults.sensor(beam.name, with_the_card=True)
                beam.shade(is_dark, self._ms, state)
                self.woken()

    def _lid_opens(self, at_ms: int, for_ms: int) -> None:
        lid = self._lid
        if lid is not None:
            self.clock.at(at_ms, lambda: self._put_lid(lid, True))
            self.clock.at(at_ms + for_ms, lambda: self._put_lid(lid, False))

    def _put_lid(self, lid: SimLine, is_open: bool) -> None:
        self.settle()
        lid.put(is_open)

    # --- motors ----------------------------------------------------------------------------------

    def turn(self, stepper: int, pulses: int, over_ms: int) -> None:
        """Begin a move that gets faster for half of its time, then slower."""
        self.settle()
        self.turning.begin(stepper, pulses, over_ms, self.now_ms(), is_steady=False)

    def steady(self, stepper: int, pulses: int, over_ms: int) -> None:
        """Begin a move at one pace."""
        self.settle()
        self.turning.begin(stepper, pulses, over_ms, self.now_ms(), is_steady=True)

    def is_turning(self, stepper: int) -> bool:
        """Whether a stepper's move is under way."""
        self.settle()
        return self.turning.steppers[stepper].is_turning

    def stop(self, stepper: int) -> int:
        """End a stepper's move; pulses given."""
        self.settle()
        return self.turning.steppers[stepper].stop()

    def drive(self, motor: int, permille: int) -> None:
        """Let a gear motor run: forward, backward, or not at all."""
        self.settle()
        one = self._motors[motor]
        one.is_dead = self.faults.is_dead(_STAGES[motor], with_the_card=motor == PATH)
        if not one.drive(permille, self.now_ms()):
            return
        if motor == PATH:
            self.path.comes_loose()
        elif motor == FEEDER:
            self.feeder.begins()
        elif motor == EJECTOR:
            self.finger.begins()
        else:
            self.wells.begins()

    def rest(self) -> None:
        """All motors stand."""
        self.settle()
        self.turning.rest()
        for motor in range(len(self._motors)):
            self.drive(motor, 0)
        self.feeder.ends()

    def milliamps(self) -> int:
        """What all motors draw together."""
        self.settle()
        if not self.holds():
            return 0
        if not self.has_supply():
            return HOLD_MA
        now_ms = self.now_ms()
        drawn = sum([motor.milliamps(now_ms) for motor in self._motors])
        return HOLD_MA + rippled(drawn + RUN_MA * self.turning.that_draw(), now_ms)

    def is_supplied(self) -> bool:
        """Whether motors can turn now."""
        self.settle()
        return self.has_supply()

    def is_held(self) -> bool:
        """Whether the lid was closed all the time since this was asked last."""
        was_cut, self._was_cut = self._was_cut, not self.holds()
        return not was_cut

    # --- what is sensed --------------------------------------------------------------------------

    def edges(self, beam: int) -> tuple[tuple[int, bool], ...]:
        """Edges of a beam since the last call."""
        self.settle()
        return self._beams[beam].taken(self._ms, self._stuck(beam))

    def is_dark(self, beam: int) -> bool:
        """Whether something is before a beam."""
        self.settle()
        return self._beams[beam].is_dark(self._ms, self._stuck(beam))

    def _stuck(self, beam: int) -> str:
        return self.faults.sensor(self._beams[beam].name, with_the_card=True)

    def thickness(self, gauge: int) -> int:
        """Micrometres between a gauge's rollers."""
        self.settle()
        is_feed = gauge == FEED_GAUGE
        state = self.faults.sensor("feed_gauge" if is_feed else "gauge", with_the_card=not is_feed)
        if state in ("on", "off"):
            return THICKNESS if state == "on" else UNPLUGGED
        if is_feed:
            return self.feeder.thickness()
        return THICKNESS * len(self.path.before(GAUGE_AT))

    def look(self, bank: int, lit: bool = True) -> int:
        """Levels of a bank's inputs."""
        self.spend_us(LOOK_US)
        self.settle()
        return self._senses.look(bank, lit)

    def face_up(self) -> int:
        """Light that comes back from a card under the white lamp."""
        self.settle()
        state = self.faults.sensor("face_up", with_the_card=True)
        if state == "off":
            raise HalError(NACK, "face_up", "nobody answers")
        if state == "on":
            return LIGHT_OF_A_FACE
        light = 0
        for one in self.path.before(FACE_UP_AT):
            is_face = self.deck.is_turned[one.card]
            light = max(light, LIGHT_OF_A_FACE if is_face else LIGHT_OF_A_BACK)
        return light

    def centigrams(self) -> int | None:
        """A new sample of the hopper's scale, or None."""
        self.settle()
        return self.wells.centigrams(self.now_ms())

    # --- the rest --------------------------------------------------------------------------------

    def ask_reader(self) -> None:
        """Ask for one look."""
        self.settle()
        self.looks.ask(self.now_ms())

    def reader_answer(self) -> tuple[int, int] | None:
        """What the look showed, None while it lasts."""
        self.settle()
        return self.looks.answer(self.now_ms())

    def greet_reader(self) -> None:
        """Ask whether it is there."""
        self.settle()
        self.looks.greet(self.now_ms())

    def has_reader_greeted(self) -> bool:
        """Whether it has answered."""
        return self.looks.has_greeted(self.now_ms())

    def interrupt(self, on: bool) -> None:
        """The line to the table."""
        self.wanted = on


def _nothing() -> None:
    """Nobody listens."""
