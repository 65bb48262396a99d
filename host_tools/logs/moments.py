"""Since when: a line's number, a time, or so long ago.

`88213` is the number of a line; `2026-11-29`, `2026-11-29T21:30` and `21:30` (the last time it was
so late) are times of this computer's zone; `90m`, `2h`, `3d` are so long ago. Which line a time
means only a store can tell, because a table has no calendar and the host dates what comes. The
rule of the file: what can be read in two ways is refused.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from host_tools.store import LineStore

NUMBER = re.compile(r"[1-9][0-9]{0,9}")
AGO = re.compile(r"([1-9][0-9]{0,4})([mhd])")
CLOCK = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
UNITS = {"m": "minutes", "h": "hours", "d": "days"}


class NoMoment(ValueError):
    """A word that is neither a line's number nor a time."""


def since(word: str, now: datetime) -> int | datetime:
    """A line's number, or the time that `word` means at `now` (with a time zone).

    Raises:
        NoMoment: it is neither.
    """
    if NUMBER.fullmatch(word):
        return int(word)
    ago = AGO.fullmatch(word)
    if ago:
        return now - timedelta(**{UNITS[ago[2]]: int(ago[1])})
    clock = CLOCK.fullmatch(word)
    if clock:
        today = now.replace(hour=int(clock[1]), minute=int(clock[2]), second=0, microsecond=0)
        return today if today <= now else today - timedelta(days=1)
    if not re.match(r"[0-9]{4}-", word):
        raise NoMoment(word)
    try:
        moment = datetime.fromisoformat(word)
    except ValueError:
        raise NoMoment(word) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=now.tzinfo)


def line_at(store: LineStore, serial: str, log: bytes, moment: datetime) -> int | None:
    """The number of the first line that came at that time or later; None where none did.

    Lines come in order, so the place is found by halving.
    """
    last = store.last(serial, log)
    if last is None:
        return None
    wanted = moment.timestamp() * 1000
    low, high = 1, last.seq + 1
    while low < high:
        middle = (low + high) // 2
        came = store.received_ms(serial, log, middle)
        if came is None or came < wanted:  # not dated: it came before lines were
            low = middle + 1
        else:
            high = middle
    return low if low <= last.seq else None
