"""Runs every recorded hand of the files a person names, and says how each came out.

One outcome a hand: played to the end (final stacks beside the recorded ones, and whether they
match) or refused (where and why). `match` is null where the record says nothing about the end or
splits a chip; only a false one, or a refusal, makes the command fail. The rule of the file: a hand
that fails never stops the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from host_tools.cli import exit_codes
from host_tools.replay.play import play_hand
from host_tools.replay.refusal import Refused
from host_tools.replay.sources import NotFound, PassedOver, find_hands
from host_tools.texts import Texts, readable

if TYPE_CHECKING:
    from host_tools.replay.hand_record import HandRecord, Pot

Money = int | float


@dataclass(frozen=True, slots=True)
class Played:
    """A hand that ran to its end; stacks by player, as the record writes money."""

    file: str
    final_stacks: tuple[Money, ...]
    recorded_stacks: tuple[Money, ...] | None
    match: bool | None

    def as_json(self) -> dict[str, Any]:
        """The JSON object of one hand."""
        recorded = self.recorded_stacks
        return {
            "file": self.file,
            "final_stacks": list(self.final_stacks),
            "recorded_stacks": None if recorded is None else list(recorded),
            "match": self.match,
        }


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """A hand that was refused."""

    file: str
    refusal: Refused

    @property
    def missing(self) -> bool:
        """Whether nothing lay at the path."""
        return isinstance(self.refusal, NotFound)

    @property
    def passed_over(self) -> bool:
        """Whether it was no hand at all, and nobody had named it as one."""
        return isinstance(self.refusal, PassedOver)

    def said(self, say: Texts) -> str:
        """File, place and reason in the language of `say`, on one line."""
        return readable(f"{self.file}: {self.refusal.said(say)}")

    def as_json(self) -> dict[str, Any]:
        """The JSON object of the refusal: codes that stay, and the English sentence."""
        where, why = self.refusal.where, self.refusal.why
        return {
            "file": self.file,
            "refused": why.as_json(),
            "place": where.as_json(),
            "text": str(self.refusal),
        }

    def __str__(self) -> str:
        return self.said(Texts("en"))


Outcome = Played | NotPlayed


def run_files(paths: Iterable[Path], rules: str = "phh") -> Iterator[Outcome]:
    """Play every hand at the paths under the rule set `rules`, in order, one outcome each."""
    for path in paths:
        for name, found in find_hands(path):
            yield run_one(name, found, rules)


def run_one(name: str, found: HandRecord | Refused, rules: str = "phh") -> Outcome:
    """Play one hand that was found, or pass on why it cannot be."""
    if isinstance(found, Refused):
        return NotPlayed(name, found)
    try:
        ending = play_hand(found, rules)
    except Refused as refusal:
        return NotPlayed(name, refusal)
    return compare(name, found, ending.stacks, ending.pots)


def compare(
    name: str, record: HandRecord, final: tuple[int, ...], pots: tuple[Pot, ...] | None = None
) -> Played:
    """Set what a hand ended with (in units) beside what the record names.

    Stacks make a match or not; pots, where the record and the caller have them, can only unmake
    it.
    """
    written = record.recorded_as_written
    match = None if record.recorded_stacks is None else final == record.recorded_stacks
    if pots is not None and record.recorded_pots is not None and pots != record.recorded_pots:
        match = False
    return Played(
        file=name,
        final_stacks=tuple(record.in_money(units) for units in final),
        recorded_stacks=None if written is None else tuple(_plain(w) for w in written),
        match=match,
    )


def _plain(amount: Any) -> Money:
    return int(amount) if amount == int(amount) else float(amount)


@dataclass(slots=True)
class Tally:
    """Counts of a run, and the exit status they make."""

    played: int = 0
    matched: int = 0
    differed: int = 0
    refused: int = 0
    missing: int = 0

    def add(self, outcome: Outcome) -> None:
        """Count one outcome."""
        if isinstance(outcome, NotPlayed):
            if outcome.passed_over:
                return
            self.refused += 1
            self.missing += outcome.missing
            return
        self.played += 1
        self.matched += outcome.match is True
        self.differed += outcome.match is False

    def exit_code(self) -> int:
        """0 when every hand was played and none came out otherwise than recorded."""
        if self.differed:
            return exit_codes.VERIFICATION_FAILED
        if not self.refused:
            return exit_codes.OK
        if self.played:
            return exit_codes.PARTIAL
        return exit_codes.NOT_FOUND if self.missing == self.refused else exit_codes.REFUSED
