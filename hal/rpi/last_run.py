"""How the program ended last time: on purpose, by dying, or with the computer.

A small file in the table's folder holds the computer's boot and whether the program still ran. The
same boot and still running means that it died or was killed by a watchdog, and such starts are
counted by the firmware. A computer that was started again by its own watchdog looks like one that
was switched on: the Pi keeps no sign of it that Linux tells. Rule of the file: what is not known
is told as a start by power.
"""

from __future__ import annotations

from pathlib import Path

POWER_ON = "power_on"  # words of the schema's enum `reset`
WATCHDOG = "watchdog"
SOFTWARE = "software"

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")  # proc_sys_kernel(5): another at every boot
_NAME = "last-run"
_RUNS = "runs"
_ENDED = "ended"


class LastRun:
    """Of the table in `folder`. reset: why this start came about, a word of `reset`."""

    def __init__(self, folder: Path, boot_id: Path = BOOT_ID) -> None:
        self._path = folder / _NAME
        self._boot = boot_id.read_text(encoding="ascii").strip()
        try:
            boot, state = self._path.read_text(encoding="ascii").split()
        except (OSError, ValueError):
            boot, state = "", ""
        if boot != self._boot:
            self.reset = POWER_ON
        else:
            self.reset = WATCHDOG if state == _RUNS else SOFTWARE

    def runs(self) -> None:
        """The table is about to run: from here on an end without `ended` is a death."""
        self._note(_RUNS)

    def ended(self) -> None:
        """The program ends on purpose."""
        self._note(_ENDED)

    def _note(self, state: str) -> None:
        beside = self._path.with_suffix(".new")
        beside.write_text(f"{self._boot} {state}\n", encoding="ascii")
        beside.replace(self._path)
