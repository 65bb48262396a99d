"""What somebody has to look at, until somebody has.

A condition that lasts (a fault, a hand on hold, a silent cable) raises an alarm once; the alarm
stays when the condition has passed, until a person has acknowledged it under a name. Acknowledging
moves nothing at the table: it says that this person has seen it. The rule of the file: an alarm
goes away only when its cause is gone and a name stands behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

NAME_LETTERS_MAX = 32
"""As long as a name in the table's log may be."""

KEPT_MAX = 100
"""Alarms kept; the oldest whose cause is gone makes room."""


@dataclass(slots=True)
class Alarm:
    """One alarm. `cause` is the same as long as the condition lasts; times are Unix seconds."""

    number: int
    cause: str
    sentence: str
    since: float
    line: int
    """The last line of the log when it was raised."""
    times: int = 1
    """How often the cause came before anybody acknowledged it."""
    is_over: bool = False
    by: str = ""
    at: float = 0.0


@dataclass(slots=True)
class Alarms:
    """The alarms of one table, oldest first. `note` hears of each acknowledgement."""

    note: Callable[[Alarm], None] = lambda alarm: None
    listed: list[Alarm] = field(default_factory=list)
    lost: int = 0
    """Alarms that nobody acknowledged and that had to make room."""
    _raised: int = 0

    def look(self, causes: Iterable[tuple[str, str]], now: float, line: int) -> bool:
        """Compare with the (cause, sentence) that hold now; True when something changed."""
        holding = dict(causes)
        before = [(one.number, one.times, one.is_over) for one in self.listed]
        for one in self.listed:
            was_over, one.is_over = one.is_over, one.cause not in holding
            one.times += was_over and not one.is_over
            one.sentence = holding.get(one.cause, one.sentence)
        known = {one.cause for one in self.listed}
        for cause, sentence in holding.items():
            if cause not in known:
                self._raise(cause, sentence, now, line)
        self.listed = [one for one in self.listed if not (one.is_over and one.by)]
        return before != [(one.number, one.times, one.is_over) for one in self.listed]

    def _raise(self, cause: str, sentence: str, now: float, line: int) -> None:
        if len(self.listed) >= KEPT_MAX:
            gone = next((one for one in self.listed if one.is_over), self.listed[0])
            self.listed.remove(gone)
            self.lost += 1
        self._raised += 1
        self.listed.append(Alarm(self._raised, cause, sentence, now, line))

    def forget_past(self) -> None:
        """What was over before anybody looked is history, not an alarm."""
        self.listed = [one for one in self.listed if not one.is_over]

    def open(self) -> list[Alarm]:
        """Those that nobody has acknowledged."""
        return [one for one in self.listed if not one.by]

    def acknowledge(self, number: int, by: str, now: float) -> bool:
        """A person has seen it; False when there is no such open alarm, no name, or nobody could
        write it down.
        """
        name = by.strip()
        if not name or len(name) > NAME_LETTERS_MAX or not name.isprintable():
            return False
        for one in self.open():
            if one.number == number:
                one.by, one.at = name, now
                try:
                    self.note(one)
                except OSError:  # what is not on the disk was not acknowledged
                    one.by, one.at = "", 0.0
                    return False
                self.listed = [each for each in self.listed if not (each.is_over and each.by)]
                return True
        return False
