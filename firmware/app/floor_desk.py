"""The floor has looked at the table: what waited for that look goes on.

After a power cut a hand waits until a person has seen that the cards lie where they should; after
damage to the log the table waits until a person has counted. The person says so by the floor key
at the table or from the host, and it means the same. This file turns that one word into the inputs
that it comes to. Rule of the file: what waits for a look is let go by a look and by nothing else;
when it is in doubt what was played, the hand is void.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.commands import ANY_CARD
from firmware.core.by_hand_guards import people_are_asked_for
from firmware.core.correction import NO_TOKEN
from firmware.core.hand_table import HELD, REVEALING
from firmware.core.table_rows import DECK_HELD
from firmware.schema import messages as m
from firmware.schema.faults import (
    CODES,
    DEVICES,
    FAULT_LOG_DAMAGED,
    FAULT_LOG_LOST,
    FAULT_ORDER_LOST,
    FAULT_ORDERS_LOST_TWICE,
    FAULT_POWER_WAS_LOST,
)

if TYPE_CHECKING:
    from firmware.app.faults import Faults
    from firmware.core.table import Table

BY_KEY = "floor_key"

_WAIT_FOR_A_LOOK = (FAULT_POWER_WAS_LOST, FAULT_LOG_DAMAGED, FAULT_LOG_LOST)


class FloorDesk:
    """What a look at the table answers."""

    def __init__(self, faults: Faults, table: Table) -> None:
        self._faults = faults
        self._table = table

    def is_waited_for(self) -> bool:
        """Whether something waits for the floor's look."""
        return any(self._faults.stands(fault) for fault in _WAIT_FOR_A_LOOK)

    def inputs_for(self, message: tuple) -> list[tuple]:
        """An input of the floor, as the inputs that it comes to; any other input is itself."""
        if message[0] == m.CARD_MOVED and message[1:3] == ANY_CARD:
            return [self._laid(message[3])]
        if message[0] != m.FLOOR_RULED:
            return [message]
        if message[1] == m.RULING_VOID_HAND and self._faults.stands(FAULT_ORDER_LOST):
            return self._given_up(message)
        if message[1] != m.RULING_RESUME or not self.is_waited_for():
            return [message]
        return self._looked(message[2])

    def _laid(self, by: str) -> tuple:
        """The card that the table asked for lies where it asked for it."""
        hand = self._table.hand
        if hand is None:
            return (m.CARD_MOVED,) + ANY_CARD + (by,)  # refused: nothing is asked for
        token, place = people_are_asked_for(hand)
        return m.CARD_MOVED, max(token, 0), place, by

    @property
    def is_card_waited_for(self) -> bool:
        """Whether a person is to lay a card somewhere, and the key says that it lies there."""
        hand = self._table.hand
        return hand is not None and people_are_asked_for(hand)[0] != NO_TOKEN

    def _given_up(self, message: tuple) -> list[tuple]:
        """Void a hand whose order is lost: nobody waits for the order's reveal any more.

        That a promise was never opened stands in the log, and by whose word.
        """
        hand = self._table.hand
        inputs = [message]
        if hand is not None and hand.is_committed and hand.state != REVEALING:
            inputs.append(message)  # the first voids the hand, this one ends the wait
        return inputs + self._cleared(FAULT_ORDER_LOST)

    def _cleared(self, fault: int) -> list[tuple]:
        cleared = (m.FAULT_CLEARED, CODES[fault], DEVICES[fault])
        self._faults.note(cleared)
        return [cleared]

    def key_turned(self, is_lid_open: bool) -> list[tuple]:
        """The floor key was turned.

        It ends what waits for a look, and an objection: the award that the table was about to
        make is made. A card that people were asked to lay lies there. With the lid open it is
        service that has looked.
        """
        inputs = self._looked(BY_KEY) if self.is_waited_for() else []
        if not inputs and self.is_card_waited_for:
            inputs.append(self._laid(BY_KEY))
        hand = self._table.hand
        if not inputs and hand is not None and hand.state == HELD and hand.objects:
            inputs.append((m.FLOOR_RULED, m.RULING_RESUME, BY_KEY, None))
        if is_lid_open and self._faults.stands(FAULT_ORDERS_LOST_TWICE):
            inputs += self._cleared(FAULT_ORDERS_LOST_TWICE)
        return inputs

    def _looked(self, by: str) -> list[tuple]:
        inputs: list[tuple] = []
        if self._faults.stands(FAULT_LOG_LOST):
            hand = self._table.hand
            if hand is not None and hand.state == HELD:
                inputs.append((m.FLOOR_RULED, m.RULING_VOID_HAND, by, None))
            elif self._table.state == DECK_HELD:
                inputs.append((m.FLOOR_RULED, m.RULING_RESUME, by, None))
        for fault in _WAIT_FOR_A_LOOK:
            if self._faults.stands(fault):
                inputs += self._cleared(fault)
        return inputs
