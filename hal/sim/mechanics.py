"""How the card machine goes wrong: each step again, where a fault plan may spoil it.

A motor stalls, two cards leave as one, a card turns over, falls beside its well or leaves unasked;
a sensor is stuck, the lid opens, the machine's own controller falls silent or loses its power. The
plan (`mishaps`) says what and when, the failure modes of `hardware/card-machine.md` say what is
sensed of it. Without a plan the steps of `motions` are done as they are, at no cost. Rule of the
file: it tells what sensors saw and never what the plan knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.card_machine.beams import PASSAGE_MS, is_one_card, length
from hal.ports import (
    EJECT,
    EMPTY,
    EV_FACE_UP,
    EV_FAILED,
    EV_FED,
    EV_LEFT,
    EV_LENGTH,
    EV_RESTARTED,
    EV_RETRIED,
    EV_THICKNESS,
    EV_UNLANDED,
    FAILED_DOUBLE,
    FAILED_JAM,
    FAILED_MOTOR,
    FAILED_NOTHING,
    FAILED_SENSOR,
    FAILED_STOPPED,
    FEED,
    PLACE_CHUTE,
    SENSOR_ENTRY,
    SENSOR_EXIT,
    SENSOR_FACE_UP,
    SENSOR_FEED_GAUGE,
    SENSOR_GAUGE,
    SENSOR_HOME,
    SENSOR_READER,
    SLOTS,
    STAGE_CAROUSEL,
    STAGE_EJECTOR,
    STAGE_FEEDER,
    STAGE_PATH,
    STAGE_RETURN,
    STAGE_TURRET,
    STOPPED_BY_POWER,
)
from hal.sim.beams import chattering
from hal.sim.body import AGAIN
from hal.sim.deck import NO_CARD
from hal.sim.mishaps import NTH_FEED, NTH_STUB
from hal.sim.motions import FLIGHT_MS, REFERENCE_MS
from hal.sim.planned import Planned
from hal.sim.spoiled_deck import spoil

if TYPE_CHECKING:
    from hal.sim.mishaps import FaultPlan, Mishap

REFERENCE_LIMIT_MS = 400  # beyond: 1.2 times the way, and the switch did not close
REVERSE_MS = 200  # a card that sticks in the path is backed once and driven on
RESTART_MS = 100  # the machine's controller, from power to its first event
REPLY_LOST_MS = 30  # the machine's controller is deaf and dumb for so long

THICK_TWO = 2000  # thousandths of a card: two of them
LONG = {"overlapped": 1550, "nose_to_tail": 2000, "stacked": 1000}
CHATTER_TOGGLES = 9
CHATTER_MS = 110


class Machine(Planned):
    """One card machine over a deck, in virtual time. plan: what goes wrong; None for nothing."""

    levels = "register or port"  # of simulation that have this machine

    # --- commands and steps --------------------------------------------------------------------

    def _is_unheard(self, operation: int, place: int) -> bool:
        """Whether the command is not even heard; its reply may also be what is lost."""
        plan = self.plan
        if plan is None or operation not in (FEED, EJECT, EMPTY):
            return False
        counter = self._counter(operation, place)
        now_ms = self.clock.now_ms()
        if plan.hit("lost_reply", counter):
            self._silent_until_ms = now_ms + REPLY_LOST_MS
        row = plan.hit("silent", counter)
        if row is None:
            return False
        self._silent_until_ms = now_ms + row.words["ms"]
        return True

    def _find_reference(self) -> int:
        if self.plan is not None:
            found = self._self_test(self.plan)
            if found == AGAIN or not self.is_running:
                return found
        return super()._find_reference()

    def _self_test(self, plan: FaultPlan) -> int:
        """Every sensor is seen to change, every motor to draw current, before HOME is done."""
        for stage in (STAGE_CAROUSEL, STAGE_TURRET):
            if plan.stands("dead", "stage", stage):
                return self._fail(FAILED_MOTOR, stage)
        if plan.stands("sensor", "name", "home"):
            if not self._is_again:  # the switch is given a fifth of the way more
                self._extra_ms = REFERENCE_LIMIT_MS - REFERENCE_MS
                self._is_again = True
                return AGAIN
            return self._fail(FAILED_SENSOR, SENSOR_HOME)
        found = self._contradiction(plan, ("on", "off"))
        if self.is_running and plan.stands("sensor", "name", "reader"):
            return self._fail(FAILED_SENSOR, SENSOR_READER)
        return found

    def _turn(self) -> int:
        plan = self.plan
        if plan is None or self.deck.path:
            return super()._turn()
        is_eject = self._command[1] == EJECT
        if self._motor(plan, STAGE_CAROUSEL) or (is_eject and self._motor(plan, STAGE_TURRET)):
            return 0
        row = plan.stands("sensor", "name", "mouth") if is_eject else None
        if row is not None and row.words["state"] == "on" and _is_mouth(row, self._command[3]):
            return self._fail(FAILED_SENSOR, self._command[3])
        row = plan.hit("lid", self._counter(self._command[1], self._command[3]))
        if row is not None and self.lid is not None:
            self.clock.after(row.words["ms"], self._close_lid)
            self.lid.put(True)  # which ends the command
            return 0
        self._at_slot = self._command[2]
        return 0

    def _close_lid(self) -> None:
        if self.lid is not None:
            self.lid.put(False)

    def _feed(self) -> int:
        plan, slot = self.plan, self._command[2]
        if plan is None or self.deck.slots[slot] != NO_CARD or not self.deck.hopper:
            return super()._feed()
        if self._motor(plan, STAGE_FEEDER):
            return 0
        if plan.hit("nothing", NTH_FEED):
            return self._fail(FAILED_NOTHING, STAGE_FEEDER)
        count = 1
        if len(self.deck.hopper) > 1 and plan.hit("double", NTH_FEED):
            if not plan.stands("sensor", "name", "feed_gauge"):
                return self._fail(FAILED_DOUBLE, STAGE_FEEDER)
            count = 2
        self._passing = NTH_FEED
        self.deck.feed(slot, count)
        self._tell(EV_FED, slot)
        return 0

    def _leave(self) -> int:
        plan, deck, slot = self.plan, self.deck, self._command[2]
        if plan is None or deck.slots[slot] == NO_CARD:
            return super()._leave()
        self._place = self._command[3]
        counter = self._counter(EJECT, self._place)
        if self._spoils_ejection(plan, counter):
            return 0
        row = plan.hit("misplace", counter)
        if row is not None:
            self._place = row.words["to"]
        self._passing = counter
        self._fallen_back = plan.hit("hang", counter) is not None
        if not self._fallen_back:
            deck.eject(slot)
            deck.leave_for(self._command[3])
            self._how = "stacked" if len(deck.path) > 1 else ""
            row = plan.hit("double", counter)
            other = self._next_slot(slot)
            if row is not None and other >= 0:
                deck.eject(other)
                self._how = row.words["how"]
            row = plan.hit("flip", counter) if len(deck.path) == 1 else None
            if row is not None:
                card = deck.path[0]
                deck.is_turned[card] = not deck.is_turned[card]
                if row.words["in"] == "turret":
                    self._how = "turning"
                    deck.is_turned[card] = not deck.is_turned[card]
        self._tell(EV_LEFT, slot)
        if plan.hit("power", counter):
            self._lose_power()
        return 0

    def _spoils_ejection(self, plan: FaultPlan, counter: int) -> bool:
        if self._motor(plan, STAGE_EJECTOR):
            return True
        if plan.hit("nothing", counter):
            self._fail(FAILED_NOTHING, STAGE_EJECTOR)
            return True
        return False

    def _sticks(self, plan: FaultPlan, counter: int) -> bool:
        """Whether the card in the path does not come on: the command has ended, or tries again."""
        if plan.stands("dead", "stage", STAGE_PATH):
            self._is_stuck = True
            self._fail(FAILED_MOTOR, STAGE_PATH)
            return True
        row = plan.hit("jam", counter, STAGE_PATH)
        if row is None:
            return False
        if not self._is_again:  # backed once and driven on, never more
            self._is_again = True
            self._tell(EV_RETRIED, STAGE_PATH, 2)
            self._extra_ms = REVERSE_MS - FLIGHT_MS
        else:
            self._is_again = False
            self._is_stuck = row.left > 0
            self._fail(FAILED_JAM, STAGE_PATH)
        return True

    def _fall(self, row: Mishap) -> None:
        if row.words["to"] == "gone":
            self.deck.vanish()
        else:
            self.deck.fall_beside()

    def _pass_reader(self) -> int:
        if self.plan is not None:
            self._pass_gauges(self.plan)
            if self._fallen_back:
                return 0
        return super()._pass_reader()

    def _pass_gauges(self, plan: FaultPlan) -> None:
        """Length by two beams, thickness by the gauge, face by the sensor above the path."""
        deck = self.deck
        row = plan.stands("sensor", "name", "exit")
        if self._how in LONG:
            self._tell_length([(0, True), (PASSAGE_MS * LONG[self._how] // 1000, False)])
            if self._how != "nose_to_tail" and not plan.stands("sensor", "name", "gauge"):
                self._tell(EV_THICKNESS, THICK_TWO)
        elif row is not None and row.words["state"] == "chatter":
            self._tell_length(chattering(CHATTER_TOGGLES, CHATTER_MS))
        is_face_up = bool(deck.path) and deck.is_turned[deck.path[0]]
        if is_face_up and not plan.stands("sensor", "name", "face_up"):
            self._tell(EV_FACE_UP)

    def _tell_length(self, edges: list[tuple[int, bool]]) -> None:
        passed = length(edges)
        if not is_one_card(passed):
            self._tell(EV_LENGTH, passed)

    def _land(self) -> int:
        plan = self.plan
        if plan is None:
            return super()._land()
        deck, place, counter = self.deck, self._place, self._passing
        if self._fallen_back:
            self._fallen_back = False
            self._tell(EV_UNLANDED, place)
            return 0
        if self._sticks(plan, counter):
            return AGAIN if self._is_again else 0
        if self._how == "turning":
            card = deck.path[0]
            deck.is_turned[card] = not deck.is_turned[card]
        self._how = ""
        row = plan.hit("miss", counter)
        if row is not None:
            self._fall(row)
            self._tell(EV_UNLANDED, place)
        else:
            deck.land(place)
            row = plan.stands("sensor", "name", "mouth")
            is_blind = row is not None and row.words["state"] == "off" and _is_mouth(row, place)
            if is_blind:
                self._tell(EV_UNLANDED, place)
            else:
                self._tell_landed(place)
        row = plan.hit("stray", counter)
        if row is not None:
            self._strays += row.words["to"]
            self._planned_stray(row.words["after"])
        return self._contradiction(plan, ("on",))

    def _contradiction(self, plan: FaultPlan, states: tuple[str, ...]) -> int:
        """The path is empty: a sensor that still sees something there is broken, not a card."""
        for name, number in (
            ("entry", SENSOR_ENTRY),
            ("exit", SENSOR_EXIT),
            ("gauge", SENSOR_GAUGE),
            ("face_up", SENSOR_FACE_UP),
            ("feed_gauge", SENSOR_FEED_GAUGE),
        ):
            row = plan.stands("sensor", "name", name)
            if row is not None and row.words["state"] in states:
                return self._fail(FAILED_SENSOR, number)
        return 0

    def _begin_sweep(self) -> int:
        plan = self.plan
        if plan is None or self.deck.path:
            return super()._begin_sweep()
        if self._motor(plan, STAGE_CAROUSEL) or self._motor(plan, STAGE_TURRET):
            return 0
        self._place = PLACE_CHUTE
        return super()._begin_sweep()

    def _sweep(self) -> int:
        """One slot at a time, so that the n-th card of the stub can go wrong."""
        plan, deck, slot = self.plan, self.deck, self._swept
        if plan is None:
            return super()._sweep()
        if deck.slots[slot] != NO_CARD and not self._is_again:
            if self._spoils_ejection(plan, NTH_STUB):
                return 0
            self._passing = NTH_STUB
            if plan.hit("hang", NTH_STUB):
                self._has_passed()
            else:
                deck.eject(slot)
                if plan.hit("power", NTH_STUB):
                    self._lose_power()
                    return 0
        if deck.path and not self._sweep_lands(plan):
            return AGAIN if self._is_again else 0
        self._is_again = False
        self._swept += 1
        return AGAIN if self._swept < SLOTS else 0

    def _sweep_lands(self, plan: FaultPlan) -> bool:
        """Whether the stub's card came through the chute, or went where nobody sees it."""
        if self._sticks(plan, NTH_STUB):
            return False
        row = plan.hit("miss", NTH_STUB)
        if row is not None:
            self._fall(row)
        else:
            self.deck.land(PLACE_CHUTE)
            self._fallen += 1
        self._has_passed()
        return True

    def _begin_return(self) -> int:
        if self._ahead != self._command[2] and self._is_turret_dead():
            return self._fail(FAILED_MOTOR, STAGE_TURRET)
        row = None if self.plan is None else self.plan.stands("sensor", "name", "mouth")
        is_on = row is not None and row.words["state"] == "on"
        if row is not None and is_on and row.words.get("place") == PLACE_CHUTE:
            return self._fail(FAILED_SENSOR, PLACE_CHUTE)
        return super()._begin_return()

    def _is_turret_dead(self) -> bool:
        plan = self.plan
        return plan is not None and plan.stands("dead", "stage", STAGE_TURRET) is not None

    def _throw(self) -> int:
        if self.deck.path and self._is_turret_dead():
            return self._fail(FAILED_MOTOR, STAGE_TURRET)
        return super()._throw()

    def _draw_in(self) -> int:
        plan = self.plan
        if plan is not None and self._motor(plan, STAGE_RETURN):
            return 0
        super()._draw_in()
        if plan is not None and plan.stands("dead", "stage", STAGE_PATH):
            self._is_stuck = len(self.deck.path) > 0
            return self._fail(FAILED_MOTOR, STAGE_PATH)
        return 0

    def _erase(self) -> int:
        super()._erase()
        if self.plan is not None:
            self.plan.next_deal()
            spoil(self.deck, self.plan)
        return 0

    def _lose_power(self) -> None:
        """The machine's own controller starts again: a card in the path stays there.

        What it has told is in its memory and is told again when the command's id is given again.
        """
        self._end(EV_FAILED, FAILED_STOPPED, STOPPED_BY_POWER)
        self.is_home = False
        self.events = []
        self._silent_until_ms = self.clock.now_ms() + RESTART_MS
        self.clock.after(RESTART_MS, self._has_restarted)

    def _has_restarted(self) -> None:
        self.events.append((EV_RESTARTED, 0, 0, 0))
        self.changed()

    # --- cards that leave unasked ----------------------------------------------------------------


def _is_mouth(row: Mishap, place: int) -> bool:
    """Whether the mouth that has failed is this place's: that of the first card it meets."""
    return row.words.setdefault("place", place) == place
