"""The side of the training screen in words: why the table does what it does, and what one can do.

How time passes, what waits to happen, the repair with its rule and steps, faults with their
remedies, and below what the table waits for the key of the keyboard that does it. While nothing is
wrong, the keys are told instead. The rule of the file: it reads the table and touches nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from host_tools.sim import training_menu as menu
from host_tools.view import looks
from host_tools.view.procedure_text import explained
from host_tools.view.transcript import place_named

if TYPE_CHECKING:
    from host_tools.sim.training_table import TrainingTable
    from host_tools.texts import Texts
    from host_tools.view.looks import Glyphs


def reasons(table: TrainingTable, say: Texts, glyphs: Glyphs, speed: int) -> list[Text]:
    """Paragraphs for the side of the screen; speed: of time, 0 while it stands still."""
    told = [Text(_pace(table, say, speed), looks.SOFT)]
    for cause, _ in table.luck.armed:
        words = menu.cause_named(cause, say)
        when = menu.moment_named(cause, say)
        told.append(Text(say("training.armed", cause=words, when=when), looks.TURN))
    if table.stopped_by:
        told.append(Text(say("live.stopped", code=table.stopped_by), looks.ALARM))
    reasons = explained(table.procedures, table.state.trouble, say, glyphs, _hands(table, say))
    if reasons:
        return [*told, Text(), *reasons]
    return [*told, Text(), *(Text(line) for line in say("training.welcome").split("\n"))]


def _pace(table: TrainingTable, say: Texts, speed: int) -> str:
    if not speed:
        return say("training.still")
    hand = "training.by_hand" if table.is_by_hand else "training.by_themselves"
    return say("training.pace", speed=speed, who=say(hand))


def _hands(table: TrainingTable, say: Texts) -> list[Text]:
    """What the trainee can do about it, by key."""
    told = []
    place = table.card_to_lay()
    if place:
        told.append(say("training.do_lay", place=place_named(place, say)))
    if table.face_to_enter() is not None:
        told.append(say("training.do_face"))
    if table.state.trouble.held and not told:
        told.append(say("training.do_decide"))
    if table.state.trouble.faults or table.luck.breakdowns.is_any():
        told.append(say("training.do_mend"))
    return [Text(line, looks.TURN) for line in told]
