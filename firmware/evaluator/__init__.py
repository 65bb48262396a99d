"""Says how good a hand is: five to seven cards become one number.

`evaluate` gives 1 for a royal flush and 7462 for the worst high card, the same number for hands
that split a pot and a smaller number for the better hand; `evaluate_seven` does so for exactly
seven cards, as a showdown has them, and is the faster one. Whose cards they are, and what they
win, is decided in the core. There are three ways to the number, a large table, counting, and
counting in native code; the lines below that choose are the only place that knows them
(docs/adr/0002-which-evaluator-runs-where.md).

Cards are ids 0..51 = rank * 4 + suit, rank 0 the deuce, suits in the order c d h s. Nothing is
checked, because every showdown and every simulated hand passes here: that many different ids, as a
list or a tuple, are the caller's promise. Otherwise an id out of range, a repeated card or another
number of cards gives a meaningless number or an exception. The deck ledger, which knows each card
once, is what keeps the promise.
"""

from __future__ import annotations

from firmware.compat.memory import TABLES_FIT

if TABLES_FIT:
    from firmware.evaluator.by_lookup import evaluate

    evaluate_seven = evaluate
else:
    from firmware.evaluator.by_counting import evaluate

    try:
        from firmware.evaluator.by_counting_viper import evaluate_seven
    except (ImportError, SyntaxError, ValueError):
        # Left out, no native compiler on this port, or compiled for another processor.
        evaluate_seven = evaluate

__all__ = ["evaluate", "evaluate_seven"]
