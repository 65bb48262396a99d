"""What may come of a fault, and what may not.

Whatever goes wrong at whatever transaction, the hand ends in one of a few ways: nobody noticed; it
went on after the floor had looked; the floor voided it; it stands still and the log says which
device is at fault. In each of them all 52 cards are somewhere, every chip is somebody's, no
promise was replaced, and a table that did anything else than in the undisturbed hand has said why
in its log. Rule of the file: a bug of ours (`last_words`, an exception) is never an answer to a
fault.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.schema import messages as m
from host_tools.sim.invariants import examine
from tests.powercut_judge import promises
from tests.powercut_table import SERIAL, story

if TYPE_CHECKING:
    from tests.fault_course import Course

UNNOTICED = "unnoticed"
NAMED = "named, went on"
HELD = "held, went on"
VOIDED = "voided by the floor"
STANDING = "stands still"
OUTCOMES = (UNNOTICED, NAMED, HELD, VOIDED, STANDING)
SAID_WHY = tuple(
    f" {m.NAMES[one]} ".encode()
    for one in (
        m.FAULT_RAISED, m.IRREGULARITY_FOUND, m.LOG_DAMAGED, m.TAIL_LOST, m.TAIL_CUT,
    )
)  # fmt: skip


@dataclass
class Verdict:
    """outcome: one of OUTCOMES, or '' when `wrong` says what may not be."""

    outcome: str = ""
    wrong: str = ""


def judge(course: Course, undisturbed: list[tuple]) -> Verdict:
    """What came of one fault."""
    wrong = _broken(course)
    if wrong:
        return Verdict(wrong=wrong)
    log = course.log()
    simulation = course.simulation
    says_why = any(word in log for word in SAID_WHY)
    was_held = b" hand_held " in log or b" table_held " in log
    if b" hand_voided " in log:
        outcome = VOIDED
    elif not simulation.is_over():
        if not course.standing() and not says_why:
            return Verdict(wrong="the hand does not end, and nobody says why")
        outcome = STANDING
    elif was_held:
        outcome = HELD
    else:
        outcome = NAMED if says_why else UNNOTICED
    if outcome in (UNNOTICED, NAMED) and course.floor_looked:
        outcome = HELD
    if not says_why and (outcome != UNNOTICED or story(log) != undisturbed):
        return Verdict(wrong=f"{outcome}, and the log does not say why")
    return Verdict(outcome)


def _broken(course: Course) -> str:
    simulation = course.simulation
    if course.wrong:
        return course.wrong
    stopped = simulation.controller.stopped_by
    if stopped:
        return "the firmware stopped itself: " + stopped
    log = course.log()
    is_told = b" reset=watchdog " in log or simulation.controller.is_in_safe_mode
    if simulation.restarts and not is_told:
        return "restarted by the watchdog without a word"
    if b" last_words " in log:
        return "last words"
    if (-1, -1) in promises(log):
        return "a promise was replaced"
    cards = simulation.table.machine.deck.every_card()
    if cards != list(range(52)):
        return "a card is gone"
    if not log:
        return ""
    table = simulation.controller.table
    chips = sum(table.stacks) + (table.hand.betting.in_pot if table.hand is not None else 0)
    if table.hand is not None:
        chips += table.hand.rake
    if chips != table.issued:
        return "chips are gone"
    lines = log.splitlines(keepends=True)
    if lines and not lines[-1].endswith(b"\n"):
        lines = lines[:-1]
    found = examine(lines, SERIAL, ended=False).wrong
    return found[0] if found else ""
