"""What the firmware may ask of a table.

Each class is one contract: what a call does, how long it may take and how it fails. The firmware
knows nothing else of the hardware; the Raspberry Pi, a microcontroller and the simulator each
bring objects that keep these contracts, and one suite of tests holds all of them to it. The rule
of the file: nothing here waits. A call returns what is there now, or raises `HalError`; time
passes only in the loop, which polls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Protocol

# Operations of the card machine (the argument names are those of `CardMachine.start`).
HOME = 1  # find the reference of carousel and turret; a card left in the path goes to aside
FEED = 2  # one card from the hopper into slot a
EJECT = 3  # the card of slot a to place b; its face is kept under token c
RETURN = 4  # the cards of place a (a board place, aside) back into the hopper
COLLECT = 5  # ask for every card outside; done when the trays are empty; erases every face kept
COUNT = 6  # count hopper and carousel
OPEN_FACE = 7  # tell the face kept under token a
ERASE_FACE = 8  # forget the face kept under token a
STOP = 9  # motors off now, position kept
CHECK = 10  # every card of the hopper past the reader and back: counts and sets, never an order
EMPTY = 11  # every slot in turn: what holds a card goes through the chute into the hopper

# Events of the card machine: tuples (event, command_id, a, b); unused numbers are 0.
EV_DONE = 1  # the command is finished
EV_FAILED = 2  # the command is given up: a = failure code of the register map
EV_FED = 3  # a = slot that now holds the card
EV_LEFT = 4  # a card left the carousel: a = slot
EV_LANDED = 5  # a well or tray sensed it: a = place
EV_FACE = 6  # a = token, b = card 0..51 (board as it passes; hole only after OPEN_FACE)
EV_COUNTED = 7  # a = cards in the hopper, b = cards in the carousel
EV_OPENINGS = 8  # a = faces opened since the last COLLECT
EV_LENGTH = 9  # a = length of what passed the beams, thousandths of a card, if it is no card's
EV_THICKNESS = 10  # a = its thickness, thousandths of a card, if it is no card's
EV_FACE_UP = 11  # the sensor above the path saw a face
EV_STRAYED = 12  # command id 0: a card left that nobody asked for: a = slot, b = place
EV_UNLANDED = 13  # a card left the path and nothing sensed it: a = place it was sent to
EV_DOUBTED = 14  # the reader names no face: a = token, b = a DOUBT
EV_RETRIED = 15  # the machine tried a motion again by itself: a = STAGE, b = which try it was
EV_SEEN = 16  # of a CHECK: a = which of 16 faces were seen, bit 0 the lowest, b = 0..3 which 16
EV_CHECKED = 17  # of a CHECK: a = cards that passed, b = those without a face of this deck
EV_RETURNED = 18  # a = place that was emptied into the hopper, b = cards, by the hopper's scale
EV_RESTARTED = (
    19  # command id 0: the machine's own controller started again, nothing is referenced
)
EV_EMPTIED = 20  # of an EMPTY: a = cards that fell into the hopper, b = slots that hold one still

NO_TOKEN = 0xFFFF  # in EV_FACE and EV_DOUBTED: of a card that strayed

# Failure codes of EV_FAILED.
FAILED_ARGUMENT = 1  # no such operation, slot or place
FAILED_NOT_HOME = 2  # the reference is not known: HOME first
FAILED_EMPTY = 3  # nothing to move: the hopper or the slot is empty
FAILED_OCCUPIED = 4  # the slot holds a card already
FAILED_NO_FACE = 5  # no face is kept under that token
FAILED_STOPPED = 6  # STOP or the motor enable ended the motion
FAILED_JAM = 7  # a motor could not move a card
FAILED_PATH = 8  # a card already lies in the card path: HOME first
FAILED_NOTHING = 9  # the motor ran and no card came
FAILED_DOUBLE = 10  # two cards at once at the feed roller; both were pushed back
FAILED_MOTOR = 11  # a motor draws no current
FAILED_SENSOR = 12  # a sensor contradicts itself: b = SENSOR, or the place whose sensor it is

# b of EV_FAILED with FAILED_JAM, FAILED_NOTHING, FAILED_DOUBLE, FAILED_MOTOR, and a of EV_RETRIED:
# where in the machine, numbered as the schema's enum `stage`.
STAGE_FEEDER = 0
STAGE_CAROUSEL = 1
STAGE_EJECTOR = 2
STAGE_PATH = 3  # the card has left its slot
STAGE_TURRET = 4
STAGE_RETURN = 5

# b of EV_FAILED with FAILED_STOPPED.
STOPPED_BY_COMMAND = 1
STOPPED_BY_SUPPLY = 2  # MOTOR_ENABLE stood still, or the lid is open
STOPPED_BY_POWER = 3  # the machine's own controller started again

# b of EV_FAILED with FAILED_SENSOR, above the numbers of places.
SENSOR_HOME = 32
SENSOR_ENTRY = 33  # first beam of the card path
SENSOR_EXIT = 34  # last beam
SENSOR_GAUGE = 35  # thickness, card path
SENSOR_FACE_UP = 36
SENSOR_FEED_GAUGE = 37  # thickness, feed roller
SENSOR_BOARD = 38  # a sensor board does not answer, or an input of it never changes
SENSOR_READER = 39  # does not answer

# b of EV_DOUBTED, numbered as the schema's enum `doubt`.
DOUBT_UNREADABLE = 0
DOUBT_UNSURE = 1
DOUBT_FOREIGN = 2
DOUBT_DUPLICATE = 3

# Places of a card, numbered as the schema's enum `place` (a test compares the two).
PLACE_SEAT1 = 1  # .. seat 10 = 10
PLACE_SEAT10 = 10
PLACE_BOARD1 = 11  # .. board 5 = 15
PLACE_BOARD5 = 15
PLACE_BURN = 16
PLACE_ASIDE = 17
PLACE_CHUTE = 18

LOOK_MS = 2000  # whatever an interrupt line says or keeps to itself: asked at least so often

SLOTS = 54  # of the carousel: 0..53
CARDS = 52

# Bits of one seat's inputs, as `SeatPanel.read` gives them (seat-pair panel pins 0..6, design
# table of revision A).
KEY_FOLD = 1
KEY_CALL = 2
KEY_RAISE = 4
KEY_UP = 8
KEY_DOWN = 16
PRESENCE = 32
WELL = 64

# Contracts are for readers and checkers; a board has no room for what nobody calls.
if TYPE_CHECKING:

    class I2CBus(Protocol):
        """One I2C bus. Full transfer or `HalError`, never part; buffers belong to the caller.

        9 bits a byte at 100 or 400 kHz.
        """

        def writeto(self, address: int, out: bytes | bytearray) -> None:
            """Write all of `out`; an empty one only asks whether the address answers."""

        def readfrom_into(self, address: int, into: bytearray) -> None:
            """Fill all of `into`."""

        def write_read_into(self, address: int, out: bytes | bytearray, into: bytearray) -> None:
            """Write, repeated start, read: one transfer, nothing in between."""

        def recover(self) -> bool:
            """Nine clocks and a stop; True when both lines are high again.

            Every device must be set up anew afterwards.
            """
            ...

    class CaredBus(Protocol):
        """A bus as the loop cares for it: whether a line is held low, and a try to free it."""

        name: str
        is_stuck: bool

        def recover(self) -> bool:
            """Nine clocks, the branch switch reset, and a chip asked: True when it answered."""
            ...

    class DigitalIn(Protocol):
        """One input line: its level now, True for active."""

        def is_on(self) -> bool:
            """Whether the line is active now."""
            ...

    class DigitalOut(Protocol):
        """One output line.

        Its safe level is given when it is made and holds before the line becomes an output.
        """

        def put(self, on: bool) -> None:
            """Set the line: True for active."""

    class Clock(Protocol):
        """Milliseconds since the controller started; never falls, does not wrap.

        No wall time on the table.
        """

        def now_ms(self) -> int:
            """Milliseconds since the start."""
            ...

    class Noise(Protocol):
        """A noise source: raw packets, nothing done to them.

        `provenance` is a word of the schema's enum, `model` a row of the firmware's assessments,
        `serial` names the part. starts: how often it was switched on; its bytes before and after
        are strangers to each other, so each start wants a new start-up test.
        """

        provenance: str
        model: str
        serial: str
        starts: int

        def read(self) -> bytes:
            """16 raw bytes, or `HalError`.

            `busy` (not ready or duplicate packet, ask again in a later pass), `unhealthy`,
            `timeout` (not ready for too long), `corrupt`.
            """
            ...

    class SecondNoise(Protocol):
        """A second source, mixed in and counted for nothing. `provenance` as that of `Noise`."""

        provenance: str

        def read(self) -> bytes:
            """32 random bytes, or `HalError`.

            `busy` (ask again in a later pass), `refused` (the chip was never locked), `unhealthy`,
            `timeout`, `corrupt`, `nack`.
            """
            ...

    class Signer(Protocol):
        """A chip that holds the table's own key and never gives it away; asked until done."""

        def public_key(self) -> bytes:
            """64 bytes, X and Y on P-256, or `HalError` as `SecondNoise.read`."""
            ...

        def sign(self, digest: bytes) -> bytes:
            """64 bytes, R and S, under 32 bytes; `refused` where there is no key."""
            ...

    class CardMachine(Protocol):
        """Hopper, carousel, ejector, reader, turret. One command at a time.

        Only the last command is kept. Its id given again moves nothing: its events are told again
        from the first (idempotent). So a controller that lost its power repeats the last id it
        wrote down and learns what became of it.
        """

        provenance: str

        def start(
            self, command_id: int, operation: int, a: int = 0, b: int = 0, c: int = 0
        ) -> None:
            """Begin a command (id 1..65535). Returns at once; the outcome comes as events.

            `busy` while another one runs (STOP alone may interrupt).
            """

        def poll(self) -> tuple[tuple[int, int, int, int], ...]:
            """The events since the last poll, oldest first. `overflow` when some were lost."""
            ...

    class SeatPanel(Protocol):
        """The panel of two seats, odd seat first. Levels, not edges: the firmware debounces."""

        def read(self) -> tuple[int, int]:
            """The input bits of both seats now.

            KEY_FOLD | … | WELL; 1 = pressed, present, card in the well. A level that moved and
            moved back since the last call, and of which no interrupt line spoke, is given once as
            it was.
            """
            ...

        def light(self, odd: bool, even: bool) -> None:
            """The lamps of both seats."""

    class SegmentDisplay(Protocol):
        """Eight seven-segment digits. Bits 0..6 are segments a..g, bit 7 the decimal point."""

        def show(self, segments: bytes, blink: bool = False) -> None:
            """Exactly eight bytes, left to right.

            The picture is sent on every call, to both displays of a panel where they share a chip:
            it cannot be read back.
            """

    class OrderMemory(Protocol):
        """The FRAM: 32 KB that keep what was written at once and through a power cut."""

        def read(self, offset: int, count: int) -> bytes:
            """`count` bytes from `offset`; `refused` outside the 32 KB."""
            ...

        def write(self, offset: int, content: bytes) -> None:
            """Keep `content` from `offset` on; `refused` outside the 32 KB."""

    class Store(Protocol):
        """Where the journal's segments lie, and snapshots beside them.

        A segment is durable after `sync` and not before, a snapshot when `write_snapshot` returns;
        `full`, `io` as `HalError`.
        """

        def segments(self) -> tuple[int, ...]:
            """Numbers of the segments that exist, ascending."""
            ...

        def read(self, segment: int) -> bytes:
            """All of a segment, unsynced bytes included; `absent` when there is none."""
            ...

        def append(self, segment: int, content: bytes) -> None:
            """Add to the end of a segment; the first bytes make it."""

        def sync(self, segment: int) -> None:
            """Make everything appended so far durable, the segment's existence included."""

        def cut(self, segment: int, length: int) -> None:
            """Drop everything after `length` bytes; durable on return."""

        def remove(self, segment: int) -> None:
            """Drop a segment; durable on return, `absent` when there is none."""

        def snapshots(self) -> tuple[int, ...]:
            """Numbers of the snapshots that exist, ascending."""
            ...

        def read_snapshot(self, number: int) -> bytes:
            """All of a snapshot; `absent` when there is none."""
            ...

        def write_snapshot(self, number: int, content: bytes) -> None:
            """Keep a snapshot, in place of an older one of that number.

            Written beside, synced, renamed, synced: a power cut leaves it whole or not there.
            """

        def remove_snapshot(self, number: int) -> None:
            """Drop a snapshot; durable on return, `absent` when there is none."""

        def free_bytes(self) -> int:
            """Room left, in bytes; at most 2^30 - 1 is told."""
            ...

    class HostLink(Protocol):
        """The serial line to a host. Both calls return at once; `lost` when there is no cable."""

        def read(self) -> bytes:
            """What has arrived, at most 4096 bytes; empty when nothing has."""
            ...

        def write(self, content: bytes) -> int:
            """How many bytes the line took."""
            ...

    class Watchdog(Protocol):
        """Resets the controller unless fed."""

        def feed(self) -> None:
            """One pass is done and all is well."""
