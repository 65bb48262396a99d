"""The reader's program, put on the camera's drive as plain files.

The camera compiles them itself when it starts, the loops into machine code. It needs no package of
ours beside them: two modules that MicroPython lacks are one line each. Rule of the file: a drive
that does not look like a camera's is left alone.
"""

from __future__ import annotations

from pathlib import Path

import hal.card_reader

HAL = Path(hal.card_reader.__file__).parents[1]
FIRST = "card_reader/first.py"
FILES = ("__init__.py", "errors.py", "drivers/__init__.py", "drivers/crc8.py")
NOT_ON_A_CAMERA = ("board_modules.py", "first.py")  # a checker's; under another name
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
    """Whether a folder is what an OpenMV camera shows as its drive: it has a main.py."""
    return (drive / "main.py").is_file()


def install(drive: Path) -> int:
    """Write the program, `main.py` last; how many files. Raises `OSError`."""
    files = program()
    for name, content in files.items():
        path = drive / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return len(files)
