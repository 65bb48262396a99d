"""Pots: who can win what, built once from what each seat put in.

An all-in player contests only chips that the player could match; the rest makes a side pot for the
others (R001-11, R000-28). Chips of folded hands stay in the pots that they reached (R004-32). This
file does not know cards or ranks. Rule of the file: what goes in comes out; the pots and the
returned bet together are exactly the chips put in, checked at the end of every call.

Seats are 1..10; lists by seat have 11 places, place 0 unused. Amounts are chips.
"""

from __future__ import annotations

from firmware.compat import check


def uncalled_bet(contributed: list[int], live: list[bool]) -> tuple[int, int]:
    """Return (seat, amount) of the part of a bet that nobody can call, or (0, 0).

    It belongs to the live seat that put in more than everybody else, folded seats included. It
    goes back before the pots are built, so no pot is contested by one seat alone.
    """
    most = second = seat = 0
    for other in range(1, len(contributed)):
        amount = contributed[other]
        if amount > most:
            most, second, seat = amount, most, other
        elif amount > second:
            second = amount
    if seat and live[seat] and most > second:
        return seat, most - second
    return 0, 0


def form_pots(
    contributed: list[int], live: list[bool], ring: tuple[int, ...], dead: int = 0
) -> list[tuple[int, tuple[int, ...]]]:
    """Return the pots as (amount, seats that can win it), main pot first.

    A pot ends at each different amount that a live seat put in. What a folded seat put in above
    the highest live amount (a player walked away from an own bet) stays in the last pot: chips
    never vanish with a hand. Without chips there is no pot: a lone blind went back to its seat.
    `ring` gives the seats dealt in, and the order of the seats named; `dead` chips (an ante paid
    for the whole table) match no bet and lie in the main pot.
    """
    levels: list[int] = []
    total = 0
    for seat in ring:
        amount = contributed[seat]
        total += amount
        if live[seat] and amount not in levels:
            levels.append(amount)
    levels.sort()
    pots = []
    floor = rest = 0
    for level in levels:
        amount = 0 if pots else dead
        for seat in ring:
            put_in = contributed[seat]
            if put_in > floor:
                amount += (put_in if put_in < level else level) - floor
        seats = tuple([seat for seat in ring if live[seat] and contributed[seat] >= level])
        if amount:
            pots.append((amount, seats))
        rest += amount
        floor = level
    check(len(levels) > 0, "pot_without_winner")
    total += dead
    if rest != total:
        amount, seats = pots.pop() if pots else (0, tuple([p for p in ring if live[p]]))
        pots.append((amount + total - rest, seats))
    check(sum([amount for amount, _ in pots]) == total, "pots_differ_from_bets")
    return pots
