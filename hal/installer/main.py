"""The commands `mazziere-table install` and `uninstall`.

Tells every change before it is made, makes only what is missing, and with `--dry-run` makes none.
Anything that would stop it half-way is looked for first: the wrong system, missing rights, a
config.txt whose marks somebody edited. Rule of the file: twice is once.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from hal.installer.files import MarksError
from hal.installer.plan import STATE, InstallError, run_tool, steps

if TYPE_CHECKING:
    from hal.installer.plan import Step

EXIT_USAGE = 2
EXIT_BROKEN_OFF = 1
# What ProtectHome and PrivateTmp of the service hide from it (systemd.exec(5)).
HIDDEN = ("/home", "/root", "/run/user", "/tmp", "/var/tmp")


def _program() -> str:
    """The full path of the command that is running now: what the service will start."""
    beside = Path(sys.executable).parent / "mazziere-table"
    return str(beside if beside.exists() else Path(sys.argv[0]).absolute())


def _must_be_seen(program: str) -> None:
    if any(Path(program).is_relative_to(folder) for folder in HIDDEN):
        raise InstallError(
            f"the service may not look into {', '.join(HIDDEN)}, and {program} is there. "
            "sudo python3 -m venv /opt/mazziere, install the package by /opt/mazziere/bin/pip, "
            "then sudo /opt/mazziere/bin/mazziere-table install."
        )


def _arguments(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="mazziere-table",
        description="Set a Raspberry Pi OS up as a table, or take everything away again. "
        "The table's records in /" + STATE + " are never removed.",
    )
    parser.add_argument("command", choices=("install", "uninstall"))
    parser.add_argument("--dry-run", action="store_true", help="tell the changes, make none")
    parser.add_argument(
        "--root", type=Path, default=Path("/"), help="folder of a mounted card instead of /"
    )
    parser.add_argument("--program", help="path of mazziere-table as the service starts it")
    return parser.parse_args(argv)


def _tell(which: list[tuple[Step, str]], *, is_dry: bool) -> None:
    for _, what in which:
        print(("would " if is_dry else "") + what)


def _reload(root: Path) -> None:
    """Tell the running system, where it is the one that was changed and systemd runs it."""
    if str(root) == "/" and Path("/run/systemd/system").exists():
        run_tool(["systemctl", "daemon-reload"])
        run_tool(["udevadm", "control", "--reload"])


def main(argv: list[str]) -> int:
    """Install or uninstall; 0 when it stands, 2 when nothing was begun, 1 when it broke off."""
    asked = _arguments(argv)
    root = asked.root.absolute()
    program = asked.program or _program()
    if not Path(program).is_absolute() or any(mark in program for mark in " \"'%$\n"):
        print(f"mazziere-table: not a path a service can start: {program}", file=sys.stderr)
        return EXIT_USAGE
    if os.geteuid() != 0 and not asked.dry_run:
        print("mazziere-table: needs root: sudo mazziere-table " + asked.command, file=sys.stderr)
        return EXIT_USAGE
    is_install = asked.command == "install"
    has_begun = False
    try:
        all_steps = steps(root, program)
        if is_install:
            _must_be_seen(program)
        ordered = all_steps if is_install else all_steps[::-1]
        todo = [
            (step, what)
            for step in ordered
            if (what := step.missing() if is_install else step.present())
        ]
        _tell(todo, is_dry=asked.dry_run)
        if not todo:
            print("Nothing to do: it is " + ("" if is_install else "not ") + "installed.")
            return 0
        if asked.dry_run:
            return 0
        has_begun = True
        for step, _ in todo:
            if is_install:
                step.do()
            else:
                step.undo()
        _reload(root)
    except (InstallError, MarksError, OSError) as trouble:
        print(f"mazziere-table: {trouble}", file=sys.stderr)
        if not has_begun:
            return EXIT_USAGE
        print("What was not done yet is done by the same command again.", file=sys.stderr)
        return EXIT_BROKEN_OFF
    print("Done. Restart the Pi: sudo reboot")
    if not is_install and (root / STATE).exists():
        print(f"The table's records are still in /{STATE}.")
    return 0
