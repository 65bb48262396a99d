"""What the program of the card machine's controller may ask of motors, sensors and reader.

One contract between the program, which decides what moves when, and whatever turns its wishes into
pulses, levels and light: a Pico 2 with the interface board, or the simulated workings that push
simulated cards past simulated beams. Nothing here knows a command, an event or a card's place.
Rule of the file: nothing waits. A call returns what is there now or raises `HalError`; time passes
in the loop, which asks again.

Numbers of parts, pins and plugs: hardware/rev_a/circuits/machine_interface.toml, sensors.toml.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Protocol

# Steppers.
DRUM = 0
TURRET = 1

# Gear motors with a brush: driven forward, backward, or not.
FEEDER = 0
EJECTOR = 1  # backward: the finger stands still
PATH = 2  # the path's rollers and, geared 1 : 3.4, the launch rollers
RETURN = 3  # winds up a cord: a tray's pawl goes down, the hopper's plate back; forward only

# Beams of the card path, each with an interrupt of its own.
ENTRY = 0
EXIT = 1

# Thickness gauges.
FEED_GAUGE = 0
PATH_GAUGE = 1

# Sensor boards 1..7 have banks A and B: bank 2 * (board - 1) for A, one more for B.
BANKS = 14
BANK_BITS = 7  # J?1 is bit 0

# What the reader answers to a look.
FACE = 0
UNREADABLE = 1
UNSURE = 2
FOREIGN = 3

FULL_SPEED = 1000  # permille of what the supply gives

if TYPE_CHECKING:

    class Workings(Protocol):
        """Motors, beams, gauges, sensor boards, scale and reader of one card machine."""

        def now_ms(self) -> int:
            """Milliseconds since the start; never falls."""
            ...

        # --- motors ------------------------------------------------------------------------------

        def turn(self, stepper: int, pulses: int, over_ms: int) -> None:
            """Begin a move by so many pulses, less than 0 backward, that ends after `over_ms`.

            Half of the time it gets faster, half slower. A stepper that moves already is
            `refused`: stop it first.
            """

        def steady(self, stepper: int, pulses: int, over_ms: int) -> None:
            """Begin a slow move at one pace, which may be stopped at any pulse: to a reference."""

        def is_turning(self, stepper: int) -> bool:
            """Whether its move is under way."""
            ...

        def stop(self, stepper: int) -> int:
            """End the move now; how many pulses of it were given, less than 0 backward."""
            ...

        def drive(self, motor: int, permille: int) -> None:
            """Let a gear motor run from now on: 1000 full speed forward, -1000 backward, 0 not.

            At 0 it is braked; the ejector coasts, so that its spring draws the finger back, and so
            does the return motor, which runs forward only: backward is `refused`.
            """

        def rest(self) -> None:
            """Everything stands: gear motors braked and off, steppers without pulses."""

        def milliamps(self) -> int:
            """What all motors together draw now, drivers included."""
            ...

        # --- what is sensed ----------------------------------------------------------------------

        def edges(self, beam: int) -> tuple[tuple[int, bool], ...]:
            """Edges since the last call, (milliseconds, whether it is dark from then on).

            At most 64 are kept between two calls, the first ones.
            """
            ...

        def is_dark(self, beam: int) -> bool:
            """Whether something is before a beam now."""
            ...

        def thickness(self, gauge: int) -> int:
            """Micrometres between the gauge's rollers, calibrated: some -20 to 20 when empty."""
            ...

        def look(self, bank: int, lit: bool = True) -> int:
            """The levels of a bank's seven inputs, bit 1 for high, lamps lit or off meanwhile.

            Takes 1.3 ms. `nack`, `corrupt` where the board does not answer as it should.
            """
            ...

        def face_up(self) -> int:
            """Light that comes back from a card under the white lamp, permille of white paper.

            0 to 30 where nothing lies; a face with its wide white border 450 and more, a back
            below 350: calibrated with the deck that is used. `nack` where it does not answer.
            """
            ...

        def centigrams(self) -> int | None:
            """Weight on the hopper's scale, tare taken off; None until the next sample is there.

            Eighty samples a second.
            """
            ...

        def is_supplied(self) -> bool:
            """Whether motors can turn now: MOTOR_ENABLE lets them, and lid and thermostat do.

            The second is seen by the current of the steppers' drivers: they draw 100 mA at rest.
            """
            ...

        def is_held(self) -> bool:
            """Whether the steppers' drivers had supply without a break since this was last asked.

            It is there while the lid is closed, whatever MOTOR_ENABLE does. A break of 40 ms or
            more is told, however long nobody asked; one that the drivers' capacitors outlast may
            be passed over. False at the first call. After it a rotor may stand elsewhere.
            """
            ...

        # --- the reader --------------------------------------------------------------------------

        def ask_reader(self) -> None:
            """Ask for one look at what stands before the window. An older answer is forgotten."""

        def reader_answer(self) -> tuple[int, int] | None:
            """(FACE, card 0..51), (UNREADABLE | UNSURE | FOREIGN, 0), or None while it looks."""
            ...

        def greet_reader(self) -> None:
            """Ask the reader whether it is there. Ends a look."""

        def has_reader_greeted(self) -> bool:
            """Whether it has answered `greet_reader`; it takes some milliseconds, 60 in a look."""
            ...

        # --- the rest ----------------------------------------------------------------------------

        def interrupt(self, on: bool) -> None:
            """The line to the table: on while events wait."""

    class Keep(Protocol):
        """The FRAM on the sensors' bus: 32 KB, kept at once (the contract of `OrderMemory`)."""

        def read(self, offset: int, count: int) -> bytes:
            """`count` bytes from `offset`."""
            ...

        def write(self, offset: int, content: bytes) -> None:
            """Keep `content` from `offset` on. 0.36 ms and 0.09 ms a byte."""
