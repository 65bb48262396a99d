"""A view's feed: whatever ends its thread is known to the one who shows the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.schema import messages as m
from host_tools.cli import exit_codes
from host_tools.cli.ending import Ended
from host_tools.cli.feeding import Feed
from host_tools.link import commands
from host_tools.texts import Texts
from tests.served_table import served
from tests.unit.host.table_end import TableEnd
from tests.watched_tables import watched

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest

SECONDS_MAX = 300.0
LOOK_SECONDS = 0.02
LOOKS_MAX = int(SECONDS_MAX / LOOK_SECONDS)


def test_what_breaks_a_feed_is_its_error_and_no_quiet_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> int:
        raise KeyError("a bug")

    feed = Feed(Texts("en"), str(tmp_path / "none"), tmp_path / "s.db", tmp_path, watched())
    monkeypatch.setattr(feed._following, "run", broken)
    with feed:
        assert feed.ended.wait(SECONDS_MAX)
    assert isinstance(feed.error, KeyError)


def until(feed: Feed, is_so: Callable[[], bool]) -> None:
    """Look until it is so, or the feed has ended."""
    for _ in range(LOOKS_MAX):
        feed.look()
        if is_so() or feed.ended.wait(LOOK_SECONDS):
            return


def seats(table: TableEnd, *numbers: int) -> TableEnd:
    table.say(*[(m.SEAT_TAKEN, number, 1000, None) for number in numbers])
    return table


def test_a_log_that_goes_astray_is_listened_to_until_it_follows_again(tmp_path: Path) -> None:
    honest, forged = seats(TableEnd(), 1), seats(TableEnd(), 2, 3)
    here, view = [honest], watched()
    with served(here) as port:
        feed = Feed(Texts("en"), port, tmp_path / "s.db", tmp_path / "keys", view)
        with feed.stay():
            until(feed, lambda: feed.caught_up)
            forged.session.receive(commands.greet(4, 0), forged.journal, 0)
            here.append(forged)  # from now on it is the server's thread that has it
            until(feed, lambda: view.link == "astray")
            assert view.link == "astray"
            here.append(seats(honest, 5))
            until(feed, lambda: view.link == "up")
            assert view.link == "up"
            assert view.state.seats[5].stack == 1000
            assert 2 not in view.state.seats
    assert feed.ended.wait(SECONDS_MAX)
    assert feed.status == exit_codes.VERIFICATION_FAILED


def test_another_table_at_the_same_cable_ends_what_follows_the_first(tmp_path: Path) -> None:
    first, second = seats(TableEnd(), 1), seats(TableEnd("MZ-0008"), 2)
    here, view = [first], watched()
    with served(here) as port:
        feed = Feed(Texts("en"), port, tmp_path / "s.db", tmp_path / "keys", view)
        with feed.stay():
            until(feed, lambda: feed.caught_up)
            second.session.receive(commands.greet(1, 0), second.journal, 0)
            here.append(second)  # from now on it is the server's thread that has it
            until(feed, lambda: False)
    assert isinstance(feed.error, Ended)
    assert feed.error.code == "other_table"
    assert "MZ-0008, not MZ-0007" in feed.error.message
    assert 2 not in view.state.seats
