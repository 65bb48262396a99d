"""What the house asks of a table from the command line: seats, chips, decks, pauses, tests.

One simulated table for all stories, on a pseudo-terminal; the commands run in this process. Each
story leaves the table paused with its three players.
"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from host_tools.cli import exit_codes
from host_tools.sim.table_process import TableProcess
from tests.host_commands import Done, Host
from tests.source_tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

SERIAL = "MZ-0011"
SECONDS_MAX = 300
SCHEMAS = ROOT / "host_tools" / "schemas"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One store and one set of keys, so that the log is read once."""
    return tmp_path_factory.mktemp("house")


@pytest.fixture(scope="module")
def table() -> Iterator[TableProcess]:
    words = ["--seed", "3", "--seats", "1,2,3", "--serial", SERIAL, "--level", "port"]
    words += ["--speed", "80", "--pairing", "floor,technician"]
    with TableProcess(words) as process:
        yield process


@pytest.fixture
def ask(
    folder: Path,
    table: TableProcess,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Callable[..., Done]:
    """The house asks; the table is paused and no hand runs."""
    host = Host(folder, monkeypatch)
    host.capsys = capsys
    monkeypatch.setenv("MAZZIERE_BY", "Rosa")
    monkeypatch.setenv("MAZZIERE_PORT", table.port)
    if not (folder / "paired").exists():
        paired = host("pair", "--role", "floor", "--role", "technician")
        assert paired.status == exit_codes.OK, paired.err
        (folder / "paired").touch()
    assert host("table", "pause").status == exit_codes.OK
    at_rest(host)
    return host


def at_rest(host: Callable[..., Done]) -> None:
    """Wait until no hand runs, nothing is tested and the whole deck is loaded."""
    end = time.monotonic() + SECONDS_MAX
    while time.monotonic() < end:
        told = host("table", "status", "--json").document
        if told["hand"] is None and told["deck"] == "loaded" and not told["testing"]:
            return
    raise AssertionError(told)


def checked(name: str, done: Done) -> Any:
    """The document, as its schema wants it."""
    schema = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
    jsonschema.validate(done.document, schema)
    return done.document


def log_of(folder: Path) -> bytes:
    from host_tools.store import LineStore

    store = LineStore(next(folder.rglob("lines.sqlite3")))
    try:
        ((serial, log, *_),) = store.logs()
        return b"".join(kept.line for kept in store.lines(serial, log))
    finally:
        store.close()


def test_a_table_is_told_as_it_is(ask: Callable[..., Done]) -> None:
    told = checked("table.status", ask("table", "status", "--json"))
    assert (told["table"], told["is_paused"], told["deck"]) == (SERIAL, True, "loaded")
    assert told["seats_taken"] == 3
    listed = checked("table.list", ask("table", "list", "--json"))
    assert [row["table"] for row in listed["tables"]] == [SERIAL]
    said = ask("--lang", "it", "table", "status")
    assert f"Tavolo {SERIAL}: in pausa, tra due mani." in said.out
    assert "Mazzo: caricato intero." in said.out
    assert f"Table {SERIAL}: paused" in ask("table", "list").out


def test_a_player_buys_in_is_corrected_and_paid_out_by_name(
    ask: Callable[..., Done], folder: Path
) -> None:
    assert ask("seat", "sit", 9, "1,500", "--player", "Nadia").status == exit_codes.OK
    assert ask("seat", "top-up", 9, 500).status == exit_codes.OK
    assert ask("seat", "sitout", 9).status == exit_codes.OK
    shown = checked("seat.show", ask("seat", "show", 9, "--json"))["seats"]
    assert shown[0]["stack"] == 2000
    assert shown[0]["is_sitting_out"]
    assert "Seat 9: 2,000, Nadia, sits out" in ask("seat", "show").out
    assert ask("seat", "back", 9).status == exit_codes.OK
    unsure = ask("seat", "stack", "set", 9, 1900, "--reason", "miscounted", types="n\n")
    assert unsure.status == exit_codes.REFUSED
    assert "[not_confirmed]" in unsure.err
    sure = ask("seat", "stack", "set", 9, 1900, "--reason", "miscounted", types="y\n")
    assert (sure.status, sure.out) == (exit_codes.OK, "Seat 9 holds 1,900.\n")
    assert sure.err.count("is connected") == 1
    again = ask("seat", "stack", "set", 9, 1900, "--reason", "miscounted", "--yes")
    assert (again.status, again.out) == (
        exit_codes.OK,
        "It is so already; nothing had to be done.\n",
    )
    wrong = ask("seat", "cash-out", 9, 1800, "--yes")
    assert wrong.status == exit_codes.REFUSED
    assert "Seat 9 holds 1,900, not 1,800." in wrong.err
    dry = ask("seat", "cash-out", 9, "--dry-run")
    assert (dry.status, "pay out 1,900 to seat 9" in dry.out) == (exit_codes.OK, True)
    paid = ask("--lang", "it", "seat", "cash-out", 9, "--yes")
    assert paid.out == "Pagare 1.900 al giocatore del posto 9; il posto è libero.\n"
    gone = ask("seat", "cash-out", 9, "--yes")
    assert (gone.status, "[nobody_there]" in gone.err) == (exit_codes.REFUSED, True)
    assert not checked("seat.show", ask("seat", "show", 9, "--json"))["seats"][0]["is_taken"]
    log = log_of(folder)
    assert b" command_named id=" in log
    assert b" stack_set seat=9 stack=1900 by=Rosa reason=miscounted " in log
    assert b" chips_cashed seat=9 amount=1900 by=Rosa " in log


def test_what_is_so_already_is_no_refusal_whoever_notices_it(ask: Callable[..., Done]) -> None:
    for words in (("table", "pause"), ("table", "open"), ("seat", "back", 1)):
        done = ask(*words, "--json")
        assert done.status == exit_codes.OK, done.err
        (act,) = done.document["acts"]
        assert act["outcome"] in ("done", "already_so")
    assert ask("--lang", "it", "table", "open").out == "È già così; non c'era nulla da fare.\n"


REFUSED = (
    (("seat", "sit", 1, 500), exit_codes.REFUSED, "`mazziere seat show` lists them"),
    (("seat", "stand", 7, "--yes"), exit_codes.REFUSED, "[seat_empty]"),
    (("seat", "top-up", 7, 5), exit_codes.REFUSED, "nobody sits there"),
    (("seat", "sit", 11, 500), exit_codes.USAGE, "SEAT"),
    (("seat", "sit", 9, "40,23"), exit_codes.USAGE, "`40,23` is no amount of chips"),
    (("seat", "sit", 9, "2000000000"), exit_codes.USAGE, "is not between 0 and"),
    (("seat", "top-up", 1, 0), exit_codes.USAGE, "is not between 1 and"),
    (("seat", "sit", 9, 5, "--player", "x" * 25), exit_codes.USAGE, "24 bytes"),
    (("seat", "stack", "set", 1, 5), exit_codes.USAGE, "--reason"),
    (("seat", "stack", "set", 1, 5, "--reason", " "), exit_codes.USAGE, "wants a word"),
    (("seat", "stack", "set", 1, 5, "--reason", "x"), exit_codes.USAGE, "add --yes"),
    (("table", "floor", "ack"), exit_codes.REFUSED, "tells who calls"),
    (("table", "floor", "ack", "--seat", 2), exit_codes.REFUSED, "[nobody_called]"),
    (("table", "close", "--yes"), exit_codes.REFUSED, "`mazziere seat cash-out`"),
    (("table", "misdeal"), exit_codes.USAGE, "--reason"),
    (("table", "misdeal", "--reason", "wind", "--yes"), exit_codes.USAGE, f"--table {SERIAL}"),
    (("deck", "load", "--yes"), exit_codes.REFUSED, "`mazziere deck change`"),
    (("test", "soak", "--rounds", 0), exit_codes.USAGE, "--rounds"),
    (("test", "leds", "--seconds", 601), exit_codes.USAGE, "--seconds"),
)
"""(what is asked, exit status, what is told of it): the table is paused, with players 1, 2, 3."""


def test_what_does_not_fit_is_refused_with_the_way_out(ask: Callable[..., Done]) -> None:
    for words, status, told in REFUSED:
        done = ask(*words)
        assert done.status == status, (words, done.err)
        assert told in done.err, words
        assert done.out == "", words
        assert "Traceback" not in done.err


def test_a_hand_is_voided_only_when_the_serial_number_is_typed(
    ask: Callable[..., Done],
) -> None:
    wrong = ask("table", "void-hand", "--reason", "wind", types="MZ-1\n")
    assert (wrong.status, "[not_confirmed]" in wrong.err) == (exit_codes.REFUSED, True)
    right = ask("table", "void-hand", "--reason", "wind", types=SERIAL + "\n")
    assert (right.status, "[not_now]" in right.err) == (exit_codes.REFUSED, True)
    italian = ask("--lang", "it", "table", "misdeal", "--reason", "x", "--table", SERIAL, "--yes")
    assert italian.status == exit_codes.REFUSED
    assert "a questo punto non si può fare [not_now]" in italian.err
    assert "guardare che cosa aspetta il tavolo" in italian.err


def test_nothing_is_tried_while_hands_may_begin(ask: Callable[..., Done]) -> None:
    assert ask("table", "resume").status == exit_codes.OK
    done = ask("test", "eject", "--yes")
    assert done.status in {exit_codes.BUSY, exit_codes.REFUSED}
    assert "[hand_running]" in done.err or "[not_paused]" in done.err


def test_motors_ejector_and_reader_are_judged_by_what_they_count(
    ask: Callable[..., Done],
) -> None:
    motor = checked("test", ask("test", "motor", "--yes", "--json"))
    assert (motor["passed"], motor["cards"]) == (True, 52)
    ejected = ask("test", "eject", types="y\n")
    assert ejected.status == exit_codes.OK, ejected.err
    assert "52 cards came out and were shuffled anew" in ejected.out
    at_rest(ask)
    read = checked("deck.check", ask("test", "read-deck", "--yes", "--json"))
    assert (read["is_good"], read["missing"]) == (True, [])
    at_rest(ask)  # a check is followed by a whole load
    soaked = checked("test", ask("test", "soak", "--rounds", 1, "--yes", "--json"))
    assert (soaked["done"], soaked["passed"]) == (1, True)


def test_lamps_and_displays_are_lit_and_never_called_passed(ask: Callable[..., Done]) -> None:
    for name, told in (("leds", "The lamps are lit"), ("display", "blinks for 1 s")):
        done = ask("test", name, "--seconds", 1)
        assert done.status == exit_codes.OK, done.err
        assert told in done.out
        assert "passed" not in done.out
        while ask("table", "status", "--json").document["testing"]:
            pass


def test_keys_that_nobody_presses_are_named(ask: Callable[..., Done]) -> None:
    done = ask("test", "keys", "--seat", 4, "--seconds", 20, "--json")
    assert done.status == exit_codes.SELF_TEST_FAILED, done.err
    told = checked("test", done)
    assert [(one["seat"], one["key"]) for one in told["missing"]] == [
        (4, key) for key in ("fold", "call", "raise", "up", "down")
    ]


def test_a_deck_is_checked_changed_and_audited(ask: Callable[..., Done]) -> None:
    done = ask("deck", "check")
    assert (done.status, done.out.startswith("The deck is whole")) == (exit_codes.OK, True)
    audit = checked("deck.audit", ask("deck", "audit", "--json"))
    assert audit["checks"][-1]["is_good"]
    before = audit["decks_seen"]
    assert "The deck is whole" in ask("deck", "audit").out
    assert ask("deck", "retire", "--yes").status == exit_codes.OK
    end = time.monotonic() + SECONDS_MAX
    while time.monotonic() < end:
        audit = checked("deck.audit", ask("deck", "audit", "--json"))
        if audit["decks_seen"] > before and audit["checks"]:
            break
    assert audit["decks_seen"] == before + 1
    assert audit["checks"][0]["cards"] == 52


def test_a_table_closes_when_everybody_has_gone_and_is_opened_again(
    ask: Callable[..., Done],
) -> None:
    stacks = {row["seat"]: row["stack"] for row in ask("seat", "show", "--json").document["seats"]}
    for seat in stacks:
        assert ask("seat", "stand", seat, "--yes").status == exit_codes.OK
    assert f"Nobody sits at table {SERIAL}." in ask("seat", "show").out
    assert ask("table", "close", "--yes").status == exit_codes.OK
    assert checked("table.status", ask("table", "status", "--json"))["is_closed"]
    shut = ask("seat", "sit", 1, 500)
    assert shut.status == exit_codes.REFUSED
    assert "open it with `mazziere table open`" in shut.err
    assert ask("table", "open").status == exit_codes.OK
    for seat, stack in stacks.items():
        assert ask("seat", "sit", seat, stack or 500).status == exit_codes.OK


def test_who_gives_no_name_or_has_no_key_asks_nothing(
    ask: Callable[..., Done], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("MAZZIERE_BY")
    nameless = ask("table", "pause")
    assert (nameless.status, "--by NAME" in nameless.err) == (exit_codes.USAGE, True)
    stranger = ask("test", "motor", "--by", "Teo", "--yes", "--keys", tmp_path)
    assert stranger.status == exit_codes.NOT_AUTHORISED
    assert "--role technician" in stranger.err
