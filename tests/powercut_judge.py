"""What must hold after a power cut, whatever it interrupted.

The hand ends as if nothing had happened: no line that was synced is lost, no action and no card
comes twice, no chip moves, no promise is replaced, 52 cards are there; and a record that was torn
in the middle is cut back to its last whole line, and to nothing less. Rule of the file: it
compares with the undisturbed hand and with the bytes on the disk, and asks the firmware nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware.app.fram import HEADS_AT, HEADS_PLACE_BYTES
from firmware.journal.kept import KeptRecord
from firmware.journal.recovery import recover
from firmware.journal.segments import read_head_note
from firmware.schema import messages as m
from host_tools.sim.invariants import examine
from tests.powercut_table import SERIAL, Course, ScriptFile, World, read_line, story

NEVER = (m.LOG_DAMAGED, m.TAIL_LOST, m.LAST_WORDS)


# --- what must hold ------------------------------------------------------------------------------


@dataclass
class Undisturbed:
    """A hand that nobody disturbed, and every different world in which it could be cut."""

    script: ScriptFile
    story: list[tuple]
    stacks: list[int]
    worlds: list[World]
    moments: int

    @classmethod
    def of(cls, script: ScriptFile) -> Undisturbed:
        """Play a script once; RuntimeError when it cannot be played."""
        course = Course(script, None, lambda: True).play()
        log = course.world.log()
        if course.wrong or not log:
            raise RuntimeError(f"{script.name}: {course.wrong or 'no log'}")
        return cls(script, story(log), course.stacks(), course.worlds, course.moments)


def synced_log(world: World) -> bytes:
    """What is in the log whatever happens: the whole lines that a cut leaves."""
    log = world.after_cut().log()
    return log[: log.rfind(b"\n") + 1]


def promises(log: bytes) -> dict[tuple[int, int], bytes]:
    """(hand, epoch) -> commitment; a second one for the same epoch is named apart."""
    found: dict[tuple[int, int], bytes] = {}
    for raw in log.splitlines(keepends=True):
        if b" order_committed " in raw and raw.endswith(b"\n"):
            message = read_line(raw).message
            key = message[1], message[2]
            if key in found:
                return {**found, (-1, -1): message[5]}
            found[key] = message[5]
    return found


def wrong_with(undisturbed: Undisturbed, cut: World, course: Course) -> str:
    """What does not hold after a start in the world that the cut left; empty when all does."""
    if course.wrong:
        return course.wrong
    log = course.world.log()
    if not log.startswith(synced_log(cut)):
        return "a synced line is lost"
    if story(log) != undisturbed.story:
        return "the hand went another way"
    if course.stacks() != undisturbed.stacks:
        return f"chips moved: {course.stacks()}"
    before, after = promises(synced_log(cut)), promises(log)
    if (-1, -1) in after or any(after.get(key) != before[key] for key in before):
        return "a promise was replaced"
    for raw in log.splitlines(keepends=True):
        message = read_line(raw).message
        if message[0] in NEVER:
            return f"told {m.NAMES[message[0]]}"
    found = examine(log.splitlines(keepends=True), SERIAL, course.live(), read=read_line).wrong
    if found:
        return found[0]
    return "" if course.cards() == list(range(course.card_count())) else "a card is gone"


# --- torn records --------------------------------------------------------------------------------


def read_back(world: World) -> tuple[int, str]:
    """Every byte at which the unsynced end may be torn: how many, and what does not hold."""
    heads = KeptRecord(world.order_memory, HEADS_AT, HEADS_PLACE_BYTES)
    noted = read_head_note(heads.read())
    synced = synced_log(world)
    whole = world.log()
    tried = world.store.unsynced_bytes()
    for survives in range(tried + 1):
        torn = world.after_cut(survives)
        found = recover(torn.store, noted, SERIAL, _nothing)
        left = torn.log()
        if found.is_damaged:
            return survives + 1, f"torn at {survives} of {tried} bytes: taken for damage"
        if not left.startswith(synced) or not whole.startswith(left):
            return survives + 1, f"torn at {survives} of {tried} bytes: another log"
        if left and not left.endswith(b"\n"):
            return survives + 1, f"torn at {survives} of {tried} bytes: half a line stays"
        if len(left) + found.cut_bytes != min(len(synced) + survives, len(whole)):
            return survives + 1, f"torn at {survives} of {tried} bytes: more is cut than torn"
    return tried, ""


def _nothing(_line: object, _head: bytes) -> None:
    """Nobody listens."""
