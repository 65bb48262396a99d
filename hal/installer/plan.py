"""The steps that make a Raspberry Pi OS a table, in order, each with its way back.

Every step says what is to be done now (nothing, where it was done before), does it, and undoes it.
Work is done below a root folder, so that an image can be set up without starting it. Rule of the
file: order matters and the reasons stand beside it; the state folder is never touched.
"""

from __future__ import annotations

import base64
import os
import subprocess
from typing import TYPE_CHECKING

from hal.installer.files import replace, split_console, with_block, without_block
from hal.installer.system_files import CONFIG, OVERLAY, RULES, SERVICE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from typing import Protocol

    class Step(Protocol):
        """One change."""

        name: str

        def missing(self) -> str:
            """What is still to be done, "" for nothing."""
            ...

        def present(self) -> str:
            """What there is to undo, "" for nothing."""
            ...

        def do(self) -> None:
            """Do it."""
            ...

        def undo(self) -> None:
            """Undo it."""
            ...


USER = "mazziere"
GROUPS = ("gpio", "i2c", "dialout")
BOOTS = ("boot/firmware", "boot")  # Raspberry Pi OS 12 and later, and before
STATE = "var/lib/mazziere-table"
REMEMBERED = "etc/mazziere-table/cmdline-words"
# Read by systemd at boot (modules-load.d(5)): without it no program sees the buses, /dev/i2c-N.
MODULES = "etc/modules-load.d/mazziere-table.conf"


class InstallError(Exception):
    """The system cannot be set up; the text says why and what to do. Nothing was changed."""


def boot_folder(root: Path) -> Path:
    """Where config.txt and overlays lie.

    Raises:
        InstallError: this is no Raspberry Pi OS.
    """
    for name in BOOTS:
        if (root / name / "config.txt").is_file():
            return root / name
    looked = " or ".join(str(root / name) for name in BOOTS)
    raise InstallError(
        f"no config.txt in {looked}: this is not a Raspberry Pi OS. "
        "Write one to a card with the Raspberry Pi Imager and start from there."
    )


class PutFile:
    """A file that is ours alone."""

    def __init__(self, root: Path, path: Path, content: bytes) -> None:
        self.path = path
        self.content = content
        self.name = "/" + str(path.relative_to(root))

    def missing(self) -> str:
        """Whether it is not there, or another."""
        if not self.path.exists():
            return "write " + self.name
        return "" if self.path.read_bytes() == self.content else "replace " + self.name

    def present(self) -> str:
        """Whether it is there at all."""
        return "remove " + self.name if self.path.exists() else ""

    def do(self) -> None:
        """Write it."""
        replace(self.path, self.content)

    def undo(self) -> None:
        """Remove it."""
        self.path.unlink(missing_ok=True)


class ConfigBlock:
    """Our lines in config.txt, between two marks."""

    def __init__(self, root: Path) -> None:
        self.path = boot_folder(root) / "config.txt"
        self.name = "/" + str(self.path.relative_to(root))

    def _text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    def missing(self) -> str:
        """Whether the block is not there as it should be."""
        text = self._text()
        is_there = with_block(text, CONFIG, self.name) == text
        return "" if is_there else "set our block in " + self.name

    def present(self) -> str:
        """Whether a block is there."""
        text = self._text()
        is_gone = without_block(text, self.name) == text
        return "" if is_gone else "take our block out of " + self.name

    def do(self) -> None:
        """Put it at the end, where it wins."""
        replace(self.path, with_block(self._text(), CONFIG, self.name).encode())

    def undo(self) -> None:
        """Take it out."""
        replace(self.path, without_block(self._text(), self.name).encode())


class QuietConsole:
    """No kernel console on the host's serial line; the words taken out are remembered."""

    def __init__(self, root: Path) -> None:
        self.path = boot_folder(root) / "cmdline.txt"
        self.kept = root / REMEMBERED
        self.name = "/" + str(self.path.relative_to(root))

    def _split(self) -> tuple[str, list[str]]:
        if not self.path.exists():
            return "", []
        return split_console(self.path.read_text(encoding="utf-8"))

    def missing(self) -> str:
        """Which words are still there."""
        words = self._split()[1]
        return f"take {' '.join(words)} out of {self.name}" if words else ""

    def present(self) -> str:
        """Which words were taken."""
        if not self.kept.exists():
            return ""
        return f"give {self.kept.read_text(encoding='utf-8').strip()} back to {self.name}"

    def do(self) -> None:
        """Remember first, then take."""
        line, words = self._split()
        had = self.kept.read_text(encoding="utf-8").split() if self.kept.exists() else []
        replace(self.kept, (" ".join(dict.fromkeys([*had, *words])) + "\n").encode())
        replace(self.path, line.encode())

    def undo(self) -> None:
        """Give back what is not there again already, then forget."""
        line = self.path.read_text(encoding="utf-8") if self.path.exists() else ""
        back = [
            word
            for word in self.kept.read_text(encoding="utf-8").split()
            if word not in line.split()
        ]
        replace(self.path, (" ".join([*back, *line.split()]) + "\n").encode())
        self.kept.unlink()
        if not any(self.kept.parent.iterdir()):
            self.kept.parent.rmdir()


class Link:
    """A symbolic link, as `systemctl enable` and `mask` make them; needs no running systemd."""

    def __init__(self, root: Path, path: str, target: str, why: str) -> None:
        self.path = root / path
        self.target = target
        self.why = why
        self.name = "/" + path

    def _is_there(self) -> bool:
        return self.path.is_symlink() and os.readlink(self.path) == self.target

    def missing(self) -> str:
        """Whether it is not there."""
        return "" if self._is_there() else self.why

    def present(self) -> str:
        """Whether ours is there."""
        return "undo: " + self.why if self._is_there() else ""

    def do(self) -> None:
        """Make it; a file in its place is somebody's and an error."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if self.path.is_symlink():
            self.path.unlink()
        self.path.symlink_to(self.target)

    def undo(self) -> None:
        """Remove it."""
        self.path.unlink()


def run_tool(command: Sequence[str]) -> None:
    """Run a tool of the system.

    Raises:
        InstallError: it is missing or it failed.
    """
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    except (FileNotFoundError, subprocess.TimeoutExpired) as trouble:
        raise InstallError(f"{command[0]}: {trouble}") from None
    if done.returncode:
        raise InstallError(f"{' '.join(command)}: {(done.stderr or done.stdout).strip()}")


class OwnUser:
    """The service's user, its group, and the groups of buses, pins and serial line."""

    name = "user " + USER

    def __init__(self, root: Path, run: Callable[[Sequence[str]], None] = run_tool) -> None:
        self.root = root
        self.run = run

    def _names(self, file: str) -> dict[str, list[str]]:
        path = self.root / "etc" / file
        if not path.exists():
            raise InstallError(f"/etc/{file} is missing: this is no system")
        rows = [row.split(":") for row in path.read_text(encoding="utf-8").splitlines() if row]
        return {row[0]: row for row in rows}

    def _wanted_groups(self) -> list[str]:
        groups = self._names("group")
        return [name for name in (*GROUPS, USER) if name not in groups]

    def _is_member(self) -> bool:
        groups = self._names("group")
        return all(USER in groups.get(name, [""])[-1].split(",") for name in GROUPS)

    def missing(self) -> str:
        """Whether user or groups are missing."""
        has_user = USER in self._names("passwd")
        if has_user and not self._wanted_groups() and self._is_member():
            return ""
        return f"make the user {USER}, in the groups {', '.join(GROUPS)}"

    def present(self) -> str:
        """The user stays as long as files of the table are his."""
        if USER not in self._names("passwd") or (self.root / STATE).exists():
            return ""
        return f"remove the user {USER}"

    def do(self) -> None:
        """Groups first: a user cannot be made a member of what there is not."""
        prefix = ["--prefix", str(self.root)] if str(self.root) != "/" else []
        for name in self._wanted_groups():
            self.run(["groupadd", *prefix, "--system", name])
        if USER not in self._names("passwd"):
            home = ["--no-create-home", "--home-dir", "/nonexistent"]
            kind = ["--system", "--shell", "/usr/sbin/nologin", "--gid", USER]
            self.run(["useradd", *prefix, *kind, *home, "--groups", ",".join(GROUPS), USER])
        elif not self._is_member():
            self.run(["usermod", *prefix, "--append", "--groups", ",".join(GROUPS), USER])

    def undo(self) -> None:
        """Remove user and own group; the other groups are the system's."""
        prefix = ["--prefix", str(self.root)] if str(self.root) != "/" else []
        self.run(["userdel", *prefix, USER])
        if USER in self._names("group"):
            self.run(["groupdel", *prefix, USER])


def steps(root: Path, program: str) -> list[Step]:
    """All steps. The overlay lies there before config.txt names it, the user before his service.

    Raises:
        InstallError: this is no Raspberry Pi OS.
    """
    boot = boot_folder(root)
    units = "etc/systemd/system/"
    service = "mazziere-table.service"
    return [
        OwnUser(root),
        PutFile(root, boot / "overlays" / "mazziere-table.dtbo", base64.b64decode(OVERLAY)),
        ConfigBlock(root),
        PutFile(root, root / MODULES, b"i2c-dev\n"),
        QuietConsole(root),
        Link(
            root,
            units + "serial-getty@ttyAMA0.service",
            "/dev/null",
            "keep the login prompt off the host's serial line",
        ),
        PutFile(root, root / "etc/udev/rules.d/70-mazziere-table.rules", RULES.encode()),
        PutFile(root, root / units / service, SERVICE.replace("@PROGRAM@", program).encode()),
        Link(
            root,
            units + "multi-user.target.wants/" + service,
            "/etc/systemd/system/" + service,
            "start the service at boot",
        ),
    ]
