"""Betting structures: how large the first bet of a street is, how far a raise may go, how often.

No limit, pot limit and fixed limit differ in a few numbers, and here each structure is a row of
them (R000-22 to R000-24, R004-31). In fixed limit bet and raise are one size, a big blind before
and on the flop, two on turn and river, and after the first bet only so many raises follow. In pot
limit a raise adds at most the pot: by the usual rule with the raiser's own call in it, by the
rulebook's example without (K2). Rule of the file: numbers only; what they mean for a seat is
reckoned in `betting`, one way for all structures.
"""

from __future__ import annotations

from firmware.compat import const
from firmware.schema import settings as s

UNCOUNTED = const(-1)  # raises are not counted
STRADDLE_BLINDS = const(2)  # a straddle in big blinds (R004-30)

# House rule structure as rows: the first bet of preflop, flop, turn and river in big blinds; how
# many times (size, pot, own call) a raise may add to the current bet, None for the whole stack;
# one n-th of a full raise opens the betting again for those who have acted (TDA 47-A, 47-B); are
# raises counted.
_ROWS = (
    ((1, 1, 1, 1), None, 1, False),
    ((1, 1, 1, 1), (0, 1, 1), 1, False),
    ((1, 1, 2, 2), (1, 0, 0), 2, True),
)
# House rule pot_limit_max as rows: the same factors for a structure that counts the pot.
_POT_FACTORS = ((0, 1, 1), (0, 1, 0))
# House rule cap_heads_up as columns: raises between two are not counted, with (more, two) dealt
# in. Two live players of a larger deal go on raising; two who sat down alone do so in both.
_UNCOUNTED_BETWEEN_TWO = ((False, False), (False, True), (True, True))


class Structure:
    """The numbers of one hand's structure, in chips.

    `sizes` by street; `factors` as in the rows, or None; `opens_at`: one n-th of a full raise
    opens again; `step`: what a raise adds at least, 0 to repeat the last; `over_straddle`: what
    the first one adds over a straddle; `bets_max` by street or `UNCOUNTED`; `duel_counts`: raises
    between the last two count too.
    """

    __slots__ = (
        "sizes",
        "factors",
        "opens_at",
        "step",
        "over_straddle",
        "bets_max",
        "duel_counts",
    )

    def __init__(self, rules: tuple[int, ...], dealt_in: int) -> None:
        """Take the house rules of a hand and the number of seats dealt in."""
        sizes, factors, self.opens_at, is_counted = _ROWS[rules[s.SETTING_STRUCTURE]]
        big_blind = rules[s.SETTING_BIG_BLIND]
        self.sizes = tuple([size * big_blind for size in sizes])
        if factors and factors[1]:
            factors = _POT_FACTORS[rules[s.SETTING_POT_LIMIT_MAX]]
        self.factors: tuple[int, int, int] | None = factors
        any_larger = rules[s.SETTING_MIN_RAISE] == s.MIN_RAISE_ANY_LARGER and not is_counted
        self.step = 1 if any_larger else 0
        by_straddle = rules[s.SETTING_STRADDLE_RAISE] == s.STRADDLE_RAISE_STRADDLE
        times = STRADDLE_BLINDS if by_straddle and not is_counted else 1
        self.over_straddle = times * big_blind
        self.duel_counts = not _UNCOUNTED_BETWEEN_TWO[rules[s.SETTING_CAP_HEADS_UP]][dealt_in == 2]
        raises = rules[s.SETTING_CAP_RAISES]
        if is_counted and raises:
            # The big blind is the first bet of its street, unless the house says otherwise.
            before = raises + rules[s.SETTING_CAP_BLIND]
            self.bets_max = (before, raises + 1, raises + 1, raises + 1)
        else:
            self.bets_max = (UNCOUNTED,) * 4


def no_limit(big_blind: int) -> Structure:
    """Return no limit by the default house rules."""
    rules = list(s.DEFAULTS[s.PROFILE_DEFAULT])
    rules[s.SETTING_BIG_BLIND] = big_blind
    return Structure(tuple(rules), 0)
