"""Writes a hand in the PHH notation (poker hand history, a TOML file).

Player 1 sits left of the button. Cards that were shown are named where they were dealt, all others
stand as unknown. The notation has no code for pot limit hold'em; `PT` is ours, and who does not
know it refuses the hand. The rule of the file: what it writes, `replay` of this program and any
other reader of PHH must bring to the same stacks.
"""

from __future__ import annotations

from host_tools.hands.played import (
    CannotTell,
    Event,
    PlayedHand,
    bet_under,
    card,
    fit_for_trackers,
)

UNKNOWN = "????"
_DEAD = ("ante", "dead_blind")
_TWO = 2
_BETS_MAX = 4
"""Bets and raises of a street in the notation's fixed limit, the big blind not among them."""


def phh(hand: PlayedHand, table: str) -> str:
    """The hand as a PHH file.

    Raises:
        CannotTell: it did not end, or something happened that PHH has no word for.
    """
    fit_for_trackers(hand)
    variant = bet_under(hand, ("NT", "PT", "FT"))
    if variant == "FT" and _most_bets(hand) > _BETS_MAX:
        raise CannotTell("many_bets", hand.hand)
    if variant == "PT" and _counts_blinds_in_full(hand):
        raise CannotTell("full_blinds", hand.hand)
    players = {seat: f"p{n}" for n, seat in enumerate(hand.seats, 1)}
    antes = [hand.posted(seat, *_DEAD) for seat in hand.seats]
    blinds = [_blind(hand, seat) for seat in hand.seats]
    if len(players) == _TWO:  # the notation writes the small blind first, though it is the button
        antes.reverse()
        blinds.reverse()
    fields: list[tuple[str, object]] = [
        ("variant", variant),
        ("antes", antes),
        ("blinds_or_straddles", blinds),
        *_sizes(hand, variant),
        ("starting_stacks", [hand.stacks[seat] for seat in hand.seats]),
        ("actions", _actions(hand, players)),
        ("hand", hand.hand),
        ("table", table),
        ("seats", list(hand.seats)),
        ("finishing_stacks", [hand.finishing[seat] for seat in hand.seats]),
    ]
    rake = sum(event.amount for event in hand.of("rake"))
    if rake:
        fields.append(("_rake", rake))
    return "".join(f"{name} = {_value(value)}\n" for name, value in fields)


def _blind(hand: PlayedHand, seat: int) -> int:
    """What a seat owed alive; below zero where it bought itself in. A big blind that is all in for
    less is written whole, for that is what the others have to call.
    """
    bought = hand.posted(seat, "post")
    if bought:
        return -bought
    blind = hand.posted(seat, "small_blind", "big_blind", "straddle")
    short = any(
        event.word == "big_blind" and event.seat == seat and not event.stack
        for event in hand.of("post")
    )
    return max(blind, hand.big_blind) if short else blind


def _sizes(hand: PlayedHand, variant: str) -> list[tuple[str, object]]:
    """The least bet, or both sizes of fixed limit: twice as much on turn and river (R000-22)."""
    if variant == "FT":
        return [("small_bet", hand.big_blind), ("big_bet", 2 * hand.big_blind)]
    return [("min_bet", hand.big_blind)]


def _most_bets(hand: PlayedHand) -> int:
    """The bets and raises of the street that had most."""
    streets = [0]
    for event in hand.of("board", "action"):
        if event.kind == "board":
            streets.append(0)
        else:
            streets[-1] += event.word in ("bet", "raise")
    return max(streets)


def _counts_blinds_in_full(hand: PlayedHand) -> bool:
    """Whether a raise before the flop is more than the chips in the pot allow: the table counts
    short and dead blinds in full (TDA 54-B), readers of the notation count what was posted.
    """
    bets: dict[int, int] = {}
    pot = 0
    for event in hand.of("post", "board", "action"):
        if event.kind == "board":
            break
        highest, own = max(bets.values(), default=0), bets.get(event.seat, 0)
        if event.word in ("bet", "raise") and event.to > highest + pot + highest - own:
            return True
        bets[event.seat] = max(own, event.to)
        pot += event.amount
    return False


def _actions(hand: PlayedHand, players: dict[int, str]) -> list[str]:
    told = [
        f"d dh {player} {_cards(hand.shown[seat]) if seat in hand.shown else UNKNOWN}"
        for seat, player in players.items()
    ]
    for event in hand.events:
        told.extend(_action(event, players))
    return told


def _action(event: Event, players: dict[int, str]) -> list[str]:
    who = players.get(event.seat, "")
    if event.kind == "board":
        return [f"d db {_cards(event.cards)}"]
    if event.kind == "show":
        return [f"{who} sm {_cards(event.cards)}"]
    if event.kind == "muck":
        return [f"{who} sm"]
    if event.kind != "action":
        return []
    if event.word == "fold":
        return [f"{who} f"]
    return [f"{who} cc" if event.word in ("check", "call") else f"{who} cbr {event.to}"]


def _cards(cards: tuple[int, ...]) -> str:
    return "".join(card(face) for face in cards)


def _value(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_value(one) for one in value)}]"
    return f'"{value}"' if isinstance(value, str) else str(value)
