"""Measures one way to a hand's number inside MicroPython, against the 21-combination one.

Run by `bench_evaluator` under the interpreter, in a heap as small as a board's; prints one line of
JSON. The opponent is the classic five-card method (a product of primes per card, looked up in a
sorted array) tried on all 21 five-card hands, which is what a table without room for more would
otherwise use. Its tables come ready from a file, as making them takes more memory than a board
has. Both answer the same hands, are compared first, and take turns round by round.

    micropython -m tests.bench.evaluator_on_a_board MODULE FUNCTION TABLES
"""

import gc
import json
import sys
import time
from array import array

_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
_ROUNDS = 11
_HANDS = 200
_PASSES = 5
_MIXED = 6175  # sets of five ranks, four alike at most
_SUITED = 1287  # sets of five different ranks


def _hands(cards, count):
    """Repeatable hands; MINSTD, whose products stay below 2^46 and are only made here."""
    state = 20_26
    hands = []
    for _ in range(count):
        deck = list(range(52))
        hand = []
        for _ in range(cards):
            state = state * 48271 % 0x7FFFFFFF
            hand.append(deck.pop(state % len(deck)))
        hands.append(tuple(hand))
    return hands


def _load(module, function):
    """The evaluator, and the bytes of heap its module keeps, tables and all."""
    gc.collect()
    gc.collect()
    before = gc.mem_alloc()
    room = __import__(module, None, None, (function,))
    gc.collect()
    gc.collect()
    return getattr(room, function), gc.mem_alloc() - before


def _read_tables(path):
    """Sorted prime products and their ranks, mixed suits and one suit, each written as it is."""
    tables = []
    with open(path, "rb") as file:
        for count in (_MIXED, _SUITED):
            tables.append(array("I", file.read(4 * count)))
            tables.append(array("H", file.read(2 * count)))
            gc.collect()
    return tables


def _combinations():
    return [
        tuple(i for i in range(7) if i not in (a, b)) for a in range(7) for b in range(a + 1, 7)
    ]


def _make_opponent(tables):
    mixed, mixed_ranks, suited, suited_ranks = tables
    primes = tuple(_PRIMES[card >> 2] for card in range(52))
    combinations = _combinations()

    def evaluate(cards):
        best = 7463
        for i, j, k, m, n in combinations:
            a = cards[i]
            b = cards[j]
            c = cards[k]
            d = cards[m]
            e = cards[n]
            product = primes[a] * primes[b] * primes[c] * primes[d] * primes[e]
            if a & 3 == b & 3 == c & 3 == d & 3 == e & 3:
                keys = suited
                ranks = suited_ranks
            else:
                keys = mixed
                ranks = mixed_ranks
            low = 0
            high = len(keys) - 1
            while low < high:
                middle = (low + high) >> 1
                if keys[middle] < product:
                    low = middle + 1
                else:
                    high = middle
            rank = ranks[low]
            if rank < best:  # noqa: PLR1730  min() would slow the opponent down
                best = rank
        return best

    return evaluate


def _empty(cards):
    return 0


def _time_us(evaluate, hands, passes):
    """Microseconds for one hand."""
    start = time.ticks_us()
    for _ in range(passes):
        for hand in hands:
            evaluate(hand)
    return time.ticks_diff(time.ticks_us(), start) / (passes * len(hands))


def main(module, function, tables):
    """Compare, measure, and print heap_bytes, ratio, us, us_opponent and us_call."""
    opponent = _make_opponent(_read_tables(tables))
    for shared in ("firmware.compat.native", "firmware.evaluator"):
        __import__(shared)  # in use anyway, so not counted as this way's own
    sys.modules.pop(module, None)
    evaluate, heap_bytes = _load(module, function)
    hands = _hands(7, _HANDS)
    for hand in hands:
        if evaluate(hand) != opponent(hand):
            print("the two evaluators disagree on", hand)
            sys.exit(1)
    # Both run equally long, and long enough that a pause of the machine weighs little.
    passes = _PASSES * max(1, int(_time_us(opponent, hands, 1) / _time_us(evaluate, hands, 20)))
    rounds = []
    for _ in range(_ROUNDS):
        gc.collect()
        ours = _time_us(evaluate, hands, passes)
        theirs = _time_us(opponent, hands, _PASSES)
        rounds.append((theirs / ours, ours, theirs, _time_us(_empty, hands, passes)))
    rounds.sort()
    ratio, ours, theirs, call = rounds[_ROUNDS // 2]
    figures = {
        "heap_bytes": heap_bytes,
        "ratio": ratio,
        "us": ours,
        "us_opponent": theirs,
        "us_call": call,
    }
    print(json.dumps(figures))


main(*sys.argv[1:])
