"""A note in the FRAM survives a power cut at any byte, or was never written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.compat import InvariantError
from firmware.journal.kept import FRAME_BYTES, KeptRecord, sealed, unsealed
from hal.sim.memory import SimOrderMemory

PLACE_BYTES = 64


def record(memory: SimOrderMemory) -> KeptRecord:
    return KeptRecord(memory, 128, PLACE_BYTES)


def test_new_memory_holds_no_note() -> None:
    assert record(SimOrderMemory()).read() is None


def test_last_note_is_the_one_read_back() -> None:
    memory = SimOrderMemory()
    kept = record(memory)
    kept.read()
    for content in (b"one", b"", b"three", bytes(PLACE_BYTES - FRAME_BYTES)):
        kept.write(content)
        assert record(memory).read() == content


def test_note_written_before_any_was_read_is_the_newest() -> None:
    memory = SimOrderMemory()
    kept = record(memory)
    for content in (b"one", b"two", b"three"):
        kept.write(content)
    record(memory).write(b"four")
    assert record(memory).read() == b"four"


def test_torn_write_at_any_byte_leaves_the_note_before() -> None:
    for survives in range(FRAME_BYTES + 5):
        memory = SimOrderMemory()
        kept = record(memory)
        kept.read()
        kept.write(b"first")
        kept.write(b"second")
        third = sealed(3, b"third")
        memory.write(128, third[:survives])
        assert record(memory).read() == (b"third" if survives == len(third) else b"second")


def test_writing_goes_on_after_a_restart_over_the_older_note() -> None:
    memory = SimOrderMemory()
    for n in range(10):
        kept = record(memory)
        kept.read()
        kept.write(bytes((n,)))
    assert record(memory).read() == b"\x09"


def test_wiped_note_cannot_be_read_back() -> None:
    memory = SimOrderMemory()
    kept = record(memory)
    kept.read()
    kept.write(b"secret")
    kept.write(b"secret")
    kept.wipe()
    assert memory.read(0, 512) == bytes(512)
    assert kept.read() is None


def test_note_that_does_not_fit_is_a_bug() -> None:
    kept = record(SimOrderMemory())
    with pytest.raises(InvariantError):
        kept.write(bytes(PLACE_BYTES))
    with pytest.raises(InvariantError):
        sealed(1, bytes(256))


@given(st.binary(max_size=80))
def test_any_bytes_are_a_note_or_none(place: bytes) -> None:
    found = unsealed(place)
    assert found is None or sealed(*found) == place[: len(found[1]) + FRAME_BYTES]
