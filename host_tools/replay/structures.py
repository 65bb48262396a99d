"""Which games the table deals, and what a record's antes and blinds mean as settings of the table.

A betting structure is one row here. What a record plays that no row covers is refused by its name,
so that nobody mistakes a hand of another game for a broken one. The rule of the file: a setting
says exactly what the record posts, or the hand is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from host_tools.replay.refusal import Refused

if TYPE_CHECKING:
    from host_tools.replay.hand_record import HandRecord

STRUCTURES: dict[str, tuple[str, int]] = {
    "NT": ("no_limit", 0),
    "PT": ("pot_limit", 0),
    "FT": ("fixed_limit", 2),
}
"""Variant code: the house rule `structure` that deals it, and its bet on turn and river in small
bets (0: the notation has none). PT is no code of the notation but of this house.
"""

STRADDLER = 3
"""Left of the big blind; a straddle there of twice the big blind is dealt."""

BUTTON_MOVE_DEAD = ("button_move", "dead")
"""The house rule under which a small blind can be dead."""

SEATS_MAX = 10

OTHER_GAMES = {
    "NS": "no-limit short-deck hold'em",
    "PO": "pot-limit Omaha",
    "FO/8": "fixed-limit Omaha hi-lo",
    "F7S": "fixed-limit seven card stud",
    "F7S/8": "fixed-limit seven card stud hi-lo",
    "FR": "fixed-limit razz",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "fixed-limit deuce-to-seven triple draw",
    "FB": "fixed-limit badugi",
}
"""Variants of the notation that are not dealt, for the refusal."""


def settings_of(record: HandRecord) -> list[tuple[str, str]]:
    """The settings (name, value word) under which the table plays `record`, or `Refused`.

    In the order in which the table takes them: it never lets the small blind exceed the big one.
    """
    row = STRUCTURES.get(record.variant)
    if row is None:
        game = OTHER_GAMES.get(record.variant)
        named = f"{record.variant} ({game})" if game else f"{record.variant!r}"
        raise Refused("variant", "not_dealt", variant=named)
    small, big, straddle = blinds_of(record)
    if record.min_bet != big:
        raise Refused("min_bet", "min_bet_not_big", min_bet=record.min_bet, big=big)
    structure, big_bets = row
    if record.big_bet != record.min_bet * big_bets:
        raise Refused(
            "big_bet",
            "big_bet_wrong",
            big_bet=record.big_bet,
            times=big_bets,
            small=record.min_bet,
        )
    ante, ante_mode = _ante(record)
    return [
        ("small_blind", "0"),
        ("big_blind", str(big)),
        ("small_blind", str(small)),
        *_ante_settings(ante, ante_mode),
        ("straddle", straddle),
        ("structure", structure),
        *([BUTTON_MOVE_DEAD] if is_small_blind_dead(record) else []),
    ]


def posts_of(record: HandRecord) -> list[tuple[int, int]]:
    """(seat, chips) of players who post to come in; the notation writes them below zero."""
    return [(n, -post) for n, post in zip(record.seats, record.posts, strict=True) if post < 0]


def is_small_blind_dead(record: HandRecord) -> bool:
    """Whether the seat of the small blind is empty (TDA 32): player 1 alone posts a blind.

    Heads-up there is no such hand (TDA 34-B). With a straddle behind it the notation would say the
    same as of two blinds and a wrong least bet, and is refused as that.
    """
    first, second, *others = record.posts
    return bool(others) and first > 0 >= second


def big_blind_seat(record: HandRecord) -> int:
    """Heads-up the button posts the small blind, so player 1 has the big one."""
    return 1 if len(record.stacks) == 2 or is_small_blind_dead(record) else 2


def positions_before(record: HandRecord) -> tuple[int, int, int] | None:
    """Button, small and big blind of the hand before, where the record needs them.

    The big blind of that hand has left its seat, which lies between the last player and the first.
    """
    if not is_small_blind_dead(record):
        return None
    last = len(record.stacks)
    if last == SEATS_MAX:
        raise Refused("blinds_or_straddles", "no_empty_seat", players=last)
    return last - 1, last, last + 1


def blinds_of(record: HandRecord) -> tuple[int, int, str]:
    """Small blind, big blind, house rule `straddle`; any other post is refused."""
    big_seat = big_blind_seat(record)
    small_seat = 0 if is_small_blind_dead(record) else 3 - big_seat
    small = record.posts[small_seat - 1] if small_seat else 0
    big = record.posts[big_seat - 1]
    if not 0 <= small <= big or not big:
        raise Refused("blinds_or_straddles", "blinds_not_dealt", small=small, big=big)
    straddle = "off"
    for seat, post in zip(record.seats, record.posts, strict=True):
        if post == 0 or seat in {small_seat, big_seat}:
            continue
        if post < 0:
            if -post > big:
                raise Refused("blinds_or_straddles", "post_too_large", seat=seat, post=-post)
            continue
        if seat != STRADDLER or post != 2 * big:
            raise Refused("blinds_or_straddles", "post_beside", seat=seat, post=post)
        straddle = "every_hand"
    return small, big, straddle


def _ante_settings(ante: int, mode: str) -> list[tuple[str, str]]:
    """In the order that a table takes, whatever it has now: an ante has somebody who pays it."""
    settings = [("ante_mode", mode), ("ante", str(ante))]
    return settings if ante else settings[::-1]


def _ante(record: HandRecord) -> tuple[int, str]:
    """The ante and who pays it."""
    first = record.antes[0]
    if all(ante == first for ante in record.antes):
        return first, "all" if first else "none"
    payer = big_blind_seat(record)
    if all(
        not ante or seat == payer for seat, ante in zip(record.seats, record.antes, strict=True)
    ):
        return record.antes[payer - 1], "big_blind"
    button = len(record.stacks)
    if all(
        not ante or seat == button for seat, ante in zip(record.seats, record.antes, strict=True)
    ):
        return record.antes[button - 1], "button"
    raise Refused("antes", "antes_differ")
