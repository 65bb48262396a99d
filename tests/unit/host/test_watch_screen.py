"""The live view on a terminal: what it shows, what its keys do, how seldom it draws."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual.widgets import Input, Static

from firmware.schema import messages as m
from host_tools.link.session import Event
from host_tools.view import looks
from host_tools.view.watch_app import LOOK_SECONDS, WatchApp
from host_tools.view.widgets import Paragraphs, TableFace
from tests.watched_tables import Clock, at_first_turn, lines, unlucky_log

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.pilot import Pilot

    from host_tools.view.watched import WatchedTable

WIDE = (124, 34)
SETTLED = 60
"""Seconds in which nothing comes."""


def play(
    story: Callable[[WatchApp, Pilot[None], Clock], Awaitable[None]],
    *,
    size: tuple[int, int] = WIDE,
    glyphs: looks.Glyphs = looks.UNICODE,
    language: str = "en",
    look: Callable[[WatchedTable], None] = lambda view: None,
) -> None:
    """A screen over a hand at its first turn; it looks when the story says so."""
    clock = Clock()
    view = at_first_turn(clock, language)
    app = WatchApp(view, lambda: look(view), view.say, glyphs, is_moving=False)

    async def tell() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await story(app, pilot, clock)

    asyncio.run(tell())


def screen(app: WatchApp) -> str:
    """The letters on the terminal now."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(piece.text for piece in strip) for strip in strips)


def age(app: WatchApp) -> str:
    return str(app.query_one("#age", Static).render())


def test_the_table_its_alarms_and_its_age_are_on_one_screen() -> None:
    async def story(app: WatchApp, pilot: Pilot[None], clock: Clock) -> None:
        shown = screen(app)
        assert "FAULT F-DSP-01" in shown
        assert "preflop" in shown
        assert "! " in app.query_one("#alarms", Paragraphs).plain
        assert "live" in age(app)
        assert "1 not acknowledged" in age(app)

    play(story)


def test_a_stale_table_is_grey_and_says_its_age_in_words() -> None:
    async def story(app: WatchApp, pilot: Pilot[None], clock: Clock) -> None:
        bright = {str(line.style) for line in app.query_one(TableFace)._shown}
        clock.now += 34
        app.look_and_draw()
        await pilot.pause()
        assert "OLD: as it was 34 s ago" in age(app)
        styles = {str(line.style) for line in app.query_one(TableFace)._shown}
        assert styles == {looks.STALE} != bright
        assert all(not line.spans for line in app.query_one(TableFace)._shown)
        face = app.query_one(TableFace)
        colours = {piece.style.color.name for y in range(20) for piece in face.render_line(y)
                   if piece.text.strip() and piece.style and piece.style.color}  # fmt: skip
        assert colours == {looks.STALE}

    play(story)


def test_an_alarm_is_acknowledged_by_keys_alone_under_a_name() -> None:
    async def story(app: WatchApp, pilot: Pilot[None], clock: Clock) -> None:
        await pilot.press("a")
        await pilot.pause()
        assert isinstance(app.focused, Input), "one alarm needs no choosing"
        await pilot.press("enter")
        await pilot.pause()
        assert app.view.alarms.open(), "nobody is no name"
        await pilot.press(*"Rosa", "enter")
        await pilot.pause()
        assert app.view.alarms.open() == []
        assert "Seen by Rosa" in app.query_one("#alarms", Paragraphs).plain
        await pilot.press("a")
        await pilot.pause()
        assert len(app.screen_stack) == 1, "nothing is left to acknowledge"

    play(story)


def test_leaving_the_question_acknowledges_nothing() -> None:
    async def story(app: WatchApp, pilot: Pilot[None], clock: Clock) -> None:
        await pilot.press("a", *"Rosa", "escape")
        await pilot.pause()
        assert len(app.view.alarms.open()) == 1
        assert len(app.screen_stack) == 1

    play(story)


def test_of_two_alarms_the_one_that_was_chosen_is_acknowledged() -> None:
    async def story(app: WatchApp, pilot: Pilot[None], clock: Clock) -> None:
        app.view.tell(Event("link.fork", {"seq": 7}))
        await pilot.press("a", "down", "enter", *"Rosa", "enter")
        await pilot.pause()
        assert [one.cause for one in app.view.alarms.open()] == ["fault F-DSP-01 seat3"]

    play(story)


def test_a_terminal_of_80_shows_the_alarms_by_a_key() -> None:
    async def story(app: WatchApp, pilot: Pilot[None], clock: Clock) -> None:
        assert "Alarms: 1" not in screen(app)
        assert "not acknowledged" in screen(app)
        await pilot.press("w")
        await pilot.pause()
        assert "Alarms: 1" in screen(app)
        assert "not acknowledged" in screen(app)

    play(story, size=(80, 24))


def test_every_letter_is_ascii_where_that_is_asked_for_and_every_state_has_a_letter() -> None:
    async def story(app: WatchApp, pilot: Pilot[None], clock: Clock) -> None:
        for event in (Event("link.lost", {"why": "gone"}), Event("link.fork", {"seq": 7})):
            app.view.tell(event)
        app.view.acknowledge(app.view.alarms.open()[0].number, "Zoë")
        app.draw()
        await pilot.pause()
        table = "\n".join(line.plain for line in app.query_one(TableFace)._shown)
        alarms = app.query_one("#alarms", Paragraphs).plain
        assert (table + alarms + age(app)).isascii()
        marks = {line[0] for line in alarms.splitlines()[1:]}
        assert marks == {"!", "+"}

    play(story, glyphs=looks.ASCII, language="it")


def test_a_ruling_under_way_is_told_step_by_step() -> None:
    log = lines(unlucky_log(201, hands=1))
    ruled = next(at for at, line in enumerate(log) if line.message[0] == m.STEP_BEGUN)

    async def story(app: WatchApp, pilot: Pilot[None], clock: Clock) -> None:
        app.view.begin()
        for line in log[: ruled + 1]:
            app.view.take(line)
        app.draw()
        await pilot.pause()
        told = app.query_one("#why", Paragraphs).plain
        assert "Step by step" in told
        assert "▶ " in told

    play(story)


def test_a_hundred_and_fifty_lines_at_ten_a_second_are_drawn_four_times_a_second_at_most() -> None:
    """Fifteen seconds of a busy table: every look brings two or three lines."""
    log = list(lines(unlucky_log(203, hands=2, often=0)))[:150]
    left = list(log)

    def look(view: WatchedTable) -> None:
        for _ in range(3):
            if left:
                view.take(left.pop(0))

    async def story(app: WatchApp, pilot: Pilot[None], clock: Clock) -> None:
        app.view.begin()
        before, seconds = app.drawn, 0.0
        while left:
            clock.now += LOOK_SECONDS
            seconds += LOOK_SECONDS
            app.view.heard(0.0)
            app.look_and_draw()
        assert app.drawn - before <= 4 * seconds
        at_rest = app.drawn
        for _ in range(4 * SETTLED):
            app.view.heard(0.0)
            app.look_and_draw()
        assert app.drawn - at_rest <= 1, "what did not change is not drawn again"

    play(story, look=look)


def test_ending_is_asked_for_at_every_look() -> None:
    async def story(app: WatchApp, pilot: Pilot[None], clock: Clock) -> None:
        app.must_end = lambda: True
        app.look_and_draw()
        await pilot.pause()
        assert not app.is_running

    play(story)
