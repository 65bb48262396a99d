"""The page of one or several watched tables, in HTML.

Made here and not in the browser, from the same model as every other view, in parts that are sent
anew when they have changed: head, alarms, felt, clock, reasons, facts, sentences. Every state is a
word as well as a colour, so that it reads in grey and aloud. The rule of the file: whatever comes
from a log is escaped, and nothing is shown that the model does not show.
"""

from __future__ import annotations

from datetime import datetime
from html import escape
from typing import TYPE_CHECKING, Any

from firmware.schema import messages as m
from firmware.schema import settings as s
from host_tools.view import looks
from host_tools.view.procedure_text import explained

if TYPE_CHECKING:
    from collections.abc import Sequence

    from host_tools.view.alarms import Alarm
    from host_tools.view.seat_state import Seat
    from host_tools.view.table_state import TableState
    from host_tools.view.watched import WatchedTable

BOARD_CARDS = 5
TOLD = 12
"""Sentences on the page, the newest first."""

RED = frozenset("dh")


def parts(view: WatchedTable, number: int) -> dict[str, str]:
    """The parts of one table: id of the element -> its HTML."""
    state = view.shown
    made = {
        "head": _head(view, state),
        "alarms": _alarms(view, number),
        "felt": _felt(view, state),
        "clock": _clock(view),
        "why": _why(view),
        "facts": _facts(view, state),
        "told": _told(view),
    }
    return {f"{name}-{number}": html for name, html in made.items()}


def page(views: Sequence[WatchedTable]) -> str:
    """The whole page as it is now; it goes on by itself where scripts run, else it is asked for
    again every five seconds.
    """
    say = views[0].say
    tables = "".join(_table(view, number) for number, view in enumerate(views))
    return (
        f'<!doctype html><html lang="{say.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<title>Mazziere</title>"
        '<link rel="icon" href="data:,"><link rel="stylesheet" href="page.css">'
        '<noscript><meta http-equiv="refresh" content="5"></noscript></head><body>'
        f'<header><h1>Mazziere</h1><p id="host" role="status" data-lost="{_e(say("web.lost"))}">'
        f"{_e(say('web.connected'))}</p><label>{_e(say('web.name'))} "
        '<input id="by" maxlength="32" autocomplete="name"></label></header>'
        f'<main data-not-noted="{_e(say("watch.not_acknowledged"))}" '
        f'data-name-wanted="{_e(say("web.name_wanted"))}">{tables}</main>'
        f'<footer>{_e(say("web.limits"))}</footer><script src="page.js"></script></body></html>\n'
    )


def _table(view: WatchedTable, number: int) -> str:
    made = parts(view, number)
    stale = " stale" if view.is_stale else ""

    def part(name: str, tag: str = "div", more: str = "") -> str:
        one = f"{name}-{number}"
        return f'<{tag} id="{one}"{more}>{made[one]}</{tag}>'

    return (
        f'<section id="table-{number}" class="table{stale}">'
        + part("head", "div", ' class="head"')
        + part("alarms", "div", ' class="alarms" role="alert" aria-live="assertive"')
        + f'<div class="play">{part("felt", "div", " class=felt")}'
        + f"{part('clock', 'p', ' class=clock')}</div>"
        + '<div class="side">'
        + part("why", "div", ' class="why"')
        + part("facts", "dl", ' class="facts"')
        + part("told", "ol", ' class="told" reversed')
        + "</div></section>"
    )


def _e(text: str) -> str:
    return escape(text, quote=True)


def _head(view: WatchedTable, state: TableState) -> str:
    say = view.say
    rules = state.rules if state.is_playing else state.settings
    words = [say("live.table", table=state.record.table)] if state.record.table else []
    if state.hand:
        words.append(say("live.hand", hand=state.hand))
    small, big = rules[s.SETTING_SMALL_BLIND], rules[s.SETTING_BIG_BLIND]
    words.append(say("live.blinds", small=say.chips(small), big=say.chips(big)))
    if state.order.provenance:
        words.append(say(f"live.noise_{state.order.provenance}"))
    return f"<h2>{_e(' · '.join(words))}</h2>{_age(view)}"


def _age(view: WatchedTable) -> str:
    say = view.say
    if view.link == "none":
        return f'<p class="age old">{_e(say("watch.age_none").strip())}</p>'
    if view.is_stale:
        words = say("watch.age_stale", seconds=say.chips(view.age_seconds)).strip()
        return f'<p class="age old">{_e(words)}</p>'
    return f'<p class="age">{_e(say("watch.age_live"))}</p>'


# --- alarms --------------------------------------------------------------------------------------


def _alarms(view: WatchedTable, number: int) -> str:
    say, listed = view.say, view.alarms.listed
    if not listed:
        return f'<p class="none">{_e(say("watch.no_alarm"))}</p>'
    rows = "".join(_alarm(view, one, number) for one in listed)
    return f"<h3>{_e(say('watch.alarms', count=len(listed)))}</h3><ul>{rows}</ul>"


def _alarm(view: WatchedTable, one: Alarm, number: int) -> str:
    say = view.say
    since = datetime.fromtimestamp(one.since).strftime("%H:%M")
    words = say("watch.alarm", since=since, sentence=one.sentence)
    if one.times > 1:
        words = say("watch.alarm_again", sentence=words, times=one.times)
    if one.by:
        words = say("watch.acknowledged", sentence=words, by=one.by)
        return f'<li class="seen"><b>✓</b> {_e(words)}</li>'
    kind, mark = ("over", "=") if one.is_over else ("open", "!")
    if one.is_over:
        words = say("watch.alarm_over", sentence=words)
    button = (
        f'<button id="seen-{number}-{one.number}" data-table="{number}" '
        f'data-alarm="{one.number}">{_e(say("web.seen"))}</button>'
    )
    return f'<li class="{kind}"><b>{mark}</b> {_e(words)} {button}</li>'


# --- the table -----------------------------------------------------------------------------------


def _card(card: int | None, say: Any) -> str:
    if card is None:
        return f'<span class="card back" title="{_e(say("web.back"))}">░</span>'
    rank, suit = m.CARD_WORDS[card]
    kind = "red" if suit in RED else "black"
    return f'<span class="card {kind}">{rank}{looks.UNICODE.suits[suit]}</span>'


def _felt(view: WatchedTable, state: TableState) -> str:
    say = view.say
    seats = [state.seats[number] for number in sorted(state.seats)]
    upper, lower = seats[: (len(seats) + 1) // 2], seats[(len(seats) + 1) // 2 :][::-1]
    board = "".join(_card(card, say) for card in state.board)
    board += '<span class="card place">&nbsp;</span>' * (BOARD_CARDS - len(state.board))
    street = say("live.no_hand")
    if state.hand:
        word = m.STREET_WORDS[state.street] if state.is_playing else "over"
        street = say(f"live.{word}")
    pot = state.total_pot()
    pots = [say.chips(one) for one in state.pots] if len(state.pots) > 1 else []
    middle = (
        f'<p class="street">{_e(street)}</p><p class="board">{board}</p>'
        f'<p class="pot">{_e(say("live.pot", amount=say.chips(pot)) if pot else "")}'
        f" {_e(' · '.join(pots))}</p>"
    )
    return (
        f'<div class="row">{"".join(_seat(view, state, one) for one in upper)}</div>'
        f'<div class="middle">{middle}</div>'
        f'<div class="row">{"".join(_seat(view, state, one) for one in lower)}</div>'
    )


def _seat(view: WatchedTable, state: TableState, seat: Seat) -> str:
    say = view.say
    is_turn = state.turn is not None and state.turn.seat == seat.number
    kinds = ["seat"]
    kinds += ["turn"] * is_turn + ["folded"] * seat.is_folded + ["won"] * bool(seat.won)
    name = f"{seat.number} {seat.player}" if seat.player else say("live.seat", seat=seat.number)
    mark = "▶ " if is_turn else ""
    button = '<b class="button">D</b>' if state.button == seat.number else ""
    cards = "".join(_card(card, say) for card in seat.cards)
    bet = f'<p class="bet">◉ {_e(say.chips(seat.bet))}</p>' if seat.bet else '<p class="bet"></p>'
    category = say(f"category.{seat.category}") if seat.category else ""
    return (
        f'<div class="{" ".join(kinds)}"><h3>{_e(mark + name)}{button}</h3>'
        f'<p class="cards">{cards}</p><p class="stack">{_e(say.chips(seat.stack))}</p>'
        f'<p class="did">{_e(_did(view, seat))} {_e(category)}</p>{bet}</div>'
    )


def _did(view: WatchedTable, seat: Seat) -> str:
    say = view.say
    if seat.won:
        return f"★ {say('live.wins')} {say.chips(seat.won)}"
    if seat.is_all_in:
        return say("live.all_in")
    if not seat.is_dealt_in and seat.stack == 0:
        return say("live.out")
    return say(f"live.{seat.did}") if seat.did else ""


def _clock(view: WatchedTable) -> str:
    """Who is asked, and how long that seat still has."""
    say, turn = view.say, view.state.turn
    if turn is None:
        return ""
    seat = say("live.seat", seat=turn.seat) if turn.seat else say("web.floor")
    words = say(f"web.asked_{turn.asked}", seat=seat, call=say.chips(turn.call))
    left = view.seconds_left
    return _e(words if left is None else f"{words} {left} s")


# --- beside it -----------------------------------------------------------------------------------


def _why(view: WatchedTable) -> str:
    """What went wrong with a card, and what the table does about it."""
    told = explained(view.procedures, view.state.trouble, view.say, looks.UNICODE)
    if not told:
        return ""
    lines = "".join(f"<p>{_e(line.plain)}</p>" if line.plain else "<hr>" for line in told)
    return f"<h3>{_e(view.say('web.ruling'))}</h3>{lines}"


def _facts(view: WatchedTable, state: TableState) -> str:
    say, order, record = view.say, state.order, state.record
    machine = say(f"live.{state.machine.doing}")
    if state.machine.doing == "loading":
        machine += f" {state.machine.card}/{state.machine.to_load}"
    steps = [say("live.unsealed")]
    if order.commit:
        steps = [say("live.sealed", commit=order.commit[:4].hex())]
        if order.cut >= 0:
            cut = {"cut": f"{order.cut:04}", "seat": order.cut_seat}
            steps.append(say(f"live.cut_{order.cut_by}", **cut))
        if order.is_revealed:
            steps.append(say("live.revealed"))
    chain = say("live.lines", lines=say.chips(record.lines))
    if record.broken_at:
        chain += " · " + say("live.chain_broken", seq=record.broken_at).strip()
    elif record.head:
        chain += " · " + say("live.chain_ok", head=record.head[:4].hex())
    rows = [
        ("web.machine", machine),
        ("live.label_order", " · ".join(steps)),
        ("web.witness", say(f"live.witness_{order.witness}")),
        ("live.label_journal", chain),
        ("live.label_link", view.link_words()),
    ]
    if state.trouble.is_paused:
        rows.insert(0, ("web.table", say("live.paused")))
    return "".join(f"<dt>{_e(say(key))}</dt><dd>{_e(words)}</dd>" for key, words in rows)


def _told(view: WatchedTable) -> str:
    newest = list(view.told)[-TOLD:][::-1]
    return "".join(f"<li>{_e(sentence)}</li>" for sentence in newest)
