"""Says how good a hand is: five to seven cards become one number.

`evaluate` gives 1 for a royal flush and 7462 for the worst high card, the same number for hands
that split a pot and a smaller number for the better hand. Whose cards they are, and what they win,
is decided in the core. There are two ways to the number, a large table and counting; the one line
below that chooses is the only place that knows both (docs/adr/0002-which-evaluator-runs-where.md).

Cards are ids 0..51 = rank * 4 + suit, rank 0 the deuce, suits in the order c d h s. Nothing is
checked, because every showdown and every simulated hand passes here: five to seven different ids,
as a list or a tuple, are the caller's promise. Otherwise an id above 51 raises IndexError, an id
below 0, a repeated card or another number of cards gives a meaningless number or an exception. The
deck ledger, which knows each card once, is what keeps the promise.
"""

from __future__ import annotations

from firmware.compat.memory import TABLES_FIT

if TABLES_FIT:
    from firmware.evaluator.by_lookup import evaluate
else:
    from firmware.evaluator.by_counting import evaluate

__all__ = ["evaluate"]
