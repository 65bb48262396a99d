"""`mazziere seat draw`: players named on the host sit where a real table's draw has put them."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from host_tools.cli import exit_codes
from host_tools.sim.table_process import TableProcess

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SECONDS_MAX = 60


def mazziere(*words: str | Path, lang: str = "en") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "host_tools.cli.main", "--lang", lang, *map(str, words)],
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, list[str | Path]]]:
    """A table of two that deals no hand, and a host that is paired as its floor."""
    folder = tmp_path_factory.mktemp("seats")
    words = ["--seed", "7", "--state", str(folder / "table"), "--seats", "3,4", "--speed", "3"]
    words += ["--set", "next_hand_ms=60000"]
    with TableProcess([*words, "--pairing", "floor"]) as table:
        keys, store = folder / "keys", folder / "lines.sqlite3"
        paired = mazziere("pair", "--port", table.port, "--role", "floor", "--keys", keys)
        assert paired.returncode == exit_codes.OK, paired.stderr
        where = ["--port", table.port, "--keys", keys, "--store", store, "--by", "Rosa"]
        paused = mazziere("table", "pause", *where)
        assert paused.returncode == exit_codes.OK, paused.stderr
        yield folder, where


def journal(folder: Path) -> str:
    paths = sorted((folder / "table" / "journal").glob("*.log"))
    return "".join(path.read_text(encoding="ascii") for path in paths)


def test_each_player_has_a_seat_and_the_record_proves_it(
    room: tuple[Path, list[str | Path]],
) -> None:
    folder, where = room
    drawn = mazziere("seat", "draw", "Anna", "Niccolò B.", "Carla", "--seats", "1,5-8", *where)
    assert drawn.returncode == exit_codes.OK, drawn.stderr
    rows = re.findall(r"^Seat +(\d+): (.*)$", drawn.stdout, re.MULTILINE)
    assert [player for _, player in rows] == ["Anna", "Niccolò B.", "Carla"]
    seats = {int(seat) for seat, _ in rows}
    assert len(seats) == 3
    assert seats <= {1, 5, 6, 7, 8}
    assert "without chips so far" in drawn.stdout
    assert "sealed before anybody cuts" in drawn.stderr
    log = journal(folder)
    assert " draw_entered place=2 player=Niccol%C3%B2%20B. by=Rosa " in log
    assert " seat_draw_asked players=3 by=Rosa seats=1,5,6,7,8 " in log
    assert log.count(" player_seated ") == 3

    again = mazziere("seat", "draw", "Dino", "--seats", rows[0][0], *where)
    assert again.returncode == exit_codes.REFUSED
    assert "[seat_taken]" in again.stderr

    italian = mazziere("seat", "draw", "Dino", *where, lang="it")
    assert italian.returncode == exit_codes.OK, italian.stderr
    assert re.search(r"^Posto +\d+: Dino$", italian.stdout, re.MULTILINE)
    assert "senza fiches" in italian.stdout

    judged = mazziere("verify", folder / "lines.sqlite3")
    assert judged.returncode == exit_codes.OK, judged.stdout
    told = mazziere("log", "export", folder / "out.log", "--from", folder / "lines.sqlite3")
    assert told.returncode == exit_codes.OK, told.stderr
    alone = subprocess.run(
        [sys.executable, "host_tools/verify/independent.py", folder / "out.log"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert alone.returncode == exit_codes.OK, alone.stdout


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["Anna", "Anna"], "Anna is named twice"),
        ([" "], "Error"),
        (["A" * 25], "Error"),
        ([f"P{n}" for n in range(11)], "11 players are named for 10 seats"),
        (["Anna", "Bruno", "--seats", "4"], "2 players are named for 1 seats"),
        (["Anna", "--seats", "4,11"], "4,11 is not a list of seats such as 1,3,5-8"),
        (["Anna", "--seats", "8-5"], "8-5 is not a list of seats"),
        (["Anna", "--seats", "four"], "four is not a list of seats"),
    ],
)
def test_a_list_that_no_table_would_take_is_not_sent(words: list[str], reason: str) -> None:
    told = mazziere("seat", "draw", *words, "--by", "Rosa", "--port", "/dev/null")
    assert told.returncode == exit_codes.USAGE
    assert reason in told.stderr


def test_an_unpaired_host_is_told_what_to_do(
    room: tuple[Path, list[str | Path]], tmp_path: Path
) -> None:
    _, where = room
    port = where[1]
    told = mazziere(
        *("seat", "draw", "Anna", "--by", "Rosa", "--port", port),
        *("--keys", tmp_path / "none", "--store", tmp_path / "lines.sqlite3"),
    )
    assert told.returncode == exit_codes.NOT_AUTHORISED
    assert f"mazziere pair --port {port} --role floor" in told.stderr


def test_a_rehearsal_asks_for_nothing(room: tuple[Path, list[str | Path]]) -> None:
    folder, where = room
    before = journal(folder).count(" draw_entered ")
    told = mazziere("seat", "draw", "Zeno", "--seats", "2", "--dry-run", *where)
    assert told.returncode == exit_codes.OK, told.stderr
    assert "Zeno" in told.stdout
    assert journal(folder).count(" draw_entered ") == before
