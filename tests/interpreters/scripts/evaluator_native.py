"""The native way to seven cards' number against the table: all 49,205 sets of ranks and 200,000
hands.

MicroPython compiles the function to instructions of this processor, CPython runs it as it stands.
"""

from __future__ import annotations

from firmware.evaluator.by_counting_viper import evaluate_seven
from firmware.evaluator.by_lookup import evaluate as looked_up

HANDS = 200_000


def compare(hand):
    number = evaluate_seven(hand)
    if number != looked_up(hand):
        print("the ways differ:", hand, number, looked_up(hand))
    return number


def rank_sets(hand, lowest):
    """Count the sets that begin with these cards, and compare each; suits in turn, no flush."""
    if len(hand) == 7:
        compare(hand)
        return 1
    found = 0
    for rank in range(lowest, 13):
        if len(hand) < 4 or hand[-4] >> 2 != rank:
            found += rank_sets(hand + [rank * 4 + len(hand) % 4], rank)
    return found


print("sets of ranks", rank_sets([], 0))

deck = list(range(52))
state = 1
for block in range(HANDS // 10_000):
    check = flushes = 0
    for _ in range(10_000):
        # The first seven places of a shuffle that never ends. The modulus, a prime of 19 bits,
        # keeps every product below 2^30.
        for place in range(7):
            state = state * 1103 % 524287
            other = place + state % (52 - place)
            deck[place], deck[other] = deck[other], deck[place]
        number = compare(tuple(deck[:7]))
        check = (check * 31 + number) % 1000003
        if 322 < number <= 1599 or number <= 10:
            flushes += 1
    print(block, check, flushes)
