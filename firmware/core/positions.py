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
DRAWS_MAX = 256  # of the first button: each is an epoch of hand 0, numbered 0..255


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


def lies_between(seat: int, first: int, last: int) -> bool:
    """Whether a seat lies strictly between two others, clockwise from the first."""
    return _distance(first, seat) < _distance(first, last)


def move_on(
    last: tuple[int, int, int],
    settled: tuple[int, ...],
    dead_button: bool,
    waiting: tuple[int, ...] = (),
    posting: tuple[int, ...] = (),
) -> tuple[tuple[int, int, int], tuple[int, ...]]:
    """Return the next hand's (button, small blind, big blind) and the seats dealt in, ascending.

    `last` are the positions of the hand before. Players are `settled`, or come in or back and owe
    a blind: `waiting` for the big blind, or `posting` what they owe. Who waits is dealt in as big
    blind only; who posts, behind the big blind and before the button. With fewer than two settled
    players nobody owes anything: the game starts anew.

    The button moves to the next settled player, or, `dead_button`, the big blind moves to the next
    player and button and small blind to where small and big blind were, be somebody there or not
    (TDA 32); then nobody is dealt in between button and small blind (TDA 10).
    """
    everybody = tuple(sorted(settled + waiting + posting))
    check(len(everybody) >= 2, "too_few_players")
    if len(settled) < 2:
        settled, waiting, posting = everybody, (), ()
    last_button, _small, last_big = last
    if last_big == NOBODY:
        return place_at(last_button, settled), settled
    if dead_button or len(settled) == 2:
        return _advance_big_blind(last, settled, everybody, posting)
    button = next_player(last_button, settled)
    small = next_player(button, settled)
    big = next_player(small, everybody)
    players = _dealt_in(settled, posting, button, big)
    return (button, small, big), players


def _dealt_in(
    settled: tuple[int, ...], posting: tuple[int, ...], button: int, big: int
) -> tuple[int, ...]:
    behind = [seat for seat in posting if seat != big and lies_between(seat, big, button)]
    players = [seat for seat in settled if seat != big] + behind + [big]
    return tuple(sorted(players))


def _advance_big_blind(
    last: tuple[int, int, int],
    settled: tuple[int, ...],
    everybody: tuple[int, ...],
    posting: tuple[int, ...],
) -> tuple[tuple[int, int, int], tuple[int, ...]]:
    """The big blind moves on one player, the button follows.

    Heads-up the other player has the button and the small blind, so nobody is big blind twice in a
    row when a third player drops out (TDA 34-B).
    """
    _button, button, small = last
    big = next_player(small, everybody)
    players = _dealt_in(settled, posting, button, big)
    kept = tuple([seat for seat in players if not lies_between(seat, button, small)])
    if len(kept) == 2:
        players = kept
    if len(players) == 2:
        big = next_player(small, players)
        button = next_player(big, players)
        return (button, button, big), players
    if len(kept) > 2:
        return (button, small, big), kept
    # All players sit between the last blinds: the button is the last of them.
    return (clockwise_from(small - 1, players)[-1], small, big), players
