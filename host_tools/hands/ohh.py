"""Writes a hand as Open Hand History JSON (specification 1.4.6 of hh-specs.handhistory.org).

A raise is written as what the player put in with it, as the specification asks. Players are called
by their seats, for the table knows no names. The rule of the file: the shape is held against
`ohh.schema.json`, which is our own reading of the published pages, for they offer no schema.
"""

from __future__ import annotations

from typing import Any

from host_tools.hands.played import (
    Event,
    PlayedHand,
    bet_under,
    card,
    fit_for_trackers,
    small_blind_of,
)

SPECIFICATION = "1.4.6"
_STREETS = ("Preflop", "Flop", "Turn", "River")
_POSTS = {
    "ante": "Post Ante",
    "small_blind": "Post SB",
    "big_blind": "Post BB",
    "straddle": "Straddle",
    "dead_blind": "Post Dead",
    "post": "Post Extra Blind",
}
_ACTIONS = {"fold": "Fold", "check": "Check", "call": "Call", "bet": "Bet", "raise": "Raise"}


def ohh(hand: PlayedHand, table: str, started: str, seats: int = 10) -> dict[str, Any]:
    """The hand as an object with the one key `ohh`; started: ISO 8601, UTC.

    Raises:
        CannotTell: it did not end, or something happened that the format has no word for.
    """
    fit_for_trackers(hand)
    posts = hand.of("post")
    return {
        "ohh": {
            "spec_version": SPECIFICATION,
            "internal_version": "1",
            "network_name": "Mazziere",
            "site_name": "Mazziere",
            "game_type": "Holdem",
            "table_name": table,
            "table_size": seats,
            "game_number": f"{table}-{hand.hand}",
            "start_date_utc": started,
            "currency": "Chips",
            "ante_amount": max((e.amount for e in posts if e.word == "ante"), default=0),
            "small_blind_amount": small_blind_of(hand),
            "big_blind_amount": hand.big_blind,
            "bet_limit": {"bet_type": bet_under(hand, ("NL", "PL", "FL")), "bet_cap": 0},
            "dealer_seat": hand.button,
            "players": [
                {
                    "id": seat,
                    "seat": seat,
                    "name": f"Seat{seat}",
                    "starting_stack": hand.stacks[seat],
                }
                for seat in hand.seats
            ],
            "rounds": _rounds(hand),
            "pots": _pots(hand),
        }
    }


def _rounds(hand: PlayedHand) -> list[dict[str, Any]]:
    rounds: list[dict[str, Any]] = [_round(0, _STREETS[0], [])]
    showdown = _round(0, "Showdown", [])
    number = 0
    for event in hand.events:
        if event.kind == "board":
            names = [card(face) for face in event.cards]
            rounds.append(_round(len(rounds), _STREETS[len(rounds)], names))
            continue
        action = _action(event, len(rounds) == 1)
        if action:
            number += 1
            there = showdown if event.kind in ("show", "muck") else rounds[-1]
            there["actions"].append({"action_number": number, "player_id": event.seat, **action})
    if showdown["actions"]:
        rounds.append({**showdown, "id": len(rounds)})
    return rounds


def _round(number: int, street: str, cards: list[str]) -> dict[str, Any]:
    return {"id": number, "street": street, "cards": cards, "actions": []}


def _action(event: Event, before_flop: bool) -> dict[str, Any]:
    if event.kind == "show":
        return {"action": "Shows Cards", "cards": [card(face) for face in event.cards]}
    if event.kind == "muck":
        return {"action": "Mucks Cards"}
    if event.kind not in ("post", "action"):
        return {}
    names = _POSTS if event.kind == "post" else _ACTIONS
    name = names[event.word]
    if before_flop and name == "Bet":  # the specification knows no bet before the flop
        name = "Raise"
    told: dict[str, Any] = {"action": name, "amount": event.amount}
    if event.amount and not event.stack:
        told["is_allin"] = True
    return told


def _pots(hand: PlayedHand) -> list[dict[str, Any]]:
    pots: list[dict[str, Any]] = []
    for formed in hand.of("pot"):
        rake = sum(e.amount for e in hand.of("rake") if e.pot == formed.pot)
        wins: dict[int, int] = {}
        for award in hand.of("award"):
            if award.pot == formed.pot:
                wins[award.seat] = wins.get(award.seat, 0) + award.amount
        pots.append(
            {
                "number": formed.pot,
                "amount": formed.amount,
                "rake": rake,
                "player_wins": [
                    {"player_id": seat, "win_amount": amount} for seat, amount in wins.items()
                ],
            }
        )
    if not pots:  # everybody folded to the only blind: it went back, and there was no pot
        takers = [{"player_id": one.seat, "win_amount": 0} for one in hand.of("return")]
        pots.append({"number": 0, "amount": 0, "rake": 0, "player_wins": takers})
    return pots
