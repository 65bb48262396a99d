"""A simulated table as a process of its own, reached over a pseudo-terminal.

Starts `hal.sim.main`, waits until it has written the name of its port, and sees to it that the
process is gone when the caller is done: asked to end first, killed when it does not. The rule of
the file: every wait has an end, and leaving the block leaves no process, nor does being killed:
the table holds one end of a pipe that ends with us.
"""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Any

PLUG_PULLED = -signal.SIGKILL
"""Status of a process that was killed, which to a table is a power cut."""

START_SECONDS = 60.0
"""Start-up takes under a second; a small board under load may need ten."""

END_SECONDS = 5.0
DEAD_SECONDS = 1.0
"""A process whose port is gone has its status by then, or is alive."""

LOOK_SECONDS = 0.02


SPEED_MIN, SPEED_MAX = 0.01, 10_000.0
"""Of a table's clock, in multiples of real time."""

ENDING_SIGNALS = (signal.SIGTERM, signal.SIGHUP)
"""Told to end, or the terminal was closed: as Ctrl-C, so that the table is stopped too."""


def _stop(_signal: int, _frame: object) -> None:
    raise KeyboardInterrupt


def is_speed(word: str) -> bool:
    """Whether a table can be run at this pace: `max`, or a multiple of real time in range."""
    if word == "max":
        return True
    try:
        return SPEED_MIN <= float(word) <= SPEED_MAX
    except ValueError:
        return False


class TableFailed(Exception):
    """The table's process ended or said nothing before its port was known, or does not end."""


class TableKilled(TableFailed):
    """The table's process was killed: its plug was pulled."""


class TableProcess:
    """Use as a context: `with TableProcess(["--hands", "5"]) as table: table.port`."""

    def __init__(self, options: list[str]) -> None:
        self.options = options
        self.port = ""
        self._complaints = Path()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> TableProcess:
        self._folder = tempfile.TemporaryDirectory(prefix="mazziere-")
        told = Path(self._folder.name) / "port"
        self._complaints = Path(self._folder.name) / "complaints"
        words = [sys.executable, "-m", "hal.sim.main", *self.options]
        words += ["--port-file", str(told), "--until-stdin-ends"]
        if threading.current_thread() is threading.main_thread():
            self._handlers = {number: signal.signal(number, _stop) for number in ENDING_SIGNALS}
        try:
            # Its own session: Ctrl-C reaches us first, and we stop it in order.
            with self._complaints.open("wb") as complaints:
                self._process = subprocess.Popen(
                    words,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=complaints,
                    start_new_session=True,
                )
            self.port = self._wait_for(told)
        except BaseException:
            self.close()
            raise
        return self

    def _wait_for(self, told: Path) -> str:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if told.exists() and (text := told.read_text(encoding="utf-8")).endswith("\n"):
                return text.strip()
            if self.status() is not None:
                raise self.failure()
            time.sleep(LOOK_SECONDS)
        raise TableFailed(f"no port after {START_SECONDS:.0f} s")

    @property
    def pid(self) -> int:
        """Process id of the running table."""
        assert self._process is not None
        return self._process.pid

    def status(self) -> int | None:
        """Exit status, or None while it runs."""
        return None if self._process is None else self._process.poll()

    def why(self) -> str:
        """Why it ended: its last words on stderr, else its exit status."""
        words = self._complaints.read_text(encoding="utf-8", errors="replace").split("\n")
        last = [word.strip() for word in words if word.strip()][-1:]
        return last[0] if last else f"status {self.status()}"

    def failure(self, why: str = "") -> TableFailed:
        """What to raise when the table ended or lost its port, in words of its own or in `why`."""
        with contextlib.suppress(TableFailed):
            if self.wait(DEAD_SECONDS) == PLUG_PULLED:
                return TableKilled(self.why())
        return TableFailed(why or self.why())

    def wait(self, seconds: float | None = None) -> int:
        """Wait until the table ends by itself, as long as a person likes, or for some seconds.

        Raises:
            TableFailed: it has not ended by then.
        """
        assert self._process is not None
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise TableFailed(f"not ended after {seconds:.0f} s") from None

    def close(self) -> None:
        """End the process and take its folder away."""
        process = self._process
        if process is not None and process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(END_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if process is not None and process.stdin is not None:
            process.stdin.close()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
        for number, before in self._handlers.items():
            signal.signal(number, before)
        self._handlers = {}

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
