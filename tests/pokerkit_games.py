"""pokerkit as these tests use it: its games, and what it does by itself.

Cards are dealt by hand, so that both sides play the same ones; antes, blinds, pots and hands that
lie open are left to pokerkit. It has pot limit for Omaha only, so pot-limit hold'em is put
together here.
"""

from __future__ import annotations

from pokerkit import (
    Automation,
    FixedLimitTexasHoldem,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
)

AUTOMATIONS = tuple(
    one
    for one in Automation
    if one not in (Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.CARD_BURNING)
)


class PotLimitTexasHoldem(NoLimitTexasHoldem):
    """No-limit hold'em with the betting structure of pot-limit Omaha."""

    betting_structure = PotLimitOmahaHoldem.betting_structure


GAMES = {
    "no_limit": NoLimitTexasHoldem,
    "pot_limit": PotLimitTexasHoldem,
    "fixed_limit": FixedLimitTexasHoldem,
}
