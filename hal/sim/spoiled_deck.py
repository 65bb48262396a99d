"""What a fault plan does to the deck itself: cards too few or too many, spoiled or turned.

The deck lies in the hopper when this happens, and nobody looks: what is wrong with it the machine
and the table must find out. Rule of the file: a row about a face that the deck has no more has
nothing to spoil.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.sim.deck import DIRTY, FOREIGN

if TYPE_CHECKING:
    from hal.sim.deck import Deck
    from hal.sim.mishaps import FaultPlan


def spoil(deck: Deck, plan: FaultPlan) -> None:
    """Do to the deck what the plan has for it now, each row once."""
    for row in plan.of_the_deck():
        face = row.words["face"]
        if row.kind == "extra":
            deck.put_in(face)
            continue
        if face not in deck.faces:
            continue
        card = deck.faces.index(face)
        if row.kind == "lacks":
            deck.take_out(card)
        elif row.kind == "duplicate":
            deck.faces[card] = row.words["as"]
        elif row.kind == "boxed":
            deck.is_turned[card] = True
        else:
            deck.prints[card] = FOREIGN if row.kind == "foreign" else DIRTY
