"""`mazziere table`: the floor's words reach a table under a name, or are refused with why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host_tools.cli import exit_codes
from host_tools.sim.table_process import TableProcess

if TYPE_CHECKING:
    from pathlib import Path

    from tests.host_commands import Host


def test_the_floor_reports_and_decides_under_a_name(host: Host, tmp_path: Path) -> None:
    keys, store = tmp_path / "keys", tmp_path / "lines.sqlite3"
    words = ["--seed", "7", "--state", str(tmp_path / "table"), "--seats", "3", "--speed", "1"]
    words += ["--set", "next_hand_ms=60000"]  # no hand begins, however long the questions take
    with TableProcess([*words, "--pairing", "floor"]) as table:
        where = ["--port", table.port, "--keys", keys, "--store", store]
        unpaired = host("table", "ruling", "resume", "--by", "Rosa", *where)
        assert unpaired.status == exit_codes.NOT_AUTHORISED, unpaired.err
        assert f"--port {where[where.index('--port') + 1]} --role floor" in unpaired.err
        paired = host("pair", "--port", table.port, "--role", "floor", "--keys", keys)
        assert paired.status == exit_codes.OK, paired.err
        told = host(
            "table", "irregularity", "player_exposed_card", "--seat", "9", "--by", "Rosa", *where
        )
        assert told.status == exit_codes.REFUSED
        assert "The table refused it: this cannot be done at this point [not_now]" in told.err
        ruled = host(
            "table", "ruling", "let_stand", "--by", "Rosa", "--reason", "all is well", *where
        )
        assert ruled.status == exit_codes.REFUSED
        for more in (["laid"], ["face", "As"]):
            assert host("table", *more, "--by", "Rosa", *where).status == exit_codes.REFUSED
        bad = host("table", "irregularity", "rain", "--by", "Rosa", *where)
        assert bad.status == exit_codes.USAGE
        assert "no irregularity `rain`; near it: " in bad.err
    log = b"".join(path.read_bytes() for path in (tmp_path / "table" / "journal").glob("*.log"))
    assert b" irregularity_reported kind=player_exposed_card by=Rosa seat=9 " in log
    assert b" floor_ruled ruling=let_stand by=Rosa reason=all%20is%20well " in log
    assert log.count(b" command_done ") == 4
