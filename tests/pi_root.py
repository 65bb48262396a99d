"""Installs a table into a real, minimal Debian and takes it away again.

`make pi-root` unpacks one with debootstrap below build/pi-root (minutes, as root, with a network),
lays a boot partition beside it as Raspberry Pi OS has it, and runs `mazziere-table install` and
`uninstall` inside, by its own Python and its own user tools; its own systemd judges the service.
What stays open is what only a Pi shows: whether the overlay's buses come up. Rule of the file:
everything is asked of the system inside, nothing of the one around it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SUITE = "bookworm"
PACKAGES = "systemd,systemd-sysv,passwd,udev,kmod,python3"
PROGRAM = "/opt/mazziere/bin/mazziere-table"
UNIT = "mazziere-table.service"
CONFIG = "dtparam=audio=on\n"
CMDLINE = "console=serial0,115200 console=tty1 root=/dev/mmcblk0p2 rootwait\n"
EXPOSURE_MAX = 2.0


class Refused(Exception):
    """Something inside did not do what it should."""


class Inside:
    """Commands run inside the root folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def run(self, *command: str, code: int = 0) -> str:
        """Standard output and error of a command; Refused when it ends with another code."""
        place = ["env", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "PYTHONPATH=/opt/mazziere"]
        done = subprocess.run(
            ["chroot", str(self.root), *place, *command],
            capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
        told = done.stdout + done.stderr
        if done.returncode != code:
            raise Refused(f"{' '.join(command)}: {done.returncode}: {told.strip()}")
        return told

    def table(self, command: str, *more: str) -> str:
        """Run `mazziere-table install` or `uninstall`."""
        where = ["--program", PROGRAM] if command == "install" else []
        return self.run("python3", "-m", "hal.main", command, *where, *more)


def claim(what: str, is_so: bool) -> None:
    """Tell a claim that holds; Refused when it does not."""
    if not is_so:
        raise Refused(what)
    print("ok  " + what)


def prepare(root: Path) -> None:
    """Unpack the system where it is not there yet, and lay the table's code and a boot beside."""
    if not (root / "etc" / "passwd").exists():
        command = ["debootstrap", "--variant=minbase", "--include=" + PACKAGES, SUITE, str(root)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    code = root / "opt" / "mazziere"
    for room in ("hal", "firmware"):
        shutil.rmtree(code / room, ignore_errors=True)
        shutil.copytree(ROOT / room, code / room, ignore=shutil.ignore_patterns("__pycache__"))
    program = root / PROGRAM.lstrip("/")
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text("#!/bin/sh\nexit 0\n")
    program.chmod(0o755)
    boot = root / "boot" / "firmware"
    boot.mkdir(parents=True, exist_ok=True)
    (boot / "config.txt").write_text(CONFIG)
    (boot / "cmdline.txt").write_text(CMDLINE)


def try_out(root: Path) -> None:
    """Install, judge, install again, uninstall."""
    inside = Inside(root)
    boot = root / "boot" / "firmware"
    service = "/etc/systemd/system/" + UNIT
    inside.table("install", "--dry-run")
    claim("a dry run changes nothing", (boot / "config.txt").read_text() == CONFIG)
    inside.table("install")
    groups = inside.run("id", "-nG", "mazziere").split()
    claim("the user is in his groups", {"gpio", "i2c", "dialout"} <= set(groups))
    claim("the service is enabled", "enabled" in inside.run("systemctl", "is-enabled", UNIT))
    getty = inside.run("systemctl", "is-enabled", "serial-getty@ttyAMA0.service", code=1)
    claim("no login prompt on the serial line", "masked" in getty)
    loaded = inside.run("systemd-analyze", "cat-config", "--no-pager", "modules-load.d")
    claim("systemd loads i2c-dev at boot", "\ni2c-dev\n" in loaded)
    verdict = inside.run("systemd-analyze", "verify", "--man=no", service)
    claim("systemd finds nothing wrong with the service", "mazziere" not in verdict)
    exposure = inside.run("systemd-analyze", "security", "--offline=true", "--no-pager", service)
    mark = float(exposure.split(UNIT + ":")[-1].split()[0])
    claim(f"its exposure is {mark}, below {EXPOSURE_MAX}", mark < EXPOSURE_MAX)
    claim("twice is once", "Nothing to do" in inside.table("install"))
    inside.table("uninstall")
    claim("config.txt is as it was", (boot / "config.txt").read_text() == CONFIG)
    claim("cmdline.txt is as it was", (boot / "cmdline.txt").read_text() == CMDLINE)
    claim("the user is gone", "mazziere" not in (root / "etc" / "passwd").read_text())
    left = [str(path) for path in (root / "etc").rglob("*mazziere*")]
    claim("no file of ours is left in /etc", not left)


def main(arguments: list[str]) -> int:
    """Exit code 0 when every claim holds, 1 when one does not, 2 when it cannot be tried here."""
    root = Path(arguments[0] if arguments else ROOT / "build" / "pi-root").resolve()
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        print("needs root and debootstrap: apt-get install debootstrap", file=sys.stderr)
        return 2
    try:
        prepare(root)
        try_out(root)
    except (Refused, OSError, subprocess.SubprocessError) as trouble:
        print(f"NO  {trouble}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
