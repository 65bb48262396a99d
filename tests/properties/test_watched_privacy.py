"""What a live view must never tell, whatever happens at the table.

A card that the log has not opened, and a key that somebody pressed out of turn while the hand is
played: tried on the document and on the drawn screen, line by line, over hands in which cards go
wrong in every way.
"""

from __future__ import annotations

import json
import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from firmware.schema import messages as m
from host_tools.view.as_json import BACK, table_json
from host_tools.view.scene import Scene
from tests.untraced import untraced
from tests.watched_tables import Timed, lines, press_out_of_turn, unlucky_log, watched

if TYPE_CHECKING:
    from host_tools.view.watched import WatchedTable

SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
DRAWN = re.compile(r"([2-9TJQKA])([♣♦♥♠])")
SAID = re.compile(r"(?<![\w])([2-9TJQKA][cdhs])(?=[ .,;:)]|$)")
WORDS = {"As", "Ad"}
"""Cards whose names are words too: looked for where cards stand, not in sentences."""

DRAWN_EVERY = 8
"""Every so many lines the whole screen is drawn; the document is looked at after every line."""


OPENING = {
    m.FACE_READ: lambda message: (message[2],),
    m.FACE_OPENED: lambda message: (message[2],),
    m.FACE_TYPED: lambda message: (message[1],),
    m.FACE_CORRECTED: lambda message: (message[2],),
    m.IRREGULARITY_REPORTED: lambda message: (message[4],),
    m.DECK_FAULTY: lambda message: message[2] or (),
}


def cards_told(view: WatchedTable, is_drawn: bool) -> set[str]:
    """Every card that a page, or a screen as well, shows."""
    document = table_json(view)
    told = {card for seat in document["seats"] for card in seat["cards"]}
    told |= set(document["hand"]["board"])
    for sentence in [*document["told"], json.dumps(document["alarms"])]:
        told |= set(SAID.findall(sentence)) - WORDS
    for line in drawn(view) if is_drawn else []:
        told |= {rank + SUITS[suit] for rank, suit in DRAWN.findall(line)}
    return told - {BACK}


def drawn(view: WatchedTable) -> list[str]:
    lines = Scene(view.say).lines(
        view.shown, 100, 30, link=view.link_words(), told=tuple(view.told), now_ms=view.now_ms
    )
    return [line.plain for line in lines]


def test_no_view_shows_a_card_that_the_log_has_not_opened() -> None:
    shown = 0
    with untraced():
        for seed in range(200, 206):
            view, opened, told = watched(), set(), set()
            for count, line in enumerate(lines(unlucky_log(seed, hands=1))):
                view.take(line)
                faces = OPENING.get(line.message[0], lambda _: ())(line.message)
                opened |= {m.CARD_WORDS[face] for face in faces if face is not None}
                told |= cards_told(view, count % DRAWN_EVERY == 0)
                assert told <= opened, (seed, line.body)
            shown += len(told)
    assert shown > 10, "hardly a card was ever opened"


def with_presses(log: Timed, rng: Random) -> tuple[Timed, list[int]]:
    """The log with keys out of turn in its hands, and where its own lines are in it."""
    mixed: Timed = []
    places = []
    is_playing = False
    for ms, message in log:
        if message[0] in {m.HAND_FINISHED, m.HAND_VOIDED}:
            is_playing = False
        mixed.append((ms, message))
        places.append(len(mixed))
        if message[0] == m.HAND_STARTED:
            is_playing = True
        if is_playing and rng.randrange(6) == 0:
            mixed += [(ms + 7, pressed) for pressed in press_out_of_turn(rng)]
    return mixed, places


@pytest.mark.parametrize("seed", range(300, 304))
def test_keys_out_of_turn_change_nothing_that_is_seen_before_the_hand_is_over(seed: int) -> None:
    log = unlucky_log(seed, hands=1)
    mixed, places = with_presses(log, Random(seed))
    assert len(mixed) > len(log)
    quiet, busy = watched(), watched()
    mixed_lines, done, compared = lines(mixed), 0, 0
    for line, place in zip(lines(log), places, strict=True):
        quiet.take(line)
        before = busy.signature()
        for press in mixed_lines[done : place - 1]:
            busy.take(press)
            assert busy.signature() == before, "a key out of turn draws the screen anew"
        busy.take(mixed_lines[place - 1])
        done = place
        if quiet.state.is_playing:
            assert table_json(busy) == table_json(quiet), line.body
            compared += 1
            if compared % DRAWN_EVERY == 0:
                assert drawn(busy) == drawn(quiet)
    assert compared > 50


def test_what_was_pressed_out_of_turn_may_be_read_when_the_hand_is_over() -> None:
    log = unlucky_log(300, hands=1)
    at = next(at for at, one in enumerate(log) if one[1][0] == m.HAND_STARTED) + 1
    log.insert(at, (log[at - 1][0], (m.PLAYER_OUT_NEXT, 3)))
    view = watched()
    said = view.say("hand.out_next", seat=3)
    for line in lines(log):
        view.take(line)
        assert not (view.state.is_playing and said in view.told)
        if line.message[0] in {m.HAND_FINISHED, m.HAND_VOIDED}:
            assert said in view.told
            return
    pytest.fail("the hand did not end")
