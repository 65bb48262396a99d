"""Where a person's programs keep the keys of the tables they were paired with.

One file for each table and role, in a folder that only its owner may open. A key that others can
read is no secret any more, so such a file is refused with the way out, never used. A key is on the
disk, whole, before anybody says that the pairing worked. The rule of the file: a key goes into a
file or into a seal and is shown nowhere.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from firmware.schema import messages as m
from host_tools.link.commands import KEY_BYTES, RoleKey
from host_tools.link.person_folders import state_folder

FOLDER_MODE = 0o700
FILE_MODE = 0o600
_OTHERS = 0o077


class KeyUnusable(Exception):
    """A key or its folder that cannot be used; `key` names the text, `path` the file."""

    def __init__(self, key: str, path: Path) -> None:
        super().__init__(f"{key} {path}")
        self.key = key
        self.path = path


def default_keys() -> Path:
    """The folder of a person's keys."""
    return state_folder() / "keys"


class KeyFolder:
    """Keys by table serial and role."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, serial: str, role: int) -> Path:
        """The file of one key."""
        return self.folder / f"{quote(serial, safe='')}.{m.ROLE_WORDS[role]}.key"

    def prepare(self) -> None:
        """Make the folder, or see that only its owner may open it; raises `KeyUnusable`."""
        try:
            self.folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
            mode = self.folder.stat().st_mode
        except OSError as error:
            raise KeyUnusable("key.no_folder", self.folder) from error
        if os.name == "posix" and stat.S_IMODE(mode) & _OTHERS:
            raise KeyUnusable("key.folder_open_to_others", self.folder)
        if not os.access(self.folder, os.W_OK | os.X_OK):
            raise KeyUnusable("key.no_folder", self.folder)

    def keep(self, serial: str, key: RoleKey) -> None:
        """Keep a key, durably and whole, in place of an older one; raises `KeyUnusable`."""
        self.prepare()
        path = self.path(serial, key.role)
        new = path.with_name(path.name + ".new")
        try:
            with suppress(FileNotFoundError):
                new.unlink()
            handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(key.secret.hex() + "\n")
                file.flush()
                os.fsync(file.fileno())
            new.replace(path)
            if os.name == "posix":
                self._sync_folder()
        except OSError as error:
            raise KeyUnusable("key.not_kept", path) from error

    def key(self, serial: str, role: int) -> RoleKey | None:
        """A key, or None where nobody was paired; raises `KeyUnusable` for one not to be used."""
        path = self.path(serial, role)
        try:
            return read_key(path, role)
        except FileNotFoundError:
            return None

    def holds(self, role: int) -> bool:
        """Whether a key of this role is kept for any table."""
        return any(self.folder.glob(f"*.{m.ROLE_WORDS[role]}.key"))

    def _sync_folder(self) -> None:
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def read_key(path: Path, role: int) -> RoleKey:
    """Read a key file (64 hex digits) that nobody but its owner may read.

    Raises `KeyUnusable`, and `FileNotFoundError` where there is none.
    """
    try:
        with path.open(encoding="ascii", errors="replace") as file:
            mode = os.fstat(file.fileno()).st_mode
            text = file.read(2 * KEY_BYTES + 2).strip()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise KeyUnusable("key.unreadable", path) from error
    if os.name == "posix" and stat.S_IMODE(mode) & _OTHERS:
        raise KeyUnusable("key.open_to_others", path)
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        secret = b""
    if len(secret) != KEY_BYTES:
        raise KeyUnusable("key.malformed", path)
    return RoleKey(role, secret)
