"""Metal that is good and quick: cards go where they should, and it leaves nearly nothing behind.

For what the card machine's program itself leaves behind in memory, pass by pass; what goes wrong
is tried over `hal.sim.workings`. A card comes 25 ms after the finger, 120 ms long, and falls 138
ms behind the entry beam. Runs on both interpreters.
"""

from hal.card_machine.places import FEEDER_AT, MOUTHS, TURN_PULSES, mouth_at, place_pulses
from hal.card_machine.workings import (
    DRUM,
    EJECTOR,
    ENTRY,
    FACE,
    FEED_GAUGE,
    FEEDER,
    FULL_SPEED,
)

SLOTS = 54
IDLE = ()
# Milliseconds from the finger's start: dark from and until.
AT_ENTRY = (25, 145)
AT_EXIT = (137, 185)
AT_MOUTH = (163, 198)
LOOK_MS = 55
CHUTE = 18
MIXED_BANK, CHUTE_BIT, ARM_BANK, SLOT_BANKS = 10, 3, 11, 8


class GoodMetal:
    """The contract `Workings`. hopper: cards there; held: by slot; ms: the time."""

    def __init__(self, hopper, slots):
        self.ms = 0
        self.hopper = hopper
        self.held = bytearray(SLOTS)
        for slot in range(slots):
            self.held[slot] = 1
        self._at = [0, 0]  # pulses of drum and arm
        self._until_ms = [0, 0]
        self._driven = [0, 0, 0, 0]
        self._pushed_ms = self._before_ms = -1000  # the card on its way, and the one before
        self._told = 4  # of its four edges
        self._stroke_ms = -1
        self._asked_ms = -1
        self._weighed_ms = 0
        self.falls = 0

    def now_ms(self):
        return self.ms

    # --- motors ---

    def turn(self, stepper, pulses, over_ms):
        self._at[stepper] += pulses
        self._until_ms[stepper] = self.ms + over_ms

    def steady(self, stepper, pulses, over_ms):
        self.turn(stepper, pulses, over_ms)

    def is_turning(self, stepper):
        return self.ms < self._until_ms[stepper]

    def stop(self, stepper):
        self._until_ms[stepper] = 0
        return 0

    def drive(self, motor, permille):
        before = self._driven[motor]
        self._driven[motor] = permille
        if motor == EJECTOR and permille > 0 >= before:
            slot = self._slot_at(mouth_at(self._mouth()))
            if self.held[slot]:
                self.held[slot] = 0
                self._before_ms = self._pushed_ms
                self._pushed_ms, self._told = self.ms, 0
                self.hopper += 1
                self.falls += 1
        elif motor == FEEDER:
            if permille == FULL_SPEED:
                self._stroke_ms = self.ms
            elif permille == 0 and self._stroke_ms >= 0:
                self._stroke_ms = -1
                self.held[self._slot_at(FEEDER_AT)] = 1
                self.hopper -= 1

    def rest(self):
        for motor in range(4):
            self._driven[motor] = 0

    def milliamps(self):
        drawn = 200
        for motor in range(4):
            if self._driven[motor]:
                drawn += 100
        return drawn + 500 * self.is_turning(0) + 500 * self.is_turning(1)

    def is_supplied(self):
        return True

    def is_held(self):
        return True

    def _slot_at(self, place):
        turned = (2 * SLOTS * self._at[DRUM] + TURN_PULSES) // (2 * TURN_PULSES)
        return (place - turned) % SLOTS

    def _mouth(self):
        for mouth in MOUTHS:
            if abs(place_pulses(mouth_at(mouth)) - self._at[1]) < 9:
                return mouth
        return 0

    # --- sensors ---

    def edges(self, beam):
        if self._told == 4:
            return IDLE
        since = self.ms - self._pushed_ms
        found = IDLE
        for nth in range(4):  # in the order in which they come: entry, exit, entry, exit
            times = AT_EXIT if nth & 1 else AT_ENTRY
            is_dark = nth < 2
            due = times[0 if is_dark else 1]
            its = 1 if nth & 1 else ENTRY
            if nth == self._told and its == beam and since >= due:
                found = ((self._pushed_ms + due, is_dark),)
                self._told += 1
        return found

    def is_dark(self, beam):
        times = AT_ENTRY if beam == ENTRY else AT_EXIT
        return times[0] <= self.ms - self._pushed_ms < times[1]

    def thickness(self, gauge):
        if gauge == FEED_GAUGE:
            return 300 if self._driven[FEEDER] > 0 and self._stroke_ms < 0 else 0
        return 300 if 60 < self.ms - self._pushed_ms < 160 else 0

    def look(self, bank, lit=True):
        levels = 0
        if bank < SLOT_BANKS:
            first = bank // 2 * 14 + bank % 2
            for bit in range(7):
                place = first + 2 * bit
                if place < SLOTS and self.held[self._slot_at(place)]:
                    levels |= 1 << bit
        elif bank == ARM_BANK:
            levels = (
                self._mouth() << 2 | (self._at[DRUM] % TURN_PULSES == 0) | 2 * (not self._at[1])
            )
        elif bank == MIXED_BANK and (self._falls(self._pushed_ms) or self._falls(self._before_ms)):
            levels = 1 << CHUTE_BIT
        return levels

    def _falls(self, pushed_ms):
        return AT_MOUTH[0] <= self.ms - pushed_ms < AT_MOUTH[1]

    def face_up(self):
        return 200 if 115 < self.ms - self._pushed_ms < 180 else 0

    def centigrams(self):
        if self.ms < self._weighed_ms + 12:
            return None
        self._weighed_ms = self.ms
        return self.hopper * 230

    def ask_reader(self):
        self._asked_ms = self.ms

    def reader_answer(self):
        if self._asked_ms < 0 or self.ms < self._asked_ms + LOOK_MS:
            return None
        self._asked_ms = -1
        return FACE, self.falls % 52

    def interrupt(self, on):
        pass


class GoodKeep:
    """The contract `Keep`."""

    def __init__(self):
        self.cells = bytearray(b"\xff" * 8192)

    def read(self, offset, count):
        return bytes(self.cells[offset : offset + count])

    def write(self, offset, content):
        self.cells[offset : offset + len(content)] = content


def give(target, command_id, operation, register, check):
    """Lay a command down as the table does, and let it be answered."""
    octets = bytes((command_id >> 8, command_id & 0xFF, operation, 0, 0, 0, 0, 0))
    octets += bytes((check(bytes((register,)) + octets),))
    for at in range(len(octets)):
        target.block[register + at] = octets[at]
    target.written()
