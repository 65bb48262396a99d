"""Ranks of drawn hands of five, six and seven cards, and their words: both ways to the number.

CPython looks the rank up, a board counts: the same line from both proves them equal.
"""

from __future__ import annotations

from firmware.evaluator import evaluate
from firmware.evaluator.ranks import best_five, category_name
from tests.interpreters.chance import Chance

chance = Chance(2)
deck = list(range(52))
total = 0
for number in range(1500):
    cards = chance.some_of(deck, 5 + number % 3)
    rank = evaluate(cards)
    total += rank
    if number % 10 == 0:
        print(rank, category_name(rank), cards, best_five(cards))
print("sum", total)
straight_flushes = [
    [4 * (low + step) + suit for step in range(5)] for low in range(9) for suit in range(4)
]
print([evaluate(cards) for cards in straight_flushes])
wheels = [[48 + suit] + [4 * step + suit for step in range(4)] for suit in range(4)]
print([evaluate(cards) for cards in wheels])
