"""Which limit and small blind a hand was bet under, by the house rules in force when it began.

A hand's own lines name no betting structure, and no small blind where its seat is empty; the lines
before it do, where the record has them from the first one on. The rule of the file: a record that
begins later says nothing, and nothing is neither no limit nor a blind of 0.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from firmware.schema import messages as m
from firmware.schema import settings as s
from host_tools.rules.in_force import in_force

if TYPE_CHECKING:
    from firmware.lines.parser import Line

NO_LIMIT, POT_LIMIT, FIXED_LIMIT = s.WORDS[s.SETTING_STRUCTURE]
RULEBOOK_POT = "rulebook_pot"
"""Pot limit that leaves the raiser's own call out; no format of others has a word for it."""

TELLING = (m.SETTING_CHANGED, m.INPUT_REFUSED)
"""Kinds of lines that are asked for: a setting's change, and the refusal that undoes it."""


class Stakes(NamedTuple):
    """A limit and the small blind in chips; empty and None where nobody told them."""

    limit: str = ""
    small_blind: int | None = None


UNTOLD = Stakes()


def stakes_told(lines: Iterable[Line], starts: Iterable[int]) -> dict[int, Stakes]:
    """Number of a line that begins a hand: its stakes. `lines` are all of the kinds `TELLING`,
    from a log's first line on.
    """
    changes = list(_changes(lines))
    seqs = [line.seq or 0 for line in changes]
    known: dict[int, Stakes] = {}  # by how many of the changes stand before the hand
    told = {}
    for start in starts:
        count = bisect_left(seqs, start)
        if count not in known:
            known[count] = _stakes(changes[:count])
        told[start] = known[count]
    return told


def _stakes(changes: list[Line]) -> Stakes:
    rules = {one.setting: one.value for one in in_force(changes)}
    structure = s.WORDS[s.SETTING_STRUCTURE][rules[s.SETTING_STRUCTURE]]
    by_rulebook = rules[s.SETTING_POT_LIMIT_MAX] == s.POT_LIMIT_MAX_RULEBOOK_R000
    limit = RULEBOOK_POT if structure == POT_LIMIT and by_rulebook else structure
    return Stakes(limit, rules[s.SETTING_SMALL_BLIND])


def _changes(lines: Iterable[Line]) -> Iterator[Line]:
    """Without the refusals that do not answer a change on the line before: they undo nothing."""
    changed = 0
    for line in lines:
        seq = line.seq or 0
        if line.message[0] == m.SETTING_CHANGED:
            changed = seq
            yield line
        elif changed and seq == changed + 1:
            yield line
