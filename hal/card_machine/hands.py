"""What all motions of the card machine share: its parts, the time, and what may lie in the path.

A motion asks here for a part, waits, or makes sure that nothing stands where drum or arm would
crush it. Whether a card may lie between drum and mouth is written down before it can, so that
after a loss of power, a stop or a jam nothing turns until HOME has driven it out. Rule of the
file: the path counts as empty when a card was sensed to have left it, and not before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.card_machine.amps import Amps
from hal.card_machine.carousel import Carousel
from hal.card_machine.faces import Faces
from hal.card_machine.kept import PATH_AT, PROBE_AT, read_row, write_row
from hal.card_machine.passage import BLIND_BELOW_UM, NOTHING_BELOW, SOME_FROM_UM
from hal.card_machine.places import mouth_at, slot_before
from hal.card_machine.senses import MOUTH_BANKS, Senses
from hal.card_machine.trouble import Trouble
from hal.card_machine.workings import ENTRY, EXIT, FEED_GAUGE, PATH_GAUGE
from hal.errors import HalError
from hal.ports import (
    FAILED_PATH,
    FAILED_SENSOR,
    PLACE_BOARD1,
    PLACE_BOARD5,
    SENSOR_BOARD,
    SENSOR_ENTRY,
    SENSOR_EXIT,
    SENSOR_FACE_UP,
    SENSOR_FEED_GAUGE,
    SENSOR_GAUGE,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hal.card_machine.account import Account
    from hal.card_machine.workings import Keep, Workings

# What may lie between drum and mouth, or between feeder and drum.
CLEAR = 0
PUSHED = 1  # the finger has been out: a card may stand across the drum's rim
IN_PATH = 2  # the entry beam has seen it
HALF_FED = 3  # a card may stand half in its slot
LOOKED_AT = 4  # as PUSHED, nothing could move it, and HOME has called a person to it
NO_SLOT = 255  # as the slot of a card in the path: it came back from a tray

CARD_CENTIGRAMS = 230
_PROBE = b"home"
_NO_SAMPLE_MS = 500  # the scale has eighty a second
BOARD = tuple(range(PLACE_BOARD1, PLACE_BOARD5 + 1))


class Hands:
    """The parts of one machine. tell: an event of what runs now, a command or a stray card."""

    def __init__(self, workings: Workings, keep: Keep, account: Account) -> None:
        self.workings = workings
        self.senses = Senses(workings)
        self.amps = Amps(workings)
        self.carousel = Carousel(workings, self.senses, self.amps)
        self.faces = Faces(keep)
        self.account = account
        self.tell: Callable[..., None] = account.tell
        self.scale: int | None = None  # the last sample, centigrams
        self.counted = 0  # cards, by `settled_cards`
        self.now = workings.now_ms
        self._keep = keep
        row = read_row(keep, PATH_AT, 3)
        self.path = CLEAR
        self.path_slot = self.path_mouth = 0
        if row is not None:
            self.path, self.path_slot, self.path_mouth = row[0], row[1], row[2]

    def __repr__(self) -> str:
        return "<card machine>"  # never its cards

    def must_remember(self) -> None:
        """`Trouble` where the memory does not keep what is written to it."""
        try:
            write_row(self._keep, PROBE_AT, _PROBE)
            is_kept = read_row(self._keep, PROBE_AT, len(_PROBE)) == _PROBE
        except HalError:
            is_kept = False
        if not is_kept:
            raise Trouble(FAILED_SENSOR, SENSOR_BOARD)

    # --- time ------------------------------------------------------------------------------------

    def until(self, at_ms: int) -> Iterator[None]:
        """Let time pass; the scale is listened to meanwhile."""
        while self.workings.now_ms() < at_ms:
            self.weigh()
            yield

    def weigh(self) -> None:
        """Take a sample of the scale where there is one."""
        sample = self.workings.centigrams()
        if sample is not None:
            self.scale = sample

    def settled_cards(self, at_ms: int) -> Iterator[None]:
        """Weigh until then; `counted` is the number of cards by the mean of the samples."""
        total = count = 0
        while self.workings.now_ms() < at_ms or not count:
            if self.workings.now_ms() >= at_ms + _NO_SAMPLE_MS:
                raise Trouble(FAILED_SENSOR, SENSOR_BOARD)
            sample = self.workings.centigrams()
            if sample is not None:
                self.scale = sample
                total += sample
                count += 1
            yield
        mean = total // count
        self.counted = max(0, (mean + CARD_CENTIGRAMS // 2) // CARD_CENTIGRAMS)

    # --- the path --------------------------------------------------------------------------------

    def path_is(self, what: int, slot: int = 0, mouth: int = 0) -> None:
        """Write down what may lie in the path; kept on return."""
        if what == self.path == CLEAR:
            return
        self.path, self.path_slot, self.path_mouth = what, slot, mouth
        write_row(self._keep, PATH_AT, bytes((what, slot, mouth)))

    def must_be_clear(self, slot: int = -1, mouth: int = 0) -> None:
        """`Trouble` where something would be crushed, or the entry beam is dark for nothing.

        slot, mouth: of a card that is to be pushed. One that the finger could not push may be
        tried again from where it stands: drum and arm stand before it already.
        """
        if self.path == PUSHED and (slot, mouth) == (self.path_slot, self.path_mouth):
            at = mouth_at(mouth)
            if self.carousel.mouth == mouth and slot_before(at, self.carousel.turned) == slot:
                return
        if self.path != CLEAR:
            raise Trouble(FAILED_PATH)
        if self.workings.is_dark(ENTRY):
            raise Trouble(FAILED_SENSOR, SENSOR_ENTRY)

    def must_see_nothing(self, *, blind_too: bool = False, exit_too: bool = True) -> None:
        """The path is empty: `Trouble` of a sensor that sees something there.

        blind_too: also of one that gives what no sensor gives that works. exit_too: the exit beam,
        unless its edges were judged by whoever drove a card past it.
        """
        workings = self.workings
        if workings.is_dark(ENTRY):
            raise Trouble(FAILED_SENSOR, SENSOR_ENTRY)
        if exit_too and workings.is_dark(EXIT):
            raise Trouble(FAILED_SENSOR, SENSOR_EXIT)
        for gauge, sensor in ((PATH_GAUGE, SENSOR_GAUGE), (FEED_GAUGE, SENSOR_FEED_GAUGE)):
            thickness = workings.thickness(gauge)
            if thickness > SOME_FROM_UM or (blind_too and thickness < BLIND_BELOW_UM):
                raise Trouble(FAILED_SENSOR, sensor)
        try:
            light = workings.face_up()
        except HalError:
            light = NOTHING_BELOW if blind_too else 0
        if light >= NOTHING_BELOW:
            raise Trouble(FAILED_SENSOR, SENSOR_FACE_UP)

    # --- looks before a card leaves --------------------------------------------------------------

    def dark_mouths(self) -> tuple[int, ...]:
        """Mouths in which something is seen; three looks."""
        dark: tuple[int, ...] = ()
        for bank in MOUTH_BANKS:
            dark += self.senses.dark_mouths(bank)
        return dark

    def empty_board(self) -> tuple[int, ...]:
        """Places of the board on which nothing lies; two looks."""
        lying = self.senses.lying(BOARD)
        return tuple([place for place in BOARD if place not in lying])

    def halt(self, has_supply: bool = True) -> None:
        """Whatever moves stands; where drum and arm are lost is known afterwards."""
        self.carousel.halt(has_supply)
        self.workings.rest()
        if self.workings.is_dark(ENTRY) and self.path == PUSHED:
            self.path_is(IN_PATH, self.path_slot, self.path_mouth)
