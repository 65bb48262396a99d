"""A fault of the card machine names its motor or sensor wherever a person reads of it."""

from __future__ import annotations

import pytest

from firmware.schema import messages as m
from firmware.schema import texts
from hal import ports
from host_tools.texts import Texts
from host_tools.view import looks
from host_tools.view.banner import troubles
from host_tools.view.machine_fault import MOTORS, SENSORS, WITH_A_SENTENCE, machine_fault
from host_tools.view.procedure_state import Procedures
from host_tools.view.procedure_text import explained
from host_tools.view.table_state import TableState
from host_tools.view.transcript import Transcript
from tests.log_lines import lines_of

EN, IT = Texts("en"), Texts("it")
DEAD, SENSOR, NOTHING, JAM = "F-DEAL-07", "F-DEAL-08", "F-DEAL-05", "F-DEAL-04"
PLACES = range(ports.PLACE_SEAT1, ports.PLACE_CHUTE + 1)


def raised(code: str, detail: str | None) -> tuple[object, ...]:
    return (m.FAULT_RAISED, code, "card_machine", detail)


@pytest.mark.parametrize(
    ("code", "detail", "english", "italian"),
    [
        (DEAD, "motor_dead:4", "The turret's motor draws", "Il motore della torretta non"),
        (SENSOR, "machine_sensor:33", "The entry beam of the", "La barriera d'entrata del"),
        (SENSOR, "machine_sensor:5", "The beam at the mouth of seat 5", "bocca del posto 5"),
        (SENSOR, "machine_sensor:13", "mouth of board place 3", "della casella 3 del board"),
        (SENSOR, "machine_sensor:38", "A sensor board", "Una scheda dei sensori"),
        (JAM, "card_jammed:0", "at the feed roller", "rullo di presa"),
        (JAM, "card_jammed:3", "in the card path", "nel percorso"),
        (SENSOR, "machine_sensor:39", "The reader of faces", "Il lettore delle carte"),
        (NOTHING, "no_card_comes:2", "The ejector's motor runs", "Il motore dell'espulsore gira"),
    ],
)
def test_the_sentence_names_the_part(code: str, detail: str, english: str, italian: str) -> None:
    for say, part in ((EN, english), (IT, italian)):
        (told,) = Transcript(say).read(raised(code, detail))
        assert part in told
        assert told.count("floor") == 1, "what a person does stays"


def test_every_stage_and_every_sensor_has_a_sentence_of_its_own() -> None:
    assert [key for key, word in MOTORS.items()] == list(range(len(m.STAGE_WORDS)))
    names = {f"sensor_{n.removeprefix('SENSOR_').lower()}": getattr(ports, n) for n in dir(ports)
             if n.startswith("SENSOR_")}  # fmt: skip
    assert {names.pop("sensor_board"), names.pop("sensor_reader")} == set(WITH_A_SENTENCE)
    assert {key: number for number, key in SENSORS.items()} == names
    for say in (EN, IT):
        dead = {machine_fault(DEAD, f"motor_dead:{stage}", say) for stage in MOTORS}
        blind = {machine_fault(SENSOR, f"machine_sensor:{at}", say) for at in (*SENSORS, *PLACES)}
        assert len(dead) == len(MOTORS)
        assert len(blind) == len(SENSORS) + len(PLACES)
        jammed = {machine_fault(JAM, f"card_jammed:{stage}", say) for stage in MOTORS}
        assert len(jammed) == len(MOTORS)
        assert "" not in dead | blind | jammed


def test_the_hoppers_remedy_is_told_of_the_hopper_only() -> None:
    feeder, ejector = (f"no_card_comes:{at}" for at in (m.STAGE_FEEDER, m.STAGE_EJECTOR))
    assert "hopper" in Transcript(EN).read(raised(NOTHING, feeder))[0]
    assert "hopper" not in Transcript(EN).read(raised(NOTHING, ejector))[0]
    assert "vassoio" not in Transcript(IT).read(raised(NOTHING, ejector))[0]


@pytest.mark.parametrize(
    "detail", [None, "motor_dead:99", "motor_dead:x", "motor_dead", "machine_sensor:4", "x:1"]
)
def test_a_detail_that_nobody_knows_leaves_the_tables_own_sentence(detail: str | None) -> None:
    own = [english for _, english in texts.FAULTS if english.startswith("A motor draws")]
    assert own[0] in Transcript(EN).read(raised(DEAD, detail))[0]
    assert not machine_fault("F-NEW-99", "motor_dead:4", EN)
    for place in (0, 19, 31, 40):
        assert not machine_fault(SENSOR, f"machine_sensor:{place}", EN)


def test_banner_and_explanation_name_it_while_it_stands() -> None:
    state = TableState()
    for line in lines_of([raised(DEAD, "motor_dead:4")]):
        state.take(line)
    ((_, banner),) = troubles(state, EN)
    assert "The turret's motor" in banner
    told = explained(Procedures(), state.trouble, EN, looks.ASCII)
    assert any("The turret's motor" in text.plain for text in told)
    state.trouble.take((m.FAULT_CLEARED, DEAD, "card_machine"))
    assert state.trouble.details == {}
    state.trouble.take(raised(DEAD, None))
    ((_, banner),) = troubles(state, EN)
    assert "A motor draws no current" in banner
