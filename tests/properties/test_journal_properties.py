"""Whatever was appended and whenever the power failed: the synced lines are there, in order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware.journal.kept import KeptRecord
from firmware.schema import messages as m
from hal.sim.memory import SimOrderMemory
from tests.journal_bench import REVEALED, STARTED, Bench, text

MESSAGES = st.sampled_from(
    [STARTED, REVEALED, (m.TABLE_PAUSED, "Zoë %"), (m.COLLECT_CARDS,), (m.CARD_FED, 7)]
)
PASSES = st.lists(
    st.tuples(st.lists(MESSAGES, min_size=1, max_size=5), st.booleans()), max_size=25
)


class PlugPulledError(Exception):
    """The power fails here."""


@given(PASSES, st.sampled_from([300, 900, 65536]), st.integers(0, 700), st.data())
def test_synced_lines_survive_any_power_cut_and_the_log_goes_on(
    passes: list, segment_bytes_max: int, surviving_bytes: int, data: st.DataObject
) -> None:
    bench = Bench()
    journal = bench.new(segment_bytes_max)
    durable: list[tuple] = []
    left = data.draw(st.integers(0, 3 * len(passes) + 1), label="writes before the cut")

    def pull(_what: str) -> None:
        nonlocal left
        if left == 0:
            raise PlugPulledError
        left -= 1

    bench.store.before_write = pull
    bench.memory.before_write = pull
    try:
        for messages, is_synced in passes:
            if journal.is_segment_full() and journal.synced == journal.seq:
                journal.open_segment(1)
            for message in messages:
                journal.append(message, 1)
            if is_synced:
                journal.sync()
                durable = list(journal._recent[: journal.synced])
    except PlugPulledError:
        pass
    bench.store.before_write = bench.memory.before_write = lambda what: None
    bench.store.cut_power(surviving_bytes)
    found, seen = bench.recover()
    assert not found.is_damaged
    assert [line.seq for line, _ in seen] == list(range(1, found.seq + 1))
    assert text(bench.store).startswith(b"".join(durable))
    resumed = bench.resumed()
    if resumed.is_segment_full():
        resumed.open_segment(2)
    resumed.append(STARTED, 3)
    resumed.sync()
    again, lines = bench.recover()
    assert not again.is_damaged
    assert again.cut_bytes == 0
    assert lines[-1][0].seq == again.seq == resumed.seq


@given(st.integers(0, 4000), st.integers(1, 255), st.lists(MESSAGES, min_size=3, max_size=12))
def test_any_changed_byte_of_a_synced_log_is_found(at: int, mask: int, messages: list) -> None:
    bench = Bench()
    journal = bench.new(segment_bytes_max=400)
    for message in messages:
        if journal.is_segment_full():
            journal.open_segment(1)
        journal.append(message, 1)
        journal.sync()
    segment = bench.store.segments()[at % len(bench.store.segments())]
    content = bytearray(bench.store.read(segment))
    content[at % len(content)] ^= mask
    bench.store.cut(segment, 0)
    bench.store.append(segment, bytes(content))
    bench.store.sync(segment)
    assert bench.recover()[0].is_damaged


@given(st.lists(st.binary(max_size=40), max_size=12), st.integers(0, 60))
def test_note_in_the_fram_is_the_last_whole_one(contents: list[bytes], torn_at: int) -> None:
    memory = SimOrderMemory()
    kept = KeptRecord(memory, 0, 64)
    kept.read()
    for content in contents:
        kept.write(content)
    before = memory.read(0, 128)
    kept.write(b"the write that is torn")
    after = memory.read(0, 128)
    place = 0 if before[:64] != after[:64] else 64
    memory.write(0, before)
    memory.write(place, after[place : place + torn_at])
    again = KeptRecord(memory, 0, 64)
    whole = after[place : place + 64] == memory.read(place, 64)
    last = contents[-1] if contents else None
    assert again.read() == (b"the write that is torn" if whole else last)
