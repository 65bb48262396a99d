"""Every side of every contradiction can be chosen, and a hand is played by it to its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.core import legal_actions
from firmware.schema import messages as m
from firmware.schema import settings as s
from host_tools.rules.rulebook import read_rulebook
from tests.hand_stories import call_down, show_down, table_of
from tests.table_driver import TableDriver

BOOK = read_rulebook(Path("host_tools/rules"))
SIDES = [
    (row.setting, word)
    for row in BOOK.contradictions
    if row.setting
    for word in (row.default, *row.alternatives)
]
TOGETHER = {
    ("deal_to_absent", "yes"): {"sit_out": "post"},
    ("time_bank_seconds", "30"): {"action_seconds": 20},
    ("time_bank_seconds", "3600"): {"action_seconds": 20},
}
"""House rules that stand only beside another one."""

FOUR = dict.fromkeys((2, 4, 7, 9), 1000)


def play(driver: TableDriver) -> None:
    """Two hands: one with a bet, folds and a showdown, one that is checked and called down."""
    chips = driver.table.issued
    for hands in (1, 2):
        if driver.table.hand is None:
            driver.start_hand()
        if hands == 1:
            seat, _call, least, _most = legal_actions(driver.table.hand) or (0, 0, 0, 0)
            assert driver.raise_to(seat, least) == 0
            assert driver.fold(driver.table.hand.turn) == 0
        call_down(driver)
        show_down(driver)
        driver.play_on()
        assert len(driver.heard(m.HAND_FINISHED)) == hands
        assert sum(driver.table.stacks) == driver.table.issued == chips


@pytest.mark.parametrize(("name", "word"), SIDES)
def test_every_side_of_a_contradiction_is_played(name: str, word: str) -> None:
    driver = table_of(FOUR, **{name: word, **TOGETHER.get((name, word), {})})
    driver.start_hand()
    assert driver.table.hand is not None
    setting = s.by_name(name)
    assert s.value_word(setting, driver.table.hand.rules[setting]) == word
    play(driver)


def test_every_setting_with_words_that_touches_play_is_walked() -> None:
    of_play = {row.setting for row in BOOK.contradictions if row.setting}
    for setting in range(1, len(s.NAMES)):
        if s.NAMES[setting] in of_play and s.WORDS[setting]:
            walked = {word for name, word in SIDES if name == s.NAMES[setting]}
            assert walked == set(s.WORDS[setting])


@pytest.mark.parametrize("profile", s.PROFILE_WORDS)
def test_every_rule_set_plays_hands(profile: str) -> None:
    driver = TableDriver(s.profile_by_name(profile))
    for name in ("witness_ms", "objection_seconds"):
        assert driver.set(name, 0) == 0
    driver.sit(FOUR)
    driver.power_up()
    driver.start_hand()
    play(driver)


# What section 1.17 proposes where cash and tournaments differ: K4, K25, K30.
GAMES = {
    "on_timeout": ("check_fold", "check_fold_and_sit_out"),
    "button_move": ("moving", "dead"),
    "sit_out": ("skip", "post"),
    "missed_blinds": ("make_up", "free"),
}


def value(profile: str, name: str) -> str:
    setting = s.by_name(name)
    return s.value_word(setting, s.DEFAULTS[s.profile_by_name(profile)][setting])


@pytest.mark.parametrize("name", GAMES)
def test_cash_and_tournaments_differ_as_the_contradictions_say(name: str) -> None:
    cash, tournament = GAMES[name]
    assert value("default", name) == cash
    assert {value(one, name) for one in ("tournament", "turbo", "super_turbo", "tda2024")} == {
        tournament
    }


def test_the_rulebook_is_a_tournament_but_for_its_own_words() -> None:
    differs = {
        name for name in s.NAMES[1:] if value("rulebook", name) != value("tournament", name)
    }
    # K2, K3, K13, and K25: the button goes to the next player.
    assert differs == {"pot_limit_max", "odd_chip", "board_claim", "button_move"}


def test_the_faster_the_blinds_the_shorter_the_clock() -> None:
    seconds = [value(one, "action_seconds") for one in ("tournament", "turbo", "super_turbo")]
    assert seconds == ["20", "15", "8"]
