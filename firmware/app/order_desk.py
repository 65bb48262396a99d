"""What the table wants of its order, and when the keeper can give it.

The table asks for an order to be promised, arranged, told. The keeper answers when it can: a draw
waits for fresh noise, a promise for its FRAM. This desk remembers what was asked and not yet
answered, live and after a replay alike, and names the fault when the order is gone. Rule of the
file: it holds no order and sees none; it passes the keeper's public answers on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.core.hand_table import OVER
from firmware.schema import messages as m
from firmware.schema import settings as s
from firmware.schema.faults import CODES, FAULT_ORDER_LOST, FAULT_ORDERS_LOST_TWICE
from hal.errors import CORRUPT, HalError

if TYPE_CHECKING:
    from firmware.app.faults import Faults
    from firmware.app.order_keeper import OrderKeeper
    from firmware.core.table import Table


SESSION_HANDS = 400  # an evening; the design counts lost orders by the session


class OrderDesk:
    """Between the table's effects and the keeper."""

    def __init__(self, keeper: OrderKeeper, table: Table, faults: Faults) -> None:
        self._keeper = keeper
        self._table = table
        self._faults = faults
        self._commit_due: tuple[int, int] | None = None
        self._reveal_due: tuple[int, int] | None = None
        self._drawn_due: tuple | None = (
            None  # the effect that wants its first seat, or seats, told
        )
        self._is_lost = False
        self._lost_at = 0  # number of the hand at which an order was lost last; 0: none
        self._is_lost_twice = False
        self._began: tuple[int, bytes] = (0, b"")  # line and full hash of the epoch's first line

    def note(self, message: tuple, seq: int, head: bytes) -> None:
        """A line of the log, live or replayed."""
        message_id = message[0]
        if message_id in (m.HAND_STARTED, m.RESHUFFLE_STARTED, m.DRAW_STARTED):
            self._began = (seq, head)
        elif message_id == m.COMMIT_ORDER:
            self._commit_due = (message[1], message[2])
        elif message_id in (m.ORDER_COMMITTED, m.HAND_VOIDED):
            self._commit_due = None  # a hand that is void before its promise wants none any more
            self._drawn_due = None
            self._is_lost = False
        elif message_id in (m.DRAW_BUTTON, m.DRAW_SEATS):
            self._drawn_due = message
        elif message_id in (m.BUTTON_DRAWN, m.SEATS_DRAWN):
            self._drawn_due = None
        elif message_id == m.REVEAL_ORDER:
            self._reveal_due = (message[1], message[2])
        elif message_id == m.ORDER_REVEALED:
            self._reveal_due = None
        elif message_id == m.FAULT_CLEARED and message[1] == CODES[FAULT_ORDER_LOST]:
            self._reveal_due = None  # the floor has given it up
        elif message_id == m.FAULT_RAISED and message[1] == CODES[FAULT_ORDER_LOST]:
            self._count_loss()
        elif message_id == m.FAULT_RAISED and message[1] == CODES[FAULT_ORDERS_LOST_TWICE]:
            self._is_lost_twice = False  # it is told
        elif message_id == m.FAULT_CLEARED and message[1] == CODES[FAULT_ORDERS_LOST_TWICE]:
            self._lost_at = 0  # service has looked: what was lost before counts no more
            self._is_lost_twice = False

    def _count_loss(self) -> None:
        """An order was lost: a second one within a session stops new hands until service."""
        hand = self._table.hand_number
        if self._lost_at and 0 < hand - self._lost_at < SESSION_HANDS:
            self._is_lost_twice = True
        self._lost_at = max(hand, 1)

    def kept(self) -> tuple:
        """What a snapshot keeps: the hand at which an order was lost last, 0 for none."""
        return (self._lost_at,)

    def restore(self, kept: tuple) -> None:
        """The mirror of `kept`."""
        self._lost_at = kept[0]

    @property
    def is_idle(self) -> bool:
        """Whether nothing is asked of the keeper."""
        return self._commit_due is None and self._reveal_due is None

    def can_answer(self, is_noise_healthy: bool) -> bool:
        """Whether the next pass may bring an answer."""
        if self._reveal_due is not None or self._drawn_due is not None:
            return True
        return self._commit_due is not None and is_noise_healthy and not self._is_lost

    def settle(self, effect: tuple) -> None:
        """Carry out `settle_order`, live or replayed, by the hand's own house rule for the cut."""
        hand = self._table.hand
        if hand is not None:
            rule = s.WORDS[s.SETTING_CUT][hand.rules[s.SETTING_CUT]]
            self._keeper.settle(effect[1], effect[2], effect[3], effect[4], rule)

    def poll(self, inputs: list[tuple]) -> None:
        """Add the answers that can be given now. One that was lost is a fault, never made up."""
        if self._is_lost_twice:
            self._is_lost_twice = False
            self._faults.stand(FAULT_ORDERS_LOST_TWICE)
        if self._drawn_due is not None:
            self._tell_drawn(self._drawn_due, inputs)
            self._drawn_due = None
        if self._commit_due is not None:
            hand, epoch = self._commit_due
            try:
                message = self._keeper.commit(
                    hand, epoch, self._began[0], self._began[1], self._seats_of_draw()
                )
            except HalError as trouble:
                if trouble.kind == CORRUPT:  # it does not read back as it was written
                    self._is_lost = True
                    self._faults.stand(FAULT_ORDER_LOST, trouble.kind)
                return  # any other has been named (F-MEM-01); asked again in the next pass
            if message is not None:
                inputs.append(message)
                self._commit_due = None
        if self._reveal_due is not None:
            hand, epoch = self._reveal_due
            if self._keeper.holds(hand, epoch):
                inputs.append(self._keeper.reveal(hand, epoch))
                self._reveal_due = None
            else:
                self._reveal_due = None
                self._faults.stand(FAULT_ORDER_LOST)

    def _tell_drawn(self, effect: tuple, inputs: list[tuple]) -> None:
        """The first seat of the settled order has the button, or the first seats are players'."""
        if not self._holds_draw():
            self._faults.stand(FAULT_ORDER_LOST)
        elif effect[0] == m.DRAW_SEATS:
            seats = tuple([self._keeper.slot(k) for k in range(effect[2])])
            inputs.append((m.SEATS_DRAWN, seats))
        else:
            inputs.append((m.BUTTON_DRAWN, self._keeper.slot(0)))

    def wipe_told(self) -> None:
        """An order that was told is durable in the log: it is wiped from the FRAM."""
        try:
            self._keeper.after_sync()
        except HalError:  # the FRAM has named it; wiped in a later pass
            return

    def _seats_of_draw(self) -> bytes | None:
        """The seats that the order is one of, or None: it is one of slots."""
        hand = self._table.hand
        return None if hand is None or hand.number else bytes(sorted(hand.ring))

    def _holds_draw(self) -> bool:
        hand = self._table.hand
        return hand is not None and self._keeper.holds(hand.number, hand.ledger.epoch)

    def look_for_order(self) -> None:
        """After a replay: the hand's order must be there from its promise to its reveal."""
        hand = self._table.hand
        if hand is None or not hand.is_committed or hand.state == OVER:
            return
        if not self._keeper.holds(hand.number, hand.ledger.epoch):
            self._faults.stand(FAULT_ORDER_LOST)
