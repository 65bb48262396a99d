"""The showdown: who shows first, whose hand is best, who gets the pots.

The last player who bet or raised on the last street shows first; without a bet there, the first
live seat left of the button (R000-19); then clockwise. Best five cards of seven win. Side pots are
awarded before the main pot and each is split on its own (TDA 16, 21). Chips that do not divide go
by the house rule: one each from the left of the button (TDA 20-A), or all to the tied player who
comes first into the big blind (R000-12). Rule of the file: it reads cards and chips and changes
neither.
"""

from __future__ import annotations

from firmware.core.positions import clockwise_from
from firmware.core.split import split

# House rule odd_chip as columns: counted from the left of (0 button, 1 big blind), all to one
# seat.
_ODD_CHIP = ((0, False), (1, True))


def show_order(ring: tuple[int, ...], live: list[bool], aggressor: int) -> tuple[int, ...]:
    """Return the live seats in the order they show; `aggressor` of the last street or 0."""
    at = ring.index(aggressor) if aggressor else 0
    return tuple([seat for seat in ring[at:] + ring[:at] if live[seat]])


def winners(seats: tuple[int, ...], values: list[int]) -> tuple[int, ...]:
    """Return the seats with the best (smallest) value."""
    best = min([values[seat] for seat in seats])
    return tuple([seat for seat in seats if values[seat] == best])


def shares(
    amount: int, tied: tuple[int, ...], odd_chip: int, button: int, big_blind: int
) -> list[tuple[int, int]]:
    """Return (seat, chips) for the seats tied for a pot, in the order the odd chips go.

    `odd_chip` is the house rule of that name; `button` and `big_blind` are seats.
    """
    from_big_blind, all_to_one = _ODD_CHIP[odd_chip]
    start = big_blind if from_big_blind else button
    order = clockwise_from(start, tuple(sorted(tied)))
    chips = split(amount, len(order))
    if all_to_one:
        odd = amount - chips[-1] * len(order)
        chips = [chips[-1] + odd] + [chips[-1]] * (len(order) - 1)
    return [(order[i], chips[i]) for i in range(len(order))]
