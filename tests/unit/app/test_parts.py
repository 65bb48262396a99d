"""Lines about where a card went are told to the one part that remembers them, and to no other."""

from __future__ import annotations

import pytest

from firmware.app.log_keeping import LogBounds
from firmware.app.parts import Parts
from firmware.schema import messages as m
from hal.sim.board import SimTable

HEARERS = ("orders", "keeper", "commands", "door", "seats", "performers", "waiting")
TOLD = (
    ((m.CARD_FED, 1), ()),
    ((m.CARD_LEFT, 0, 5), ("keeper",)),
    ((m.CARD_LANDED, 5, m.PLACE_BOARD1), ("performers",)),
    ((m.DEAL_CARD, 0, m.PLACE_SEAT1), ("waiting",)),
)


def memory(parts: Parts, name: str) -> dict[str, str]:
    """What a part remembers by itself, and what the two parts in the performers do."""
    own = vars(getattr(parts, name))
    inner = [vars(one) for one in own.values() if type(one).__name__ in ("Places", "Strays")]
    return {f"{at}.{key}": repr(of[key]) for at, of in enumerate([own, *inner]) for key in of}


@pytest.mark.parametrize(("message", "remembering"), TOLD)
def test_a_card_line_reaches_whoever_would_remember_it(
    message: tuple, remembering: tuple[str, ...]
) -> None:
    parts = Parts(SimTable(b"parts").board, m.RESET_POWER_ON, 1, LogBounds())
    for name in HEARERS:
        before = memory(parts, name)
        arguments = {
            "orders": (message, 7, b""),
            "door": (message, 7),
            "seats": (message, 7),
            "performers": (message, 7),
            "waiting": (message, 99),
        }.get(name, (message,))
        getattr(parts, name).note(*arguments)
        assert (memory(parts, name) != before) == (name in remembering), name


def test_what_is_observed_is_what_each_part_would_note() -> None:
    parts = Parts(SimTable(b"parts").board, m.RESET_POWER_ON, 1, LogBounds())
    for message, remembering in TOLD:
        before = {name: memory(parts, name) for name in HEARERS}
        parts.observe(message, 7, b"")
        changed = tuple(name for name in HEARERS if memory(parts, name) != before[name])
        assert changed == remembering
