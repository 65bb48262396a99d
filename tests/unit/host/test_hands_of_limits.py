"""Pot-limit and fixed-limit hands in other people's formats, their limit told by the log."""

from __future__ import annotations

import json
import re
import tomllib
import warnings
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, ClassVar

import jsonschema
import pokerkit
import pytest

from firmware.lines.parser import Line as Read
from firmware.schema import messages as m
from host_tools.cli import exit_codes
from host_tools.cli.main import run
from host_tools.hands.finding import find_hands
from host_tools.hands.limits import FIXED_LIMIT, NO_LIMIT, POT_LIMIT, RULEBOOK_POT, limits_told
from host_tools.hands.phh import phh
from host_tools.hands.played import CannotTell, PlayedHand, read_hands
from host_tools.hands.stars import stars
from host_tools.replay.run import NotPlayed, run_files
from host_tools.store import Line, LineStore
from tests.pokerkit_games import PotLimitTexasHoldem
from tests.simulated_evening import Evening
from tests.source_tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

HANDS = 6
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
        hand.limit = found.limit
        every.append(hand)
    return every


@pytest.mark.parametrize("structure", list(VARIANTS))
def test_pokerkit_and_our_replay_come_to_the_same_stacks(structure: str, tmp_path: Path) -> None:
    every = hands(tmp_path, record(structure))
    assert len(every) == HANDS
    assert sum("limited" in hand.marks for hand in every) >= HANDS // 2
    for hand in every:
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
    assert len(outcomes) == HANDS
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
        assert told_of(read.actions) == told_of(tomllib.loads(phh(hand, "MZ-1"))["actions"])


def told_of(actions: list[str]) -> list[str]:
    """Bets and board; what is shown that reader takes only with the name of the hand beside it."""
    return [action for action in actions if action.split()[1] in ("f", "cc", "cbr", "db")]


def test_what_no_format_knows_stays_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raws = record(POT_LIMIT, "rulebook_r000")
    assert {hand.limit for hand in hands(tmp_path, raws)} == {RULEBOOK_POT}
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


def test_each_hand_has_the_limit_in_force_when_it_began() -> None:
    refused = (m.INPUT_REFUSED, m.SETTING_CHANGED, 1)
    said = [
        (10, (m.SETTING_CHANGED, "structure", "pot_limit", None)),
        (20, (m.SETTING_CHANGED, "structure", "fixed_limit", None)),
        (30, (m.SETTING_CHANGED, "structure", "no_limit", None)),
        (31, refused),  # what line 30 asked
        (40, refused),  # something else
    ]
    lines = [Read(seq, 0, message, None, b"", ()) for seq, message in said]
    told = limits_told(lines, [5, 15, 25, 35, 45])
    assert list(told.values()) == [NO_LIMIT, POT_LIMIT, FIXED_LIMIT, FIXED_LIMIT, FIXED_LIMIT]


def test_a_record_without_its_beginning_is_never_guessed_at(tmp_path: Path) -> None:
    raws = record(FIXED_LIMIT)
    assert {hand.limit for hand in hands(tmp_path, raws)} == {FIXED_LIMIT}
    assert {hand.limit for hand in hands(tmp_path, raws.split(b"\n", 1)[1])} == {""}
    lines = raws.splitlines(keepends=True)
    other = b"".join(line for line in lines if b"structure" not in line)
    assert {hand.limit for hand in hands(tmp_path, other)} == {""}  # a line is missing
    assert {hand.limit for hand in hands(tmp_path, record(NO_LIMIT))} == {NO_LIMIT}


def test_a_fifth_bet_of_a_street_is_no_fixed_limit_of_the_notation(tmp_path: Path) -> None:
    hand = hands(tmp_path, record(FIXED_LIMIT))[0]
    raised = next(event for event in hand.events if event.word in ("bet", "raise"))
    hand.events[0:0] = [raised] * 5
    with pytest.raises(CannotTell) as told:
        phh(hand, "T")
    assert told.value.code == "many_bets"
