"""A watched table as one document, for pages and programs.

The same facts as on the screen, in words of the schema where the schema has words and in sentences
of one language where a person reads them. A card is its name, or `??` as long as it lies face
down. The rule of the file: it is made from the model alone, so it cannot tell more than a screen
shows; `table.schema.json` beside it is its form.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from firmware.schema import irregularities, rulings
from firmware.schema import messages as m
from firmware.schema import settings as s
from host_tools.view.procedure_state import DONE, UNDER_WAY

if TYPE_CHECKING:
    from host_tools.view.alarms import Alarm
    from host_tools.view.procedure_state import Procedure
    from host_tools.view.seat_state import Seat
    from host_tools.view.table_state import TableState
    from host_tools.view.watched import WatchedTable

VERSION = 1
BACK = "??"
STEP_STATES = {DONE: "done", UNDER_WAY: "under_way"}


def table_json(view: WatchedTable) -> dict[str, Any]:
    """The document."""
    state = view.shown
    rules = state.rules if state.is_playing else state.settings
    return {
        "version": VERSION,
        "table": state.record.table,
        "firmware": state.record.firmware,
        "link": {
            "state": view.link,
            "age_s": view.age_seconds,
            "is_stale": view.is_stale,
        },
        "hand": {
            "number": state.hand,
            "is_playing": state.is_playing,
            "street": m.STREET_WORDS[state.street],
            "button": state.button,
            "small_blind": rules[s.SETTING_SMALL_BLIND],
            "big_blind": rules[s.SETTING_BIG_BLIND],
            "board": _cards(state.board),
            "pot": state.total_pot(),
            "pots": list(state.pots),
        },
        "turn": _turn(view, state),
        "seats": [_seat(state.seats[number]) for number in sorted(state.seats)],
        "machine": {
            "doing": state.machine.doing,
            "card": state.machine.card,
            "place": m.PLACE_WORDS[state.machine.place],
        },
        "order": {
            "commit": state.order.commit.hex(),
            "epoch": state.order.epoch,
            "witness": state.order.witness,
            "cut": state.order.cut if state.order.cut >= 0 else None,
            "cut_by": state.order.cut_by,
            "is_revealed": state.order.is_revealed,
            "provenance": state.order.provenance,
        },
        "record": {
            "lines": state.record.lines,
            "head": state.record.head.hex(),
            "broken_at": state.record.broken_at,
        },
        "ruling": _ruling(view.procedures.now),
        "is_paused": state.trouble.is_paused,
        "alarms": [_alarm(one) for one in view.alarms.listed],
        "told": list(view.told),
    }


def _cards(cards: list[int | None]) -> list[str]:
    return [BACK if card is None else m.CARD_WORDS[card] for card in cards]


def _turn(view: WatchedTable, state: TableState) -> dict[str, Any] | None:
    turn = state.turn
    if turn is None:
        return None
    return {
        "seat": turn.seat or None,
        "asked": turn.asked,
        "call": turn.call,
        "seconds_left": view.seconds_left,
    }


def _seat(seat: Seat) -> dict[str, Any]:
    return {
        "seat": seat.number,
        "player": seat.player,
        "stack": seat.stack,
        "bet": seat.bet,
        "won": seat.won,
        "cards": _cards(seat.cards),
        "did": seat.did,
        "is_dealt_in": seat.is_dealt_in,
        "is_folded": seat.is_folded,
        "is_all_in": seat.is_all_in,
        "category": seat.category,
    }


def _ruling(now: Procedure | None) -> dict[str, Any] | None:
    """The card that went wrong, and what the table does about it."""
    if now is None:
        return None
    waits_for = "" if now.asked is None else now.asked.what
    return {
        "irregularity": irregularities.NAMES[now.kind],
        "reported_by": now.reported_by,
        "book": rulings.BOOK_WORDS[now.book] if now.ruling else "",
        "procedure": rulings.PROCEDURE_NAMES[now.number] if now.ruling else "",
        "steps": [
            {"step": rulings.STEP_NAMES[step], "state": STEP_STATES.get(how, "to_come")}
            for step, how in now.steps()
        ],
        "waits_for": waits_for or ("floor" if now.held_for else ""),
        "decided": m.RULING_WORDS[now.decided] if now.decided >= 0 else "",
        "decided_by": now.decided_by,
        "is_over": now.is_over,
    }


def _alarm(one: Alarm) -> dict[str, Any]:
    return {
        "number": one.number,
        "cause": one.cause,
        "sentence": one.sentence,
        "since": _time(one.since),
        "times": one.times,
        "is_over": one.is_over,
        "acknowledged_by": one.by,
        "acknowledged_at": _time(one.at) if one.by else None,
    }


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
