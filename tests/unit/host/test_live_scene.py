"""The screen: lines as wide as the terminal, everything in characters, both languages."""

from __future__ import annotations

import io
from itertools import pairwise
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text

from firmware.schema import messages as m
from host_tools.texts import LANGUAGES, Texts, catalogue
from host_tools.view import looks
from host_tools.view.banner import troubles
from host_tools.view.live import LINK_STATES, LiveTable
from host_tools.view.onlooker import Lights
from host_tools.view.order_state import WITNESS
from host_tools.view.scene import Scene
from host_tools.view.svg import drawing
from host_tools.view.table_state import TableState
from tests.log_lines import lines_of, logged_driver

SIZES = ((80, 24), (80, 30), (100, 30), (132, 43), (200, 60))


def hand_log(seats: int, stack: int = 10_000) -> list[tuple[Any, ...]]:
    """A hand in which the last seat folds and everybody else calls to the showdown and shows."""
    driver = logged_driver()
    for seat in range(1, seats + 1):
        driver.send(m.SEAT_TAKEN, seat, stack, f"Maximiliane{seat}")
    driver.power_up()
    driver.start_hand(cut=7)
    driver.fold(driver.heard(m.TURN_OPENED)[-1][1])
    for _ in range(10 * seats):
        if driver.heard(m.HAND_FINISHED):
            break
        if driver.timer is not None and driver.timer[0] == m.TIMER_OBJECTION:
            driver.fire()
        elif driver.heard(m.SHOW_ASKED):
            driver.show(driver.heard(m.SHOW_ASKED)[-1][1])
        else:
            driver.call(driver.heard(m.TURN_OPENED)[-1][1])
    assert driver.heard(m.HAND_FINISHED)
    return driver.table.log  # type: ignore[attr-defined]


def state_after(log: list[tuple[Any, ...]], message: int) -> TableState:
    """The state right after the first line with this message."""
    state = TableState()
    for line in lines_of(log):
        state.take(line)
        if line.message[0] == message:
            return state
    raise AssertionError(message)


def plain(state: TableState, width: int = 80, height: int = 24, **more: Any) -> str:
    scene = Scene(Texts("en"), more.pop("glyphs", looks.UNICODE))
    return "\n".join(line.plain for line in scene.lines(state, width, height, **more))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("glyphs", [looks.UNICODE, looks.ASCII])
@pytest.mark.parametrize("seats", [2, 3, 6, 10])
def test_every_moment_of_a_hand_fills_every_terminal_exactly(
    seats: int, glyphs: looks.Glyphs, language: str
) -> None:
    scene = Scene(Texts(language), glyphs)
    state = TableState()
    stack = 100_000_000 if seats == 10 else 10_000
    for count, line in enumerate(lines_of(hand_log(seats, stack))):
        state.take(line)
        if count % 9 and line.message[0] not in {m.HAND_SHOWN, m.POT_AWARDED}:
            continue
        for width, height in SIZES[count % 2 :: 2]:
            rows = scene.lines(state, width, height, told=["\u00e8 " * 300, "\u4e2d" * 99])
            assert len(rows) == height
            assert {row.cell_len for row in rows} == {width}
            if glyphs is looks.ASCII:
                assert all(row.plain.isascii() for row in rows)


def test_the_seat_in_turn_is_marked_without_colour() -> None:
    log = hand_log(6)
    state = state_after(log, m.TURN_OPENED)
    text = plain(state)
    assert "▶ 4 Maxi" in text
    assert "┏" in text
    assert "20 s" in text
    assert ">" in plain(state, glyphs=looks.ASCII)


def test_the_clock_counts_its_last_second_to_the_end() -> None:
    state = state_after(hand_log(6), m.TURN_OPENED)
    assert "13 s" in plain(state, now_ms=state.ms + 7_999)
    assert " 1 s" in plain(state, now_ms=state.ms + 19_999)
    assert " 0 s" in plain(state, now_ms=state.ms + 30_000)


def test_hands_are_backs_until_they_are_shown() -> None:
    log = hand_log(6)
    before = plain(state_after(log, m.TURN_OPENED))
    assert before.count("░░ ░░") == 6
    assert not any(suit in before for suit in "♣♦♥♠")
    after = plain(state_after(log, m.HAND_SHOWN))
    assert after.count("░░ ░░") == 4  # one folded, one shown


def test_a_folded_seat_is_grey_and_says_so() -> None:
    state = state_after(hand_log(6), m.ACTION_TAKEN)
    rows = Scene(Texts("en")).lines(state, 80, 24)
    row = next(row for row in rows if "fold" in row.plain)
    assert any("dim" in str(span.style) for span in row.spans)


def test_what_happened_to_the_order_is_told() -> None:
    state = state_after(hand_log(6), m.ORDER_CUT)
    assert "sealed 00000000 · UNWITNESSED · cut 0007 by the floor" in plain(state)


def test_a_winner_and_the_hand_that_won_are_named() -> None:
    state = state_after(hand_log(6), m.HAND_FINISHED)
    text = plain(state)
    assert "★ wins" in text
    assert any(word in text for word in ("straight", "flush", "pair", "high card", "full"))
    assert "hand over" in text


def test_trouble_takes_the_first_line() -> None:
    state = state_after(hand_log(6), m.TURN_OPENED)
    state.trouble.take((m.IRREGULARITY_FOUND, "uncommanded_card", None))
    state.trouble.take((m.HAND_HELD, "uncommanded_card"))
    first = plain(state).splitlines()[0]
    assert first.startswith(" HELD: Card left without command")
    assert len(first) == 80
    state.trouble.take((m.LAST_WORDS, "ledger_sum"))
    assert plain(state).startswith(" STOPPED ITSELF: ledger_sum.")


def first_line(state: TableState) -> str:
    return plain(state).splitlines()[0].strip()


def test_a_hand_is_called_held_only_while_it_waits_for_somebody() -> None:
    state = state_after(hand_log(6), m.TURN_OPENED)
    take = state.trouble.take
    take((m.IRREGULARITY_FOUND, "premature_turn", None))
    assert first_line(state) == "IRREGULARITY: Premature turn."
    take((m.RULING_MADE, 21, "premature_turn", "premature_turn", "r004"))
    take((m.MOVE_CARD, 7, m.PLACE_ASIDE))
    assert first_line(state).startswith("HELD: Premature turn.")
    take((m.CARD_MOVED, 7, m.PLACE_ASIDE, "Anna"))
    assert first_line(state).startswith("IRREGULARITY: Premature turn. It is repaired")
    take((m.FAULT_RAISED, "F-DEAL-01", "card_machine", None))
    take((m.HAND_HELD, "F-DEAL-01"))
    assert first_line(state).startswith("HELD: F-DEAL-01.")
    take((m.FAULT_CLEARED, "F-DEAL-01", "card_machine"))
    assert first_line(state).startswith("IRREGULARITY: Premature turn. It is repaired")
    take((m.HAND_HELD, "premature_turn"))
    take((m.STEP_BEGUN, "burn_one", None, None))
    assert first_line(state).startswith("IRREGULARITY: Premature turn. It is repaired")
    take((m.PROCEDURE_ENDED, "premature_turn"))
    assert not troubles(state, Texts("en"))


def test_what_changes_nothing_is_no_hold_and_hides_no_repair() -> None:
    state = state_after(hand_log(6), m.TURN_OPENED)
    take = state.trouble.take
    stands = (m.RULING_MADE, 10, "player_exposed_card", "stands", "r004")
    take((m.IRREGULARITY_FOUND, "player_exposed_card", None))
    take(stands)
    assert first_line(state).endswith("Everything stands.")
    take((m.IRREGULARITY_FOUND, "premature_turn", None))
    take((m.RULING_MADE, 21, "premature_turn", "premature_turn", "r004"))
    take((m.IRREGULARITY_FOUND, "player_exposed_card", None))
    take(stands)
    assert first_line(state).startswith("IRREGULARITY: Premature turn. It is repaired")


def test_a_broken_chain_is_told() -> None:
    state = state_after(hand_log(6), m.TURN_OPENED)
    state.record.broken_at = 12
    assert "CHAIN BROKEN at line 12" in plain(state)


def test_lamps_and_displays_are_shown_when_somebody_looks_on() -> None:
    state = state_after(hand_log(6), m.TURN_OPENED)
    assert "● 20   100" not in plain(state)
    lights = Lights()
    lit = {"ms": 9, "seat": 4, "lamp": True, "shows": "20   100", "points": [1, 2], "blinks": True}
    lights.take(lit)
    assert "● 20   100" in plain(state, lights=lights)
    assert "* 20   100" in plain(state, lights=lights, glyphs=looks.ASCII)
    assert "○" not in plain(state, lights=lights)  # of the others nothing is known


def test_an_amount_that_does_not_fit_is_marked_as_rounded() -> None:
    say = Texts("en")
    assert looks.amount_that_fits(1_234_567, 9, say) == "1,234,567"
    assert looks.amount_that_fits(1_234_567, 8, say) == "1234567"
    assert looks.amount_that_fits(1_234_567, 6, say) == "~1234k"
    assert looks.amount_that_fits(1_234_567, 5, say) == "~1M"
    assert looks.amount_that_fits(1_234_567, 1, say) == "~"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_log_that_is_shown_has_a_text(language: str) -> None:
    texts = catalogue(language)
    words = [*m.ACTION_WORDS, *m.FORCED_WORDS, *m.STREET_WORDS, "muck"]
    words += ["idle", "collecting", "loading", "loaded", "dealing", "opening"]
    words += [f"noise_{word}" for word in m.PROVENANCE_WORDS]
    words += [f"cut_{word}" for word in m.CUTTER_WORDS]
    words += [f"witness_{word}" for word in ("none", *WITNESS.values())]
    words += [f"link_{word}" for word in ("none", *LINK_STATES.values())]
    words += [f"to_{word}" for word in ("seat", "board", "burn", "aside", "chute")]
    assert not [word for word in words if f"live.{word}" not in texts]


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def terminal(width: int = 80, height: int = 24) -> Console:
    return Console(
        file=io.StringIO(), force_terminal=True, width=width, height=height, _environ={"TERM": "x"}
    )


def test_it_draws_at_most_four_times_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    view = LiveTable(terminal(), Texts("en"), speed=1, clock=clock)
    drawn: list[float] = []
    monkeypatch.setattr(view._live, "update", lambda *_, **__: drawn.append(clock.now))
    lines = lines_of(hand_log(6))
    with view:
        for line in lines:
            clock.now += 0.01
            view.take(line)
        seconds = clock.now
        clock.now += 0.25
        view.tick()
    assert len(lines) / 100 == pytest.approx(seconds)
    gaps = [later - earlier for earlier, later in pairwise(drawn)]
    assert min(gaps[1:]) >= 0.249
    assert drawn[-1] == clock.now  # the last line is not left undrawn
    assert len(drawn) >= 4 * seconds - 2


def test_at_rest_it_draws_nothing_and_during_a_turn_the_clock_runs() -> None:
    clock = Clock()
    view = LiveTable(terminal(), Texts("en"), speed=10, clock=clock)
    state = state_after(hand_log(6), m.TURN_OPENED)
    view.state = state
    clock.now = 0.5
    assert "15 s" in "\n".join(line.plain for line in view.lines(80, 24))


def test_a_pipe_and_a_small_terminal_get_plain_lines() -> None:
    assert not LiveTable.fits(Console(file=io.StringIO(), width=80, height=24))
    assert not LiveTable.fits(terminal(79, 24))
    assert not LiveTable.fits(terminal(80, 23))
    assert LiveTable.fits(terminal())


def test_the_picture_stands_alone_and_is_well_formed() -> None:
    from xml.etree import ElementTree

    state = state_after(hand_log(6), m.HAND_SHOWN)
    svg = drawing(Scene(Texts("en")).lines(state, 100, 30), "a <table>")
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    without_namespace = svg.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not [word for word in ("http", "url(", "@import", "<script", "href")
                if word in without_namespace]  # fmt: skip
    told = "".join(root.itertext())
    assert "Maximiliane3" in told
    assert "♠" in told or "♥" in told or "♣" in told or "♦" in told


def test_colours_of_a_whole_line_are_drawn() -> None:
    svg = drawing([Text("word", "#123456 on #abcdef"), Text("━━━━", "#654321")], "t")
    assert 'fill="#123456"' in svg
    assert 'fill="#abcdef"' in svg
    assert svg.count('stroke="#654321"') == 1
