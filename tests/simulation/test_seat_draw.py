"""Seats are drawn at a whole table: both verifiers follow it, and a power cut takes none of it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from firmware.schema import messages as m
from firmware.schema.settings import SETTING_LANGUAGE
from firmware.schema.words import GLYPHS, WORD_SEAT, WORD_VOID
from hal.ports import KEY_RAISE
from host_tools.verify import independent
from host_tools.verify.report import ACCEPTED
from host_tools.verify.source import Record, lines_of
from host_tools.verify.verifier import verify
from tests.forging import get, insert, put
from tests.simulated_evening import Evening
from tests.verify_logs import Said, WitnessedEvening, bound, finish, last, said

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

STACKS = {1: 3000, 6: 3000}
FREE = (2, 3, 4, 5, 7)
PLAYERS = ("Anna", "Niccolò B.", "Carla")


def ask(evening: Evening, players: tuple[str, ...], seats: tuple[int, ...] | None) -> None:
    """What the floor says, as the desk of its host's requests would."""
    for place, player in enumerate(players, 1):
        evening.controller.offer((m.DRAW_ENTERED, place, player, "Rosa"))
    evening.controller.offer((m.SEAT_DRAW_ASKED, len(players), "Rosa", seats))


def until(evening: Evening, message_id: int, count: int = 1) -> None:
    for _ in range(20_000):
        if len(evening.told(message_id)) >= count:
            return
        evening.one_pass()
    raise AssertionError(evening.tail())


def seated(evening: Evening) -> list[tuple[int, str]]:
    return [message[1:] for message in evening.told(m.PLAYER_SEATED)]


def judged(lines: list[bytes]) -> tuple[str, list[str]]:
    """(what the verifier that knows the core says, its findings)."""
    report = verify(Record([lines]))
    return report.verdict, [found.code for found in report.findings]


def judged_by_file(lines: list[bytes]) -> str:
    """Why the one-file verifier rejects, or nothing."""
    try:
        independent.Hands(independent.Record(list(lines), {})).read()
    except (independent.Wrong, LookupError, ValueError, TypeError) as wrong:
        return str(wrong) or repr(wrong)
    return ""


def evening_with_draws(folder: Path) -> WitnessedEvening:
    """Seats are drawn before the first hand, and among all that are free after it."""
    evening = WitnessedEvening(b"seats", 2, folder, stacks=STACKS)
    ask(evening, PLAYERS, FREE)
    until(evening, m.HAND_FINISHED)
    while evening.controller.table.hand is not None:
        evening.one_pass()
    ask(evening, ("Dino",), None)
    evening.play()
    finish(evening)
    evening.host_store.close()
    return evening


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> WitnessedEvening:
    return evening_with_draws(tmp_path_factory.mktemp("drawn"))


@pytest.fixture
def told(drawn: WitnessedEvening) -> list[Said]:
    return said(lines_of(drawn.text()))


def test_the_first_seats_of_the_settled_order_are_the_players(drawn: WitnessedEvening) -> None:
    promises = {one[2]: one for one in drawn.told(m.ORDER_COMMITTED) if not one[1]}
    cuts = {one[2]: one[3] for one in drawn.told(m.ORDER_CUT) if not one[1]}
    opened = {one[2]: one[3] for one in drawn.told(m.WITNESS_OPENED) if not one[1]}
    orders = {one[2]: one[3] for one in drawn.told(m.ORDER_REVEALED) if not one[1]}
    expected: list[tuple[int, str]] = []
    for _, epoch, seats, players in drawn.told(m.DRAW_STARTED):
        if players is None:
            continue
        a = independent.by_public_shuffle(
            promises[epoch][5], opened[epoch], cuts[epoch], len(seats)
        )
        assert sorted(orders[epoch]) == list(seats)
        names = PLAYERS if players == len(PLAYERS) else ("Dino",)
        expected += [(orders[epoch][a[k]], name) for k, name in enumerate(names)]
    assert seated(drawn) == expected
    assert len(expected) == 4


def test_a_draw_is_cut_at_the_table_and_its_seats_show_it(drawn: WitnessedEvening) -> None:
    cut = drawn.told(m.ORDER_CUT)[0]
    assert cut[1:3] == (0, 0)
    assert cut[4] == m.CUTTER_SEAT
    assert cut[5] in FREE
    table = drawn.controller.table
    for place, (seat, _player) in enumerate(seated(drawn)[:3], 1):
        assert table.taken[seat]
        assert not table.stacks[seat]
        shown = drawn.table.display(seat).text().split()
        assert shown == [str(place), GLYPHS[table.settings[SETTING_LANGUAGE]][WORD_SEAT]]


def test_both_verifiers_accept_an_evening_with_draws(drawn: WitnessedEvening) -> None:
    lines = list(lines_of(drawn.text()))
    assert judged(lines) == (ACCEPTED, [])
    assert judged_by_file(lines) == ""


# ------------------------------------------------------------------ forged


def two_seats_change_hands(told: list[Said]) -> None:
    at = first(told, "seats_drawn")
    one, other, *rest = get(told, at, "seats")
    put(told, at, seats=(other, one, *rest))
    seats = [first(told, "player_seated", n) for n in (0, 1)]
    put(told, seats[0], seat=other)
    put(told, seats[1], seat=one)


def another_has_the_seat(told: list[Said]) -> None:
    put(told, first(told, "player_seated"), player="Zeno")


def a_seat_that_was_not_drawn_is_given(told: list[Said]) -> None:
    at = first(told, "player_seated")
    drawn = get(told, first(told, "seats_drawn"), "seats")
    put(told, at, seat=next(seat for seat in FREE if seat not in drawn))


def two_players_are_swapped_in_the_list_afterwards(told: list[Said]) -> None:
    """The promise hangs on the line that began the draw, and so on the list before it."""
    at = [n for n, one in enumerate(told) if one.name == "draw_entered"]
    put(told, at[0], player=PLAYERS[1])
    put(told, at[1], player=PLAYERS[0])
    seats = [first(told, "player_seated", n) for n in (0, 1)]
    put(told, seats[0], player=PLAYERS[1])
    put(told, seats[1], player=PLAYERS[0])


def seats_are_drawn_before_the_cut(told: list[Said]) -> None:
    at, cut = first(told, "seats_drawn"), first(told, "order_cut")
    message = told[at].message
    del told[at]
    insert(told, cut, message)


def a_player_sits_before_the_order_is_told(told: list[Said]) -> None:
    at, before = first(told, "player_seated"), first(told, "order_revealed")
    message = told[at].message
    del told[at]
    insert(told, before, message)


def the_order_is_told_otherwise(told: list[Said]) -> None:
    at = first(told, "order_revealed")
    order = get(told, at, "order")
    put(told, at, order=order[1:2] + order[:1] + order[2:])


def the_draw_is_promised_twice(told: list[Said]) -> None:
    at = first(told, "order_committed")
    insert(told, at + 1, (*told[at].message[:5], bytes(32), told[at].message[6]))


def a_draw_is_never_told(told: list[Said]) -> None:
    del told[first(told, "order_revealed")]


def the_button_is_drawn_a_second_time_after_the_first_hand(told: list[Said]) -> None:
    """A draw of seats may come at any time, one of the button only before the first hand."""
    at = last(told, "draw_started")
    put(told, at, players=None)


FORGED = (
    two_seats_change_hands,
    another_has_the_seat,
    a_seat_that_was_not_drawn_is_given,
    two_players_are_swapped_in_the_list_afterwards,
    seats_are_drawn_before_the_cut,
    a_player_sits_before_the_order_is_told,
    the_order_is_told_otherwise,
    the_draw_is_promised_twice,
    a_draw_is_never_told,
    the_button_is_drawn_a_second_time_after_the_first_hand,
)


def first(told: list[Said], name: str, number: int = 0) -> int:
    """Index of a line of the first draw, which the record begins with."""
    return [at for at, one in enumerate(told) if one.name == name][number]


@pytest.mark.parametrize("forge", FORGED)
def test_a_forged_draw_is_seen_by_both(
    forge: Callable[[list[Said]], None], told: list[Said]
) -> None:
    forge(told)
    lines = bound(told)
    verdict, findings = judged(lines)
    assert verdict != ACCEPTED
    assert findings
    assert judged_by_file(lines)


def test_a_forged_draw_is_seen_without_the_core_too(told: list[Said]) -> None:
    """The part of the verifier that follows orders needs no replay to see who sits wrong."""
    another_has_the_seat(told)
    assert "seat_not_drawn" in judged(bound(told))[1]


# ------------------------------------------------------------------ the plug is pulled


@cache
def passes_of_a_draw() -> int:
    """How many passes lie between the draw's first line and the moment at which everybody sits."""
    evening = asked()
    number = 0
    while len(seated(evening)) < len(PLAYERS):
        evening.one_pass()
        number += 1
    return number


def asked() -> Evening:
    evening = Evening(b"plug", STACKS, 1)
    until(evening, m.CARDS_COLLECTED)
    ask(evening, PLAYERS, FREE)
    until(evening, m.DRAW_STARTED)
    return evening


CUTS = 12


@pytest.mark.parametrize("part", range(CUTS))
def test_a_draw_goes_on_after_a_power_cut_at_any_moment(part: int) -> None:
    count = passes_of_a_draw()
    evening = asked()
    for _ in range(count * part // CUTS):
        evening.one_pass()
    promised = evening.told(m.ORDER_COMMITTED)
    evening.cut_power(surviving_bytes=(0, 40, 4000)[part % 3])
    until(evening, m.PLAYER_SEATED, len(PLAYERS))
    evening.play()
    assert evening.told(m.ORDER_COMMITTED)[: len(promised)] == promised
    draws = [one for one in evening.told(m.DRAW_STARTED) if one[3]]
    assert draws == [(m.DRAW_STARTED, 0, FREE, len(PLAYERS))]
    assert [player for _, player in seated(evening)] == list(PLAYERS)
    assert len({seat for seat, _ in seated(evening)} & set(FREE)) == len(PLAYERS)
    assert not evening.told(m.IRREGULARITY_FOUND, m.TABLE_HELD, m.LOG_DAMAGED, m.TAIL_LOST)
    lines = list(lines_of(evening.text()))
    assert judged(lines) == (ACCEPTED, [])
    assert judged_by_file(lines) == ""


def test_a_draw_whose_order_the_memory_forgot_is_void_with_its_reason() -> None:
    from firmware.app.fram import ORDER_AT

    evening = asked()
    until(evening, m.ORDER_COMMITTED)
    evening.memory.write(ORDER_AT, bytes(512))
    evening.cut_power()
    evening.evening.look = lambda: None  # type: ignore[method-assign]
    for _ in range(400):
        evening.one_pass()
    evening.controller.offer((m.FLOOR_RULED, m.RULING_VOID_HAND, "Rosa", None))
    until(evening, m.SEAT_DRAW_GIVEN_UP)
    assert evening.told(m.SEAT_DRAW_GIVEN_UP) == [(m.SEAT_DRAW_GIVEN_UP, m.NO_DRAW_VOIDED)]
    assert not seated(evening)
    lines = list(lines_of(evening.text()))
    assert judged(lines) == (ACCEPTED, [])
    assert judged_by_file(lines) == ""


# ------------------------------------------------------------------ the floor gives it up


def given_up_after(passes: int) -> Evening:
    """The floor gives the draw up so many passes after it began; then the evening goes on."""
    evening = asked()
    evening.evening.look = lambda: None  # type: ignore[method-assign]
    for _ in range(passes):
        evening.one_pass()
    evening.controller.offer((m.FLOOR_RULED, m.RULING_VOID_HAND, "Rosa", "wrong list"))
    return evening


@pytest.mark.parametrize("part", range(CUTS))
def test_a_draw_is_given_up_until_it_is_cut_and_then_goes_on(part: int) -> None:
    evening = given_up_after(passes_of_a_draw() * part // CUTS)
    for _ in range(40):
        evening.one_pass()
    is_cut = bool(evening.told(m.ORDER_CUT))
    refused = [one for one in evening.told(m.INPUT_REFUSED) if one[1] == "floor_ruled"]
    if refused:
        until(evening, m.PLAYER_SEATED, len(PLAYERS))
    else:
        until(evening, m.SEAT_DRAW_GIVEN_UP)
    assert bool(refused) == is_cut
    assert len(seated(evening)) == (len(PLAYERS) if is_cut else 0)
    if not is_cut:
        assert evening.told(m.HAND_VOIDED) == [(m.HAND_VOIDED, 0, "Rosa")]
        assert evening.told(m.SEAT_DRAW_GIVEN_UP) == [(m.SEAT_DRAW_GIVEN_UP, m.NO_DRAW_VOIDED)]
    lines = list(lines_of(evening.text()))
    assert judged(lines) == (ACCEPTED, [])
    assert judged_by_file(lines) == ""


def test_who_gave_a_draw_up_has_seats_drawn_once_more() -> None:
    evening = given_up_after(2)
    until(evening, m.SEAT_DRAW_GIVEN_UP)
    ask(evening, PLAYERS, FREE)
    until(evening, m.PLAYER_SEATED, len(PLAYERS))
    lines = list(lines_of(evening.text()))
    assert [one[1] for one in evening.told(m.DRAW_STARTED) if one[3]] == [0, 1]
    assert judged(lines) == (ACCEPTED, [])
    assert judged_by_file(lines) == ""


def test_the_floor_key_and_raise_give_a_draw_up_that_is_about_to_be_cut() -> None:
    evening = asked()
    evening.people.wait(True)
    evening.evening.look = lambda: None  # type: ignore[method-assign]
    table = evening.table
    table.floor_key.put(True)
    until(evening, m.CUT_ASKED)
    seat = FREE[-1]  # the last one drawn among lends its keys: nobody has the button
    pass_ms(evening, 1000)
    language = evening.controller.table.settings[SETTING_LANGUAGE]
    assert table.display(seat).text().split() == [GLYPHS[language][WORD_VOID]]
    table.panel(seat).press(seat, KEY_RAISE)
    pass_ms(evening, 200)
    table.panel(seat).release(seat, KEY_RAISE)
    pass_ms(evening, 200)
    table.floor_key.put(False)
    until(evening, m.SEAT_DRAW_GIVEN_UP)
    assert evening.told(m.HAND_VOIDED) == [(m.HAND_VOIDED, 0, "floor_key")]
    assert not seated(evening)


def pass_ms(evening: Evening, ms: int) -> None:
    end_ms = evening.clock.now_ms() + ms
    while evening.clock.now_ms() < end_ms:
        evening.clock.after(10, bool)  # something is due: no pass waits for longer
        evening.one_pass()
