"""Pots, shares, button and blinds of drawn tables of two to ten players."""

from __future__ import annotations

from firmware.core.positions import clockwise_from, move_on, place_at
from firmware.core.pots import form_pots, uncalled_bet
from firmware.core.showdown import shares, show_order, winners
from tests.interpreters.chance import Chance

chance = Chance(3)
seats = list(range(1, 11))
for _number in range(200):
    players = tuple(sorted(chance.some_of(seats, 2 + chance.below(9))))
    last = place_at(1 + chance.below(10), players)
    print(players, last, move_on(last, players, False), move_on(last, players, True))
    ring = clockwise_from(last[0], players)
    live = [False] * 11
    put_in = [0] * 11
    values = [0] * 11
    for seat in ring:
        put_in[seat] = 25 * chance.below(9) + chance.below(3)
        values[seat] = 1 + chance.below(4)
        live[seat] = chance.below(3) > 0
    best = max([put_in[seat] for seat in ring])
    caller = ring[chance.below(len(ring))]
    live[caller] = True
    put_in[caller] = best + 1
    seat, back = uncalled_bet(put_in, live)
    put_in[seat] -= back
    print(seat, back, show_order(ring, live, 0))
    for amount, contesting in form_pots(put_in, live, ring, chance.below(50)):
        tied = winners(contesting, values)
        print(amount, contesting, tied, shares(amount, tied, _number % 2, last[0], last[2]))
