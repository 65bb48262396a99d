"""Every honest record is accepted by both verifiers: recorded hands, mishaps, cuts, short logs.

The evenings of the swarm, the kills and the power cuts are judged by the same verifier where they
are played (`host_tools.sim.invariants`); here are the records that need something special.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from firmware.app.fram import ORDER_AT
from firmware.app.log_keeping import LogBounds
from firmware.schema import messages as m
from hal.sim.main import Simulation
from hal.sim.mishaps import FaultPlan
from hal.sim.room import MemoryRoom
from hal.sim.script import read_script
from host_tools.replay.hand_record import HandRecord
from host_tools.replay.sources import find_hands
from host_tools.replay.whole_table import write_script
from host_tools.verify import independent
from host_tools.verify.heads import heads_to_tell
from host_tools.verify.report import ACCEPTED, PARTLY, REJECTED, Report
from host_tools.verify.source import Record, lines_of, name_of, read_record
from host_tools.verify.verifier import verify
from tests.forging import words
from tests.paired_host import Keys
from tests.simulated_evening import Evening
from tests.verify_logs import WitnessedEvening, finish, heads_of

if TYPE_CHECKING:
    from collections.abc import Callable

PHH = Path("tests/data/phh/pluribus_sample")
STACKS = {1: 3000, 2: 3000, 6: 3000}
SELDOM = LogBounds(snapshot_lines=1 << 29)
SHORT = LogBounds(segment_bytes_max=6000, snapshot_lines=100, kept_bytes_max=12000)


def of_store(store: object) -> Record:
    """What lies in a table's folder."""
    pages = [lines_of(store.read(one)) for one in store.segments()]  # type: ignore[attr-defined]
    snapshots = [store.read_snapshot(one) for one in store.snapshots()]  # type: ignore[attr-defined]
    return Record(pages, may_be_torn=True, snapshots=snapshots)


def simulated(plan: str = "", hands: int = 3, **named: object) -> Record:
    room = MemoryRoom()
    rows = tuple(row.strip() for row in plan.split(";") if row.strip())
    simulation = Simulation(
        b"honest",
        hands=hands,
        stacks=STACKS if "script" not in named else None,
        room=room,
        plan=FaultPlan(rows) if rows else None,
        **named,  # type: ignore[arg-type]
    )
    simulation.run()
    return of_store(room.store)


def recorded_hands(tmp_path: Path) -> Record:
    records = [found for _, found in find_hands(PHH) if isinstance(found, HandRecord)]
    write_script(tmp_path / "script.json", records[:6])
    return simulated(script=read_script(tmp_path / "script.json"))


def floor_and_absent(tmp_path: Path) -> Record:
    """Somebody sits out and comes back, an award is reversed, the cut's rule changes."""
    evening = Evening(b"floor", STACKS, 4, settings={"cut": "rotation"})
    deeds = [
        (m.PLAYER_OUT_NEXT, 2),
        (m.SETTING_CHANGED, "cut", "public_shuffle", "floor"),
        (m.SETTING_CHANGED, "cut", "scissors", "floor"),
        (m.PLAYER_BACK, 2),
    ]
    for number, deed in enumerate(deeds, 1):
        while len(evening.told(m.HAND_STARTED)) < number:
            evening.one_pass()
        evening.controller.offer(deed)
    evening.play()
    won = evening.told(m.POT_AWARDED)[-1]
    other = next(seat for seat in evening.told(m.HAND_FINISHED)[-1][2] if seat != won[2])
    evening.controller.offer((m.AWARD_REVERSED, won[2], other, 10, "floor"))
    for _ in range(50):
        evening.one_pass()
    assert evening.told(m.AWARD_REVERSED)
    assert any(one[1] == "setting_changed" for one in evening.told(m.INPUT_REFUSED))
    return of_store(evening.disk)


def order_lost(tmp_path: Path) -> Record:
    """The FRAM forgets the order of a running hand; the floor voids it."""
    evening = Evening(b"lost", STACKS, 2, keys=Keys())
    while not evening.told(m.BOARD_DEALT):
        evening.one_pass()
    evening.memory.write(ORDER_AT, bytes(512))
    evening.cut_power()
    evening.evening.look = lambda: None  # type: ignore[method-assign]  # nobody else looks after it
    for _ in range(400):
        evening.one_pass()
    evening.controller.offer(words("floor_ruled", ruling=m.RULING_VOID_HAND, by="floor"))
    for _ in range(400):
        evening.one_pass()
    assert evening.told(m.HAND_VOIDED)
    return of_store(evening.disk)


def short_log(tmp_path: Path) -> Record:
    """Old segments are gone; snapshots carry the state forward."""
    evening = WitnessedEvening(b"short", 4, tmp_path, bounds=SHORT, stacks=STACKS)
    evening.play()
    finish(evening)
    evening.host_store.close()
    record = of_store(evening.disk)
    assert b"1 0 segment_opened" not in record.pages[0][0][:20]
    return record


RECORDS: dict[str, Callable[[Path], Record]] = {
    "recorded_hands": recorded_hands,
    "extra_card": lambda _: simulated("double deal=2 card=3"),
    "premature_flop": lambda _: simulated("stray deal=2 card=7 to=burn,board1,board2,board3"),
    "hole_card_exposed": lambda _: simulated("flip deal=2 card=1"),
    "board_card_unread": lambda _: simulated("unread deal=2 card=8 tries=never"),
    "card_on_the_floor": lambda _: simulated("miss deal=2 card=3 to=floor"),
    "floor_and_absent": floor_and_absent,
    "order_lost": order_lost,
    "short_log": short_log,
}


def judged_by_file(
    record: Record, heads: dict[tuple[str, str, int], bytes] | None = None
) -> independent.Hands:
    """What the one-file verifier reads; it raises where it rejects."""
    pieces = [piece for page in record.pages for piece in page]
    hands = independent.Hands(independent.Record(pieces, heads or {}))
    hands.read()
    return hands


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[Record, Report]]:
    """Each record is played once."""
    played: dict[str, tuple[Record, Report]] = {}

    def of(name: str) -> tuple[Record, Report]:
        if name not in played:
            record = RECORDS[name](tmp_path_factory.mktemp(name))
            played[name] = record, verify(record)
        return played[name]

    return of


@pytest.mark.parametrize("name", RECORDS)
def test_honest_record_is_accepted_by_both(
    name: str, kept: Callable[[str], tuple[Record, Report]]
) -> None:
    record, report = kept(name)
    assert (report.verdict, report.findings, report.gaps) == (ACCEPTED, [], [])
    hands = judged_by_file(record)
    for count in ("hands", "finished", "opened", "unwitnessed", "order_lost", "manual"):
        assert hands.count[count] == report.counts[count], count
    assert hands.reasons == report.reasons


def test_a_new_order_is_counted_by_its_reason(
    kept: Callable[[str], tuple[Record, Report]],
) -> None:
    _, report = kept("extra_card")
    assert sum(report.reasons.values()) >= 1
    assert report.per_100_hands() == {
        reason: round(100 * count / 3, 2) for reason, count in report.reasons.items()
    }


def test_lost_and_voided_is_counted(kept: Callable[[str], tuple[Record, Report]]) -> None:
    _, report = kept("order_lost")
    assert report.counts["order_lost"] == report.counts["voided"] == 1
    assert report.counts["opened"] == report.counts["epochs"] - 1


def test_what_a_snapshot_does_not_carry_is_not_accepted_unseen(
    kept: Callable[[str], tuple[Record, Report]],
) -> None:
    record, _ = kept("short_log")
    report = verify(Record(record.pages, may_be_torn=True))
    assert report.verdict == PARTLY
    assert {found.code for found in report.gaps} == {"begins_late", "not_replayed"}


def test_segment_that_is_taken_out_or_put_elsewhere_is_noticed(
    kept: Callable[[str], tuple[Record, Report]],
) -> None:
    record, _ = kept("short_log")
    pages = record.pages
    assert len(pages) > 2
    for forged in ([pages[0], *pages[2:]], [pages[1], pages[0], *pages[2:]], [*pages, pages[-1]]):
        report = verify(Record(forged, may_be_torn=True, snapshots=record.snapshots))
        assert report.verdict == REJECTED


def test_snapshot_that_says_something_else_is_noticed(
    kept: Callable[[str], tuple[Record, Report]],
) -> None:
    from firmware.compat.digest import sha256

    record, _ = kept("short_log")
    newest = record.snapshots[-1]
    at = newest.index(b"i3000;") if b"i3000;" in newest else newest.rindex(b"i1;")
    digit = b"2" if newest[at + 1 : at + 2] != b"2" else b"4"
    body = newest[: at + 1] + digit + newest[at + 2 : -32]
    forged = [*record.snapshots[:-1], body + sha256(body)]
    report = verify(Record(record.pages, may_be_torn=True, snapshots=forged))
    assert report.verdict == REJECTED
    assert {found.code for found in report.findings} <= {"snapshot_differs", "not_by_the_rules"}


def test_half_a_line_at_a_folders_end_is_a_power_cut_and_at_a_files_end_is_none(
    kept: Callable[[str], tuple[Record, Report]],
) -> None:
    record, _ = kept("recorded_hands")
    torn = [*record.pages[:-1], [*record.pages[-1], b"9999 1 key_ign"]]
    report = verify(Record(torn, may_be_torn=True, snapshots=record.snapshots))
    assert (report.verdict, report.notices[-1].code) == (ACCEPTED, "torn_tail")
    assert verify(Record(torn)).verdict == REJECTED


def test_report_is_one_json_document(kept: Callable[[str], tuple[Record, Report]]) -> None:
    _, report = kept("extra_card")
    told = json.loads(json.dumps(report.as_json()))
    assert told["verdict"] == ACCEPTED
    assert told["counts"]["manual"] == 0
    assert told["epochs_per_100_hands"]


# --- a damage that the table has named itself ----------------------------------------------------


@pytest.fixture(scope="module")
def rotten() -> tuple[Record, dict[int, bytes]]:
    """A bit of an old promise flips, the table starts and names it; and what a witness saw."""
    evening = Evening(b"log", STACKS, 4, keys=Keys(), bounds=SHORT)
    while len(evening.told(m.HAND_FINISHED)) < 2:
        evening.one_pass()
    for _ in range(40):
        evening.one_pass()
    kept = {one: evening.disk.read(one) for one in evening.disk.segments()}
    rotting = next(one for one, text in kept.items() if b" order_committed " in text)
    spoiled = kept[rotting].replace(b" order_committed ", b" order_comMitted ", 1)
    evening.disk.cut(rotting, 0)
    evening.disk.append(rotting, spoiled)
    evening.disk.sync(rotting)
    evening._world = evening.machine.snapshot()
    evening.start()
    for _ in range(200):
        evening.one_pass()
    record = of_store(evening.disk)
    whole = record.content().replace(spoiled, kept[rotting])
    return record, heads_of(lines_of(whole))


def keyed(record: Record, heads: dict[int, bytes]) -> dict[tuple[str, str, int], bytes]:
    table, log = name_of(record)
    return {(table, log.hex(), seq): head for seq, head in heads.items()}


def test_a_damage_the_table_named_is_a_gap_and_heads_in_it_are_counted(
    rotten: tuple[Record, dict[int, bytes]],
) -> None:
    record, heads = rotten
    assert b" log_damaged " in record.content()
    for given in ({}, heads):
        report = verify(record, given)
        assert (report.verdict, report.findings) == (PARTLY, [])
        assert "damage_named" in {found.code for found in report.gaps}
        assert judged_by_file(record, keyed(record, given)).record.notes
    told = [found.values["count"] for found in report.notices if found.code == "heads_in_gaps"]
    assert told == [len(heads) - report.heads_compared] != [0]


def test_a_damage_is_none_when_the_witness_saw_none_of_what_names_it(
    rotten: tuple[Record, dict[int, bytes]],
) -> None:
    record, heads = rotten
    lines = lines_of(record.content())
    told_at = next(n for n, raw in enumerate(lines) if b" log_damaged " in raw)
    before = {seq: head for seq, head in heads.items() if seq < int(lines[told_at].split()[0])}
    assert verify(record, before).verdict == REJECTED
    with pytest.raises(independent.Wrong):
        judged_by_file(record, keyed(record, before))


# --- a tail that the store lost, and the table said so -------------------------------------------


class Lost(NamedTuple):
    """A table whose store lost lines, as its host has it. before: heads told before the start."""

    folder: Record
    store: Record
    before: dict[int, bytes]
    after: dict[int, bytes]


def tail_lost(folder: Path, *, heard_actions: int, torn_bytes: int) -> Lost:
    """The lines behind the first action go; the host heard those of `heard_actions` actions."""
    evening = WitnessedEvening(b"short", 3, folder, bounds=SELDOM, stacks=STACKS)
    kept = 0
    while (acted := len(evening.told(m.ACTION_TAKEN))) < 3:
        (evening if acted < heard_actions else super(WitnessedEvening, evening)).one_pass()
        if not kept and acted:
            kept = len(evening.disk.read(1))
    before = heads_of_store(evening)
    evening.disk.cut(1, kept + torn_bytes)
    evening._world = evening.machine.snapshot()
    evening.start()
    evening.evening.look = lambda: None  # type: ignore[method-assign]  # nobody looks after it
    evening._plug_in()
    for _ in range(400):
        evening.one_pass()
    after = heads_of_store(evening)
    evening.host_store.close()
    return Lost(of_store(evening.disk), read_record(folder / "host.sqlite3"), before, after)


def heads_of_store(evening: WitnessedEvening) -> dict[int, bytes]:
    """What the witness tells now."""
    ((serial, log),) = evening.host_store.log_names()
    kept = ((one.seq, one.line, one.head) for one in evening.host_store.lines(serial, log))
    return dict(heads_to_tell(kept))


@pytest.mark.parametrize("torn_bytes", [0, 9])
@pytest.mark.parametrize("heard_actions", [1, 2, 3])
def test_a_loss_that_the_table_named_is_accepted_by_both(
    heard_actions: int, torn_bytes: int, tmp_path: Path
) -> None:
    """Whether the host was away in the power loss or heard every line that is gone."""
    lost = tail_lost(tmp_path, heard_actions=heard_actions, torn_bytes=torn_bytes)
    assert b" tail_lost " in lost.folder.content()
    for record in (lost.folder, lost.store):
        for heads in ({}, lost.after):
            report = verify(record, heads)
            assert report.findings == []
            judged_by_file(record, keyed(record, heads))
    report = verify(lost.folder, lost.after)
    assert "lines_lost" in {found.code for found in report.gaps}
    told = sum(found.values["count"] for found in report.notices if found.code == "heads_in_gaps")
    assert told == len(lost.after) - report.heads_compared
    assert told or heard_actions < 3


def test_a_loss_is_none_when_the_witness_heard_of_the_lines_and_not_of_the_loss(
    tmp_path: Path,
) -> None:
    lost = tail_lost(tmp_path, heard_actions=3, torn_bytes=0)
    report = verify(lost.folder, lost.before)
    assert [found.code for found in report.findings] == ["loss_unseen"]
    with pytest.raises(independent.Wrong):
        judged_by_file(lost.folder, keyed(lost.folder, lost.before))
