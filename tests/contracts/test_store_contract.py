"""Every store keeps the contract of `hal.ports.Store`: in memory, on a disk, on a fake disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from hal.disk.folder import FolderStore
from hal.errors import ABSENT, FULL, REFUSED, HalError
from hal.mcu.flash_log import FlashLog
from hal.sim.store import MemoryStore
from tests.mcu_stand_ins.nor_flash import NorFlash

STORES = {
    "memory": lambda request: MemoryStore(),
    "folder": lambda request: FolderStore(request.getfixturevalue("tmp_path") / "journal"),
    "flash": lambda request: FlashLog(NorFlash()),
    "pretended disk": lambda request: (
        request.getfixturevalue("fs"), FolderStore(Path("/table/journal"))
    )[1],
}  # fmt: skip


@pytest.fixture(params=STORES)
def store(request):
    return STORES[request.param](request)


def test_a_new_store_is_empty(store):
    assert store.segments() == ()


def test_what_was_appended_is_read_in_order(store):
    store.append(1, b"one\n")
    store.append(1, b"two\n")
    store.sync(1)
    store.append(1, b"three\n")
    assert store.read(1) == b"one\ntwo\nthree\n"


def test_segments_are_told_in_order(store):
    for segment in (12, 2, 1):
        store.append(segment, b"x")
        store.sync(segment)
    assert store.segments() == (1, 2, 12)


def test_writing_goes_on_in_an_older_segment(store):
    store.append(1, b"a")
    store.append(2, b"b")
    store.append(1, b"c")
    store.sync(2)
    store.sync(1)
    assert (store.read(1), store.read(2)) == (b"ac", b"b")


def test_a_cut_drops_the_end_and_writing_goes_on_there(store):
    store.append(1, b"whole line\ntorn")
    store.cut(1, 11)
    assert store.read(1) == b"whole line\n"
    store.append(1, b"next\n")
    store.sync(1)
    assert store.read(1) == b"whole line\nnext\n"


def test_a_cut_beyond_the_end_is_refused_and_changes_nothing(store):
    store.append(1, b"line\n")
    for length in (6, -1):
        with pytest.raises(HalError) as refused:
            store.cut(1, length)
        assert refused.value.kind == REFUSED
    assert store.read(1) == b"line\n"


def test_a_removed_segment_is_gone_and_may_be_made_anew(store):
    store.append(1, b"old")
    store.sync(1)
    store.append(2, b"new")
    store.sync(2)
    store.remove(2)
    store.remove(1)
    assert store.segments() == ()
    store.append(1, b"again")
    assert store.read(1) == b"again"


@pytest.mark.parametrize("ask", ["read", "sync", "remove", "cut"])
def test_a_segment_that_is_not_there_is_absent(store, ask):
    with pytest.raises(HalError) as absent:
        getattr(store, ask)(*((7, 0) if ask == "cut" else (7,)))
    assert absent.value.kind == ABSENT
    assert store.segments() == ()


def test_a_full_memory_says_so_and_keeps_what_it_has():
    store = MemoryStore(capacity_bytes=10)
    store.append(1, b"12345678")
    with pytest.raises(HalError) as full:
        store.append(1, b"abc")
    assert full.value.kind == FULL
    assert store.read(1) == b"12345678"


def test_a_full_disk_says_so(fs):
    fs.set_disk_usage(4096 + 8)
    store = FolderStore(Path("/table/journal"))
    store.append(1, b"1234")
    with pytest.raises(HalError) as full:
        store.append(1, bytes(10_000))
    assert full.value.kind == FULL


def test_a_second_start_finds_what_the_first_one_left(tmp_path):
    first = FolderStore(tmp_path / "journal")
    first.append(3, b"line\n")
    first.sync(3)
    first.close()
    (tmp_path / "journal" / "notes.txt").write_text("not a segment")
    second = FolderStore(tmp_path / "journal")
    assert second.segments() == (3,)
    second.append(3, b"more\n")
    assert second.read(3) == b"line\nmore\n"


def test_the_folder_is_synced_before_a_new_segment_counts_as_durable(tmp_path, monkeypatch):
    import os

    synced = []
    real = os.fsync
    monkeypatch.setattr(os, "fsync", lambda fd: (synced.append(os.fstat(fd).st_mode), real(fd)))
    store = FolderStore(tmp_path / "journal")
    store.append(1, b"x")
    store.sync(1)
    assert [os.path.stat.S_ISDIR(mode) for mode in synced] == [False, True]
    store.sync(1)
    assert len(synced) == 3


def test_a_snapshot_is_kept_whole_beside_the_segments_and_replaced_whole(store):
    store.append(1, b"line\n")
    store.write_snapshot(70, b"first")
    store.write_snapshot(9, b"")
    store.write_snapshot(70, b"second")
    assert store.snapshots() == (9, 70)
    assert (store.read_snapshot(70), store.read_snapshot(9)) == (b"second", b"")
    assert store.segments() == (1,)
    store.remove_snapshot(9)
    assert store.snapshots() == (70,)


@pytest.mark.parametrize("ask", ["read_snapshot", "remove_snapshot"])
def test_a_snapshot_that_is_not_there_is_absent(store, ask):
    with pytest.raises(HalError) as absent:
        getattr(store, ask)(3)
    assert absent.value.kind == ABSENT


def test_room_left_is_told(store):
    before = store.free_bytes()
    assert 0 < before < 1 << 30 or isinstance(store, FolderStore)
    store.append(1, bytes(5000))
    store.sync(1)
    assert store.free_bytes() <= before


@pytest.mark.parametrize("survives", [0, 1])
@pytest.mark.parametrize("step", ["write", "sync", "rename", "sync names"])
def test_a_cut_at_any_step_of_a_snapshot_leaves_the_old_or_the_new_one(step, survives):
    store = MemoryStore()
    store.write_snapshot(1, b"old")

    def pull(what: str) -> None:
        if what == step:
            raise KeyboardInterrupt

    store.before_write = pull
    with pytest.raises(KeyboardInterrupt):
        store.write_snapshot(1, b"new")
    store.cut_power(survives)
    expected = b"new" if step == "sync names" and survives else b"old"
    assert store.read_snapshot(1) == expected


def test_what_a_cut_before_the_rename_left_beside_is_swept_at_the_next_start(tmp_path):
    FolderStore(tmp_path).write_snapshot(1, b"old")
    (tmp_path / "snapshot-0000000001.new").write_bytes(b"torn")
    store = FolderStore(tmp_path)
    assert store.read_snapshot(1) == b"old"
    assert not list(tmp_path.glob("*.new"))
