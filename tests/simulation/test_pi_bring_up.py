"""The bring-up dialogue: a person does as told at a simulated table, or does something else."""

from __future__ import annotations

import json
import re

import pytest

from hal import ports
from hal.main import main as table_main
from hal.rpi import main as service
from hal.rpi.bring_up import KEYS, BringUp, names_of
from hal.rpi.dialogue import KEPT_AS, LANGUAGES, Terminal, keep, language_of, texts_in
from hal.rpi.readings import FAILURES, failure, in_language
from hal.sim.mishaps import FaultPlan
from tests.pi_stand_ins import PiOnRegisters

BITS = dict(KEYS)


class Willing:
    """Does what it is told and answers what it sees."""

    def __init__(self, table):
        self.table = table
        self.told = []
        self.asked = []
        self.held = None

    def tell(self, text, **words):
        self.told.append((text, words))
        table = self.table
        if text == "press":
            self.held = (words["seat"], BITS[words["what"]])
            self.press(*self.held)
        elif text == "cover":
            self.held = (words["seat"], None)
            table.panel(words["seat"]).sit(words["seat"], True)
            table.panel(words["seat"]).settle()
        elif text == "let_go":
            self.let_go(*self.held)
        elif text in ("open_lid", "close_lid"):
            table.lid.put(text == "open_lid")
        elif text in ("turn_key", "release_key"):
            table.floor_key.put(text == "turn_key")

    def press(self, seat, bits):
        self.table.panel(seat).press(seat, bits)

    def let_go(self, seat, bits):
        if bits is None:
            self.table.panel(seat).sit(seat, False)
            self.table.panel(seat).settle()
        else:
            self.table.panel(seat).release(seat, bits)

    def ask(self, text, **words):
        self.asked.append((text, words))
        if text == "lamp":
            lit = [seat for seat in range(1, 11) if self.table.panel(seat).is_lit(seat)]
            return lit == [words["seat"]]
        return True

    def pause(self, ms):
        clock = self.table.clock
        clock.advance(clock.now_ms() + ms)
        machine = self.table.machine
        if machine.is_collecting:
            for place in machine.trays_with_cards():
                machine.drop_in_hopper(place)


@pytest.fixture
def level(tmp_path):
    return type("PiHere", (PiOnRegisters,), {"folder": tmp_path})


@pytest.fixture
def table(level):
    table = level(b"seed")
    table.machine.motor_enable = table.motor_enable
    return table


def bad(findings):
    return {one.item: one.read for one in findings if not one.is_good}


def test_a_sound_table_is_found_good_from_the_lid_to_the_last_slot(table):
    person = Willing(table)
    findings = BringUp(table.board, person).run()
    assert bad(findings) == {}
    items = {one.item for one in findings}
    assert {f"slot {slot}" for slot in range(ports.SLOTS)} <= items
    assert {f"place {place}" for place in range(1, 18)} <= items
    for seat in range(1, 11):
        assert {f"seat{seat} {name}" for name, _ in KEYS} <= items
        assert {f"seat{seat} PRESENCE", f"seat{seat} WELL", f"seat{seat} lamp"} <= items
    assert len(table.machine.deck.hopper) == ports.CARDS  # every card is back
    assert not table.motor_enable._is_on


def test_a_key_on_the_wrong_pin_is_told_by_the_name_it_was_read_as(table):
    class Crossed(Willing):
        def press(self, seat, bits):
            crossed = {ports.KEY_UP: ports.KEY_DOWN}.get(bits, bits)
            self.held = (seat, crossed)
            super().press(seat, crossed)

    findings = BringUp(table.board, Crossed(table)).run()
    assert bad(findings) == {f"seat{seat} UP": "DOWN" for seat in range(1, 11)}


def test_a_key_that_nobody_presses_is_not_good_and_the_dialogue_goes_on(table):
    class Absent(Willing):
        def press(self, seat, bits):
            if seat != 3:
                super().press(seat, bits)

    found = bad(BringUp(table.board, Absent(table)).run())
    assert found == {f"seat3 {name}": "nothing" for name, _ in KEYS}


def test_a_dark_display_and_a_silent_buzzer_are_what_the_person_says(table):
    class Sees(Willing):
        def ask(self, text, **words):
            said = super().ask(text, **words)
            return said and text != "buzzer" and words.get("where") != "centre 2"

    assert bad(BringUp(table.board, Sees(table)).run()) == {"buzzer": "no", "centre2 digits": "no"}


def test_a_panel_without_answer_is_named_and_the_others_are_tried(table):
    table.switch.branches[1].chips.clear()
    table.switch.branches[1].changed()
    found = bad(BringUp(table.board, Willing(table)).run())
    assert {item.split()[0] for item in found} == {"seat1", "seat2"}
    assert "nack" in found["seat1 FOLD"]


def test_each_motion_is_named_before_it_is_made(table):
    person = Willing(table)
    made = [one.item for one in BringUp(table.board, person).run() if one.ms]
    named = [words["motion"] for text, words in person.told if text == "moves"]
    assert named[:2] == ["home", "count"]
    assert set(made) <= set(named)
    assert texts_in("en")["moves"].format(motion="home") == "Machine: home."


def test_a_machine_that_finds_no_reference_moves_nothing_more(table):
    table.lid.put(True)
    person = Willing(table)
    person.tell = lambda text, **words: (
        None if text == "close_lid" else Willing.tell(person, text, **words)
    )
    findings = BringUp(table.board, person).run()
    assert bad(findings)["home"] == "failed STOPPED 2"  # 2: no motor voltage, the lid
    assert not [one for one in findings if one.item.startswith("slot")]


def test_cards_that_are_not_there_are_counted(table):
    table.machine.follow(FaultPlan(()))
    found = bad(BringUp(table.board, Willing(table), cards=40).run())
    assert found == {"count": "hopper 52 carousel 0"}


# --- words and the file --------------------------------------------------------------------------


def test_both_languages_say_the_same_with_the_same_names_to_fill_in():
    import string

    def fields(text):
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    english, italian = (texts_in(language) for language in LANGUAGES)
    assert list(english) == list(italian)
    for key in english:
        assert fields(english[key]) == fields(italian[key]), key


@pytest.mark.parametrize(
    ("locale", "language"), [("it_IT.UTF-8", "it"), ("en_GB", "en"), ("C", "en"), ("", "en")]
)
def test_the_language_follows_the_locale(locale, language):
    assert language_of(locale) == language


@pytest.mark.parametrize(("language", "yes"), [("en", "Y"), ("it", "sì")])
def test_yes_is_said_in_the_persons_language_and_silence_is_no(language, yes):
    answers = [yes, "", "n"]

    def hear(_question):
        if not answers:
            raise EOFError
        return answers.pop(0)

    person = Terminal(language, print, hear)
    assert [person.ask("buzzer") for _ in range(4)] == [True, False, False, False]


def test_the_dialogue_in_italian_has_no_english_reading(table):
    said = []

    class Speaks(Willing):
        terminal = Terminal("it", said.append, lambda question: said.append(question) or "s")

        def tell(self, text, **words):
            self.terminal.tell(text, **words)
            super().tell(text, **words)

        def ask(self, text, **words):
            self.terminal.ask(text, **words)
            return text != "buzzer" and super().ask(text, **words)

    assert bad(BringUp(table.board, Speaks(table)).run()) == {"buzzer": "no"}
    english = {"on", "off", "yes", "nothing", "done", "seat", "centre", "burn", "aside", "cards"}
    english |= {"fed", "landed", "hopper", "carousel", "emptied", "left", "returned", "and"}
    for line in said:
        assert not english & set(re.split("[^a-z]+", line.lower())), line
    assert "  NON BUONO: atteso sì, letto no" in said
    assert "Una carta va qui: board 2." in said
    assert "  buono: carta nello scomparto 53" in said
    home = said.index("Macchina: home, il riferimento.")
    assert said[home + 1] == "  buono: fatto"


@pytest.mark.parametrize(
    ("read", "told"),
    [
        ("FOLD and the neighbour's nothing", "FOLD e del vicino niente"),
        ("failed SENSOR 39", "fallito: SENSOR 39"),
        ("nack panel1: nobody at 0x20", "nack panel1: nobody at 0x20"),
    ],
)
def test_a_reading_is_told_in_italian_and_a_drivers_words_as_they_are(read, told):
    assert in_language(read, "it") == told
    assert in_language(read, "en") == read


def test_every_failure_of_the_machine_has_its_name():
    codes = {getattr(ports, name): name for name in dir(ports) if name.startswith("FAILED_")}
    assert {"FAILED_" + name for name in FAILURES.values()} == set(codes.values())
    assert failure(ports.FAILED_SENSOR, 39) == "failed SENSOR 39"
    assert failure(99, 0) == "failed 99 0"


def test_inputs_have_names():
    assert names_of(0) == "nothing"
    assert names_of(ports.KEY_FOLD | ports.WELL) == "FOLD+WELL"


def test_what_was_found_is_kept_even_if_the_person_leaves(table, tmp_path, monkeypatch, capsys):
    class Leaves(Willing):
        def pause(self, ms):
            super().pause(ms)
            if table.clock.now_ms() > 500:
                raise KeyboardInterrupt

    person = Leaves(table)
    monkeypatch.setattr(service, "PiTable", lambda *_: table.pi)
    monkeypatch.setattr(service, "Terminal", lambda *_: person)
    state = tmp_path / "state"
    argv = ["bring-up", "--state", str(state), "--serial", "MZ-T1"]
    assert table_main(argv) == service.EXIT_STOPPED
    kept = json.loads((state / KEPT_AS).read_text())
    assert kept["table"] == "MZ-T1"
    assert kept["findings"][0] == {
        "item": "lid on", "good": True, "expected": "on", "read": "on", "ms": 0,
    }  # fmt: skip
    assert table.gpio.levels[22] == 0
    keep(state, "MZ-T1", [])
    assert json.loads((state / KEPT_AS).read_text())["findings"] == []


def test_the_command_makes_the_key_of_the_tables_own_chip(table, tmp_path, monkeypatch, capsys):
    said, typed = [], ["LOCK 012353494d000001ee", ""]

    class Types(Terminal):
        def __init__(self, language, *_):
            super().__init__(
                language, said.append, lambda question: said.append(question) or typed.pop(0)
            )

        def pause(self, ms):
            table.clock.advance(table.clock.now_ms() + ms)

    table.second_chip.is_locked = False
    monkeypatch.setattr(service, "PiTable", lambda *_: table.pi)
    monkeypatch.setattr(service, "Terminal", Types)
    argv = ["make-key", "--state", str(tmp_path / "state"), "--serial", "MZ-T1", "--lang", "it"]
    assert table_main(argv) == service.EXIT_NOT_GOOD
    assert "Non è cambiato nulla" in said[-1]
    assert typed
    assert table_main([*argv, "--lock"]) == service.EXIT_NOT_GOOD  # KEEP was not typed
    assert "riprende da qui" in said[-1]
    assert not table.second_chip.is_locked
    typed.append("KEEP " + said[-2].split("KEEP ")[1].split()[0])
    assert table_main([*argv, "--lock"]) == service.EXIT_OK
    assert table.second_chip.is_locked


def test_too_few_cards_are_refused_before_anything_moves(capsys):
    with pytest.raises(SystemExit):
        table_main(["bring-up", "--cards", "5"])
    assert "27 to 52" in capsys.readouterr().err
