"""`mazziere seat draw`: players named on the host sit where a real table's draw has put them."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from firmware.schema import messages as m
from host_tools.cli import exit_codes
from host_tools.cli.main import run
from tests.paired_table import paired_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.host_commands import Host


@pytest.fixture(scope="module")
def room(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Path, list[str]]]:
    """A table of two that deals no hand, and a host that is paired as its floor."""
    folder = tmp_path_factory.mktemp("seats")
    words = ("--seed", "7", "--seats", "3,4", "--speed", "3", "--set", "next_hand_ms=60000")
    with paired_table(folder, (m.ROLE_FLOOR,), *words) as table:
        where = [*table.where(folder / "lines.sqlite3"), "--by", "Rosa"]
        assert run(["table", "pause", *where]) == exit_codes.OK
        yield folder, where


def journal(folder: Path) -> str:
    paths = sorted((folder / "table" / "journal").glob("*.log"))
    return "".join(path.read_text(encoding="ascii") for path in paths)


def test_each_player_has_a_seat_and_the_record_proves_it(
    host: Host,
    room: tuple[Path, list[str]],
) -> None:
    folder, where = room
    drawn = host("seat", "draw", "Anna", "Niccolò B.", "Carla", "--seats", "1,5-8", *where)
    assert drawn.status == exit_codes.OK, drawn.err
    rows = re.findall(r"^Seat +(\d+): (.*)$", drawn.out, re.MULTILINE)
    assert [player for _, player in rows] == ["Anna", "Niccolò B.", "Carla"]
    seats = {int(seat) for seat, _ in rows}
    assert len(seats) == 3
    assert seats <= {1, 5, 6, 7, 8}
    assert "without chips so far" in drawn.out
    assert "sealed before anybody cuts" in drawn.err
    log = journal(folder)
    assert " draw_entered place=2 player=Niccol%C3%B2%20B. by=Rosa " in log
    assert " seat_draw_asked players=3 by=Rosa seats=1,5,6,7,8 " in log
    assert log.count(" player_seated ") == 3

    again = host("seat", "draw", "Dino", "--seats", rows[0][0], *where)
    assert again.status == exit_codes.REFUSED
    assert "[seat_taken]" in again.err

    italian = host("--lang", "it", "seat", "draw", "Dino", *where)
    assert italian.status == exit_codes.OK, italian.err
    assert re.search(r"^Posto +\d+: Dino$", italian.out, re.MULTILINE)
    assert "senza fiches" in italian.out

    judged = host("verify", folder / "lines.sqlite3")
    assert judged.status == exit_codes.OK, judged.out
    told = host("log", "export", folder / "out.log", "--from", folder / "lines.sqlite3")
    assert told.status == exit_codes.OK, told.err
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
def test_a_list_that_no_table_would_take_is_not_sent(
    host: Host, words: list[str], reason: str
) -> None:
    told = host("seat", "draw", *words, "--by", "Rosa", "--port", "/dev/null")
    assert told.status == exit_codes.USAGE
    assert reason in told.err


def test_an_unpaired_host_is_told_what_to_do(
    host: Host, room: tuple[Path, list[str]], tmp_path: Path
) -> None:
    _, where = room
    port = where[1]
    told = host(
        *("seat", "draw", "Anna", "--by", "Rosa", "--port", port),
        *("--keys", tmp_path / "none", "--store", tmp_path / "lines.sqlite3"),
    )
    assert told.status == exit_codes.NOT_AUTHORISED
    assert f"mazziere pair --port {port} --role floor" in told.err


def test_a_rehearsal_asks_for_nothing(host: Host, room: tuple[Path, list[str]]) -> None:
    folder, where = room
    before = journal(folder).count(" draw_entered ")
    told = host("seat", "draw", "Zeno", "--seats", "2", "--dry-run", *where)
    assert told.status == exit_codes.OK, told.err
    assert "Zeno" in told.out
    assert journal(folder).count(" draw_entered ") == before
