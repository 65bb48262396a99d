"""A small part of the fault campaign, and the faults it once found no defined end for."""

from __future__ import annotations

import pytest

from firmware.schema import messages as m
from tests.fault_course import Course
from tests.fault_judge import OUTCOMES, UNNOTICED, judge
from tests.faults import HANDS, Hand, main, run
from tests.powercut_table import ScriptFile, story

SOME = 150


def test_some_faults_anywhere_end_defined(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("tests.faults.PLACE", tmp_path / "place.json")
    folder = tmp_path / "hands"
    folder.mkdir()
    for path in sorted(HANDS.glob("*.json"))[::2]:  # each is played once before it is spoiled
        (folder / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr("tests.faults.HANDS", folder)
    figures = run(SOME, again=True)
    assert not figures.wrong
    assert figures.faults == SOME
    assert sum(figures.outcomes[one] for one in OUTCOMES) == SOME
    assert set(figures.layers) == {"inner_bus", "table_bus", "store", "serial", "motor"}
    assert figures.outcomes[UNNOTICED] < SOME


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["4", "--hand", "nobody"], "no such hand: nobody"),
        (["0"], "0 is no number from 1, or all"),
        (["-5"], "-5"),
        (["1e3"], "1e3 is no number from 1, or all"),
    ],
)
def test_a_campaign_that_would_try_nothing_is_refused(words, told, capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert told in capsys.readouterr().err


def test_one_hand_keeps_its_place_beside_the_place_of_all(tmp_path, monkeypatch) -> None:
    place = tmp_path / "place.json"
    place.write_text("half of a long campaign")
    monkeypatch.setattr("tests.faults.PLACE", place)
    assert main(["1", "--hand", "heads_up"]) == 0
    assert place.read_text() == "half of a long campaign"
    assert (tmp_path / "place-heads_up.json").exists()


@pytest.fixture(scope="module")
def hand() -> Hand:
    return Hand.of(ScriptFile.read(HANDS / "heads_up.json"))


def spoiled(hand: Hand, layer: str, kind: str, after: bytes, nth: int = 1) -> Course:
    """The hand with one fault, at the nth transaction of a layer once the log holds `after`."""
    left = [nth]

    def reached(one: str, _number: int) -> str:
        if one != layer or after not in here[0].log():
            return ""
        left[0] -= 1
        return kind if left[0] == 0 else ""

    here: list[Course] = []
    here.append(Course(hand.script, reached))
    here[0].play()
    assert here[0].injected
    verdict = judge(here[0], hand.story)
    assert not verdict.wrong
    return here[0]


@pytest.mark.parametrize("kind", ["nak", "timeout", "lost_reply", "corrupt", "short", "brown_out"])
@pytest.mark.parametrize("nth", range(1, 25, 4))
def test_a_transfer_that_fails_once_while_cards_are_fed_costs_nothing(
    hand: Hand, kind: str, nth: int
) -> None:
    """One lost reply to a FEED once left the machine and the loop a slot apart, for ever."""
    played = spoiled(hand, "table_bus", kind, b" card_fed n=20 ", nth)
    assert story(played.log()) == hand.story
    assert played.floor_looked == 0


@pytest.mark.parametrize("kind", ["nak", "timeout", "lost_reply", "corrupt", "short"])
def test_one_stumble_of_the_fram_while_a_motion_is_noted_is_not_even_named(
    hand: Hand, kind: str
) -> None:
    for nth in range(1, 7):
        played = spoiled(hand, "inner_bus", kind, b" hole_card_dealt ", nth)
        assert story(played.log()) == hand.story
        assert b" fault_raised " not in played.log()


def test_an_inner_bus_that_is_held_down_is_freed_by_the_loop_and_named(hand: Hand) -> None:
    played = spoiled(hand, "inner_bus", "stuck", b" hole_card_dealt ")
    log = played.log()
    assert b" fault_raised code=F-MEM-01 " in log
    assert b" fault_cleared code=F-MEM-01 " in log
    assert story(log) == hand.story


def test_a_table_bus_that_is_held_down_holds_the_hand_and_lets_it_go_on(hand: Hand) -> None:
    played = spoiled(hand, "table_bus", "stuck", b" turn_opened ")
    assert b" fault_raised " in played.log()
    assert b" hand_finished " in played.log()
    assert not any(m.NAMES[m.LAST_WORDS].encode() in line for line in played.log().splitlines())


@pytest.mark.parametrize("kind", ["io", "full", "short", "stuck", "slow", "lost_reply"])
def test_a_store_that_fails_once_loses_no_line(hand: Hand, kind: str) -> None:
    played = spoiled(hand, "store", kind, b" turn_opened ", 2)
    assert story(played.log()) == hand.story
