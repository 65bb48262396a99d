"""Why things happened in a hand: each decision with a reason, each reason with rules there are."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from firmware.lines.parser import parse
from firmware.schema import messages as m
from firmware.schema import rulings, texts
from host_tools.cli import exit_codes
from host_tools.cli.main import run
from host_tools.hands import why
from host_tools.hands.explained import explain_hand
from host_tools.hands.finding import FoundHand
from host_tools.rules.rulebook import Rule, rulebook
from host_tools.texts import LANGUAGES, Texts, catalogue
from host_tools.view.transcript import Transcript
from tests.simulated_evening import Evening
from tests.source_tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

EVENINGS = [
    {1: 3000, 3: 3000, 4: 3000, 6: 3000, 9: 3000},
    {1: 500, 2: 800, 3: 5000},
]
BEGIN = (m.HAND_STARTED, 1, 2, (1, 2, 5), (1000, 1000, 60))
FLOP = m.STREET_WORDS.index("flop")


@cache
def record(at: int) -> bytes:
    evening = Evening(b"why %d" % at, EVENINGS[at], 8)
    while not evening.evening.is_over():
        evening.one_pass()
    return evening.text()


def hands(at: int) -> list[FoundHand]:
    messages = [parse(raw).message for raw in record(at).splitlines(keepends=True)]
    starts = [n for n, message in enumerate(messages) if message[0] == m.HAND_STARTED]
    return [
        FoundHand("MZ-1", bytes(8), messages[a][1], tuple(messages[a:b]), None)
        for a, b in zip(starts, [*starts[1:], len(messages)], strict=True)
    ]


def reasons(*messages: tuple[Any, ...]) -> dict[str, tuple[str, ...]]:
    """Reason: rules, of the messages of one hand."""
    read = why.Reasons((BEGIN, *messages), Texts("en")).read()
    return {reason.key: reason.rules for _, reason in read if reason is not None}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("at", range(len(EVENINGS)))
def test_every_award_has_a_reason_and_a_rule(at: int, language: str) -> None:
    schema = json.loads((ROOT / "host_tools/hands/explain.schema.json").read_text())
    for found in hands(at):
        told = explain_hand(found, Texts(language))
        jsonschema.validate(told, schema)
        decided = (m.POT_AWARDED, m.FORCED_BET_POSTED, m.BOARD_DEALT, m.UNCALLED_BET_RETURNED)
        read = list(why.Reasons(found.messages, Texts(language)).read())
        reasoned = [reason for message, reason in read if message[0] in decided]
        # what a seat owed for missed blinds is a house rule, which no book numbers
        assert all(one is not None and (one.rules or one.key == "owed") for one in reasoned)
        assert len(told["steps"]) >= len(reasoned)
        assert told["hand"] == found.hand


def test_every_reason_can_be_said_in_both_languages() -> None:
    source = (ROOT / "host_tools/hands/why.py").read_text()
    keys = set(re.findall(r'Reason\(\s*"([a-z_]+)"', source))
    keys |= {key for key, _ in why.OF_REFUSAL.values()} | {"straddle", "forced"}
    assert len(keys) > 15
    for language in LANGUAGES:
        assert {key for key in keys if f"why.{key}" not in catalogue(language)} == set()


def test_every_rule_that_is_named_is_in_the_rulebook() -> None:
    source = (ROOT / "host_tools/hands/why.py").read_text()
    named = set(why.RULE_ID.findall(source))
    assert len(named) > 20
    assert {one for one in named if not isinstance(rulebook().find(one), Rule)} == set()


def test_every_ruling_of_every_book_is_explained() -> None:
    books = [at for at, book in enumerate(rulings.BOOK_WORDS) if book]
    cited = 0
    for ruling, sources in enumerate(texts.SOURCES):
        for column in books:
            if not ruling or column >= len(sources):
                continue
            book = rulings.BOOK_WORDS[column]
            told = reasons((m.RULING_MADE, ruling, "board_early", "misdeal", book))
            assert set(told["ruling"]) == set(why.RULE_ID.findall(sources[column]))
            cited += bool(told["ruling"])
    assert cited


def test_who_is_left_alone_wins_because_the_others_folded() -> None:
    told = reasons(
        (m.UNCALLED_BET_RETURNED, 1, 50), (m.POT_FORMED, 0, 100, (1,)), (m.POT_AWARDED, 0, 1, 100)
    )
    assert told == {"uncalled": why.FOLDED_OUT, "folded_out": why.FOLDED_OUT}


def test_a_hand_that_is_shown_for_nothing_was_shown_freely() -> None:
    pair = m.CATEGORY_WORDS.index("pair")
    told = reasons((m.HAND_SHOWN, 1, (1, 2), 4000, pair), (m.POT_AWARDED, 0, 1, 100))
    assert set(told) == {"shown_freely", "folded_out"}


def test_the_best_hand_and_equal_hands_and_side_pots() -> None:
    pair = m.CATEGORY_WORDS.index("pair")
    shown = [(m.HAND_SHOWN, seat, (seat, seat + 9), 4000, pair) for seat in (1, 2)]
    pots = [(m.POT_FORMED, 0, 100, (1, 2)), (m.POT_FORMED, 1, 50, (1, 2))]
    told = reasons(*shown, pots[0], (m.POT_AWARDED, 0, 1, 100))
    assert told["best"] == ("R000-10", *why.SHOWDOWN)
    told = reasons(*shown, pots[0], (m.POT_AWARDED, 0, 1, 50), (m.POT_AWARDED, 0, 2, 50))
    assert told["tie"] == why.TIE
    told = reasons(*shown, *pots, (m.POT_AWARDED, 0, 1, 100), (m.POT_AWARDED, 1, 1, 50))
    assert told["best"] == ("R000-10", *why.SHOWDOWN, *why.SIDE_POTS)


def test_a_burn_is_named_only_where_one_was_made() -> None:
    dealt = (m.BOARD_DEALT, FLOP, (1, 2, 3))
    assert reasons(dealt) == {"board": ("R000-16",)}
    assert reasons((m.CARD_BURNT, FLOP, 9), dealt) == {"board_burnt": ("R000-16", *why.BURN)}


def test_the_clock_and_the_reserve_are_named() -> None:
    assert reasons((m.ACTION_TAKEN, 1, m.ACTION_FOLD, 0, 1000, 1)) == {"timed_out": why.CLOCK}
    assert reasons((m.ACTION_TAKEN, 1, m.ACTION_FOLD, 0, 1000, None)) == {}
    assert reasons((m.TIME_BANK_OPENED, 1, 30)) == {"time_bank": why.TIME_BANK}


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("not_your_turn", "not_turn"),
        ("below_minimum", "bounds"),
        ("above_maximum", "bounds"),
        ("raise_not_open", "not_open"),
        ("lid_closed", "refused"),
    ],
)
def test_a_refusal_says_what_would_have_been_right(word: str, key: str) -> None:
    refused = (m.INPUT_REFUSED, "action_chosen", m.REFUSAL_WORDS.index(word))
    turn = (m.TURN_OPENED, 5, 100, 200, 1000)
    read = [reason for _, reason in why.Reasons((BEGIN, turn, refused), Texts("en")).read()]
    reason = read[-1]
    assert reason is not None
    assert reason.key == key
    said = Texts("en")(f"why.{key}", **reason.values)
    if key == "bounds":
        assert "200" in said
        assert "1,000" in said
    if key == "not_turn":
        assert "seat 5" in said


def test_a_refusal_without_a_turn_is_told_by_its_code() -> None:
    assert reasons((m.INPUT_REFUSED, "x", m.REFUSAL_WORDS.index("not_your_turn"))) == {
        "refused": why.TURN
    }


def test_what_a_person_decided_is_said_to_be_a_person_s() -> None:
    told = list(why.Reasons((BEGIN, (m.HAND_VOIDED, 1, "Anna")), Texts("en")).read())[-1][1]
    assert told is not None
    assert "Anna" in Texts("en")(f"why.{told.key}", **told.values)


def test_the_command_explains(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "evening.log"
    path.write_bytes(record(0))
    for language in LANGUAGES:
        words = ["--lang", language, "hand", "explain", "1", "--from", str(path)]
        assert run(words) == exit_codes.OK
        assert "R000-14: " in capsys.readouterr().out
    assert run(["hand", "explain", "1", "--json", "--from", str(path)]) == exit_codes.OK
    assert json.loads(capsys.readouterr().out)["hand"] == 1
    assert run(["hand", "explain", "99", "--from", str(path)]) == exit_codes.NOT_FOUND


@pytest.mark.parametrize(
    ("language", "kind", "silent"),
    [("en", "Foreign card", "for R004 is silent"), ("it", "Carta estranea", "perché R004 tace")],
)
def test_a_hand_that_the_book_voids_is_explained_by_the_book(
    language: str, kind: str, silent: str
) -> None:
    say = Texts(language)
    ruled = (m.RULING_MADE, 49, "foreign_card", "void_fouled", "r004")
    log = (
        BEGIN,
        ruled,
        (m.FLOOR_RULED, m.RULING_RESUME, "Anna", None),
        (m.HAND_VOIDED, 1, "r004"),
    )
    told = list(why.Reasons(log, say).read())[-1][1]
    assert told is not None
    words = say(f"why.{told.key}", **told.values)
    assert kind in words
    assert silent in words


def test_a_person_whose_name_is_a_book_s_still_decided_it() -> None:
    voids = (m.FLOOR_RULED, m.RULING_VOID_HAND, "roberts", "fouled")
    ruled = (m.RULING_MADE, 49, "foreign_card", "void_fouled", "roberts")
    log = (BEGIN, ruled, voids, (m.HAND_VOIDED, 1, "roberts"))
    assert "roberts" in list(why.Reasons(log, Texts("en")).read())[-1][1].values["by"]  # type: ignore[union-attr]
    transcript = Transcript(Texts("en"))
    assert [transcript.read(one) for one in log][-1] == [
        "Hand 1 is void by decision of roberts; every chip is back."
    ]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Hand 1 is void by TDA 2024; every chip is back."),
        ("it", "La mano 1 è annullata secondo TDA 2024; ogni fiche è tornata."),
    ],
)
def test_a_hand_that_the_book_voids_is_told_by_the_book_s_title(language: str, said: str) -> None:
    assert Transcript(Texts(language)).read((m.HAND_VOIDED, 1, "tda2024")) == [said]


def test_a_draw_that_the_table_voids_is_nobody_s_decision() -> None:
    said = Transcript(Texts("en")).read((m.HAND_VOIDED, 0, "table"))
    assert said == ["The draw is void: a card went wrong."]
