"""A hand as this program's own JSON, for whoever wants all that was seen.

Also a hand that was voided, killed or played on by hand is told, with its marks. The rule of the
file: the shape is `hand.schema.json`; a field once published keeps its meaning.
"""

from __future__ import annotations

from typing import Any

from host_tools.hands.played import Event, PlayedHand, card

FORMAT = 1


def hand_as_json(hand: PlayedHand, table: str, log: bytes, started: str | None) -> dict[str, Any]:
    """The hand as an object; started: ISO 8601 in UTC, None when nobody knows."""
    return {
        "version": FORMAT,
        "table": table,
        "log": log.hex(),
        "hand": hand.hand,
        "started": started,
        "state": hand.state,
        "marks": sorted(hand.marks),
        "button": hand.button,
        "big_blind": hand.big_blind,
        "seats": [
            {
                "seat": seat,
                "stack": hand.stacks[seat],
                "stack_after": hand.finishing.get(seat),
                "shown": [card(face) for face in hand.shown.get(seat, ())],
            }
            for seat in hand.seats
        ],
        "board": [card(face) for face in hand.board],
        "events": [_event(event) for event in hand.events],
    }


def _event(event: Event) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": event.kind}
    if event.seat:
        told["seat"] = event.seat
    if event.word:
        told |= {"word": event.word, "to": event.to, "stack": event.stack}
    if event.kind not in ("board", "show", "muck"):
        told["amount"] = event.amount
    if event.kind in ("pot", "rake", "award"):
        told["pot"] = event.pot
    if event.cards:
        told["cards"] = [card(face) for face in event.cards]
    if event.timed_out:
        told["timed_out"] = True
    return told
