"""A view's feed: whatever ends its thread is known to the one who shows the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host_tools.cli.feeding import Feed
from host_tools.texts import Texts
from tests.watched_tables import watched

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_what_breaks_a_feed_is_its_error_and_no_quiet_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> int:
        raise KeyError("a bug")

    feed = Feed(Texts("en"), str(tmp_path / "none"), tmp_path / "s.db", tmp_path, watched())
    monkeypatch.setattr(feed._following, "run", broken)
    with feed:
        assert feed.ended.wait(5)
    assert isinstance(feed.error, KeyError)
