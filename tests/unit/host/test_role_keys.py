"""Keys in files: only their owner's, whole or not at all, and shown nowhere."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest

from firmware.schema import messages as m
from host_tools.link.commands import RoleKey
from host_tools.link.role_keys import KeyFolder, KeyUnusable, default_keys

if TYPE_CHECKING:
    from pathlib import Path

SECRET = bytes(range(32))
KEY = RoleKey(m.ROLE_WITNESS, SECRET)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_kept_key_is_found_again_and_open_to_its_owner_only(tmp_path: Path) -> None:
    keys = KeyFolder(tmp_path / "a" / "keys")
    before = os.umask(0)
    try:
        keys.keep("MZ-0007", KEY)
    finally:
        os.umask(before)
    assert keys.key("MZ-0007", m.ROLE_WITNESS) == KEY
    assert mode(keys.path("MZ-0007", m.ROLE_WITNESS)) == 0o600
    assert mode(keys.folder) == 0o700
    assert [path.name for path in keys.folder.iterdir()] == ["MZ-0007.witness.key"]


def test_each_table_and_role_has_its_own_file(tmp_path: Path) -> None:
    keys = KeyFolder(tmp_path / "keys")
    serials = ["MZ-0007", "MZ-0008", "MZ:1", "MZ_1", "MZ..1"]
    for serial in serials:
        for role in (m.ROLE_WITNESS, m.ROLE_FLOOR):
            assert keys.key(serial, role) is None
            keys.keep(serial, RoleKey(role, os.urandom(32)))
    assert len(list(keys.folder.iterdir())) == 2 * len(serials)
    assert len({keys.key(one, m.ROLE_FLOOR).secret for one in serials}) == len(serials)  # type: ignore[union-attr]


def test_new_key_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    keys = KeyFolder(tmp_path / "keys")
    keys.keep("MZ-0007", RoleKey(m.ROLE_WITNESS, bytes(32)))
    keys.keep("MZ-0007", KEY)
    assert keys.key("MZ-0007", m.ROLE_WITNESS) == KEY


@pytest.mark.parametrize("rights", [0o640, 0o604, 0o660, 0o644, 0o620])
def test_key_that_others_can_reach_is_refused_with_the_way_out(
    tmp_path: Path, rights: int
) -> None:
    keys = KeyFolder(tmp_path / "keys")
    keys.keep("MZ-0007", KEY)
    keys.path("MZ-0007", m.ROLE_WITNESS).chmod(rights)
    with pytest.raises(KeyUnusable) as refused:
        keys.key("MZ-0007", m.ROLE_WITNESS)
    assert refused.value.key == "key.open_to_others"
    assert SECRET.hex() not in repr(refused.value) + str(refused.value)


def test_folder_that_others_can_open_takes_no_key(tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    folder.mkdir()
    folder.chmod(0o755)
    with pytest.raises(KeyUnusable) as refused:
        KeyFolder(folder).keep("MZ-0007", KEY)
    assert refused.value.key == "key.folder_open_to_others"
    assert not list(folder.iterdir())


@pytest.mark.parametrize("text", ["", "00", "zz" * 32, "00" * 31, "00" * 33])
def test_file_that_holds_no_key_is_named_not_guessed_at(tmp_path: Path, text: str) -> None:
    keys = KeyFolder(tmp_path / "keys")
    keys.keep("MZ-0007", KEY)
    path = keys.path("MZ-0007", m.ROLE_WITNESS)
    path.write_text(text)
    with pytest.raises(KeyUnusable) as refused:
        keys.key("MZ-0007", m.ROLE_WITNESS)
    assert refused.value.key == "key.malformed"


def test_folder_in_the_place_of_a_file_is_told(tmp_path: Path) -> None:
    keys = KeyFolder(tmp_path / "keys")
    keys.prepare()
    keys.path("MZ-0007", m.ROLE_WITNESS).mkdir()
    with pytest.raises(KeyUnusable) as unreadable:
        keys.key("MZ-0007", m.ROLE_WITNESS)
    assert unreadable.value.key == "key.unreadable"
    with pytest.raises(KeyUnusable) as unkept:
        keys.keep("MZ-0007", KEY)
    assert unkept.value.key == "key.not_kept"


def test_write_that_was_cut_off_leaves_the_old_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = KeyFolder(tmp_path / "keys")
    keys.keep("MZ-0007", KEY)

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        with pytest.raises(KeyUnusable):
            keys.keep("MZ-0007", RoleKey(m.ROLE_WITNESS, bytes(32)))
    assert keys.key("MZ-0007", m.ROLE_WITNESS) == KEY
    keys.keep("MZ-0007", RoleKey(m.ROLE_WITNESS, bytes(32)))


def test_keys_lie_in_the_state_folder_of_the_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert default_keys() == tmp_path / "mazziere" / "keys"
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_keys() == tmp_path / ".local" / "state" / "mazziere" / "keys"


def test_key_shows_in_no_representation() -> None:
    assert SECRET.hex() not in repr(KEY) + str(KEY)
    assert str(SECRET) not in repr(KEY) + str(KEY)
