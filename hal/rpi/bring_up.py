"""The dialogue of a new table: each key, lamp, digit, well, slot and motor, one after the other.

A person is told what to do, and the reading that is expected is waited for: exactly that one, with
every other input of the panel at rest. Lamps and digits are asked about, because only eyes see
them. Then the machine moves: it finds its reference, counts, fills and empties every slot, and
sends a card to each place. What was read and how long each motion took is kept. Rule of the file:
what was not read or not answered is not good, and the dialogue goes on to the next thing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal import ports
from hal.errors import TIMEOUT, HalError
from hal.rpi.readings import failure

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from hal.board import Board
    from hal.ports import DigitalIn, SegmentDisplay

    class Person(Protocol):
        """Who stands at the table."""

        def tell(self, text: str, **words: object) -> None:
            """Say a text of the dialogue."""

        def ask(self, text: str, **words: object) -> bool:
            """Ask a question of the dialogue; True for yes."""
            ...

        def pause(self, ms: int) -> None:
            """Let so many milliseconds pass."""


WAIT_MS_MAX = 30_000  # of a person who looks for the key
MOTION_MS_MAX = 15_000  # EMPTY takes 8.4 s, hardware/card-machine.md
COLLECT_MS_MAX = 300_000
BEAT_MS = 20  # MOTOR_ENABLE wants a change every 50 ms
FIRST_ID = 60_000  # of the machine's commands, far from those the firmware counts from 1
BUZZ_MS = 300
LOAD_CARDS = ports.SLOTS // 2  # that many slots are filled at once

KEYS = (
    ("FOLD", ports.KEY_FOLD),
    ("CALL", ports.KEY_CALL),
    ("RAISE", ports.KEY_RAISE),
    ("UP", ports.KEY_UP),
    ("DOWN", ports.KEY_DOWN),
)
_NAMES = KEYS + (("PRESENCE", ports.PRESENCE), ("WELL", ports.WELL))
_WHOLE = b"\xff" * 8
_DARK = bytes(8)


class Finding:
    """One thing that was tried: its name, whether it is good, what was expected and read."""

    def __init__(self, item: str, expected: str, read: str, ms: int = 0) -> None:
        self.item = item
        self.expected = expected
        self.read = read
        self.ms = ms
        self.is_good = read == expected

    def row(self) -> dict[str, object]:
        """As it is kept."""
        return {
            "item": self.item,
            "good": self.is_good,
            "expected": self.expected,
            "read": self.read,
            "ms": self.ms,
        }


def names_of(bits: int) -> str:
    """The inputs of one seat that are active: `FOLD+WELL`, or `nothing`."""
    return "+".join(name for name, bit in _NAMES if bits & bit) or "nothing"


class BringUp:
    """The dialogue over one board. cards: how many lie in the hopper."""

    def __init__(self, board: Board, person: Person, cards: int = ports.CARDS) -> None:
        self._board = board
        self._person = person
        self._cards = cards
        self._id = FIRST_ID
        self._is_high = False
        self.findings: list[Finding] = []

    def run(self) -> list[Finding]:
        """All of it; motors are off on return."""
        try:
            self._lines()
            for seat in range(1, 2 * len(self._board.panels) + 1):
                self._seat(seat)
            self._displays()
            self._buzz()
            self._machine()
        finally:
            self._board.motor_enable.put(False)
        return self.findings

    # --- what people move ------------------------------------------------------------------------

    def _lines(self) -> None:
        for item, line, away, back in (
            ("lid", self._board.lid, "open_lid", "close_lid"),
            ("floor_key", self._board.floor_key, "turn_key", "release_key"),
        ):
            for text, expected in ((away, "on"), (back, "off")):
                self._person.tell(text)
                self._wait(item + " " + expected, expected, lambda line=line: _level(line))

    def _seat(self, seat: int) -> None:
        panel = self._board.panels[(seat - 1) // 2]

        def read() -> str:
            """Both seats of the panel: a key that presses the neighbour's is not good."""
            levels = panel.read()
            mine, other = levels[(seat - 1) % 2], levels[seat % 2]
            return names_of(mine) + (" and the neighbour's " + names_of(other) if other else "")

        inputs = [(name, "press") for name, _ in KEYS] + [("PRESENCE", "cover")]
        for name, text in inputs:
            self._person.tell(text, seat=seat, what=name)
            self._wait(f"seat{seat} {name}", name, read)
            self._person.tell("let_go")
            self._wait(f"seat{seat} {name} released", "nothing", read)
        self._eyes(
            f"seat{seat} lamp",
            lambda: panel.light(seat % 2 == 1, seat % 2 == 0),
            lambda: panel.light(False, False),
            "lamp",
            seat=seat,
        )

    def _wait(self, item: str, expected: str, read: Callable[[], str]) -> None:
        """Until two readings in a row are the expected one, or nobody does it."""
        clock = self._board.clock
        end_ms = clock.now_ms() + WAIT_MS_MAX
        before = got = ""
        while clock.now_ms() < end_ms:
            before = got
            try:
                got = read()
            except HalError as trouble:
                got = str(trouble)
            if got == before == expected:
                break
            self._person.pause(BEAT_MS)
        self._found(item, expected, got if got == before else got or "nothing")

    # --- what people see and hear ----------------------------------------------------------------

    def _displays(self) -> None:
        board = self._board
        named = [("seat", at, one) for at, one in enumerate(board.seat_displays, 1)]
        named += [("centre", at, one) for at, one in enumerate(board.centre_displays, 1)]
        for where, at, display in named:
            self._eyes(
                f"{where}{at} digits",
                lambda display=display: _show(display, _WHOLE),
                lambda display=display: _show(display, _DARK),
                "digits",
                where=f"{where} {at}",
            )

    def _buzz(self) -> None:
        buzzer = self._board.buzzer

        def sound() -> None:
            buzzer.put(True)
            self._person.pause(BUZZ_MS)
            buzzer.put(False)

        self._eyes("buzzer", sound, lambda: buzzer.put(False), "buzzer")

    def _eyes(
        self,
        item: str,
        on: Callable[[], None],
        off: Callable[[], None],
        text: str,
        **words: object,
    ) -> None:
        try:
            on()
            said = "yes" if self._person.ask(text, **words) else "no"
            off()
        except HalError as trouble:
            said = str(trouble)
        self._found(item, "yes", said)

    # --- what the machine moves ------------------------------------------------------------------

    def _machine(self) -> None:
        """Slots in two loads, because there are more of them than cards; then each place."""
        if not self._move("home", ports.HOME, "done"):
            return  # nothing else may move
        self._move("count", ports.COUNT, f"hopper {self._cards} carousel 0")
        for first in (0, LOAD_CARDS):
            filled = 0
            for slot in range(first, first + LOAD_CARDS):
                filled += self._move(f"slot {slot}", ports.FEED, f"fed {slot}", slot)
            self._move(f"empty {first}", ports.EMPTY, f"emptied {filled} left 0")
        for place in range(1, ports.PLACE_CHUTE):
            self._place(place)
        self._person.tell("collect")
        self._move("collect", ports.COLLECT, "done", ms_max=COLLECT_MS_MAX)
        for place in [*range(ports.PLACE_BOARD1, ports.PLACE_BOARD5 + 1), ports.PLACE_ASIDE]:
            self._move(f"return {place}", ports.RETURN, f"returned {place} cards 1", place)

    def _place(self, place: int) -> None:
        self._person.tell("well", where=_name_of(place))
        if not self._move(f"feed for {place}", ports.FEED, "fed 0", 0):
            return
        self._move(f"place {place}", ports.EJECT, f"landed {place}", 0, place, place)
        if place <= ports.PLACE_SEAT10:
            panel = self._board.panels[(place - 1) // 2]
            self._wait(
                f"seat{place} WELL",
                "WELL",
                lambda: names_of(panel.read()[(place - 1) % 2]),
            )

    def _move(
        self,
        item: str,
        operation: int,
        expected: str,
        a: int = 0,
        b: int = 0,
        c: int = 0,
        ms_max: int = MOTION_MS_MAX,
    ) -> bool:
        """One command to its end, the motors' line beating meanwhile; whether it was good."""
        self._id += 1
        self._person.tell("moves", motion=item)
        began_ms = self._board.clock.now_ms()
        told = "done"
        try:
            self._board.machine.poll()
            self._beat()
            self._board.machine.start(self._id, operation, a, b, c)
            is_over = False
            while not is_over:
                self._beat()
                for event, command_id, x, y in self._board.machine.poll():
                    if command_id == self._id:
                        told = _words_of(event, x, y) or told
                        is_over = is_over or event in (ports.EV_DONE, ports.EV_FAILED)
                if self._board.clock.now_ms() - began_ms > ms_max:
                    raise HalError(TIMEOUT, "card_machine", f"{ms_max} ms")
        except HalError as trouble:
            told = str(trouble)
        ms = self._board.clock.now_ms() - began_ms
        return self._found(item, expected, told, ms)

    def _beat(self) -> None:
        self._is_high = not self._is_high
        self._board.motor_enable.put(self._is_high)
        self._person.pause(BEAT_MS)

    def _found(self, item: str, expected: str, read: str, ms: int = 0) -> bool:
        finding = Finding(item, expected, read, ms)
        self.findings.append(finding)
        self._person.tell(
            "good" if finding.is_good else "bad", item=item, expected=expected, read=read
        )
        return finding.is_good


def _level(line: DigitalIn) -> str:
    return "on" if line.is_on() else "off"


def _show(display: SegmentDisplay, segments: bytes) -> None:
    display.show(segments)


def _name_of(place: int) -> str:
    if place <= ports.PLACE_SEAT10:
        return f"seat {place}"
    if place <= ports.PLACE_BOARD5:
        return f"board {place - ports.PLACE_SEAT10}"
    return "burn" if place == ports.PLACE_BURN else "aside"


def _words_of(event: int, a: int, b: int) -> str:
    """What an event says of a motion's outcome; empty for one that says nothing of it."""
    words = {
        ports.EV_FED: f"fed {a}",
        ports.EV_LANDED: f"landed {a}",
        ports.EV_UNLANDED: f"landed nowhere, sent to {a}",
        ports.EV_COUNTED: f"hopper {a} carousel {b}",
        ports.EV_EMPTIED: f"emptied {a} left {b}",
        ports.EV_RETURNED: f"returned {a} cards {b}",
        ports.EV_FAILED: failure(a, b),
    }
    return words.get(event, "")
