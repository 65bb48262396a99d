"""Logs to watch: of ordinary and of unlucky hands, with keys pressed out of turn put between.

Shared by the tests of the live views. A log is a list of (ms, message), so that a line more or
less moves no other one in time. It writes lines; it judges nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firmware.lines.chain import Chain, genesis
from firmware.lines.parser import Line, parse
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from host_tools.link.session import Event
from host_tools.texts import Texts
from host_tools.view.watched import WatchedTable
from tests.accidents import accidents_of
from tests.log_lines import BOOT, LOG, STEP_MS, TABLE, LoggedTable

if TYPE_CHECKING:
    from random import Random

Message = tuple[Any, ...]
Timed = list[tuple[int, Message]]

FAULT = (m.FAULT_RAISED, "F-DSP-01", "seat3", None)


def unlucky_log(seed: int, hands: int = 3, often: int = 60) -> Timed:
    """What a table journals of hands in which `often` of a thousand motions go wrong."""
    driver = accidents_of(seed, often)
    logged = LoggedTable(driver.table)
    driver.table = logged  # type: ignore[assignment]
    for _ in range(hands):
        driver.play_hand()
    return timed(logged.log)


def timed(messages: list[Message]) -> Timed:
    """Messages a tenth of a second apart, behind the line that opens a log."""
    start = genesis(TABLE, LOG)
    log = [(m.SEGMENT_OPENED, TABLE, LOG, 1, BOOT, start), *messages]
    return [(at * STEP_MS, message) for at, message in enumerate(log)]


def lines(log: Timed) -> list[Line]:
    """The log as lines, numbered and chained."""
    chain = Chain(genesis(TABLE, LOG))
    made = []
    for seq, (ms, message) in enumerate(log, 1):
        body = write(message, seq, ms)
        made.append(parse(seal(body, chain.add(body))))
    return made


def press_out_of_turn(rng: Random) -> list[Message]:
    """Keys at a seat that is asked nothing, as a table journals them."""
    seat = rng.randrange(1, 11)
    return rng.choice(
        [
            [(m.KEY_IGNORED, seat, rng.randrange(len(m.KEY_WORDS)))],
            [(m.KEYS_IGNORED, seat, rng.randrange(1, 50))],
            [
                (m.ACTION_CHOSEN, seat, m.CHOICE_FOLD, None),
                (m.INPUT_REFUSED, "action_chosen", m.REFUSAL_NOT_YOUR_TURN),
            ],
            [
                (m.SHOW_CHOSEN, seat, m.SHOW_SHOW),
                (m.INPUT_REFUSED, "show_chosen", m.REFUSAL_NOT_YOUR_TURN),
            ],
            [(m.PLAYER_OUT_NEXT, seat)],
            [(m.PLAYER_BACK, seat)],
            [(m.BLIND_CHOSEN, seat, m.ENTRY_WAIT)],
        ]
    )


class Clock:
    """Seconds that pass when a test says so; `now` is also the wall's."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def watched(clock: Clock | None = None, language: str = "en") -> WatchedTable:
    """A view on a clock that stands."""
    clock = clock or Clock()
    return WatchedTable(Texts(language), clock=clock, wall=clock)


def at_first_turn(clock: Clock | None = None, language: str = "en") -> WatchedTable:
    """A table that is followed up to the first turn of a hand; a display of it is broken."""
    view = watched(clock, language)
    view.tell(Event("link.connected", {"table": TABLE, "firmware": "1"}))
    log = unlucky_log(203, hands=1, often=0)
    log.insert(1, (50, FAULT))
    for line in lines(log):
        view.take(line)
        if view.state.turn is not None and view.state.turn.asked == "act":
            break
    view.heard(0.0)
    return view
