"""A scenario passes nothing over: what the table does not take ends it, with the line and why."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from host_tools.cli import exit_codes
from host_tools.cli.main import run
from host_tools.sim.scenario import ScenarioError, play
from host_tools.texts import LANGUAGES, Texts

if TYPE_CHECKING:
    from pathlib import Path

TABLE = "> rules r004\n> seat 1 1000\n> seat 2 1000\n> seat 3 1000\n"
DEALT = TABLE + "> deal\n"

WRONG = {
    "> raise 1 9999999": r"`raise 1 9999999`.*\[above_maximum\].*200 at least and 1,000 at most",
    "> raise 1": r"the amount is missing \[amount_missing\]",
    "> fold 7": r"another seat is to act \[not_your_turn\].*Seat 1 is to act: 100 to call",
    "> fold 77": "`77` is no seat",
    "> check 1": "seat 1 cannot check, for it has 100 to call; write `> call 1`",
    ">call 1": "after `>` comes a blank: `> call 1`",
    "call 1": "begins with none of them: call 1",
    "> next 2 to moon": "no place `moon`; near it: ",
    "> next 2 to": "a word is missing after next",
    "> next as 1h": "`1h` is no card",
    "> stray moon": "no place `moon`",
    "> next moulded": "`moulded`; near it: doubled",
    "> report nosuch by Anna": "no irregularity `nosuch`; near it: .*, .*, ",
    "> report boxed_crad by Anna": "near it: boxed_card",
    "> report boxed_card": "a word is missing|`by NAME`",
    "> rule void_hnad by Anna": "no ruling `void_hnad`; near it: void_hand",
    "> rule void_hand": "`by NAME`",
    "> flod 1": "`flod`; near it: fold",
    "> raise 1 two": "`two` is no whole number",
    "> raise 1 " + "9" * 4500: "is no whole number",
    "> deal": "no hand begins",
    "> input card_lfet k=1": "no message `card_lfet`; near it: card_left",
    "> input card_left k=1 slto=2": "near it: slot",
    "> input card_left k=1": "a word is missing after card_left: slot=",
    "> refused call 1": "the table takes `call 1` and does not refuse it",
}


def test_a_fault_that_no_table_has_is_answered_with_those_that_look_like_it() -> None:
    with pytest.raises(ScenarioError) as ended:
        play(DEALT + "> fault F-DEAL-99 card_machine\n", Texts("en"))
    assert "there is no fault `F-DEAL-99`; near it: F-DEAL-0" in ended.value.why


@pytest.mark.parametrize("line", WRONG, ids=lambda line: line[:24])
def test_what_the_table_does_not_take_ends_the_scenario(line: str) -> None:
    with pytest.raises(ScenarioError) as ended:
        play(DEALT + line + "\n> round\n", Texts("en"))
    assert ended.value.line == DEALT.count("\n") + 1
    assert re.search(WRONG[line], ended.value.why), ended.value.why


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_that_the_scenario_expects_is_told(language: str) -> None:
    say = Texts(language)
    told = play(DEALT + "> refused fold 2\n> call 1\n", say)
    assert (
        f"\n> refused fold 2\n    {say('hand.refused', why=say.refusal('not_your_turn'))}\n"
        in told
    )
    assert play(told, say) == told


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ("> rules r04", "no rule set or book `r04`; near it: r004"),
        ("> rules r004 brun=none", "no house rule `brun`; near it: burn"),
        (
            "> rules r004 burn=twice",
            r"burn cannot be `twice`: the value is not allowed \[bad_value\]",
        ),
        ("> rules r004 deal_to_absent=yes sit_out=skip", "deal_to_absent|sit_out"),
    ],
)
def test_house_rules_that_are_none_are_named(rules: str, why: str) -> None:
    with pytest.raises(ScenarioError, match=why):
        play(rules, Texts("en"))


def test_the_command_ends_with_a_status_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "one.txt"
    written = DEALT + "> fold 7\n"
    path.write_text(written, encoding="utf-8")
    assert run(["--lang", "it", "sim", "run", str(path), "--update"]) == exit_codes.REFUSED
    told = capsys.readouterr()
    assert f"{path}, riga 6: il tavolo rifiuta `fold 7`" in told.err
    assert not told.out
    assert path.read_text(encoding="utf-8") == written
