"""A table whose log is another one than the host stored: told in words, ended with a status.

The table's end is the real journal and session on a pseudo-terminal; its second life has another
past under the same serial number and log, as a forged or exchanged memory would.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from firmware.schema import messages as m
from host_tools.cli import exit_codes
from tests.served_table import served
from tests.unit.host.table_end import TableEnd

if TYPE_CHECKING:
    from pathlib import Path

    from tests.host_commands import Host


@pytest.mark.parametrize("once", [["--once"], []])
def test_a_log_with_another_past_is_not_stored_and_ends_with_a_status(
    host: Host, tmp_path: Path, once: list[str]
) -> None:
    words = ["--store", tmp_path / "s.db", "--keys", tmp_path / "keys"]
    honest, other = TableEnd(), TableEnd()
    honest.say((m.SEAT_TAKEN, 1, 1000, None))
    other.say((m.SEAT_TAKEN, 2, 1000, None), (m.SEAT_TAKEN, 3, 1000, None))
    with served([honest]) as port:
        done = host("log", "follow", "--once", "--port", port, *words)
        assert done.status == exit_codes.OK, done.err
    with served([other]) as port:
        done = host("log", "follow", *once, "--port", port, *words)
    assert done.status == exit_codes.VERIFICATION_FAILED, done.err
    assert done.err.count("does not follow from line 4 on. Nothing more of it is stored") == 1
    assert len(done.err.splitlines()) <= 5, done.err
    listed = json.loads(host("log", "list", "--json", *words[:2]).out)
    (log,) = listed["logs"]
    assert (log["lines"], log["forks_dropped"]) == (3, 0)
    assert log["forks"] in (1, 2)
