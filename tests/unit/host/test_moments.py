"""`--since` takes a line, a time of this zone or so long ago, and nothing of two readings."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update

from host_tools.logs.moments import NoMoment, line_at, since
from host_tools.store import Line, LineStore
from host_tools.store.opening import commit
from host_tools.store.tables import LINES

if TYPE_CHECKING:
    from pathlib import Path

NOW = datetime(2026, 11, 30, 1, 15, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("word", "moment"),
    [
        ("88213", 88213),
        ("90m", NOW - timedelta(minutes=90)),
        ("2h", NOW - timedelta(hours=2)),
        ("3d", NOW - timedelta(days=3)),
        ("2026-11-29", datetime(2026, 11, 29, tzinfo=UTC)),
        ("2026-11-29T21:30", datetime(2026, 11, 29, 21, 30, tzinfo=UTC)),
        ("2026-11-29 21:30:05+02:00", datetime(2026, 11, 29, 19, 30, 5, tzinfo=UTC)),
        ("21:30", datetime(2026, 11, 29, 21, 30, tzinfo=UTC)),
        ("01:15", datetime(2026, 11, 30, 1, 15, tzinfo=UTC)),
    ],
)
def test_a_word_means_one_moment(word: str, moment: int | datetime) -> None:
    assert since(word, NOW) == moment


@pytest.mark.parametrize(
    "word", ["", "0", "-3", "x", "yesterday", "24:00", "2026-13-01", "1.5h", "0m", "29/11"]
)
def test_what_has_no_reading_is_refused(word: str) -> None:
    with pytest.raises(NoMoment):
        since(word, NOW)


def test_the_line_at_a_time_is_the_first_that_came_then(tmp_path: Path) -> None:
    store = LineStore(tmp_path / "s.sqlite3")
    store.append("MZ-1", bytes(8), [Line(seq, b"x\n", bytes(32)) for seq in range(1, 101)])
    with commit(store.db, store.path) as db:
        for seq in range(1, 101):
            came = None if seq <= 10 else 1_000_000 + 1000 * seq  # the first were not dated
            db.execute(update(LINES).where(LINES.c.seq == seq).values(received_ms=came))

    def at(seconds: float) -> int | None:
        return line_at(store, "MZ-1", bytes(8), datetime.fromtimestamp(1000 + seconds, UTC))

    assert [at(0), at(11), at(11.5), at(50), at(100), at(100.5)] == [11, 11, 12, 50, 100, None]
    assert line_at(store, "MZ-2", bytes(8), NOW) is None
    store.close()
