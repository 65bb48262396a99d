"""Writes a hand as the text that trackers read, in the manner of PokerStars.

Seats are the names, for the table knows no others. Shown hands stand at the showdown, each share
of a pot on a line of its own, a bet that nobody called is named before the pot is told. The rule
of the file: what the lines add up to is the total that the summary tells.
"""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from host_tools.hands.played import (
    Event,
    PlayedHand,
    bet_under,
    card,
    fit_for_trackers,
    small_blind_of,
)

_STREETS = ("FLOP", "TURN", "RIVER")
_POSTS = {
    "ante": "posts the ante",
    "small_blind": "posts small blind",
    "big_blind": "posts big blind",
    "straddle": "posts straddle",
    "dead_blind": "posts dead blind",
    "post": "posts big blind",
}
_EASTERN = ZoneInfo("America/New_York")


def stars(hand: PlayedHand, table: str, log: bytes, started: datetime, hero: int = 0) -> str:
    """The hand as text; started: with its time zone; hero: a seat whose cards stand first, if it
    showed them.

    Raises:
        CannotTell: it did not end, or something happened that the text has no word for.
    """
    fit_for_trackers(hand)
    small = small_blind_of(hand)
    there = started.astimezone(_EASTERN)
    clock = f"{there:%Y/%m/%d} {there.hour}:{there:%M:%S} ET"
    number = int.from_bytes(log[:4], "big") * 1_000_000 + hand.hand
    blinds, bets = f"({small}/{hand.big_blind})", f"({hand.big_blind}/{2 * hand.big_blind})"
    game = bet_under(hand, (f"No Limit {blinds}", f"Pot Limit {blinds}", f"Limit {bets}"))
    told = [
        f"PokerStars Hand #{number}: Hold'em {game} - {clock} [{clock}]",
        f"Table '{table}' 10-max Seat #{hand.button} is the button",
    ]
    told += [f"Seat {seat}: {_name(seat)} ({hand.stacks[seat]} in chips)" for seat in _in(hand)]
    told += [_post(event) for event in hand.of("post")]
    told.append("*** HOLE CARDS ***")
    if hero in hand.shown:
        told.append(f"Dealt to {_name(hero)} {_cards(hand.shown[hero])}")
    told += _play(hand)
    told += _showdown(hand)
    told += _summary(hand)
    return "\n".join(told) + "\n"


def _in(hand: PlayedHand) -> list[int]:
    return sorted(hand.seats)


def _name(seat: int) -> str:
    return f"Seat{seat}"


def _cards(cards: tuple[int, ...]) -> str:
    return f"[{' '.join(card(face) for face in cards)}]"


def _all_in(event: Event) -> str:
    return " and is all-in" if event.amount and not event.stack else ""


def _post(event: Event) -> str:
    return f"{_name(event.seat)}: {_POSTS[event.word]} {event.amount}{_all_in(event)}"


def _play(hand: PlayedHand) -> list[str]:
    told: list[str] = []
    board: tuple[int, ...] = ()
    to_call = max((e.to for e in hand.of("post")), default=0)
    for event in hand.events:
        if event.kind == "board":
            street = _STREETS[max(0, len(board) - 2)]
            before = f"{_cards(board)} " if board else ""
            told.append(f"*** {street} *** {before}{_cards(event.cards)}")
            board += event.cards
            to_call = 0
        elif event.kind == "return":
            told.append(f"Uncalled bet ({event.amount}) returned to {_name(event.seat)}")
        elif event.kind == "action":
            told.append(f"{_name(event.seat)}: {_did(event, to_call)}{_all_in(event)}")
            to_call = max(to_call, event.to)
    return told


def _did(event: Event, to_call: int) -> str:
    if event.word in ("fold", "check"):
        return f"{event.word}s"
    if event.word == "call":
        return f"calls {event.amount}"
    if event.word == "bet" and not to_call:
        return f"bets {event.amount}"
    return f"raises {event.to - to_call} to {event.to}"


def _showdown(hand: PlayedHand) -> list[str]:
    told = []
    if hand.of("show", "muck"):
        told.append("*** SHOW DOWN ***")
    for event in hand.of("show", "muck"):
        what = f"shows {_cards(event.cards)}" if event.kind == "show" else "mucks hand"
        told.append(f"{_name(event.seat)}: {what}")
    names = _pot_names(hand)
    for award in hand.of("award"):
        told.append(f"{_name(award.seat)} collected {award.amount} from {names[award.pot]}")
    return told


def _pot_names(hand: PlayedHand) -> dict[int, str]:
    """`pot`, or main and side pots where there are several."""
    pots = [event.pot for event in hand.of("pot")]
    if len(pots) == 1:
        return {pots[0]: "pot"}
    side = "side pot" if len(pots) == 2 else "side pot-{}"
    return {pot: "main pot" if not n else side.format(n) for n, pot in enumerate(pots)}


def _summary(hand: PlayedHand) -> list[str]:
    pots = {event.pot: event.amount for event in hand.of("pot")}
    rake = sum(event.amount for event in hand.of("rake"))
    parts = ""
    if len(pots) > 1:
        names = _pot_names(hand)
        parts = " " + " ".join(f"{names[p].capitalize()} {pots[p]}." for p in pots)
    told = ["*** SUMMARY ***", f"Total pot {sum(pots.values())}{parts} | Rake {rake}"]
    if hand.board:
        told.append(f"Board {_cards(hand.board)}")
    return told + [f"Seat {seat}: {_name(seat)} {_ended(hand, seat)}" for seat in _in(hand)]


def _ended(hand: PlayedHand, seat: int) -> str:
    won = sum(event.amount for event in hand.of("award") if event.seat == seat)
    if seat in hand.shown:
        shown = f"showed {_cards(hand.shown[seat])}"
        return f"{shown} and won ({won})" if won else f"{shown} and lost"
    if won:
        return f"collected ({won})"
    board = 0
    for event in hand.events:
        board += len(event.cards) if event.kind == "board" else 0
        if event.kind == "action" and event.seat == seat and event.word == "fold":
            where = {0: "before Flop", 3: "on the Flop", 4: "on the Turn", 5: "on the River"}
            return f"folded {where[board]}"
    return "mucked"
