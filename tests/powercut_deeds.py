"""What the floor says in the middle of a scripted hand, whatever the plug does meanwhile.

A deed is said once, when its line stands in the record, however often the table starts; who is
told "not now" by a table that waits for the floor behind a power cut says it again when the hand
goes on. Rule of the file: only the record tells what was said already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firmware.lines.parser import parse
from firmware.lines.writer import seal

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.sim.main import Simulation

_RECOVERED = b" fault_cleared "  # behind the last `table_started`: the hand goes on
_STARTED = b" table_started "


class Deeds:
    """What is still to be said at one start of the table."""

    def __init__(self, simulation: Simulation, deeds: list[dict[str, Any]]) -> None:
        self._simulation = simulation
        self._deeds = list(deeds)
        self._said: list[str] = []  # and not written down yet
        self._lines_seen = -1

    def look(self, log: Callable[[], bytes]) -> None:
        """Say what is due, when the record has grown and the table has read it again."""
        simulation = self._simulation
        lines = simulation.spectator.line_count
        if not self._deeds or lines == self._lines_seen or simulation.controller.journal is None:
            return
        self._lines_seen = lines
        text = log()
        at = text.rfind(b" hand_started ")
        for deed in list(self._deeds):
            if at < 0 or text.count(f" {deed['at']} ".encode(), at) < deed["nth"]:
                continue
            said_at = text.rfind(f" {deed['say']} ".encode(), at)
            if said_at < 0:
                self._say(deed["say"])
            elif not _is_refused_while_held(text, said_at):
                self._deeds.remove(deed)
            elif not simulation.spectator.is_held:
                self._deeds.remove(deed)
                self._said = []
                self._say(deed["say"])

    def _say(self, words: str) -> None:
        if words not in self._said:
            self._said.append(words)
            said = seal(f"1 0 {words}".encode(), None)
            self._simulation.controller.offer(parse(said).message)


def _is_refused_while_held(text: bytes, said_at: int) -> bool:
    """Whether the table answered "not now" behind a power cut, before the hand went on."""
    begun_at = text.rfind(_STARTED, 0, said_at)
    is_first = text.find(_STARTED) == begun_at
    if is_first or text.find(_RECOVERED, begun_at, said_at) >= 0:
        return False
    answer = text[said_at:].split(b"\n", 2)[1:2]
    return bool(answer) and b" input_refused " in answer[0] and b" code=not_now " in answer[0]
