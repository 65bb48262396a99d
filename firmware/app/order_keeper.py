"""The order keeper: the one file that holds the dealing order, its nonce and the loading order.

The controller does not know the cards, but it must know from which slot the next one comes, and it
must not be able to change its mind. So the order is drawn, written to the FRAM twice and read
back, and only its seal is told; after the cut it is dealt by; at the end it is told in full and
wiped. The loading order lives in working memory only and each entry is wiped as it is used. Nobody
else holds any of it, and nothing here prints itself. Rule of the file: one (hand, epoch) has one
order. If the FRAM holds it, that is the order, whatever happened in between.

Content of an order's copy: u32 hand, u8 epoch, u32 line `of`, its full hash (32), u8 m, order (54,
padded with 255), nonce (32), commitment (32); kept as `journal.kept` keeps a place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.fram import (
    HAND_AT,
    HAND_PLACE_BYTES,
    OCCUPIED_AT,
    OCCUPIED_PLACE_BYTES,
    ORDER_AT,
    ORDER_COPY_BYTES,
)
from firmware.compat import check
from firmware.fairness.commit import NONCE_BYTES, SLOT_COUNT, commitment, is_order
from firmware.fairness.public_shuffle import deal_places
from firmware.fairness.reveal import ejected_slot
from firmware.journal.kept import KeptRecord, sealed, unsealed
from firmware.schema.messages import (
    CARD_LEFT,
    CARD_STRAYED,
    DECK_LOADED,
    ORDER_COMMITTED,
    ORDER_REVEALED,
    PROVENANCE_WORDS,
    SLOT_NAMED,
)
from hal.errors import CORRUPT, HalError

if TYPE_CHECKING:
    from firmware.app.noise_intake import NoiseIntake
    from hal.ports import OrderMemory

_NO_SLOT = 255
_ORDER_CONTENT_BYTES = 4 + 1 + 4 + 32 + 1 + SLOT_COUNT + NONCE_BYTES + 32
_OCCUPIED_BYTES = 7  # one bit a slot
_ALL_SLOTS = bytes(range(SLOT_COUNT))


class _Order:
    """A committed order, as both copies hold it."""

    def __init__(
        self, hand: int, epoch: int, of: int, head: bytes, order: bytearray, nonce: bytes
    ) -> None:
        self.hand = hand
        self.epoch = epoch
        self.of = of
        self.head = head
        self.order = order
        self.nonce = nonce
        self.commit = b""

    def __repr__(self) -> str:
        return "<order>"

    def content(self) -> bytes:
        padded = bytes(self.order) + bytes((_NO_SLOT,)) * (SLOT_COUNT - len(self.order))
        return (
            self.hand.to_bytes(4, "big")
            + bytes((self.epoch,))
            + self.of.to_bytes(4, "big")
            + self.head
            + bytes((len(self.order),))
            + padded
            + self.nonce
            + self.commit
        )


def _read_order(content: bytes) -> _Order | None:
    """The mirror of `_Order.content`; None for anything else."""
    if len(content) != _ORDER_CONTENT_BYTES:
        return None
    m = content[41]
    order = bytearray(content[42 : 42 + m])
    if m > SLOT_COUNT or not is_order(order):
        return None
    nonce_at = 42 + SLOT_COUNT
    found = _Order(
        int.from_bytes(content[:4], "big"),
        content[4],
        int.from_bytes(content[5:9], "big"),
        content[9:41],
        order,
        content[nonce_at : nonce_at + NONCE_BYTES],
    )
    found.commit = content[nonce_at + NONCE_BYTES :]
    return found


class OrderKeeper:
    """Orders of one table. Errors of the memory go through as `HalError`."""

    def __init__(
        self, memory: OrderMemory, intake: NoiseIntake, table: str, provenance: str
    ) -> None:
        self._memory = memory
        self._intake = intake
        self._table = table.encode()
        self._provenance = PROVENANCE_WORDS.index(provenance)
        self._occupied_note = KeptRecord(memory, OCCUPIED_AT, OCCUPIED_PLACE_BYTES)
        self._hand_note = KeptRecord(memory, HAND_AT, HAND_PLACE_BYTES)
        self.last_hand = 0  # the highest hand whose order was ever kept here
        self._occupied: bytearray | None = None  # slots that hold a card; None: unknown
        self._left = bytearray(SLOT_COUNT)  # slots whose card left since the load
        self._loading = bytearray()
        self._loading_at = 0
        self._order: _Order | None = None
        self._drawn: _Order | None = None  # drawn, and not in both copies yet
        self._places = b""
        self._is_told = False  # revealed and written down: to be wiped after the sync

    def __repr__(self) -> str:
        return "<order keeper>"

    def restore(self) -> None:
        """Find what the FRAM keeps; once, before the log is replayed."""
        for copy in (0, 1):
            raw = self._memory.read(ORDER_AT + copy * ORDER_COPY_BYTES, ORDER_COPY_BYTES)
            found = unsealed(raw)
            if found is not None and self._order is None:
                self._order = _read_order(found[1])
        last_hand = self._hand_note.read()
        if last_hand is not None and len(last_hand) == 4:
            self.last_hand = int.from_bytes(last_hand, "big")
        noted = self._occupied_note.read()
        if noted is not None and len(noted) == _OCCUPIED_BYTES:
            self._occupied = bytearray(
                [noted[slot >> 3] >> (slot & 7) & 1 for slot in range(SLOT_COUNT)]
            )

    def note(self, message: tuple) -> None:
        """A line of the log, live or replayed."""
        message_id = message[0]
        if message_id in (CARD_LEFT, SLOT_NAMED):
            self._left[message[2]] = 1
        elif message_id == CARD_STRAYED:
            self._left[message[1]] = 1
        elif message_id == DECK_LOADED:
            self._left = bytearray(SLOT_COUNT)
        elif message_id == ORDER_REVEALED:
            self._is_told = self.holds(message[1], message[2])

    def after_sync(self) -> None:
        """What was told is durable: an order that was revealed is wiped now."""
        if self._is_told:
            self._wipe()
            self._is_told = False  # last: what could not be wiped is wiped after another sync

    # --- loading ---------------------------------------------------------------------------------

    def may_hold_cards(self) -> bool:
        """Whether a slot may hold a card; yes when nobody knows."""
        return self._occupied is None or 1 in self._occupied

    def begin_load(self) -> bool:
        """Draw a loading order over all slots; False while the noise is not ready."""
        if not self._intake.is_ready():
            return False
        self._occupied_note.wipe()
        self._occupied = bytearray(SLOT_COUNT)
        self._loading, _nonce = self._intake.pipeline.draw_order(_ALL_SLOTS)
        self._loading_at = 0
        return True

    def loading_slot(self) -> int:
        """The slot of the next feed."""
        check(self._loading_at < len(self._loading), "loading_order_used_up")
        return self._loading[self._loading_at]

    def fed(self) -> None:
        """That slot holds a card now; which it was is forgotten."""
        check(self._occupied is not None, "load_not_begun")
        self._occupied[self.loading_slot()] = 1  # type: ignore[index]
        self._loading[self._loading_at] = 0
        self._loading_at += 1

    def end_load(self) -> None:
        """All cards are in: which slots hold one is kept, in what order they came is not."""
        for at in range(len(self._loading)):
            self._loading[at] = 0
        self._loading = bytearray()
        check(self._occupied is not None, "load_not_begun")
        bits = bytearray(_OCCUPIED_BYTES)
        for slot in range(SLOT_COUNT):
            bits[slot >> 3] |= self._occupied[slot] << (slot & 7)  # type: ignore[index]
        self._occupied_note.write(bytes(bits))
        self._left = bytearray(SLOT_COUNT)

    def emptied(self) -> None:
        """All cards lie in the hopper."""
        self._occupied_note.wipe()
        self._occupied = bytearray(SLOT_COUNT)

    # --- one epoch -------------------------------------------------------------------------------

    def holds(self, hand: int, epoch: int) -> bool:
        """Whether the order of this epoch is here."""
        order = self._order
        return order is not None and order.hand == hand and order.epoch == epoch

    def commit(
        self, hand: int, epoch: int, of: int, head: bytes, seats: bytes | None = None
    ) -> tuple | None:
        """`order_committed` for this epoch; None while the noise is not ready.

        of, head: number and full hash of the line that began the epoch. seats: an order of these
        is drawn (formats 1) instead of one of the loaded slots. An order that the FRAM holds for
        this epoch is promised again, never drawn again.
        """
        if not self.holds(hand, epoch):
            self.after_sync()  # an order that was told goes before another one is kept
            drawn = self._drawn
            if drawn is None or drawn.hand != hand or drawn.epoch != epoch:
                if not self._intake.is_ready():
                    return None
                slots = self._loaded_slots() if seats is None else seats
                order, nonce = self._intake.pipeline.draw_order(slots)
                drawn = _Order(hand, epoch, of, head, order, nonce)
                drawn.commit = commitment(
                    table=self._table, hand=hand, epoch=epoch, head=head, order=order, nonce=nonce
                )
                self._drawn = drawn  # a memory that stumbles is given this one again
            self._keep(drawn)
            self._drawn = None
        kept = self._order
        check(kept is not None and kept.of == of and kept.head == head, "order_of_another_line")
        return (
            ORDER_COMMITTED,
            hand,
            epoch,
            of,
            len(kept.order),  # type: ignore[union-attr]
            kept.commit,  # type: ignore[union-attr]
            self._provenance,
        )

    def settle(self, hand: int, epoch: int, w: bytes, cut: int, rule: str) -> None:
        """From now on the epoch is dealt by its order, arranged by w and cut under a house rule.

        An epoch whose order is not here any more (a replay of the past) is passed over.
        """
        if self.holds(hand, epoch):
            kept = self._order
            self._places = deal_places(rule, kept.commit, w, cut, len(kept.order))  # type: ignore[union-attr]

    @property
    def is_settled(self) -> bool:
        """Whether there is an order to deal from."""
        return self._order is not None and len(self._places) > 0

    def slot(self, k: int) -> int:
        """The slot of the k-th card of the settled order."""
        check(self._order is not None and k < len(self._places), "order_not_settled")
        return ejected_slot(self._order.order, self._places, k)  # type: ignore[union-attr]

    def token(self, k: int) -> int:
        """The token of the k-th card: epoch * 64 + slot."""
        return self._order.epoch * 64 + self.slot(k)  # type: ignore[union-attr]

    def has_left(self, k: int) -> bool:
        """Whether the k-th card of the settled order left its slot before; not of a lost order."""
        return self.is_settled and bool(self._left[self.slot(k)])

    def reveal(self, hand: int, epoch: int) -> tuple:
        """`order_revealed`; the order stays until that line is durable."""
        check(self.holds(hand, epoch), "order_not_held")
        kept = self._order
        return (ORDER_REVEALED, hand, epoch, bytes(kept.order), kept.nonce)  # type: ignore[union-attr]

    # --- inside ----------------------------------------------------------------------------------

    def _loaded_slots(self) -> bytes:
        if self._occupied is None:  # the FRAM has forgotten what was loaded
            raise HalError(CORRUPT, "order_memory", "no note of the load")
        return bytes([slot for slot in range(SLOT_COUNT) if self._occupied[slot]])

    def _keep(self, drawn: _Order) -> None:
        """Two copies, read back; an order that does not read back is not promised."""
        if drawn.hand > self.last_hand:
            self._hand_note.write(drawn.hand.to_bytes(4, "big"))
            self.last_hand = drawn.hand
        content = sealed(1, drawn.content())
        for copy in (0, 1):
            at = ORDER_AT + copy * ORDER_COPY_BYTES
            self._memory.write(at, content)
            if self._memory.read(at, len(content)) != content:
                raise HalError(CORRUPT, "order_memory", "order does not read back")
        self._order = drawn

    def _wipe(self) -> None:
        for copy in (0, 1):
            self._memory.write(ORDER_AT + copy * ORDER_COPY_BYTES, bytes(ORDER_COPY_BYTES))
        if self._order is not None:
            for at in range(len(self._order.order)):
                self._order.order[at] = 0
        self._order = None
        self._places = b""
