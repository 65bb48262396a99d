"""What a trainee can choose from: causes, reports, rulings, seats and cards, in words.

The words of irregularities and faults are the schema's, in one language; behind each stands when
it happens. The rule of the file: every irregularity of the schema that can come about at a
simulated table stands in one of the two lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.core.report_guards import ALSO_SEEN
from firmware.schema import irregularities as i
from firmware.schema import messages as m
from firmware.schema import texts
from host_tools.sim.training_causes import (
    CARD_CAUSES,
    DEVICE_CAUSES,
    MACHINE_CAUSES,
    REPORTED,
    Cause,
)
from host_tools.sim.training_choice import Choice

if TYPE_CHECKING:
    from collections.abc import Iterable

    from host_tools.texts import Texts

OF_A_SEAT = (
    i.IRREGULARITY_HOLE_CARD_EXPOSED,
    i.IRREGULARITY_PLAYER_EXPOSED_CARD,
    i.IRREGULARITY_SEAT_LEFT_OUT,
    i.IRREGULARITY_HOLE_CARD_MISSING,
    i.IRREGULARITY_BOXED_CARD,
    i.IRREGULARITY_WRONG_BUTTON,
)
"""Reports that say which seat."""

OF_A_CARD = (i.IRREGULARITY_CARD_MISREAD,)
"""Reports that say which card, as the table shows it."""


def irregularity_named(kind: int, say: Texts) -> str:
    """An irregularity in words."""
    return texts.IRREGULARITIES[kind][0 if say.language == "it" else 1]


def cause_named(cause: Cause, say: Texts) -> str:
    """A cause in words, without its moment."""
    return irregularity_named(cause.kind, say) if cause.kind else say(f"training.{cause.text}")


def moment_named(cause: Cause, say: Texts) -> str:
    """When it happens, in words."""
    return say(f"training.when_{cause.when.word}")


def causes(say: Texts) -> list[Choice]:
    """All that can be made to happen: cards, card machine, other devices."""
    rows = [
        Choice(cause, cause_named(cause, say), _remark(cause, say))
        for cause in (*CARD_CAUSES, *MACHINE_CAUSES, *DEVICE_CAUSES)
    ]
    seen = [Choice(kind, irregularity_named(kind, say), say("training.seen")) for kind in REPORTED]
    unsensed = {cause.kind for cause in CARD_CAUSES}
    return rows + [row for row in seen if row.value not in unsensed]


def _remark(cause: Cause, say: Texts) -> str:
    return cause.fault or moment_named(cause, say)


def reports(say: Texts) -> list[Choice]:
    """All that a person can report."""
    return [Choice(kind, irregularity_named(kind, say)) for kind in (*REPORTED, *ALSO_SEEN)]


def rulings(say: Texts) -> list[Choice]:
    """The floor's closed list."""
    return [Choice(number, say(f"ruling.{word}")) for number, word in enumerate(m.RULING_WORDS)]


def seats(numbers: Iterable[int], say: Texts) -> list[Choice]:
    """The seats there are."""
    return [Choice(number, say("live.seat", seat=number)) for number in numbers]


def cards(first: Iterable[int] = ()) -> list[Choice]:
    """All cards, those named first on top."""
    top = list(dict.fromkeys(first))
    order = top + [card for card in range(52) if card not in top]
    return [Choice(card, m.CARD_WORDS[card]) for card in order]
