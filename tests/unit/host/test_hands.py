"""Hands of simulated evenings, told in other people's formats and read back by their programs."""

from __future__ import annotations

import json
import re
import tomllib
import warnings
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any

import jsonschema
import pokerkit
import pytest

from firmware.lines.parser import parse
from firmware.schema import messages as m
from firmware.schema import settings as s
from host_tools.hands.as_json import hand_as_json
from host_tools.hands.finding import FoundHand, HandNotFound, LineUnreadable, find_hands
from host_tools.hands.limits import NO_LIMIT, Stakes
from host_tools.hands.ohh import ohh
from host_tools.hands.phh import phh
from host_tools.hands.played import FINISHED, CannotTell, Event, PlayedHand, read_hands
from host_tools.hands.stars import stars
from host_tools.replay.phh import read_hand
from host_tools.replay.play import play_hand
from host_tools.replay.refusal import Refused
from host_tools.replay.run import NotPlayed, run_files
from tests.simulated_evening import Evening
from tests.source_tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from host_tools.replay.hand_record import HandRecord

LOG = bytes(range(8))
STARTED = datetime(2026, 11, 30, 20, 15, tzinfo=UTC)
EVENINGS = {
    "five seats": ({1: 3000, 3: 3000, 4: 3000, 6: 3000, 9: 3000}, {}),
    "two seats": ({2: 900, 5: 2000}, {}),
    "antes": ({1: 500, 2: 800, 3: 5000}, {"ante_mode": "all", "ante": "10"}),
    "rake": ({1: 2000, 4: 900, 8: 3000}, {"rake_permille": "50", "rake_cap": "300"}),
}
SMALL_BLIND = s.DEFAULTS[s.PROFILE_DEFAULT][s.SETTING_SMALL_BLIND]
CARD = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs])+(?![A-Za-z0-9])")


@cache
def record(kind: str) -> bytes:
    stacks, settings = EVENINGS[kind]
    evening = Evening(kind.encode(), stacks, 8, settings=settings)
    while not evening.evening.is_over():
        evening.one_pass()
    return evening.text()


@cache
def hands(kind: str) -> tuple[PlayedHand, ...]:
    messages = [parse(raw).message for raw in record(kind).splitlines(keepends=True)]
    finished = [hand for hand in read_hands(messages) if hand.state == FINISHED]
    for hand in finished:
        hand.stakes = Stakes(NO_LIMIT, SMALL_BLIND)
    return tuple(finished)


def cards_in(text: str) -> set[str]:
    """Every card that stands anywhere in a text."""
    return {run[at : at + 2] for run in CARD.findall(text) for at in range(0, len(run), 2)}


def shown_in(raws: bytes) -> dict[int, set[str]]:
    """Hand: cards that the lines say lie on the board or were shown, found without the parser."""
    seen: dict[int, set[str]] = {}
    hand = 0
    for raw in raws.decode().splitlines():
        name, *fields = raw.split(" ")[2:-2]
        told = dict(field.split("=", 1) for field in fields)
        if name == "hand_started":
            hand = int(told["hand"])
            seen[hand] = set()
        elif name in ("board_dealt", "hand_shown") and hand:
            seen[hand] |= set(told["cards"].split(","))
    return seen


@pytest.fixture(params=list(EVENINGS))
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


def test_the_evenings_have_what_matters() -> None:
    every = [hand for kind in EVENINGS for hand in hands(kind)]
    assert len(every) == 8 * len(EVENINGS)
    assert sum(bool(hand.shown) for hand in every) >= 8
    assert sum(len(hand.of("pot")) > 1 for hand in every) >= 1
    assert sum(bool(hand.of("rake")) for hand in every) >= 1
    assert sum(len(hand.of("award")) > 1 for hand in every) >= 1


def test_pokerkit_comes_to_the_same_stacks(kind: str) -> None:
    for hand in hands(kind):
        if hand.of("rake"):
            continue  # pokerkit has its own rake
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore", UserWarning
            )  # "no reason to fold" is a player's affair
            *_, state = pokerkit.HandHistory.loads(phh(hand, "MZ-1"))
        assert list(state.stacks) == [hand.finishing[seat] for seat in hand.seats], hand.hand


def test_our_own_replay_comes_to_the_same_stacks(kind: str, tmp_path: Path) -> None:
    for hand in hands(kind):
        path = tmp_path / f"{hand.hand}.phh"
        path.write_text(phh(hand, "MZ-1"))
    outcomes = list(run_files(tuple(sorted(tmp_path.iterdir())), "phh"))
    assert len(outcomes) == len(hands(kind))
    for outcome in outcomes:
        assert not isinstance(outcome, NotPlayed)
        if kind != "rake":
            assert outcome.match is True, outcome.file


def test_a_hand_without_a_pot_has_the_published_shape_too() -> None:
    """The small blind is dead, and everybody folds to the big one, which goes back."""
    hand = hands("five seats")[0]
    folding = [Event("action", seat, "fold") for seat in hand.seats[1:]]
    blind = hand.seats[0]
    events = [
        Event("post", blind, "big_blind", 100, 100, hand.stacks[blind] - 100),
        *folding,
        Event("return", blind, amount=100),
    ]
    told = ohh(replace(hand, events=events, board=(), shown={}), "MZ-1", "2026-11-30T20:15:00Z")
    schema = json.loads((ROOT / "host_tools/hands/ohh.schema.json").read_text())
    jsonschema.validate(told, schema)
    (pot,) = told["ohh"]["pots"]
    assert (pot["amount"], pot["player_wins"]) == (0, [{"player_id": blind, "win_amount": 0}])


def test_open_hand_history_has_the_published_shape(kind: str) -> None:
    schema = json.loads((ROOT / "host_tools/hands/ohh.schema.json").read_text())
    for hand in hands(kind):
        told = ohh(hand, "MZ-1", "2026-11-30T20:15:00Z")
        jsonschema.validate(told, schema)
        inside = told["ohh"]
        put_in = sum(
            action.get("amount", 0) for one in inside["rounds"] for action in one["actions"]
        ) - sum(event.amount for event in hand.of("return"))
        assert sum(pot["amount"] for pot in inside["pots"]) == put_in
        for pot in inside["pots"]:
            won = sum(one["win_amount"] for one in pot["player_wins"])
            assert won + pot["rake"] == pot["amount"]


def test_our_json_has_the_published_shape(kind: str) -> None:
    schema = json.loads((ROOT / "host_tools/hands/hand.schema.json").read_text())
    for hand in hands(kind):
        jsonschema.validate(hand_as_json(hand, "MZ-1", LOG, None), schema)


def test_no_card_that_was_not_shown_is_in_any_format(kind: str) -> None:
    seen = shown_in(record(kind))
    for hand in hands(kind):
        allowed = seen[hand.hand]
        for text in (
            phh(hand, "MZ-1"),
            json.dumps(ohh(hand, "MZ-1", "2026-11-30T20:15:00Z")),
            json.dumps(hand_as_json(hand, "MZ-1", LOG, None)),
            *(stars(hand, "MZ-1", LOG, STARTED, hero) for hero in hand.seats),
        ):
            assert cards_in(text) <= allowed
        if hand.shown:
            assert cards_in(phh(hand, "MZ-1")) == allowed


def test_the_text_for_trackers_adds_up(kind: str) -> None:
    for hand in hands(kind):
        text = stars(hand, "MZ-1", LOG, STARTED)
        put_in: dict[str, int] = dict.fromkeys([f"Seat{seat}" for seat in hand.seats], 0)
        bets = dict(put_in)
        won = dict(put_in)
        for line in text.split("*** SUMMARY")[0].splitlines():
            if line.startswith("*** ") and "HOLE" not in line:
                bets = dict.fromkeys(bets, 0)
            _follow(line, put_in, bets, won)
        total = re.search(r"^Total pot (\d+).*\| Rake (\d+)$", text, re.MULTILINE)
        assert total is not None
        assert sum(put_in.values()) == int(total[1]) == sum(won.values()) + int(total[2])
        for seat in hand.seats:
            name = f"Seat{seat}"
            assert hand.stacks[seat] - put_in[name] + won[name] == hand.finishing[seat]
        assert "20:15" not in text
        assert "2026/11/30 15:15:00 ET" in text


def _follow(line: str, put_in: dict[str, int], bets: dict[str, int], won: dict[str, int]) -> None:
    """A tracker's arithmetic, from the words alone."""
    if found := re.match(r"(Seat\d+): posts the ante (\d+)", line):
        put_in[found[1]] += int(found[2])
    elif found := re.match(r"(Seat\d+): (?:posts \w+ blind|calls|bets) (\d+)", line):
        put_in[found[1]] += int(found[2])
        bets[found[1]] += int(found[2])
    elif found := re.match(r"(Seat\d+): raises (\d+) to (\d+)", line):
        assert int(found[3]) - int(found[2]) == max(bets.values())
        put_in[found[1]] += int(found[3]) - bets[found[1]]
        bets[found[1]] = int(found[3])
    elif found := re.match(r"Uncalled bet \((\d+)\) returned to (Seat\d+)", line):
        put_in[found[2]] -= int(found[1])
    elif found := re.match(r"(Seat\d+) collected (\d+) from", line):
        won[found[1]] += int(found[2])


def recorded() -> list[Path]:
    folder = ROOT / "tests" / "data" / "phh"
    return sorted([*folder.glob("*/*.phh"), *(ROOT / "host_tools/sim/recorded").glob("*.phh")])


@pytest.mark.parametrize("path", recorded(), ids=lambda path: path.stem)
def test_a_recorded_hand_comes_back_as_it_was(path: Path) -> None:
    """File, table, file, and both files say the same."""
    fields = tomllib.loads(path.read_text(), parse_float=Decimal)
    try:
        record_before = read_hand(fields)
        heard: list[tuple[Any, ...]] = []
        ending = play_hand(record_before, hear=heard.append)
    except Refused:
        pytest.fail(f"{path} is played elsewhere")
    hand = next(iter(read_hands(heard)))
    if record_before.variant != "NT":  # what is written is no limit
        with pytest.raises(CannotTell):
            phh(hand, "T")
        return
    again = read_hand(tomllib.loads(phh(hand, "T"), parse_float=Decimal))
    assert again.recorded_stacks == ending.stacks
    assert play_hand(again).stacks == ending.stacks
    assert again.stacks == record_before.stacks
    assert _did(again) == _did(record_before)


def _did(record_of: HandRecord) -> list[tuple]:
    """Actions and board; who shows when is the table's affair."""
    return [
        (action.verb, action.player, action.cards, action.to * record_of.unit)
        for action in record_of.actions
        if action.verb in ("fold", "call", "raise", "board")
    ]


# --- what does not fit ---------------------------------------------------------------------------


def started(*more: tuple[Any, ...]) -> PlayedHand:
    begin = [
        (m.HAND_STARTED, 1, 2, (1, 2, 5), (1000, 1000, 60)),
        (m.FORCED_BET_POSTED, 5, m.FORCED_WORDS.index("small_blind"), 50),
        (m.FORCED_BET_POSTED, 1, m.FORCED_WORDS.index("big_blind"), 100),
    ]
    return next(iter(read_hands([*begin, *more])))


def refusals(hand: PlayedHand) -> set[str]:
    """Why each of the formats of others cannot tell the hand."""
    codes = set()
    for write in (
        lambda: phh(hand, "T"),
        lambda: ohh(hand, "T", "2026-11-30T20:15:00Z"),
        lambda: stars(hand, "T", LOG, STARTED),
    ):
        with pytest.raises(CannotTell) as told:
            write()
        codes.add(told.value.code)
    return codes


def test_an_action_that_was_taken_back_did_not_happen() -> None:
    hand = started(
        (m.ACTION_TAKEN, 2, m.ACTION_RAISE, 300, 700, None),
        (m.ACTION_TAKEN_BACK, 2),
        (m.ACTION_TAKEN, 2, m.ACTION_CALL, 100, 900, None),
    )
    assert [(event.word, event.amount) for event in hand.of("action")] == [("call", 100)]


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ((m.HAND_VOIDED, 1, "Anna"), "voided"),
        ((m.HAND_KILLED, 2), "running"),
        ((m.TABLE_PAUSED, "floor"), "running"),
    ],
)
def test_a_hand_without_an_end_is_told_in_our_json_only(message: tuple, code: str) -> None:
    hand = started(message)
    assert refusals(hand) == {code}
    assert hand_as_json(hand, "T", LOG, None)["state"] in ("running", "voided")


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ((m.HAND_KILLED, 2), "killed"),
        ((m.HAND_BECAME_MANUAL, "Anna"), "manual"),
    ],
)
def test_what_a_plain_record_has_no_word_for_is_named(message: tuple, code: str) -> None:
    hand = started(message, (m.HAND_FINISHED, 1, (1, 2, 5), (900, 1000, 160)))
    with pytest.raises(CannotTell) as told:
        phh(hand, "T")
    assert told.value.code == code


@pytest.mark.parametrize("structure", ["pot_limit", "fixed_limit"])
def test_a_limit_hand_is_never_exported_as_no_limit(structure: str) -> None:
    evening = Evening(b"limit", {1: 3000, 3: 3000, 4: 3000}, 1, settings={"structure": structure})
    while not evening.evening.is_over():
        evening.one_pass()
    messages = [parse(raw).message for raw in evening.text().splitlines(keepends=True)]
    hand = next(iter(read_hands(messages)))
    assert refusals(hand) == {"limited"}  # its own lines do not say under which limit
    assert hand_as_json(hand, "T", LOG, None)["marks"] == ["limited"]


def test_replaced_board_cards_are_named() -> None:
    hand = started(
        (m.BOARD_DEALT, 1, (1, 2, 3)),
        (m.BOARD_DEALT, 1, (1, 2, 4)),
        (m.HAND_FINISHED, 1, (1, 2, 5), (900, 1000, 160)),
    )
    assert hand.marks == {"redealt"}


def test_a_short_big_blind_is_written_whole() -> None:
    hand = next(
        iter(
            read_hands(
                [
                    (m.HAND_STARTED, 1, 2, (1, 2, 5), (30, 1000, 600)),
                    (m.FORCED_BET_POSTED, 5, m.FORCED_WORDS.index("small_blind"), 50),
                    (m.FORCED_BET_POSTED, 1, m.FORCED_WORDS.index("big_blind"), 30),
                    (m.TURN_OPENED, 2, 100, 200, 1000),
                    (m.HAND_FINISHED, 1, (1, 2, 5), (30, 1000, 600)),
                ]
            )
        )
    )
    fields = tomllib.loads(phh(hand, "T"), parse_float=Decimal)
    assert fields["blinds_or_straddles"] == [50, 100, 0]
    assert fields["min_bet"] == 100


# --- where hands are found -----------------------------------------------------------------------


def test_hands_are_found_in_a_file_and_a_damaged_one_is_not_told(tmp_path: Path) -> None:
    path = tmp_path / "evening.log"
    path.write_bytes(record("two seats"))
    every = list(find_hands(path))
    assert [found.hand for found in every] == list(range(1, 9))
    assert [found.hand for found in find_hands(path, (3, 2))] == [3, 2]
    assert isinstance(every[0], FoundHand)
    with pytest.raises(HandNotFound):
        list(find_hands(path, (99,)))
    path.write_bytes(record("two seats").replace(b"hand=2 ", b"hand=3 ", 1))
    with pytest.raises(LineUnreadable):
        list(find_hands(path, (1,)))
