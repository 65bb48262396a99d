"""The contract `Workings` on a Pico 2: which pin is what, and what a count means.

Puts the parts of this room together. Motors stand before anything else is made; a gauge that was
never calibrated reads as one that is unplugged. Rule of the file: a call returns what is there,
and nothing is remembered but the clock.

Pins: hardware/rev_a/circuits/machine_interface.toml, U1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.card_machine.pico import calibration
from hal.card_machine.pico.boards import ColourSensor, SensorBoards
from hal.card_machine.pico.edges import Beam
from hal.card_machine.pico.gear_motors import GearMotors
from hal.card_machine.pico.scale import Scale
from hal.card_machine.pico.steppers import Stepper, assembled
from hal.card_machine.pico.supply import Converter, Supply
from hal.card_machine.workings import FEED_GAUGE
from hal.card_reader.wire import BAUD, ReaderLink
from hal.drivers.fram import Fram
from hal.errors import NACK, HalError
from hal.mcu.clock import McuClock
from hal.mcu.i2c import McuBus

if TYPE_CHECKING:
    from typing import Any

    from hal.card_machine.pico.board_modules import Machine, Rp2, Time

READER_TX, READER_RX = 0, 1
SENSORS_SDA, SENSORS_SCL, SENSORS_HERTZ = 2, 3, 100_000
IRQ = 6
ENABLED_PIN = 18
STEPPER_PINS = ((7, 8), (9, 10))  # DRUM, TURRET: step, direction
BEAM_PINS = (19, 20)  # ENTRY, EXIT
SCALE_DATA, SCALE_CLOCK = 21, 22
GAUGE_PINS = (26, 27)  # FEED_GAUGE, PATH_GAUGE
AMPS_PIN = 28
FRAM_AT = 0x50

UNKNOWN_UM = -1000  # as an unplugged gauge reads


class PicoWorkings:
    """machine, rp2, time: MicroPython's. keep: the FRAM, for whoever keeps something."""

    def __init__(self, machine: Machine, rp2: Rp2, time: Time) -> None:
        self._interrupt = machine.Pin(IRQ, machine.Pin.OUT, value=0)
        self._gear_motors = GearMotors(machine)
        steps = assembled(rp2)
        self._steppers = [
            Stepper(
                machine, rp2, time, steps, number, STEPPER_PINS[number][0], STEPPER_PINS[number][1]
            )
            for number in range(len(STEPPER_PINS))
        ]
        clock = McuClock(time)
        self.now_ms = clock.now_ms
        self._beams = [Beam(machine, time, pin) for pin in BEAM_PINS]
        self._gauges = [Converter(machine, pin) for pin in GAUGE_PINS]
        self._supply = Supply(machine, AMPS_PIN, ENABLED_PIN)
        self.milliamps = self._supply.milliamps
        self.is_supplied = self._supply.is_supplied
        self.is_held = self._supply.is_held
        self._scale = Scale(machine, SCALE_DATA, SCALE_CLOCK)
        uart: Any = machine.UART(
            0, BAUD, tx=machine.Pin(READER_TX), rx=machine.Pin(READER_RX), timeout=0
        )
        self._reader = ReaderLink(uart, clock)
        bus_of: Any = machine
        bus = McuBus(bus_of, "sensors", SENSORS_SDA, SENSORS_SCL, SENSORS_HERTZ)
        self.keep = Fram(bus, FRAM_AT)
        self._boards = SensorBoards(bus, time)
        self._colour = ColourSensor(bus)
        self.calibrate()

    def __repr__(self) -> str:
        return "<card machine>"  # never a face

    def calibrate(self) -> None:
        """Read the lines that a technician left; none on a bare controller."""
        try:
            self._lines = [calibration.read(self.keep, kind) for kind in range(calibration.KINDS)]
        except HalError:
            self._lines = [None] * calibration.KINDS

    # --- motors ----------------------------------------------------------------------------------

    def turn(self, stepper: int, pulses: int, over_ms: int) -> None:
        """A move with a ramp."""
        self._steppers[stepper].turn(pulses, over_ms)

    def steady(self, stepper: int, pulses: int, over_ms: int) -> None:
        """A move at one pace."""
        self._steppers[stepper].steady(pulses, over_ms)

    def is_turning(self, stepper: int) -> bool:
        """Whether its move is under way."""
        return self._steppers[stepper].is_turning()

    def stop(self, stepper: int) -> int:
        """End the move; pulses given."""
        return self._steppers[stepper].stop()

    def drive(self, motor: int, permille: int) -> None:
        """Let a gear motor run."""
        self._gear_motors.drive(motor, permille)

    def rest(self) -> None:
        """Everything stands."""
        for stepper in self._steppers:
            stepper.stop()
        self._gear_motors.rest()

    # --- what is sensed --------------------------------------------------------------------------

    def edges(self, beam: int) -> tuple[tuple[int, bool], ...]:
        """Edges since the last call."""
        return self._beams[beam].taken(self.now_ms())

    def is_dark(self, beam: int) -> bool:
        """Whether something is before a beam."""
        return self._beams[beam].is_dark()

    def thickness(self, gauge: int) -> int:
        """Micrometres between a gauge's rollers."""
        is_feed = gauge == FEED_GAUGE
        line = self._lines[calibration.FEED_THICKNESS if is_feed else calibration.PATH_THICKNESS]
        return UNKNOWN_UM if line is None else line.measure(self._gauges[gauge].counts())

    def look(self, bank: int, lit: bool = True) -> int:
        """Levels of a bank."""
        return self._boards.look(bank, lit)

    def face_up(self) -> int:
        """Permille of white paper; `nack` where the sensor was never calibrated."""
        line = self._lines[calibration.LIGHT]
        if line is None:
            raise HalError(NACK, "face_up", "not calibrated")
        return line.measure(self._colour.light())

    def centigrams(self) -> int | None:
        """Weight in the hopper; None until a sample is there, and for ever uncalibrated."""
        line = self._lines[calibration.WEIGHT]
        counts = self._scale.counts()
        return None if counts is None or line is None else line.measure(counts)

    # --- the reader and the table ----------------------------------------------------------------

    def ask_reader(self) -> None:
        """Ask for one look."""
        self._reader.ask()

    def reader_answer(self) -> tuple[int, int] | None:
        """What was seen, None while it looks."""
        return self._reader.answer()

    def greet_reader(self) -> None:
        """Ask who is there."""
        self._reader.greet()

    def has_reader_greeted(self) -> bool:
        """Whether somebody was."""
        return self._reader.identity() is not None

    def interrupt(self, on: bool) -> None:
        """Q1 pulls the table's line low while events wait."""
        self._interrupt.value(on)

    # --- for a technician ------------------------------------------------------------------------

    def counts(self, kind: int) -> int | None:
        """What a sensor of `calibration` gives, uncalibrated; None where it has nothing yet."""
        if kind == calibration.WEIGHT:
            return self._scale.counts()
        if kind == calibration.LIGHT:
            return self._colour.light()
        return self._gauges[kind].counts()
