"""Writes a hand in the PHH notation (poker hand history, a TOML file).

Player 1 sits left of the button. Cards that were shown are named where they were dealt, all others
stand as unknown. The rule of the file: what it writes, `replay` of this program and any other
reader of PHH must bring to the same stacks.
"""

from __future__ import annotations

from host_tools.hands.played import Event, PlayedHand, card, fit_for_trackers

UNKNOWN = "????"
_DEAD = ("ante", "dead_blind")
_TWO = 2


def phh(hand: PlayedHand, table: str) -> str:
    """The hand as a PHH file.

    Raises:
        CannotTell: it did not end, or something happened that PHH has no word for.
    """
    fit_for_trackers(hand)
    players = {seat: f"p{n}" for n, seat in enumerate(hand.seats, 1)}
    antes = [hand.posted(seat, *_DEAD) for seat in hand.seats]
    blinds = [_blind(hand, seat) for seat in hand.seats]
    if len(players) == _TWO:  # the notation writes the small blind first, though it is the button
        antes.reverse()
        blinds.reverse()
    fields: list[tuple[str, object]] = [
        ("variant", "NT"),
        ("antes", antes),
        ("blinds_or_straddles", blinds),
        ("min_bet", hand.big_blind),
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
