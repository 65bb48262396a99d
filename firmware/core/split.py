"""Dividing chips that do not divide: the one split function of the house.

Every division of chips or money into shares goes through here, so that what is shared out is
always exactly what there was. Equal shares differ by at most one chip; unequal ones follow their
weights by the largest remainder. Rule of the file: whole chips only, and the shares sum up.
"""

from __future__ import annotations

from firmware.compat import check


def split(amount: int, parts: int) -> list[int]:
    """Return `parts` equal shares of `amount`; the odd chips go one each to the first shares."""
    check(parts > 0 and amount >= 0, "split_of_nothing")
    share = amount // parts
    odd = amount - share * parts
    return [share + 1] * odd + [share] * (parts - odd)
