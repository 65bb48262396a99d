"""Times the counting evaluator against a 21-combination one, inside MicroPython.

Run by `bench_evaluator` under the interpreter; prints one line of JSON. The opponent is the
classic five-card method (a product of primes per card, looked up in a sorted array) tried on all
21 five-card hands, which is what a table without room for more would otherwise use. Both answer
the same hands, are compared first, and take turns round by round.
"""

import gc
import json
import sys
import time
from array import array

_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
_ROUNDS = 9
_HANDS = 200
_PASSES = 20  # ours answers this often while the opponent answers once, so both run equally long


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


def _ask_memory(load):
    gc.collect()
    gc.collect()
    before = gc.mem_alloc()
    loaded = load()
    gc.collect()
    gc.collect()
    return loaded, gc.mem_alloc() - before


def _load():
    from firmware.evaluator import evaluate

    return evaluate


def _table_bytes():
    from firmware.evaluator import by_counting as room

    octets = (room._THREE, room._TWO, room._LOW, room._RANK_OF_BIT)
    return 4 * len(room._WORDS) + 2 * len(room._FIVE) + sum(len(table) for table in octets)


def _sorted_tables(evaluate):
    """Prime products of all five-card rank sets, mixed suits and one suit, with their ranks."""
    mixed = []
    suited = []
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                for d in range(c, 13):
                    for e in range(d, 13):
                        if a == e:
                            continue
                        product = _PRIMES[a] * _PRIMES[b] * _PRIMES[c] * _PRIMES[d] * _PRIMES[e]
                        ranks = (a, b, c, d, e)
                        suits = [0, 1, 2, 3, 0]
                        if a == d:
                            suits = [0, 1, 2, 3, 0]
                        elif b == e:
                            suits = [0, 0, 1, 2, 3]
                        cards = [ranks[i] * 4 + suits[i] for i in range(5)]
                        mixed.append((product, evaluate(cards)))
                        if a < b < c < d < e:
                            suited.append((product, evaluate([rank * 4 for rank in ranks])))
    mixed.sort()
    suited.sort()
    return (
        array("I", [row[0] for row in mixed]),
        array("H", [row[1] for row in mixed]),
        array("I", [row[0] for row in suited]),
        array("H", [row[1] for row in suited]),
    )


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


def main():
    """Compare, measure, and print heap_bytes, table_bytes, ratio, us, us_opponent and us_call."""
    __import__("firmware.compat.memory")  # shared by every room, so not counted as the evaluator's
    evaluate, heap_bytes = _ask_memory(_load)
    opponent = _make_opponent(_sorted_tables(evaluate))
    hands = _hands(7, _HANDS)
    for hand in hands:
        if evaluate(hand) != opponent(hand):
            print("the two evaluators disagree on", hand)
            sys.exit(1)
    rounds = []
    for _ in range(_ROUNDS):
        gc.collect()
        ours = _time_us(evaluate, hands, _PASSES)
        theirs = _time_us(opponent, hands, 1)
        rounds.append((theirs / ours, ours, theirs, _time_us(_empty, hands, _PASSES)))
    rounds.sort()
    ratio, ours, theirs, call = rounds[_ROUNDS // 2]
    print(
        json.dumps(
            {
                "heap_bytes": heap_bytes,
                "table_bytes": _table_bytes(),
                "ratio": ratio,
                "us": ours,
                "us_opponent": theirs,
                "us_call": call,
            }
        )
    )


main()
