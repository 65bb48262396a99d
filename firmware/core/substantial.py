"""Substantial action: has so much been done that a misdeal is no longer possible?

Half of the rulings hang on this one question, so it is counted here and nowhere else, from the
actions of the hand alone. TDA 36: two actions in turn of which one puts chips into the pot, or any
three; R004 is silent and takes the same. Robert's Rules: two players after the blinds. Blinds,
antes and straddles are no actions. Rule of the file: it looks at actions and knows no cards.

An action here is (street, seat, action, to), as the hand keeps them in order.
"""

from __future__ import annotations

from firmware.schema.messages import ACTION_CHECK, ACTION_FOLD
from firmware.schema.rulings import BOOK_ROBERTS

_WITHOUT_CHIPS = (ACTION_CHECK, ACTION_FOLD)


def is_substantial(actions: list[tuple[int, int, int, int]], book: int) -> bool:
    """Whether substantial action has occurred in the hand, as this book counts it."""
    if len(actions) < 2:
        return False
    if len(actions) > 2 or book == BOOK_ROBERTS:
        return True
    return actions[0][2] not in _WITHOUT_CHIPS or actions[1][2] not in _WITHOUT_CHIPS


def has_acted(actions: list[tuple[int, int, int, int]], street: int) -> bool:
    """Whether anybody has acted on this street."""
    return bool(actions) and actions[-1][0] == street
