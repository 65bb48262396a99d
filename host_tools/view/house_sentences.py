"""What the house does beside the game, told in the words of the transcript.

A table opened or closed, chips set or paid out, a call answered, a deck looked through, a part
tried by service. The rule of the file: whoever did it is named, and so is the reason where the log
has one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from firmware.schema import messages as m

if TYPE_CHECKING:
    from host_tools.texts import Texts

Message = tuple[Any, ...]

BY_KEY = "floor_key"
"""How a line names whoever holds the floor's key, which has no name of its own."""

ASKED_BY_THE_HOUSE = (
    m.TABLE_OPENED,
    m.TABLE_CLOSED,
    m.STACK_SET,
    m.CHIPS_CASHED,
    m.FLOOR_ANSWERED,
    m.DECK_CHECK_ASKED,
    m.DECK_CHANGE_ASKED,
    m.TEST_ASKED,
)
"""Inputs whose refusal is worth a sentence."""


def whose_word(by: str, say: Texts) -> str:
    """A name as it is read aloud; who turns the key at the table is not named."""
    return say("hand.by_key") if by == BY_KEY else by


def with_names(message: Message, say: Texts) -> Message:
    """The message with names as they are read aloud."""
    return tuple(whose_word(word, say) if word == BY_KEY else word for word in message)


def _by(key: str) -> Callable[[Texts, Message], str]:
    """A sentence that names who did it, and nothing else."""
    return lambda say, message: say(key, by=message[1])


def _stack_set(say: Texts, message: Message) -> str:
    _, seat, stack, by, reason = message
    return say("hand.stack_set", seat=seat, amount=say.chips(stack), by=by, reason=reason)


def _chips_cashed(say: Texts, message: Message) -> str:
    _, seat, amount, by = message
    return say("hand.chips_cashed", seat=seat, amount=say.chips(amount), by=by)


def _answered(say: Texts, message: Message) -> str:
    _, by, seat = message
    return say("hand.floor_answered_seat" if seat else "hand.floor_answered", by=by, seat=seat)


def _deck_checked(say: Texts, message: Message) -> str:
    _, count, _faces, twice, foreign = message
    return say("hand.deck_checked", count=count, twice=twice, foreign=foreign)


def _test_begun(say: Texts, message: Message) -> str:
    return say(f"hand.test_begun_{m.PART_WORDS[message[1]]}")


def _test_ended(say: Texts, message: Message) -> str:
    if message[2] is None:
        return say("hand.test_ended")
    return say("hand.test_ended_cards", cards=message[2])


def _named(say: Texts, message: Message) -> str:
    return say("hand.command_named", by=message[3])


HOUSE_SENTENCES: dict[int, Callable[[Texts, Message], str]] = {
    m.TABLE_OPENED: _by("hand.table_opened"),
    m.TABLE_CLOSED: _by("hand.table_closed"),
    m.STACK_SET: _stack_set,
    m.CHIPS_CASHED: _chips_cashed,
    m.FLOOR_ANSWERED: _answered,
    m.DECK_CHECK_ASKED: _by("hand.deck_check_asked"),
    m.DECK_CHANGE_ASKED: _by("hand.deck_change_asked"),
    m.DECK_CHECKED: _deck_checked,
    m.TEST_BEGUN: _test_begun,
    m.TEST_ENDED: _test_ended,
    m.COMMAND_NAMED: _named,
}
