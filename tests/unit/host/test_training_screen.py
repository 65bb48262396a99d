"""The training table on the screen: keys do what they say, and the reasons can be read."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList
from textual.widgets._footer import FooterKey

from firmware.schema import irregularities as i
from firmware.schema import messages as m
from host_tools.sim.cabled_table import passing_store
from host_tools.sim.training import SPEEDS, TrainingApp
from host_tools.sim.training_choice import Choosing, Typing
from host_tools.sim.training_table import TrainingTable
from host_tools.texts import LANGUAGES, Texts
from host_tools.view import looks
from host_tools.view.widgets import Paragraphs, SeatFace, TableFace

Story = Callable[[TrainingApp, Pilot[None]], Awaitable[None]]
LARGE = (120, 34)


def play(
    story: Story,
    *,
    language: str = "en",
    size: tuple[int, int] = LARGE,
    glyphs: looks.Glyphs = looks.UNICODE,
) -> None:
    """Seat a table, put it on a screen, and let a story be told to it; time stands otherwise."""
    say = Texts(language)
    with passing_store() as store:
        table = TrainingTable(say, store, b"screen", seats=6, by="Anna", draw=bytes)
        assert table.deal()
        app = TrainingApp(table, say, glyphs, is_moving=False)

        async def tell() -> None:
            async with app.run_test(size=size) as pilot:
                await pilot.pause()
                await story(app, pilot)

        asyncio.run(tell())


async def choose(pilot: Pilot[None], words: str) -> None:
    """Fill the field in, and take the first row that is left."""
    pilot.app.screen.query_one(Input).value = words
    await pilot.pause()
    await pilot.press("enter")
    await pilot.pause()


def reasons(app: TrainingApp) -> str:
    return app.query_one(Paragraphs).plain


def let_pass_until(app: TrainingApp, is_enough: Callable[[], bool]) -> None:
    for _ in range(300):
        if is_enough():
            return
        app.let_pass(5000)
    raise AssertionError("it never came so far")


def test_stranger_causes_a_premature_turn_and_reads_why() -> None:
    async def story(app: TrainingApp, pilot: Pilot[None]) -> None:
        assert "let something go wrong" in reasons(app)
        await pilot.press("i", *"prem", "space", *"turn", "enter")
        await pilot.pause()
        assert "Will happen: Premature turn" in reasons(app)
        let_pass_until(app, lambda: app.is_still)
        told = reasons(app)
        assert "Premature turn\nNoticed by the table itself." in told
        assert "R004-43" in told
        assert "before the river it is shuffled back in, no burn." in told
        assert "▶ 1. The card goes aside" in told
        assert "l lays the card aside and turns the key." in told
        assert told.index("lay the card") < told.index("Step by step")
        now = app.table.now_ms
        app._tick()
        assert app.table.now_ms == now, "time stands still while somebody reads"
        await pilot.press("l")
        let_pass_until(app, lambda: "✓ 1." in reasons(app))
        let_pass_until(app, lambda: "Done: the hand goes on" in reasons(app))

    play(story)


def test_italian_table_explains_in_italian() -> None:
    async def story(app: TrainingApp, pilot: Pilot[None]) -> None:
        await pilot.press("i")
        await choose(pilot, "flop prematuro qualcuno")
        let_pass_until(app, lambda: app.is_still)
        told = reasons(app)
        assert "Flop prematuro" in told
        assert "Il giro di puntate" in told or "Si completa il giro di puntate." in told
        assert "Step" not in told

    play(story, language="it")


def test_keys_of_the_keyboard_are_keys_of_the_panel() -> None:
    async def story(app: TrainingApp, pilot: Pilot[None]) -> None:
        await pilot.press("b")
        turn = app.table.state.turn
        assert turn is not None
        assert app.seat == turn.seat, "the panel is that of whoever is asked"
        await pilot.press("r")
        app.let_pass(1000)
        await pilot.press("up")
        app.let_pass(1000)
        await pilot.press("r")
        app.let_pass(1000)
        assert app.table.state.seats[turn.seat].did == "raise"
        assert app.seat != turn.seat
        folds = app.seat
        await pilot.press("f")
        app.let_pass(1000)
        assert app.table.state.seats[folds].is_folded
        await pilot.press("n")
        app.let_pass(3000)
        await pilot.press("2")
        assert app.seat == 2
        app.let_pass(1000)
        assert app.seat == 2, "a seat that was chosen stays"
        await pilot.press("t")
        assert app.table.state.turn is not None
        assert app.seat == app.table.state.turn.seat

    play(story)


def test_report_asks_for_the_seat_and_goes_into_the_log_by_name() -> None:
    async def story(app: TrainingApp, pilot: Pilot[None]) -> None:
        await pilot.press("o")
        await choose(pilot, "player showed")
        await choose(pilot, "seat 3")
        let_pass_until(app, lambda: app.table.procedures.now is not None)
        now = app.table.procedures.now
        assert now is not None
        assert (now.kind, now.reported_by) == (i.IRREGULARITY_PLAYER_EXPOSED_CARD, "Anna")
        assert "Reported by Anna." in reasons(app)

    play(story)


def test_floor_decides_from_the_closed_list_with_a_reason() -> None:
    async def story(app: TrainingApp, pilot: Pilot[None]) -> None:
        await pilot.press("i")
        await choose(pilot, "left without command")
        let_pass_until(app, lambda: app.is_still)
        assert "x decides" in reasons(app)
        await pilot.press("x")
        await choose(pilot, "void")
        assert isinstance(app.screen, Typing)
        await choose(pilot, "nobody knows")
        let_pass_until(app, lambda: not app.table.state.is_playing)
        assert any("nobody knows" in told for told in app.table.told)
        assert "Anna decided: The hand is void" in reasons(app)

    play(story)


def test_escape_leaves_every_list_and_nothing_happens() -> None:
    async def story(app: TrainingApp, pilot: Pilot[None]) -> None:
        for key in ("o", "x"):
            await pilot.press(key)
            assert isinstance(app.screen, Choosing)
            now = app.table.now_ms
            app._tick()
            assert app.table.now_ms == now, "nothing moves behind a list"
            await pilot.press("escape")
            assert len(app.screen_stack) == 1
        assert not app.table.luck.armed
        await pilot.press("i")
        app.screen.query_one(Input).value = "no such thing"
        await pilot.pause()
        assert app.screen.query_one(OptionList).option_count == 0
        await pilot.press("enter")
        assert isinstance(app.screen, Choosing), "there is nothing to take"
        await pilot.press("escape")

    play(story)


def test_what_is_not_asked_for_is_said_and_not_done() -> None:
    async def story(app: TrainingApp, pilot: Pilot[None]) -> None:
        for key in ("l", "e", "m"):
            await pilot.press(key)
        await pilot.pause()
        words = [note.message for note in app._notifications]
        assert "No card is to be laid now." in words
        assert "No face is asked for now." in words
        lines = app.table.state.record.lines
        await pilot.press("k")
        app.let_pass(1000)
        assert app.table.state.record.lines >= lines

    play(story)


def test_time_stops_goes_on_and_changes_its_pace() -> None:
    async def story(app: TrainingApp, pilot: Pilot[None]) -> None:
        now = app.table.now_ms
        app._tick()
        assert app.table.now_ms > now
        await pilot.press("space")
        assert "Time stands still" in reasons(app)
        now = app.table.now_ms
        app._tick()
        assert app.table.now_ms == now
        await pilot.press("space", "+", "+", "+", "+")
        assert app.speed == SPEEDS[-1]
        await pilot.press("-")
        assert f"Time runs {SPEEDS[-2]}x" in reasons(app)

    play(story)


def test_small_terminal_shows_table_or_reasons() -> None:
    async def story(app: TrainingApp, pilot: Pilot[None]) -> None:
        face, side = app.query_one(TableFace), app.query_one("#side")
        assert face.display
        assert not side.display
        assert face.size.width == 80
        await pilot.press("w")
        await pilot.pause()
        assert not face.display
        assert side.display
        assert app.query_one(SeatFace).size.width <= 80

    play(story, size=(80, 25))


def test_terminal_without_box_characters_gets_ascii() -> None:
    async def story(app: TrainingApp, pilot: Pilot[None]) -> None:
        await pilot.press("i")
        await choose(pilot, "premature flop")
        let_pass_until(app, lambda: app.is_still)
        assert app.query_one(TableFace).render().plain.isascii()
        assert "> 1." in reasons(app)

    play(story, glyphs=looks.ASCII)


def test_no_card_is_seen_that_the_rules_do_not_show() -> None:
    """Neither in the table's picture nor in the reasons, whatever strays."""

    async def story(app: TrainingApp, pilot: Pilot[None]) -> None:
        await pilot.press("i")
        await choose(pilot, "too many at a seat")
        let_pass_until(app, lambda: app.is_still)
        state = app.table.state
        assert all(card is None for seat in state.seats.values() for card in seat.cards)
        deck = app.table.simulation.table.machine.deck
        hidden = {m.CARD_WORDS[deck.faces[card]] for seat in range(1, 7)
                  for card in deck.wells[seat]}  # fmt: skip
        shown = {m.CARD_WORDS[card] for card in state.board if card is not None}
        words = set((reasons(app) + " ".join(app.table.told)).replace(".", " ").split())
        assert not (hidden - shown) & words

    play(story)


def test_ctrl_c_ends_it_as_it_ends_every_other_command() -> None:
    async def story(app: TrainingApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert not app.is_running

    play(story)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "shown"), [(80, "qwioxkle"), (120, "qwioxklemnb")])
def test_the_lower_line_shows_the_way_out_at_every_width(
    language: str, width: int, shown: str
) -> None:
    async def story(app: TrainingApp, _pilot: Pilot[None]) -> None:
        ends = {key.key: key.region.right for key in app.query(FooterKey)}
        assert [key for key in shown if ends[key] > width] == []
        if width == LARGE[0]:
            assert max(ends.values()) <= width

    play(story, language=language, size=(width, 24))
