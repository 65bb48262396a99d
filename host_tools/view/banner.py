"""The one line that says what is wrong, in the place where everybody looks first.

The worst thing is named: a table that stopped itself, then what holds it, then a device that
failed, then a pause. The rule of the file: no trouble, no banner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from firmware.schema import faults, irregularities, texts
from host_tools.view import looks
from host_tools.view.machine_fault import machine_fault
from host_tools.view.transcript import whose

if TYPE_CHECKING:
    from host_tools.texts import Texts
    from host_tools.view.looks import Glyphs
    from host_tools.view.table_state import TableState
    from host_tools.view.trouble_state import Trouble


def banner(state: TableState, say: Texts, glyphs: Glyphs, width: int) -> Text | None:
    """The line over the whole width, or None when nothing is wrong."""
    words, style = _worst(state, say)
    if not words:
        return None
    return looks.fit(Text(f" {words}", style), width, glyphs)


def troubles(state: TableState, say: Texts) -> list[tuple[str, str]]:
    """Everything that is wrong now, the worst first: what it is, and its sentence."""
    trouble, found = state.trouble, []
    if trouble.stopped:
        found.append((f"stopped {trouble.stopped}", say("live.stopped", code=trouble.stopped)))
    if trouble.is_log_damaged:
        found.append(("damaged", say("live.damaged")))
    if why := trouble.held or trouble.irregularity:
        named = _sentence(irregularities.NAMES, texts.IRREGULARITIES, why, say.language)
        found.append((f"held {why}", say(f"live.{_how(trouble)}", why=named)))
    for code, device in reversed(trouble.faults):
        named = machine_fault(code, trouble.details.get((code, device)), say)
        named = named or _sentence(faults.CODES, texts.FAULTS, code, say.language)
        words = say("live.fault", code=code, where=whose(device, say), why=named)
        found.append((f"fault {code} {device}", words))
    return found


def _how(trouble: Trouble) -> str:
    """Does it hold the hand, is it repaired while play goes on, or does all stand?"""
    if trouble.held or trouble.is_asked:
        return "held"
    return trouble.answer or "irregular"


def _worst(state: TableState, say: Texts) -> tuple[str, str]:
    found = troubles(state, say)
    if found:
        return found[0][1], looks.ALARM
    if state.trouble.is_paused and not state.is_playing:
        return say("live.paused"), "reverse"
    return "", ""


def _sentence(
    names: tuple[str, ...], sentences: tuple[tuple[str, str], ...], name: str, language: str
) -> str:
    """The schema's sentence about a name; the name itself when there is none."""
    if name not in names:
        return name
    return sentences[names.index(name)][0 if language == "it" else 1]
