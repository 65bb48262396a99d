"""A read-only file system of compiled code, from which MicroPython runs bytecode where it lies.

That is as near as the development machine comes to frozen modules: what a board has in flash takes
no heap here either. The format is MicroPython's ROMFS (its documentation, "Filesystems"): records
of a kind, a length and what they hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_MAGIC = b"\xd2\xcd\x31"
_VERBATIM, _FOLDER, _FILE = 2, 4, 5


def image(folder: Path, names: tuple[str, ...]) -> bytes:
    """The file system with these folders of `folder` at its top."""
    content = b"".join(_entry(folder / name) for name in sorted(names))
    length = _number(len(content))
    if (len(_MAGIC) + len(length) + len(content)) % 2:
        length = b"\x80" + length
    return _MAGIC + length + content


def _entry(path: Path) -> bytes:
    name = _number(len(path.name)) + path.name.encode()
    if path.is_dir():
        return _record(_FOLDER, name + b"".join(_entry(one) for one in sorted(path.iterdir())))
    return _record(_FILE, name + _record(_VERBATIM, path.read_bytes()))


def _record(kind: int, content: bytes) -> bytes:
    return _number(kind) + _number(len(content)) + content


def _number(value: int) -> bytes:
    """Seven bits a byte, the highest first; the top bit says that more follow."""
    told = [value & 0x7F]
    while value > 0x7F:
        value >>= 7
        told.insert(0, 0x80 | value & 0x7F)
    return bytes(told)
