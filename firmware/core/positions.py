"""Positions: where the button and the blinds are, hand after hand.

The button marks the dealer and moves one player clockwise after each hand (R000-13); the small
blind is left of it, the big blind next (R000-14). Two players differ: the button is the small
blind, gets the last card, acts first before the flop and last afterwards (TDA 34-B); that reversal
is in this file and nowhere else. A room may let the button rest on an empty seat instead, so that
nobody misses or repeats a big blind (TDA 32, "dead button"). Rule of the file: it turns by seats
around the table, never by places in a list of players.

Seats are 1..10; 0 means nobody. A position may be an empty seat; nobody posts there.
"""

from __future__ import annotations

from firmware.compat import check

SEATS_MAX = 10
NOBODY = 0


def clockwise_from(seat: int, players: tuple[int, ...]) -> tuple[int, ...]:
    """Return the players in the order a deal meets them: first the one left of `seat`."""
    return tuple([p for p in players if p > seat] + [p for p in players if p <= seat])


def next_player(seat: int, players: tuple[int, ...]) -> int:
    """Return the first player clockwise after `seat`, which may come round to `seat` itself."""
    for player in players:
        if player > seat:
            return player
    return players[0]


def _distance(from_seat: int, to_seat: int) -> int:
    """Return how many places clockwise from one seat to another, 1..10."""
    return (to_seat - from_seat - 1) % SEATS_MAX + 1


def place_at(button: int, players: tuple[int, ...]) -> tuple[int, int, int]:
    """Return (button, small blind, big blind) with the button put at or after a seat.

    `players` are the seats dealt in, ascending, at least two.
    """
    check(len(players) >= 2, "too_few_players")
    if button not in players:
        button = next_player(button, players)
    small = button if len(players) == 2 else next_player(button, players)
    return button, small, next_player(small, players)


def move_on(
    last: tuple[int, int, int], players: tuple[int, ...], dead_button: bool
) -> tuple[int, int, int]:
    """Return the next hand's (button, small blind, big blind) after the last hand's.

    Heads-up the big blind moves on from the last big blind and the other player has the button, so
    nobody is big blind twice in a row when a third player drops out (TDA 34-B).
    """
    check(len(players) >= 2, "too_few_players")
    last_button, last_small, last_big = last
    if last_big == NOBODY:
        return place_at(last_button, players)
    if len(players) == 2:
        big = next_player(last_big, players)
        button = next_player(big, players)
        return button, button, big
    if not dead_button:
        return place_at(next_player(last_button, players), players)
    big = next_player(last_big, players)
    small = last_big
    button = last_small
    # A newcomer between the blinds can push the old small blind's seat out of its place: then the
    # button is the last player before the small blind.
    if _distance(big, button) >= _distance(big, small):
        button = clockwise_from(small - 1, players)[-1]
    return button, small, big
