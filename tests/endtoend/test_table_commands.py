"""`mazziere table`: the floor's words reach a table under a name, or are refused with why."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from host_tools.cli import exit_codes
from host_tools.sim.table_process import TableProcess

if TYPE_CHECKING:
    from pathlib import Path

SECONDS_MAX = 60


def mazziere(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "host_tools.cli.main", "--lang", "en", *map(str, words)],
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )


def test_the_floor_reports_and_decides_under_a_name(tmp_path: Path) -> None:
    keys, store = tmp_path / "keys", tmp_path / "lines.sqlite3"
    words = ["--seed", "7", "--state", str(tmp_path / "table"), "--seats", "3", "--speed", "1"]
    with TableProcess([*words, "--pairing", "floor"]) as table:
        where = ["--port", table.port, "--keys", keys, "--store", store]
        unpaired = mazziere("table", "ruling", "resume", "--by", "Rosa", *where)
        assert unpaired.returncode == exit_codes.NOT_AUTHORISED, unpaired.stderr
        assert f"--port {where[where.index('--port') + 1]} --role floor" in unpaired.stderr
        paired = mazziere("pair", "--port", table.port, "--role", "floor", "--keys", keys)
        assert paired.returncode == exit_codes.OK, paired.stderr
        told = mazziere(
            "table", "irregularity", "player_exposed_card", "--seat", "9", "--by", "Rosa", *where
        )
        assert told.returncode == exit_codes.REFUSED
        assert "The table refused it: this cannot be done at this point [not_now]" in told.stderr
        ruled = mazziere(
            "table", "ruling", "let_stand", "--by", "Rosa", "--reason", "all is well", *where
        )
        assert ruled.returncode == exit_codes.REFUSED
        for more in (["laid"], ["face", "As"]):
            assert (
                mazziere("table", *more, "--by", "Rosa", *where).returncode == exit_codes.REFUSED
            )
        bad = mazziere("table", "irregularity", "rain", "--by", "Rosa", *where)
        assert bad.returncode == exit_codes.USAGE
        assert "no irregularity `rain`; near it: " in bad.stderr
    log = b"".join(path.read_bytes() for path in (tmp_path / "table" / "journal").glob("*.log"))
    assert b" irregularity_reported kind=player_exposed_card by=Rosa seat=9 " in log
    assert b" floor_ruled ruling=let_stand by=Rosa reason=all%20is%20well " in log
    assert log.count(b" command_done ") == 4
