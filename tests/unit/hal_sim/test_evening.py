"""The record's reader, scripts and the floor: what a simulated evening follows."""

from __future__ import annotations

import json

import pytest

from hal.sim.board import fallen_pile
from hal.sim.clock import SimClock
from hal.sim.deck import Deck
from hal.sim.floor import OpenEvening, ScriptedEvening
from hal.sim.mechanics import Machine
from hal.sim.policies import CALL, FOLD, RAISE
from hal.sim.script import ScriptError, read_script, scripted_hand
from hal.sim.spectator import Spectator, WatchedStore
from hal.sim.store import MemoryStore

HAND = (
    b"1 0 seat_taken seat=1 stack=1000 #aa ~bb\n"
    b"2 0 seat_taken seat=2 stack=1000 #aa ~bb\n"
    b"3 5 hand_started hand=4 button=1 seats=1,2 stacks=1000,1000 #aa ~bb\n"
    b"4 9 turn_opened seat=2 call=50 raise_min=200 raise_max=1000 #aa ~bb\n"
)


def line(text):
    return f"9 99 {text} #aa ~bb\n".encode()


def test_the_turn_is_known_from_the_record():
    seen = Spectator()
    seen.read(HAND)
    assert seen.legal(2) == (4, 0, 50, 200, 1000)
    assert seen.legal(1) is None
    assert seen.hand == 4
    assert seen.line_count == 4
    seen.read(line("action_taken seat=2 action=call to=100 stack=900"))
    assert seen.legal(2) is None
    seen.read(line("turn_opened seat=2 call=0"))
    assert seen.legal(2) == (4, 1, 0, 0, 0)
    assert seen.stacks == {1: 1000, 2: 900}


@pytest.mark.parametrize("step", [1, 2, 7, 50])
def test_lines_are_read_however_they_come(step):
    seen = Spectator()
    for at in range(0, len(HAND), step):
        seen.read(HAND[at : at + step])
    assert seen.legal(2) == (4, 0, 50, 200, 1000)


def test_a_hand_that_ended_is_counted_and_counts_start_anew():
    seen = Spectator()
    seen.read(HAND + line("action_taken seat=2 action=fold to=50 stack=950"))
    seen.read(line("hand_held reason=F-DEAL-04"))
    assert seen.is_held
    seen.read(line("floor_ruled ruling=resume by=floor"))
    assert not seen.is_held
    seen.read(line("hand_finished hand=4 seats=1,2 stacks=1050,950"))
    assert (seen.is_playing, seen.is_revealed, seen.hands_ended) == (False, False, 1)
    seen.read(line("order_revealed hand=4 epoch=0 order=00 nonce=00"))
    assert seen.is_revealed
    assert seen.stacks == {1: 1050, 2: 950}
    seen.read(line("hand_started hand=5 button=2 seats=1,2 stacks=1050,950"))
    seen.read(line("turn_opened seat=2 call=0"))
    assert seen.legal(2) == (5, 0, 0, 0, 0)
    seen.read(line("hand_voided hand=5 by=floor") + line("seat_left seat=1"))
    assert seen.hands_ended == 2
    assert seen.stacks == {2: 950}


def test_chips_that_people_move_between_hands_are_seen_and_refused_ones_are_not():
    seen = Spectator()
    seen.read(HAND + line("hand_finished hand=4 seats=1,2 stacks=1050,950"))
    seen.read(line("player_seated seat=3 player=Ada") + line("chips_added seat=3 amount=400"))
    seen.read(line("stack_set seat=1 stack=105 by=Rosa reason=nought"))
    seen.read(line("chips_cashed seat=2 amount=950 by=Rosa"))
    assert seen.stacks == {1: 105, 3: 400}
    refused = ("chips_added seat=1 amount=9", "chips_cashed seat=1 amount=9 by=Rosa")
    for said in (*refused, "seat_taken seat=3 stack=7", "seat_left seat=1"):
        name = said.split(" ", maxsplit=1)[0]
        seen.read(line(said) + line(f"input_refused input={name} code=not_now"))
        assert seen.stacks == {1: 105, 3: 400}


def test_another_devices_repair_does_not_end_a_hold():
    seen = Spectator()
    seen.read(HAND + line("hand_held reason=F-PWR-01"))
    seen.read(line("fault_cleared code=F-LNK-01 device=link"))
    assert seen.is_held
    seen.read(line("fault_cleared code=F-PWR-01 device=controller"))
    assert not seen.is_held


def test_floor_looks_after_a_start_between_hands_too():
    seen = Spectator()
    seen.read(line("hand_finished hand=4 seats=1,2 stacks=1050,950"))
    seen.read(line("fault_raised code=F-PWR-01 device=controller"))
    assert seen.is_held
    seen.read(line("fault_raised code=F-LNK-01 device=link detail=lost"))
    seen.read(line("fault_cleared code=F-PWR-01 device=controller"))
    assert not seen.is_held


def test_a_watched_store_is_the_store_and_is_read_again_after_a_cut():
    store = MemoryStore()
    store.append(1, HAND + b"5 9 action_taken seat=2 act")
    watched = WatchedStore(store)
    assert watched.spectator.legal(2) == (4, 0, 50, 200, 1000)
    watched.cut(1, len(HAND))
    watched.append(1, line("action_taken seat=2 action=call to=100 stack=900"))
    watched.sync(1)
    assert watched.spectator.legal(2) is None
    assert watched.read(1) == store.read(1)
    assert watched.segments() == (1,)
    assert store.unsynced_bytes() == 0
    watched.append(2, b"x")
    watched.remove(2)
    assert store.segments() == (1,)


GOOD = {
    "seats": {"1": 1000, "2": 900},
    "button": 1,
    "settings": {"small_blind": 50, "big_blind": 100},
    "faces": {"seat1": [51, 47], "board1": [0], "burn": [None, 4]},
    "choices": {"1": [["call"], ["raise", 300]], "2": [["fold"]]},
    "mucks": [2],
}


def test_a_script_is_read(tmp_path):
    path = tmp_path / "hands.json"
    path.write_text(json.dumps({"hands": [GOOD, GOOD]}))
    hands = read_script(path)
    assert len(hands) == 2
    assert hands[0].stacks == {1: 1000, 2: 900}
    assert hands[0].faces == ((1, (51, 47)), (11, (0,)), (16, (None, 4)))
    assert hands[0].choices == {1: [(CALL, 0), (RAISE, 300)], 2: [(FOLD, 0)]}
    assert hands[0].settings == {"small_blind": "50", "big_blind": "100"}
    assert hands[0].mucks == (2,)


@pytest.mark.parametrize(
    "wrong",
    [
        {"button": "x"},
        {"seats": {"1": 1000}},
        {"seats": {"1": 1000, "11": 5}},
        {"faces": {"seat1": [51], "seat2": [51]}},
        {"faces": {"seat1": [52]}},
        {"faces": {"sofa": [1]}},
        {"choices": {"1": [["bet", 5]]}},
        {"choices": {"1": [["raise"]]}},
        {"choices": None},
    ],
)
def test_a_broken_script_is_refused_with_its_place(tmp_path, wrong):
    path = tmp_path / "hands.json"
    path.write_text(json.dumps({"hands": [GOOD, {**GOOD, **wrong}]}))
    with pytest.raises(ScriptError, match="hand 2"):
        read_script(path)


@pytest.mark.parametrize("text", ["", "[]", '{"hand": []}', "{"])
def test_a_file_that_is_no_script_is_refused(tmp_path, text):
    path = tmp_path / "hands.json"
    path.write_text(text)
    with pytest.raises(ScriptError, match="not a script"):
        read_script(path)
    with pytest.raises(ScriptError, match="No such file"):
        read_script(tmp_path / "nowhere.json")


class Heard:
    """A voice that keeps what was said."""

    def __init__(self):
        self.said = []

    def __getattr__(self, name):
        return lambda *words: self.said.append((name, *words))


def test_an_open_evening_seats_once_buys_in_again_and_ends():
    seen, voice = Spectator(), Heard()
    evening = OpenEvening(voice, seen, 2, {1: 1000, 2: 1000}, {"small_blind": "5"})
    assert voice.said == [("setting", "small_blind", "5"), ("seat", 1, 1000), ("seat", 2, 1000)]
    seen.read(HAND)
    evening.look()
    seen.read(line("hand_finished hand=4 seats=1,2 stacks=2000,0"))
    voice.said.clear()
    evening.look()
    evening.look()
    assert voice.said == [("leave", 2), ("seat", 2, 1000)]
    seen.read(line("order_revealed hand=4 epoch=0"))
    assert not evening.is_over()
    seen.read(line("hand_started hand=5 button=2 seats=1,2 stacks=2000,1000"))
    voice.said.clear()
    evening.look()
    evening.look()
    assert voice.said == [("pause",)]
    seen.read(line("hand_held reason=F-DEAL-04"))
    evening.look()
    evening.look()
    assert voice.said == [("pause",), ("go_on",)]
    seen.read(line("hand_finished hand=5 seats=1,2 stacks=3000,0"))
    evening.look()
    assert not evening.is_over()
    seen.read(line("order_revealed hand=5 epoch=0"))
    assert evening.is_over()
    assert ("seat", 2, 1000) not in voice.said


def test_an_open_evening_that_goes_on_seats_nobody_again():
    seen, voice = Spectator(), Heard()
    seen.read(HAND)
    OpenEvening(voice, seen, 2, {1: 1000, 2: 1000}, {"small_blind": "5"})
    assert voice.said == []


DEFAULTS = {"small_blind": "50", "big_blind": "100", "burn": "each_street", "ante": "0"}


def evening_of(seen, voice, settings):
    return OpenEvening(voice, seen, 9, {1: 1000, 2: 1000}, settings, DEFAULTS, tells_again=True)


def test_an_evening_that_goes_on_is_told_the_house_rules_that_do_not_hold_yet():
    seen, voice = Spectator(), Heard()
    seen.read(line("setting_changed name=burn value=none by=floor") + HAND)
    evening_of(seen, voice, {**DEFAULTS, "ante": "25"})
    assert sorted(voice.said) == [("setting", "ante", "25"), ("setting", "burn", "each_street")]


def test_a_small_blind_that_was_put_away_for_the_big_one_comes_back():
    seen, voice = Spectator(), Heard()
    seen.read(HAND)
    evening_of(seen, voice, {"big_blind": "30"})
    assert voice.said == [
        ("setting", "small_blind", "0"),
        ("setting", "big_blind", "30"),
        ("setting", "small_blind", "50"),
    ]


def test_a_house_rule_that_was_refused_is_told_again_after_the_others_and_not_for_ever():
    seen, voice = Spectator(), Heard()
    evening = evening_of(seen, voice, {"ante": "25", "burn": "none"})
    refused = line("input_refused input=setting_changed code=settings_contradict")
    seen.read(line("setting_changed name=ante value=25 by=floor") + refused)
    seen.read(line("setting_changed name=burn value=none by=floor"))
    assert seen.settings == {"burn": "none"}
    voice.said.clear()
    evening.look()
    evening.look()
    assert voice.said == [("setting", "ante", "25")]
    for _ in range(9):
        seen.read(line("setting_changed name=ante value=25 by=floor") + refused)
        evening.look()
    assert len(voice.said) == 3


def test_house_rules_that_held_once_may_be_changed_by_others():
    seen, voice = Spectator(), Heard()
    evening = evening_of(seen, voice, {"ante": "25"})
    seen.read(line("setting_changed name=ante value=25 by=floor"))
    evening.look()
    voice.said.clear()
    seen.read(line("setting_changed name=ante value=50 by=operator"))
    refused = line("input_refused input=setting_changed code=bad_value")
    seen.read(line("setting_changed name=ante value=9999999999 by=operator") + refused)
    evening.look()
    assert voice.said == []
    assert seen.settings == {"ante": "50"}


def test_an_evening_that_ended_goes_on_with_who_lost_everything():
    ended = HAND + line("table_paused by=floor")
    ended += line("hand_finished hand=4 seats=1,2 stacks=2000,0")
    ended += line("order_revealed hand=4 epoch=0")
    seen, voice = Spectator(), Heard()
    seen.read(ended)
    OpenEvening(voice, seen, 1, {1: 1000, 2: 1000}, {}).look()
    assert voice.said == []
    OpenEvening(voice, seen, 2, {1: 1000, 2: 1000}, {}).look()
    assert voice.said == [("resume",), ("leave", 2), ("seat", 2, 1000)]
    voice.said.clear()
    seen.read(line("table_resumed by=floor") + line("table_paused by=operator"))
    OpenEvening(voice, seen, 2, {1: 1000}, {}).look()
    assert voice.said == []  # somebody else's pause is theirs to end


def test_no_further_hand_is_dealt_when_all_were_played_before_this_start():
    """A host may still take the record then, so the table goes on and the evening does not."""
    seen, voice = Spectator(), Heard()
    seen.read(HAND + line("hand_finished hand=4 seats=1,2 stacks=1050,950"))
    seen.read(line("order_revealed hand=4 epoch=0"))
    evening = OpenEvening(voice, seen, 1, {1: 1000, 2: 1000}, {})
    assert evening.is_over()
    evening.look()
    evening.look()
    assert voice.said == [("pause",)]


def test_a_table_that_was_set_before_its_program_ended_is_not_set_again():
    machine = Machine(SimClock(), Deck(fallen_pile(b"script")))
    seen, voice = Spectator(), Heard()
    seen.read(line("table_paused by=floor") + line("seat_taken seat=1 stack=1000"))
    ScriptedEvening(voice, seen, machine, [scripted_hand(GOOD)], {}).look()
    assert ("seat", 1, 1000) in voice.said, "it was not set to its end"
    voice.said.clear()
    seen.read(line("table_resumed by=floor"))
    ScriptedEvening(voice, seen, machine, [scripted_hand(GOOD)], {}).look()
    assert voice.said == []


def test_a_scripted_evening_sets_the_table_for_each_hand_and_prints_its_faces():
    machine = Machine(SimClock(), Deck(fallen_pile(b"script")))
    seen, voice = Spectator(), Heard()
    evening = ScriptedEvening(
        voice, seen, machine, [scripted_hand(GOOD), scripted_hand(GOOD)], {"witness_ms": "0"}
    )
    evening.look()
    evening.look()
    asked = [
        ("pause",),
        ("setting", "witness_ms", "0"),
        ("setting", "small_blind", "0"),
        ("setting", "big_blind", "100"),
        ("setting", "small_blind", "50"),
        ("seat", 1, 1000),
        ("seat", 2, 900),
        ("button", 1),
        ("resume",),
    ]
    assert voice.said == asked
    seen.read(HAND)
    voice.said.clear()
    evening.look()
    evening.look()
    assert voice.said == [("pause",)]
    assert machine.deck.is_scripted()
    seen.read(line("hand_finished hand=4 seats=1,2 stacks=2000,0"))
    voice.said.clear()
    evening.look()
    assert voice.said == []
    seen.read(line("order_revealed hand=4 epoch=0"))
    evening.look()
    assert voice.said == [asked[0], ("leave", 1), ("leave", 2), *asked[1:]]
    seen.read(HAND + line("hand_finished hand=5 seats=1,2 stacks=1000,900"))
    seen.read(line("order_revealed hand=5 epoch=0"))
    assert evening.is_over()
    evening.look()
