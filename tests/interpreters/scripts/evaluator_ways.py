"""Both ways to a hand's number, the table and counting, on 2,000 hands and on either interpreter.

A board never loads the table. That it could, and would say the same, keeps the table honest.
"""

from __future__ import annotations

from firmware.evaluator import by_counting, by_lookup
from tests.interpreters.chance import Chance

chance = Chance(52)
deck = list(range(52))
for _ in range(2000):
    cards = chance.some_of(deck, 7)
    counted = by_counting.evaluate(cards)
    looked_up = by_lookup.evaluate(cards)
    if counted == looked_up:
        print(counted)
    else:
        print("the ways differ:", cards, counted, looked_up)
