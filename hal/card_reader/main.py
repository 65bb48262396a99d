"""The camera's program: opens the camera and two lines, and answers until the power goes.

The machine's line is UART 3 (P4 sends, P5 receives: plug J14), the technician's UART 7 (P14 sends,
P13 receives), both 115200 baud at 3.3 V. The camera's own lamp is green when a deck is known, red
when none is. What fails is neither hidden nor guessed: the watchdog starts the camera again,
and the machine hears that nothing was read. Rule of the file: how the camera is mounted stands
here and nowhere else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.card_reader.camera import Camera
from hal.card_reader.reading import Lines, Reader
from hal.card_reader.wire import BAUD

if TYPE_CHECKING:
    from hal.card_reader.board_modules import Csi, Files, Machine, Time

# As the picture must be: the card's leading edge on the left, the index's long edge on top. The
# camera stands upright on the card's right (hardware/mechanics.md), so it sees that edge at right.
MIRRORED = True
UPSIDE_DOWN = False

DECK = "deck.bin"
DECK_NEW = "deck.new"
MACHINES_UART = 3
TECHNICIANS_UART = 7
RESTART_MS = 1000
WATCHDOG_MS = 8000  # learning a deck by heart takes the longest, some seconds


class CameraClock:
    """The contract `hal.ports.Clock`, from a counter that wraps. time: MicroPython's module."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._seen = time.ticks_ms()
        self._ms = 0

    def now_ms(self) -> int:
        """Milliseconds since the start."""
        ticks = self._time.ticks_ms()
        self._ms += self._time.ticks_diff(ticks, self._seen)
        self._seen = ticks
        return self._ms


class DeckOnFlash:
    """The contract `reading.DeckFile`: a new deck is written beside the old one, then takes its
    name. files: MicroPython's `os`.
    """

    def __init__(self, files: Files) -> None:
        self._files = files

    def read(self) -> bytes:
        """The deck's file, or nothing. A new one counts that was about to take the name."""
        for name in (DECK, DECK_NEW):
            try:
                with open(name, "rb") as file:
                    return file.read()
            except OSError:
                continue
        return b""

    def write(self, content: bytes) -> None:
        """Keep a deck."""
        with open(DECK_NEW, "wb") as file:
            file.write(content)
        try:
            self._files.remove(DECK)  # FAT gives no file a name that is taken
        except OSError:
            pass
        self._files.rename(DECK_NEW, DECK)


class Program:
    """Everything of a camera that runs; `one_pass` again and again."""

    def __init__(self, machine: Machine, csi: Csi, time: Time, files: Files) -> None:
        clock = CameraClock(time)
        camera = Camera(csi, machine, MIRRORED, UPSIDE_DOWN)
        self._reader = Reader(camera, DeckOnFlash(files), clock)
        lines = [
            machine.UART(number, baudrate=BAUD, timeout=0, rxbuf=256)
            for number in (MACHINES_UART, TECHNICIANS_UART)
        ]
        self._lines = Lines(self._reader, lines[0], lines[1], clock)
        self._watchdog = machine.WDT(timeout=WATCHDOG_MS)
        self._lamps = machine.LED("LED_GREEN"), machine.LED("LED_RED")
        self._shown: bool | None = None

    def one_pass(self) -> None:
        """Answer what has been asked."""
        self._watchdog.feed()
        self._lines.one_pass()
        known = self._reader.knows_a_deck
        if known != self._shown:
            self._shown = known
            self._lamps[not known].on()
            self._lamps[known].off()


def run(machine: Machine, csi: Csi, time: Time, files: Files) -> None:
    """Be a reader until the power goes; after any trouble, start again."""
    try:
        program = Program(machine, csi, time, files)
        while True:
            program.one_pass()
    finally:
        machine.LED("LED_RED").on()
        time.sleep_ms(RESTART_MS)  # so that a technician's Ctrl-C is heard
        machine.reset()
