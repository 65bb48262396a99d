"""The log of a volume table: what would be written is kept as it was said, not spelled.

Stands where the journal stands, for a table whose record nobody stores and no host asks for. Each
message is kept with its number and its time and told to the spectator when its pass is durable, as
the lines of a log would be. There are no bytes, no seals, no segments, and no reports of the
chain's head; the full hash of a line is its number, so a promise is bound to the line that began
its hand and to nothing before it. Rule of the file: every message that a journal would have been
given is here, in the same order.
"""

from __future__ import annotations

from firmware.schema import messages as m
from firmware.schema.messages_fields import FIELDS
from hal.sim.spectator import Spectator
from hal.sim.store import MemoryStore

HASH_BYTES = 32
FREE_BYTES = 1 << 26

UNREAD = frozenset(
    (
        m.CARD_FED,
        m.CARD_LEFT,
        m.CARD_LANDED,
        m.HOLE_CARD_DEALT,
        m.DEAL_CARD,
        m.OPEN_FACE,
        m.FACE_OPENED,
        m.ERASE_FACE,
        m.FACE_READ,
        m.ACTION_CHOSEN,
        m.WAITING_MEASURED,
    )
)
"""Most messages: where cards lie. Nobody at the table acts on what stands in them."""


class VolumeSpectator(Spectator):
    """Reads messages over the table's shoulder where there are no lines.

    news: how many were read that somebody at the table may act on.
    """

    news = 0

    def hear(self, message: tuple) -> None:
        """Go on with the next message of the log that is read."""
        number = message[0]
        self.news += 1
        if number == m.TURN_OPENED:
            self._turn = (message[1], message[2], message[3] or 0, message[4] or 0)
        elif number == m.ACTION_TAKEN:
            seat = message[1]
            self._acted[seat] = self._acted.get(seat, 0) + 1
            self.stacks[seat] = message[4]
            if self._turn is not None and self._turn[0] == seat:
                self._turn = None
        else:
            fields = FIELDS[number]
            spelled = {
                fields[at][0]: _spelled(message[at + 1])
                for at in range(len(fields))
                if message[at + 1] is not None
            }
            self._take(m.NAMES[number], spelled)


def _spelled(value: object) -> str:
    """As a line spells numbers, words and lists of them; nobody here reads what else there is."""
    if isinstance(value, (tuple, list)):
        return ",".join([str(one) for one in value])
    return str(value)


class VolumeStore(MemoryStore):
    """A store in which no line is ever written; whoever would read them hears them."""

    def __init__(self) -> None:
        super().__init__()
        self.spectator = VolumeSpectator()

    def free_bytes(self) -> int:
        """As much as ever: nothing is written."""
        return FREE_BYTES


class VolumeLog:
    """Takes what a `firmware.journal.segments.Journal` takes, and keeps messages.

    told: (number, milliseconds, message) of each, oldest first.
    """

    is_failing = False
    segment_count = 1
    first = 1

    def __init__(
        self, store: VolumeStore, heads: object, table: str, log: bytes, segment_bytes_max: int
    ) -> None:
        """Note of the head and bounds are those of a table with a disk: not used."""
        self._hear = store.spectator.hear
        self.table = table
        self.log = log
        self.boot = bytes(8)
        self.seq = 0
        self.synced = 0
        self.appended_head = head_of(0)
        self.segment = 1
        self.told: list[tuple[int, int, tuple]] = []

    def resume(self, found: object) -> None:
        """Nothing was found: a volume table begins once."""

    @property
    def head(self) -> bytes:
        """What stands for the full hash of the last message."""
        return head_of(self.seq)

    @property
    def synced_head(self) -> bytes:
        """What stands for the full hash of the last durable message."""
        return head_of(self.synced)

    def append(self, message: tuple, ms: int) -> int:
        """Keep a message; its number."""
        self.seq = seq = self.seq + 1
        self.told.append((seq, ms, message))
        self.appended_head = seq.to_bytes(HASH_BYTES, "big")
        return seq

    def is_segment_full(self) -> bool:
        """Never: it has one."""
        return False

    def sync(self) -> bool:
        """Whoever listens hears what was told in this pass; False when it was nothing."""
        synced = self.synced
        if synced == self.seq:
            return False
        self.synced = self.seq
        for _, _, message in self.told[synced - self.seq :]:
            if message[0] not in UNREAD:
                self._hear(message)
        return True

    def line(self, seq: int) -> bytes | None:
        """No message is a line here."""
        return None

    def droppable(self, stored: int, snapshots: tuple[int, ...]) -> int:
        """Nothing is dropped."""
        return 0


def head_of(seq: int) -> bytes:
    """What stands for the full hash of message `seq`."""
    return seq.to_bytes(HASH_BYTES, "big")
