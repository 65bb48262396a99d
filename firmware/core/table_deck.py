"""The deck checked or changed, between hands and never in one.

Somebody of the house wants the deck looked through, or taken out for another one. The wish waits
for the end of the running hand. Then all cards are gathered; a check lets every card pass the
reader, a change brings all of them into the hopper, where a person takes them out and puts another
deck in, which is checked too. What a check finds are counts and sets; in which order the cards lay
nobody learns, and a full load follows. Functions here are named in `table_rows`. Rule of the file:
no hand is dealt from a deck that was found wanting.
"""

from __future__ import annotations

from firmware.compat import const
from firmware.core.cards import DECK_CARDS
from firmware.core.machine import NO, YES
from firmware.core.table_service import stop_waiting
from firmware.schema import messages as m

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.table import Table

NO_WISH = 0
WISH_CHECK = 1
WISH_CHANGE = 2

_MISSING_TOLD_MAX = const(10)


def missing_faces(faces: bytes) -> tuple[int, ...]:
    """Cards that a set of faces (bit n of the set: card n) does not hold, ascending."""
    return tuple([card for card in range(DECK_CARDS) if not faces[card >> 3] >> (card & 7) & 1])


# ------------------------------------------------------------------ guards


def deck_is_to_be_checked(table: Table, _: tuple) -> int:
    """Does somebody want the deck looked through?"""
    return YES if table.deck_wish == WISH_CHECK else NO


def deck_is_to_be_changed(table: Table, _: tuple) -> int:
    """Does somebody want another deck?"""
    return YES if table.deck_wish == WISH_CHANGE else NO


def deck_is_good(_: Table, message: tuple) -> int:
    """Are there 52 cards, each once, all readable?"""
    _id, count, faces, twice, foreign = message
    is_good = count == DECK_CARDS and not twice and not foreign and not missing_faces(faces)
    return YES if is_good else NO


# ------------------------------------------------------------------ actions


def note_deck_wish(table: Table, message: tuple, out: list) -> None:
    """It is done when the cards are gathered next."""
    change = message[0] == m.DECK_CHANGE_ASKED
    table.deck_wish = WISH_CHANGE if change else WISH_CHECK


def gather_for_deck_wish(table: Table, message: tuple, out: list) -> None:
    """No hand runs: at once."""
    stop_waiting(table, message, out)
    note_deck_wish(table, message, out)
    out.append((m.COLLECT_CARDS,))


def check_deck(table: Table, message: tuple, out: list) -> None:
    """Every card passes the reader, unordered."""
    table.deck_wish = NO_WISH
    table.ledger.collect(message[1])
    table.ledger.begin_load()
    out.append((m.CHECK_DECK,))


def unload_deck(table: Table, message: tuple, out: list) -> None:
    """Every card into the hopper, for a person to take them out."""
    table.deck_wish = NO_WISH
    table.ledger.collect(message[1])
    table.ledger.begin_load()
    out.append((m.UNLOAD_DECK,))


def load_checked_deck(table: Table, message: tuple, out: list) -> None:
    """It is whole: shuffle it."""
    table.ledger.collect(message[1])
    table.ledger.begin_load()
    out.append((m.LOAD_DECK,))


def hold_after_check(table: Table, message: tuple, out: list) -> None:
    """What is wrong is told by name; the same check follows when the floor has seen to it."""
    _id, count, faces, twice, foreign = message
    table.deck_wish = WISH_CHECK
    table.ledger.collect(count)
    missing = missing_faces(faces)
    told = missing[:_MISSING_TOLD_MAX] or None
    out.append((m.DECK_FAULTY, len(missing), told, twice, foreign))
    out.append((m.TABLE_HELD, "deck_faulty"))


def wait_for_new_deck(table: Table, message: tuple, out: list) -> None:
    """The old deck may be taken out; the new one is checked before it is dealt."""
    table.deck_wish = WISH_CHECK
    table.ledger.collect(message[1])
    out.append((m.TABLE_HELD, "deck_change"))
