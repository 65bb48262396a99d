"""Pot-limit and fixed-limit hands in other people's formats, their limit told by the log."""

from __future__ import annotations

import json
import re
import tomllib
import warnings
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, ClassVar

import jsonschema
import pokerkit
import pytest

from firmware.lines.parser import Line as Read
from firmware.schema import messages as m
from firmware.schema import settings as s
from host_tools.cli import exit_codes
from host_tools.cli.main import run
from host_tools.hands.finding import find_hands
from host_tools.hands.limits import (
    FIXED_LIMIT,
    NO_LIMIT,
    POT_LIMIT,
    RULEBOOK_POT,
    UNTOLD,
    Stakes,
    stakes_told,
)
from host_tools.hands.ohh import ohh
from host_tools.hands.phh import phh
from host_tools.hands.played import FINISHED, CannotTell, PlayedHand, read_hands
from host_tools.hands.stars import stars
from host_tools.replay.run import NotPlayed, run_files
from host_tools.store import Line, LineStore
from tests.pokerkit_games import PotLimitTexasHoldem
from tests.simulated_evening import Evening
from tests.source_tree import ROOT
from tests.table_driver import TableDriver

if TYPE_CHECKING:
    from pathlib import Path

HANDS = 6
SMALL_BLIND = s.DEFAULTS[s.PROFILE_DEFAULT][s.SETTING_SMALL_BLIND]
VARIANTS = {POT_LIMIT: "PT", FIXED_LIMIT: "FT"}
BET_TYPES = {POT_LIMIT: "PL", FIXED_LIMIT: "FL"}
GAMES = {POT_LIMIT: "Hold'em Pot Limit (50/100)", FIXED_LIMIT: "Hold'em Limit (100/200)"}
HOUR = ["--started", "2026-11-30T20:15:00"]


class History(pokerkit.HandHistory):
    """pokerkit's reader, told the one code that the notation lacks."""

    game_types: ClassVar = {**pokerkit.HandHistory.game_types, "PT": PotLimitTexasHoldem}
    required_field_names: ClassVar = {
        **pokerkit.HandHistory.required_field_names,
        "PT": pokerkit.HandHistory.required_field_names["NT"],
    }


class TrackerText(pokerkit.PokerStarsParser):
    """pokerkit's reader of such texts, told two games more; it plays all as no limit, in which
    every bet of a limit game is legal.
    """

    VARIANT = re.compile(r": (?P<variant>Hold'em [A-Z][A-Za-z ]+) \(")
    VARIANTS: ClassVar = dict.fromkeys(
        ("Hold'em No Limit", "Hold'em Pot Limit", "Hold'em Limit"), "NT"
    )


@cache
def record(structure: str, pot: str = "standard") -> bytes:
    settings = {"structure": structure, "pot_limit_max": pot}
    evening = Evening(b"limits", {1: 3000, 3: 3000, 4: 900, 8: 3000}, HANDS, settings=settings)
    while not evening.evening.is_over():
        evening.one_pass()
    return evening.text()


def export(
    folder: Path, raws: bytes, form: str, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str, str]:
    path = folder / "evening.log"
    path.write_bytes(raws)
    status = run(["hand", "export", "--format", form, "--from", str(path), *HOUR])
    told = capsys.readouterr()
    return status, told.out, told.err


def hands(folder: Path, raws: bytes) -> list[PlayedHand]:
    path = folder / "evening.log"
    path.write_bytes(raws)
    every = []
    for found in find_hands(path):
        hand = next(iter(read_hands(found.messages)))
        hand.stakes = found.stakes
        every.append(hand)
    return every


@pytest.mark.parametrize("structure", list(VARIANTS))
def test_pokerkit_and_our_replay_come_to_the_same_stacks(structure: str, tmp_path: Path) -> None:
    every = hands(tmp_path, record(structure))
    assert len(every) == HANDS
    assert sum("limited" in hand.marks for hand in every) >= HANDS // 2
    told = [hand for hand in every if structure != POT_LIMIT or not lacks_a_blind(hand)]
    assert len(told) >= HANDS // 2
    for hand in told:
        text = phh(hand, "MZ-1")
        assert text.startswith(f'variant = "{VARIANTS[structure]}"\n')
        assert ("small_bet = 100\nbig_bet = 200\n" in text) == (structure == FIXED_LIMIT)
        assert ("min_bet = 100\n" in text) == (structure == POT_LIMIT)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            *_, state = History.loads(text)
        assert list(state.stacks) == [hand.finishing[seat] for seat in hand.seats], hand.hand
        (tmp_path / f"{hand.hand}.phh").write_text(text)
    outcomes = list(run_files(tuple(sorted(tmp_path.glob("*.phh"))), "phh"))
    assert len(outcomes) == len(told)
    for outcome in outcomes:
        assert not isinstance(outcome, NotPlayed)
        assert outcome.match is True


@pytest.mark.parametrize("structure", list(VARIANTS))
def test_the_other_formats_name_the_limit(
    structure: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = export(tmp_path, record(structure), "stars", capsys)
    assert status == exit_codes.OK
    heads = re.findall(r"^PokerStars Hand #\d+: (.+?) - ", out, re.MULTILINE)
    assert heads == [GAMES[structure]] * HANDS
    status, out, _ = export(tmp_path, record(structure), "ohh", capsys)
    assert status == exit_codes.OK
    schema = json.loads((ROOT / "host_tools/hands/ohh.schema.json").read_text())
    told = [json.loads(one) for one in out.split("\n\n")]
    assert len(told) == HANDS
    for one in told:
        jsonschema.validate(one, schema)
        assert one["ohh"]["bet_limit"] == {"bet_type": BET_TYPES[structure], "bet_cap": 0}


@pytest.mark.parametrize("structure", [NO_LIMIT, *VARIANTS])
def test_a_published_reader_of_tracker_texts_hears_the_same_actions(
    structure: str, tmp_path: Path
) -> None:
    for hand in hands(tmp_path, record(structure)):
        text = stars(hand, "MZ-1", bytes(8), datetime(2026, 11, 30, tzinfo=UTC))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # fields of its own, which it warns of
            [read] = TrackerText()(text)
        assert read.starting_stacks == [hand.stacks[seat] for seat in hand.seats]
        assert told_of(read.actions) == told_of(
            tomllib.loads(phh(free_of_limit(hand), "MZ-1"))["actions"]
        )


def free_of_limit(hand: PlayedHand) -> PlayedHand:
    return replace(hand, stakes=Stakes(NO_LIMIT, SMALL_BLIND), marks=set())


def lacks_a_blind(hand: PlayedHand) -> bool:
    """Nobody has the small blind, or somebody is all in for less than a blind."""
    posted = sum(hand.posted(seat, "small_blind", "big_blind") for seat in hand.seats)
    return posted < SMALL_BLIND + hand.big_blind


def told_of(actions: list[str]) -> list[str]:
    """Bets and board; what is shown that reader takes only with the name of the hand beside it."""
    return [action for action in actions if action.split()[1] in ("f", "cc", "cbr", "db")]


def test_what_no_format_knows_stays_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raws = record(POT_LIMIT, "rulebook_r000")
    assert {hand.stakes.limit for hand in hands(tmp_path, raws)} == {RULEBOOK_POT}
    for form in ("phh", "ohh", "stars"):
        status, out, err = export(tmp_path, raws, form, capsys)
        assert (status, out) == (exit_codes.PARTIAL, "")
        assert err.count("rulebook_r000") == HANDS


def test_a_store_knows_the_limit_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    raws = record(FIXED_LIMIT).splitlines(keepends=True)
    for first in (1, 2):  # whole, and without its first line
        path = tmp_path / f"{first}.sqlite3"
        store = LineStore(path)
        kept = [Line(seq, raw, bytes(32)) for seq, raw in enumerate(raws, 1)]
        store.append("MZ-1", bytes(8), kept[first - 1 :])
        store.close()
        status = run(["hand", "export", "--format", "phh", "--from", str(path)])
        told = capsys.readouterr()
        assert told.out.count('variant = "FT"') == (HANDS if first == 1 else 0)
        assert status == (exit_codes.OK if first == 1 else exit_codes.PARTIAL)


def test_each_hand_has_the_stakes_in_force_when_it_began() -> None:
    refused = (m.INPUT_REFUSED, m.SETTING_CHANGED, 1)
    said = [
        (10, (m.SETTING_CHANGED, "structure", "pot_limit", None)),
        (20, (m.SETTING_CHANGED, "structure", "fixed_limit", None)),
        (22, (m.SETTING_CHANGED, "small_blind", "25", None)),
        (30, (m.SETTING_CHANGED, "structure", "no_limit", None)),
        (31, refused),  # what line 30 asked
        (40, refused),  # something else
    ]
    lines = [Read(seq, 0, message, None, b"", ()) for seq, message in said]
    told = stakes_told(lines, [5, 15, 21, 25, 35, 45])
    assert list(told.values()) == [
        Stakes(NO_LIMIT, 50),
        Stakes(POT_LIMIT, 50),
        Stakes(FIXED_LIMIT, 50),
        *[Stakes(FIXED_LIMIT, 25)] * 3,
    ]


def test_a_record_without_its_beginning_is_never_guessed_at(tmp_path: Path) -> None:
    raws = record(FIXED_LIMIT)
    assert {hand.stakes for hand in hands(tmp_path, raws)} == {Stakes(FIXED_LIMIT, 50)}
    assert {hand.stakes for hand in hands(tmp_path, raws.split(b"\n", 1)[1])} == {UNTOLD}
    lines = raws.splitlines(keepends=True)
    other = b"".join(line for line in lines if b"structure" not in line)
    assert {hand.stakes for hand in hands(tmp_path, other)} == {UNTOLD}  # a line is missing
    assert {hand.stakes.limit for hand in hands(tmp_path, record(NO_LIMIT))} == {NO_LIMIT}


def test_a_fifth_bet_of_a_street_is_no_fixed_limit_of_the_notation(tmp_path: Path) -> None:
    hand = hands(tmp_path, record(FIXED_LIMIT))[0]
    raised = next(event for event in hand.events if event.word in ("bet", "raise"))
    hand.events[0:0] = [raised] * 5
    with pytest.raises(CannotTell) as told:
        phh(hand, "T")
    assert told.value.code == "many_bets"


# --- blinds that nobody posts --------------------------------------------------------------------


def dead_small_blind(raise_to: int) -> PlayedHand:
    """The big blind of seat 3 leaves, and the small blind is its seat's; 8 raises, all fold."""
    driver = TableDriver(s.profile_by_name("phh"))
    for name, value in (("witness_ms", "0"), ("button_move", "dead"), ("structure", POT_LIMIT)):
        driver.set(name, value)
    driver.sit(dict.fromkeys((1, 2, 3, 5, 8), 1000))
    driver.power_up()
    driver.start_hand()
    for seat in (5, 8, 1, 2):
        driver.fold(seat)
    driver.send(m.SEAT_LEFT, 3)
    driver.start_hand()
    assert driver.raise_to(8, raise_to) == 0
    for seat in (1, 2, 5):
        driver.fold(seat)
    _, hand = read_hands(driver.said)
    assert (hand.state, [event.word for event in hand.of("post")]) == (FINISHED, ["big_blind"])
    hand.stakes = Stakes(POT_LIMIT, SMALL_BLIND)
    return hand


def head_and_amount(hand: PlayedHand) -> tuple[str, int]:
    """Where the tracker text and the Open Hand History say how large the small blind is."""
    text = stars(hand, "T", bytes(8), datetime(2026, 11, 30, tzinfo=UTC))
    told = ohh(hand, "T", "2026-11-30T20:15:00Z")["ohh"]
    return text.split(": ", 1)[1].split(" - ")[0], told["small_blind_amount"]


def test_a_small_blind_that_nobody_posts_is_named_as_the_house_rules_have_it() -> None:
    hand = dead_small_blind(300)
    assert head_and_amount(hand) == (GAMES[POT_LIMIT], 50)
    *_, state = History.loads(phh(hand, "T"))
    assert list(state.stacks) == [hand.finishing[seat] for seat in hand.seats]


def test_a_small_blind_that_nobody_posted_or_told_is_not_called_0() -> None:
    hand = dead_small_blind(300)
    hand.stakes, hand.marks = UNTOLD, set()
    with pytest.raises(CannotTell) as told:
        head_and_amount(hand)
    assert told.value.code == "small_blind"
    assert phh(hand, "T")


def test_a_raise_that_counts_a_dead_blind_in_full_is_no_pot_limit_of_the_notation() -> None:
    """The pot of 150 and the call of 100 make 350; who counts 100 in the pot knows only 300."""
    hand = dead_small_blind(350)
    with pytest.raises(CannotTell) as told:
        phh(hand, "T")
    assert told.value.code == "full_blinds"
    assert head_and_amount(hand) == (GAMES[POT_LIMIT], 50)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        with pytest.raises(ValueError, match="repair"):
            list(History.loads(phh(free_of_limit(hand), "T").replace("NT", "PT")))


@pytest.mark.parametrize(("raise_to", "code"), [(330, ""), (331, "full_blinds")])
def test_a_small_blind_all_in_for_less_counts_as_it_was_posted(raise_to: int, code: str) -> None:
    """Of 50 only 30 are there: they, the big blind and the call make a raise to 330."""
    small, big = (m.FORCED_WORDS.index(word) for word in ("small_blind", "big_blind"))
    said = [
        (m.HAND_STARTED, 1, 2, (1, 2, 5), (1000, 1000, 30)),
        (m.FORCED_BET_POSTED, 5, small, 30),
        (m.FORCED_BET_POSTED, 1, big, 100),
        (m.ACTION_TAKEN, 2, m.ACTION_RAISE, raise_to, 1000 - raise_to, None),
        (m.ACTION_TAKEN, 1, m.ACTION_FOLD, 100, 900, None),
        (m.HAND_FINISHED, 1, (1, 2, 5), (900, 1130, 0)),
    ]
    hand = next(iter(read_hands(said)))
    hand.stakes = Stakes(POT_LIMIT, SMALL_BLIND)
    assert head_and_amount(hand)[0] == GAMES[POT_LIMIT]
    if not code:
        assert "blinds_or_straddles = [30, 100, 0]" in phh(hand, "T")
        return
    with pytest.raises(CannotTell) as told:
        phh(hand, "T")
    assert told.value.code == code
