"""A repair in words: why the table does what it does, step by step, with the rule's source.

The irregularity and who noticed it, the book with its paragraph, the sentence of the procedure,
every step with its mark, and below what a person has to do now. The words are those of the
schema's tables, in one language. The rule of the file: it says what the log said; what is not
known yet is not guessed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from firmware.schema import faults, irregularities, texts
from firmware.schema import messages as m
from host_tools.view import looks
from host_tools.view.house_sentences import whose_word
from host_tools.view.machine_fault import machine_fault
from host_tools.view.procedure_state import DONE, UNDER_WAY
from host_tools.view.transcript import by_book, place_named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from host_tools.texts import Texts
    from host_tools.view.looks import Glyphs
    from host_tools.view.procedure_state import Procedure, Procedures
    from host_tools.view.trouble_state import Trouble

MARKS = {DONE: ("✓", "x"), UNDER_WAY: ("▶", ">")}
HEADING = "bold"


def explained(
    procedures: Procedures,
    trouble: Trouble,
    say: Texts,
    glyphs: Glyphs,
    hints: Sequence[Text] = (),
) -> list[Text]:
    """Paragraphs, to be wrapped by whoever shows them; empty when nothing is wrong.

    hints: how a person does what the table waits for, told right below it.
    """
    now = procedures.now
    told = list(hints) if now is None else _repair(now, say, glyphs, hints)
    if procedures.before:
        told += [Text(), Text(say("procedure.before"), HEADING)]
        told += [_in_short(one, say) for one in reversed(procedures.before)]
    return told + _faults(trouble, say)


def _in_short(past: Procedure, say: Texts) -> Text:
    """An irregularity of this hand that is answered, in a line."""
    column = 0 if say.language == "it" else 1
    answer = ""
    if past.ruling:
        answer = (
            f" {by_book(past.ruling, past.book, say)}: {texts.PROCEDURES[past.number][column]}"
        )
    return Text(f"{texts.IRREGULARITIES[past.kind][column]}.{answer}", looks.SOFT)


def _repair(now: Procedure, say: Texts, glyphs: Glyphs, hints: Sequence[Text]) -> list[Text]:
    column = 0 if say.language == "it" else 1
    noticed = "procedure.sensed"
    if now.reported_by:
        noticed = "procedure.reported"
    elif irregularities.NOTICED[now.kind] != irregularities.NOTICED_SENSED:
        noticed = "procedure.seen"
    told = [
        Text(texts.IRREGULARITIES[now.kind][column], looks.TURN),
        Text(say(noticed, by=whose_word(now.reported_by, say)), looks.SOFT),
    ]
    if wanted := [*_wanted(now, say), *hints]:
        told += [Text(), *wanted]
    if now.ruling:
        told += [
            Text(),
            Text(by_book(now.ruling, now.book, say), HEADING),
            Text(texts.PROCEDURES[now.number][column]),
        ]
    steps = now.steps()
    if steps:
        told += [Text(), Text(say("procedure.steps"), HEADING)]
    for number, (step, how) in enumerate(steps, 1):
        told.append(_step(now, number, step, how, say, glyphs))
    if now.decided >= 0:
        ruling = say(f"ruling.{m.RULING_WORDS[now.decided]}")
        told += [
            Text(),
            Text(say("procedure.decided", by=whose_word(now.decided_by, say), ruling=ruling)),
        ]
    if now.is_over:
        told += [Text(), Text(say("procedure.over"), looks.WINNER)]
    return told


def _step(now: Procedure, number: int, step: int, how: int, say: Texts, glyphs: Glyphs) -> Text:
    column = 0 if say.language == "it" else 1
    mark = MARKS.get(how, (" ", " "))[glyphs is looks.ASCII]
    style = {DONE: looks.SOFT, UNDER_WAY: looks.TURN}.get(how, "")
    words = texts.STEPS[step][column]
    if how == UNDER_WAY and now.seat:
        words = say("procedure.at_seat", seat=now.seat, step=words)
    return Text(f"{mark} {number}. {words}", style)


def _wanted(now: Procedure, say: Texts) -> list[Text]:
    """What waits for a person."""
    asked = now.asked
    if asked is not None and asked.what == "lay":
        place = place_named(asked.place, say)
        return [Text(say("procedure.lay", place=place), looks.ALARM)]
    if asked is not None:
        return [Text(say("procedure.type"), looks.ALARM)]
    if now.held_for:
        return [Text(say("procedure.floor"), looks.ALARM)]
    return []


def _faults(trouble: Trouble, say: Texts) -> list[Text]:
    told: list[Text] = []
    for code, device in trouble.faults:
        told += [Text(), Text(f"{code} {device}", looks.ALARM)]
        if sentence := machine_fault(code, trouble.details.get((code, device)), say):
            told.append(Text(sentence))
        elif code in faults.CODES:
            number = faults.CODES.index(code)
            told.append(Text(texts.FAULTS[number][0 if say.language == "it" else 1]))
    return told
