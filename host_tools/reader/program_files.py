"""The reader's program, put on the camera's drive as plain files.

The camera compiles them itself when it starts, the loops into machine code. It needs no package of
ours beside them: two modules that MicroPython lacks are one line each. Rule of the file: a folder
that is no camera's drive is left alone, and so is a file that neither we nor its maker put there.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import hal.card_reader

HAL = Path(hal.card_reader.__file__).parents[1]
FIRST = "card_reader/first.py"
FILES = ("__init__.py", "errors.py", "drivers/__init__.py", "drivers/crc8.py")
NOT_ON_A_CAMERA = ("board_modules.py", "first.py")  # a checker's; under another name
STARTS = b"from hal.card_reader.main import run"
CAMERAS_MARK = ".openmv_disk"  # OpenMV's firmware marks its drive with it
# OpenMV's firmware writes this main.py of 218 bytes on an empty drive: a blue lamp that blinks.
MAKERS_MAIN = "55308872362c67e218d9cdbf09823aae5741fd80053fa405d25a807b520c27ce"
SHIMS = {
    "__future__.py": '"""Annotations are never evaluated here."""\n\nannotations = True\n',
    "typing.py": '"""Types are for checkers."""\n\nTYPE_CHECKING = False\n',
}


def program() -> dict[str, bytes]:
    """Every file by its place on the camera's drive."""
    rooms = sorted((HAL / "card_reader").glob("*.py"))
    names = [path.name for path in rooms if path.name not in NOT_ON_A_CAMERA]
    wanted = (*FILES, *(f"card_reader/{name}" for name in names))
    files = {f"hal/{name}": (HAL / name).read_bytes() for name in wanted}
    files |= {name: text.encode() for name, text in SHIMS.items()}
    files["main.py"] = (HAL / FIRST).read_bytes()
    return files


def is_a_camera(drive: Path) -> bool:
    """Whether a folder is the drive of an OpenMV camera, or begins with the reader's program."""
    return (drive / CAMERAS_MARK).exists() or _is_ours(drive)


def foreign_file(drive: Path) -> Path | None:
    """A file in the program's place that is somebody else's. Raises `OSError`."""
    if _is_ours(drive):
        return None
    for name, content in program().items():
        path = drive / name
        if not path.exists():
            continue
        held = path.read_bytes() if path.is_file() else None
        begun = held is not None and content.startswith(held)  # an install that was cut short
        if not begun and (held is None or hashlib.sha256(held).hexdigest() != MAKERS_MAIN):
            return path
    return None


def _is_ours(drive: Path) -> bool:
    """Whether the drive begins with the reader, of whatever version."""
    first = drive / "main.py"
    return first.is_file() and STARTS in first.read_bytes()


def install(drive: Path) -> int:
    """Write the program, `main.py` last; how many files. Raises `OSError`."""
    files = program()
    for name, content in files.items():
        path = drive / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return len(files)
