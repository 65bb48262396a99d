"""The catalogue: both languages say the same things, and everything that is said stands in it."""

from __future__ import annotations

import ast
import re
from string import Formatter
from typing import TYPE_CHECKING

import pytest

from firmware.schema import messages as m
from host_tools.cli.main import COMMANDS
from host_tools.replay.refusal import Refused, Told
from host_tools.texts import LANGUAGES, Refusal, Texts, catalogue, language_of, readable
from host_tools.view.transcript import Transcript
from tests.source_tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KEY = re.compile(r"""(?:\bsay|Event|_plain|_amount)\(\s*"([a-z]+\.[a-z_]+)\"""")

ENDING = re.compile(r"""\bended\(\s*(?:self\._)?say,\s*"([a-z_]+)\"""")
"""A command that ends: its sentence and what to do next."""
ACT = re.compile(r"""\bAct\(\s*f?"([a-z]+\.[a-z_]+)\"""")
"""Something that a table is asked to do: what it would be, and that it is done."""

FOUND = re.compile(r"""\b(well|doubtful|broken)\(\s*"[a-z -]+",\s*"([a-z_]+)\"""")
"""What the doctor finds; what is not well comes with a remedy."""


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_both_languages_have_the_same_keys_and_fields() -> None:
    first, *others = (catalogue(language) for language in LANGUAGES)
    for other in others:
        assert list(other) == list(first)
        assert {k: fields(t) for k, t in other.items()} == {k: fields(t) for k, t in first.items()}


def keys_of(source: str) -> Iterator[str]:
    """Every key that a file asks the catalogue for."""
    yield from KEY.findall(source)
    for code in ENDING.findall(source):
        yield from (f"ending.{code}", f"ending.{code}_next")
    for name in ACT.findall(source):
        yield from (f"{name}_will", f"{name}_done")
    for verdict, code in FOUND.findall(source):
        yield f"doctor.{code}"
        if verdict != "well":
            yield f"doctor.{code}_remedy"


def test_every_key_in_the_source_is_in_the_catalogue() -> None:
    wanted = {
        key
        for path in (ROOT / "host_tools").rglob("*.py")
        for key in keys_of(path.read_text(encoding="utf-8"))
    }
    wanted |= {f"{name}.about" for name in COMMANDS}
    assert len(wanted) > 50
    assert not wanted - set(catalogue("en"))


def codes_of_refusals(path: Path) -> Iterator[str]:
    """The codes that a file gives to `Refused(place, code)` and `Told(code)`."""
    at = {"Refused": 1, "NotFound": 1, "NoHands": 1, "PassedOver": 1, "Told": 0}
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in at:
            code = call.args[at[call.func.id]]
            if isinstance(code, ast.Constant):
                yield str(code.value)


def test_every_reason_to_refuse_a_hand_has_a_text_and_no_other_has() -> None:
    files = (ROOT / "host_tools" / "replay").glob("*.py")
    codes = {f"refused.{code}" for path in files for code in codes_of_refusals(path)}
    assert len(codes) > 70
    assert codes == {key for key in catalogue("en") if key.startswith("refused.")}


def test_a_refusal_within_a_refusal_is_said_in_the_same_language() -> None:
    calling, raising = Told("may_call", {"call": 100}), Told("may_not_raise")
    refused = Refused("antes", "not_legal_but", why="x", seat=3, calling=calling, raising=raising)
    assert refused.said(Texts("it")) == (
        "antes: non è lecito: x (p3 può: chiamare 100, niente rilancio)"
    )
    assert str(refused) == "antes: not legal: x (p3 may call 100, no raise)"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_schema_that_a_hand_uses_has_a_text(language: str) -> None:
    texts = catalogue(language)
    for word in (*m.ACTION_WORDS, *m.FORCED_WORDS, *m.STREET_WORDS[1:]):
        assert f"hand.{word}" in texts
    for word in m.CUTTER_WORDS:
        assert f"hand.cut_by_{word}" in texts
    for word in m.CATEGORY_WORDS:
        assert f"category.{word}" in texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_a_sentence_with_its_code_behind(language: str) -> None:
    say = Texts(language)
    for code in m.REFUSAL_WORDS[1:]:
        assert re.fullmatch(rf"\w.* .*\w \[{code}\]", say.refusal(code))
    assert say.refusal("\x1b[2Jnewer") == "[?[2Jnewer]"


@pytest.mark.parametrize("hidden", ["\x1b[2J", "\x9b31m", "\n", "\x00", "\u202e", "\u2028"])
def test_nothing_from_a_line_moves_the_cursor_or_turns_the_writing_round(hidden: str) -> None:
    said = Texts("en")("log.row", table=f"MZ{hidden}1", log="00", lines=1, seen=f"now{hidden}")
    assert said.isprintable()
    assert readable("Zoë 漢字, 10 €") == "Zoë 漢字, 10 €"


def test_the_locale_chooses_the_language() -> None:
    assert language_of({"LANG": "it_IT.UTF-8"}) == "it"
    assert language_of({"LC_ALL": "C", "LANG": "it_IT.UTF-8"}) == "en"
    assert language_of({}) == "en"


def test_amounts_and_lists_are_read_aloud() -> None:
    english, italian = Texts("en"), Texts("it")
    assert (english.chips(1234567), italian.chips(1234567)) == ("1,234,567", "1.234.567")
    assert italian.several(["1", "3", "4"]) == "1, 3 e 4"
    assert english.several(["7"]) == "7"
    with pytest.raises(KeyError):
        english("hand.no_such_key")


def test_a_hand_reads_as_a_dealer_would_tell_it() -> None:
    told: list[str] = []
    transcript = Transcript(Texts("en"))
    for message in [
        (m.HAND_STARTED, 7, 3, (1, 3), (1000, 2000)),
        (m.ORDER_COMMITTED, 7, 0, 2, 52, bytes(32), None),
        (m.ORDER_CUT, 7, 0, 42, m.CUTTER_SEAT, 1),
        (m.FORCED_BET_POSTED, 3, m.FORCED_SMALL_BLIND, 50),
        (m.HOLE_CARD_DEALT, 1, 1, 0),
        (m.HOLE_CARD_DEALT, 3, 1, 1),
        (m.HOLE_CARD_DEALT, 1, 2, 2),
        (m.HOLE_CARD_DEALT, 3, 2, 3),
        (m.TURN_OPENED, 3, 50, 200, 2000),
        (m.ACTION_TAKEN, 3, m.ACTION_RAISE, 1000, 1000, None),
        (m.ACTION_TAKEN, 1, m.ACTION_CALL, 1000, 0, None),
        (m.BOARD_DEALT, m.STREET_FLOP, (0, 5, 51)),
        (m.HAND_SHOWN, 1, (48, 49), 1609, m.CATEGORY_STRAIGHT),
        (m.POT_AWARDED, 0, 1, 2000),
        (m.HAND_FINISHED, 7, (1, 3), (2000, 1000)),
    ]:
        told += transcript.read(message)
    assert told == [
        "Hand 7. Button: seat 3. Stacks: seat 1 1,000, seat 3 2,000.",
        "The order of the cards is sealed (00000000).",
        "Seat 1 cuts: 0042.",
        "Seat 3 posts the small blind, 50.",
        "Two cards each to seats 1 and 3.",
        "Seat 3 raises to 1,000.",
        "Seat 1 calls, 1,000. All-in.",
        "Flop: 2c 3d As.",
        "Seat 1 shows Ac Ad: straight.",
        "Seat 1 wins 2,000.",
        "End of hand 7. Stacks: seat 1 2,000, seat 3 1,000.",
    ]


PEOPLE_AND_TIME = (
    (m.PLAYER_OUT_NEXT, 3),
    (m.PLAYER_BACK, 3),
    (m.CHIPS_ADDED, 3, 500),
    (m.INPUT_REFUSED, "chips_added", m.REFUSAL_HAND_RUNNING),
    (m.DRAW_ENTERED, 1, "Anna", "Rosa"),
    (m.DRAW_STARTED, 0, (1, 3, 5), 2),
    (m.SEATS_DRAWN, (5, 1)),
    (m.PLAYER_SEATED, 5, "Anna"),
    (m.SEAT_DRAW_GIVEN_UP, m.NO_DRAW_VOIDED),
    (m.SEAT_DRAW_GIVEN_UP, m.NO_DRAW_ORDER_LOST),
    (m.SEAT_DRAW_GIVEN_UP, m.NO_DRAW_LOG_LOST),
    (m.SEAT_DRAW_GIVEN_UP, m.NO_DRAW_NEW_LIST),
    (m.DRAW_STARTED, 0, (1, 3), None),
    (m.ORDER_COMMITTED, 0, 0, 5, 2, bytes(32), m.PROVENANCE_SIMULATED),
    (m.BUTTON_DRAWN, 3),
    (m.BLIND_CHOSEN, 3, m.ENTRY_POST),
    (m.BLIND_CHOSEN, 3, m.ENTRY_WAIT),
    (m.BLIND_CHOSEN, 3, m.ENTRY_STRADDLE),
    (m.BLIND_OWED, 3, 50, 100),
    (m.SEAT_NOT_DEALT, 3, m.NOT_DEALT_SITTING_OUT),
    (m.SEAT_NOT_DEALT, 3, m.NOT_DEALT_ABSENT),
    (m.SEAT_NOT_DEALT, 3, m.NOT_DEALT_OWES_BLIND),
    (m.SEAT_NOT_DEALT, 3, m.NOT_DEALT_BEHIND_BUTTON),
    (m.PLAYER_SAT_OUT, 3),
    (m.TIME_WARNED, 3, 5),
    (m.TIME_BANK_OPENED, 3, 30),
    (m.BOARD_PLAYED, 3, 1, m.CATEGORY_STRAIGHT_FLUSH),
    (m.RESULT_READ, (0, 1, 2, 3, 4), 5),
    (m.POT_DECIDED, 0, 200, (3,)),
    (m.POT_DECIDED, 1, 200, (3, 4)),
    (m.FLOOR_CALLED, 3),
    (m.FLOOR_ANSWERED, "Anna", None),
    (m.FLOOR_ANSWERED, "Anna", 3),
    (m.TABLE_OPENED, "Anna"),
    (m.TABLE_CLOSED, "Anna"),
    (m.STACK_SET, 3, 950, "Anna", "miscounted"),
    (m.CHIPS_CASHED, 3, 950, "Anna"),
    (m.DECK_CHECK_ASKED, "Anna"),
    (m.DECK_CHANGE_ASKED, "Anna"),
    (m.DECK_CHECKED, 52, bytes(7), 0, 0),
    *((m.TEST_BEGUN, part, 10) for part in range(len(m.PART_WORDS))),
    (m.TEST_ENDED, m.PART_LAMPS, None),
    (m.TEST_ENDED, m.PART_EJECT, 52),
    (m.COMMAND_NAMED, 7, m.ROLE_FLOOR, "Anna", None),
    (m.INPUT_REFUSED, "stack_set", m.REFUSAL_ALREADY_SO),
    (m.AWARD_REVERSED, 3, 4, 50, "Anna"),
    (m.CHIPS_COUNTED, 3, 950),
    (m.CHIPS_DIFFER, 3, 950, 1000),
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", [word for word in m.REFUSAL_WORDS if word != "accepted"])
def test_every_refusal_has_its_sentence_and_its_way_out(language: str, code: str) -> None:
    say = Texts(language)
    assert say.refusal(code).endswith(f" [{code}]")
    assert say.way_out(code)


def test_no_refusal_is_kept_that_no_table_gives() -> None:
    known = {
        f"{table}.{word}" for table in ("refusal", "refusal_next") for word in m.REFUSAL_WORDS
    }
    kept = {key for key in catalogue("en") if key.startswith(("refusal.", "refusal_next."))}
    assert kept <= known


def test_a_refusal_that_fills_a_sentence_is_said_and_not_spelled() -> None:
    told = Texts("it")("link.refused", why=Refusal("lid_closed"))
    assert "il coperchio è chiuso" in told
    assert Texts("en").way_out("polished") == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_time_and_objections_are_told_in_both_languages(language: str) -> None:
    transcript = Transcript(Texts(language))
    told = [transcript.read(message) for message in PEOPLE_AND_TIME]
    assert all(len(sentences) == 1 for sentences in told)
    assert len({sentences[0] for sentences in told}) == len(told)


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "seat 3 wins", "seats 3 and 4 win "),
        ("it", "va al posto 3.", "va ai posti 3 e 4."),
    ],
)
@pytest.mark.parametrize("pot", [0, 1])
def test_one_winner_is_told_in_the_singular(language: str, one: str, two: str, pot: int) -> None:
    transcript = Transcript(Texts(language))
    assert one in transcript.read((m.POT_DECIDED, pot, 200, (3,)))[0]
    assert two in transcript.read((m.POT_DECIDED, pot, 200, (3, 4)))[0]


def test_keys_that_the_table_refuses_are_not_worth_a_word() -> None:
    said = Transcript(Texts("en"))
    assert said.read((m.INPUT_REFUSED, "action_chosen", m.REFUSAL_NOT_YOUR_TURN)) == []


def test_two_cards_each_are_told_to_those_who_get_some() -> None:
    transcript = Transcript(Texts("en"))
    transcript.read((m.HAND_STARTED, 7, 3, (1, 2, 3), (1000, 1000, 1000)))
    transcript.read((m.SEAT_NOT_DEALT, 2, m.NOT_DEALT_ABSENT))
    dealt = [transcript.read((m.HOLE_CARD_DEALT, seat, 1, 0)) for seat in (1, 3, 1, 3)]
    assert dealt[-1] == ["Two cards each to seats 1 and 3."]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Floor key lays the card aside."),
        ("it", "Chiave di sala mette la carta da parte."),
    ],
)
def test_who_turned_the_floor_key_is_told_in_words(language: str, told: str) -> None:
    transcript = Transcript(Texts(language))
    assert transcript.read((m.CARD_MOVED, 5, m.PLACE_ASIDE, "floor_key")) == [told]
    by_name = transcript.read((m.CARD_MOVED, 5, m.PLACE_ASIDE, "Anna"))
    assert by_name[0].startswith("Anna ")
