"""Dividing chips that do not divide: the one split function of the house.

Every division of chips or money into shares goes through here, so that what is shared out is
always exactly what there was. Equal shares differ by at most one chip; unequal ones follow their
weights by the largest remainder. Rule of the file: whole chips only, and the shares sum up.
"""

from __future__ import annotations

from firmware.compat import check, const

_AMOUNT_BITS = const(30)


def split(amount: int, parts: int) -> list[int]:
    """Return `parts` equal shares of `amount`; the odd chips go one each to the first shares."""
    check(parts > 0 and amount >= 0, "split_of_nothing")
    share = amount // parts
    odd = amount - share * parts
    return [share + 1] * odd + [share] * (parts - odd)


def split_by(amount: int, weights: list[int]) -> list[int]:
    """Return shares of `amount` in proportion to `weights`, by the largest remainder.

    Of equal remainders the earlier share gets the chip. Amount and the sum of the weights are
    below 2^30, and so is everything in between.
    """
    total = sum(weights)
    check(total > 0 and amount >= 0, "split_of_nothing")
    shares = []
    rests = []
    for weight in weights:
        share, rest = _part(amount, weight, total)
        shares.append(share)
        rests.append(rest)
    for _ in range(amount - sum(shares)):
        at = rests.index(max(rests))
        shares[at] += 1
        rests[at] = -1
    return shares


def _part(amount: int, weight: int, total: int) -> tuple[int, int]:
    """Return divmod(amount * weight, total) bit by bit, so that no product leaves a small int."""
    share = rest = 0
    for place in range(_AMOUNT_BITS - 1, -1, -1):
        share += share
        lacks = total - rest
        if rest >= lacks:
            rest -= lacks
            share += 1
        else:
            rest += rest
        if amount >> place & 1:
            lacks = total - weight
            if rest >= lacks:
                rest -= lacks
                share += 1
            else:
                rest += weight
    return share, rest
