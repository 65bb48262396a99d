"""A command that asks a table for something and stays until the table tells what came of it.

A check of the deck, a test of a part: what was asked for is done in seconds, what comes of it may
take minutes, while people drop cards into a hopper. The lines that came with the answer are looked
at first, then those that follow. The rule of the file: a wait has an end, and a wait that ended
without its line says so and never passes for the result.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from host_tools.cli import exit_codes, manner
from host_tools.cli.act import DONE, DRY_RUN, Act, Asked, Outcome
from host_tools.cli.asking import outcomes_of, refusal
from host_tools.cli.ending import ended
from host_tools.cli.place import port_of

if TYPE_CHECKING:
    from firmware.lines.parser import Line
    from host_tools.link.session import HostSession
    from host_tools.texts import Texts

Look = Callable[["Line"], bool]


def found(say: Texts, asked: Asked) -> Asked:
    """The same with the port of the table that is meant, so that it is looked for once."""
    return replace(asked, place=replace(asked.place, port=port_of(say, asked.place)))


def ask_one(say: Texts, asked: Asked, act: Act) -> tuple[str, Outcome, list[Line], int]:
    """Ask for one act; the table's serial number, the outcome, the lines behind it, the status.

    Ends the command when the table refuses.
    """
    heard: list[Line] = []
    serial, (outcome,), status = outcomes_of(say, asked, [act], heard.append)
    if outcome.word not in {DONE, DRY_RUN}:
        raise refusal(say, outcome.word)
    behind = [line for line in heard if (line.seq or 0) > outcome.seq]
    return serial, outcome, behind, status


def await_line(
    say: Texts, asked: Asked, behind: list[Line], is_it: Look, seconds: float, waits_for: str
) -> int:
    """Give every line to `is_it`, first those in `behind`, until it says that this was the one.

    waits_for: in words, for the progress and for the end without it. Returns the exit status of
    the following; ends the command when the line does not come in time.
    """
    from host_tools.cli.following import Following

    is_there = False
    for line in behind:
        is_there = is_it(line) or is_there
    if is_there:
        return exit_codes.OK
    began = time.monotonic()
    progress = manner.Progress()

    def show(line: Line) -> None:
        nonlocal is_there
        is_there = is_it(line) or is_there

    def is_over(_: HostSession) -> bool:
        left = began + seconds - time.monotonic()
        progress.tell(say("awaiting.progress", what=waits_for, seconds=max(0, round(left))))
        return is_there or left <= 0

    place = asked.place
    following = Following(say, place.port, place.store, place.keys, show, place.table)
    try:
        status = following.run(is_over)
    finally:
        progress.end()
    if not is_there:
        raise ended(say, "not_come", exit_codes.LINK_LOST, what=waits_for, seconds=round(seconds))
    return status
