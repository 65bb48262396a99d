"""What nobody may know changes nothing that anybody sees; and where it would, it is noticed.

`make noninterference PAIRS=10000` plays as many pairs as there is time for.
"""

from __future__ import annotations

import re

import pytest

from hal.sim.motions import Motions
from tests import noninterference
from tests.noninterference import Seen, difference, masked, play

HANDS = 6


@pytest.mark.parametrize("seed", ["1", "2", "5", "7"])
def test_noise_and_unopened_faces_change_nothing_that_is_seen(seed: str) -> None:
    hands, wrong = play(seed, HANDS)
    assert hands >= HANDS
    assert wrong == ""


# --- the judge notices a leak --------------------------------------------------------------------


def test_machine_whose_moves_take_their_way_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    turn = Motions._turn

    def turn_in_its_own_time(machine: Motions) -> int:
        machine._extra_ms += abs(machine._command[2] - machine._at_slot) % 3
        return turn(machine)

    monkeypatch.setattr(Motions, "_turn", turn_in_its_own_time)
    assert play("1", 1)[1].startswith("the host, ")


def test_reader_that_is_slower_with_red_cards_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    look = Motions._pass_reader

    def look_longer(machine: Motions) -> int:
        answer = look(machine)
        if machine.deck.path:
            machine._extra_ms += machine.deck.faces[machine.deck.path[0]] % 4 in (1, 2)
        return answer

    monkeypatch.setattr(Motions, "_pass_reader", look_longer)
    assert play("1", 1)[1].startswith("the host, ")


def test_line_that_tells_of_the_order_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    less = re.compile(noninterference.MASKED.pattern.replace(b"slot|", b""))
    monkeypatch.setattr(noninterference, "MASKED", less)
    assert "card_left" in play("1", 1)[1]


def test_lamp_that_lights_a_moment_later_is_noticed() -> None:
    first = Seen(shown=[(5, ((b"12345678", False), (True,)))])
    later = Seen(shown=[(6, ((b"12345678", False), (True,)))])
    dark = Seen(shown=[(5, ((b"12345678", False), (False,)))])
    assert difference(first, first) == ""
    assert difference(first, later)
    assert difference(first, dark)
    assert difference(first, Seen()) == "displays and lamps: 1 and 0 times"


def test_only_what_must_differ_is_masked() -> None:
    raw = b"7 9 card_landed token=3 at=seat2 #00cad3ec36a935e2 ~5ea2ddd5\n"
    assert masked(raw) == b"7 9 card_landed token=* at=seat2 #=*"
    hidden = set(noninterference.MASKED.pattern.decode().split("(")[1].split(")")[0].split("|"))
    secrets = {"commit", "slot", "token", "order", "nonce", "w", "hw"}
    assert hidden == secrets | {"boot", "head", "prev", "log"}
