"""What watching a table costs: processor time of the live view, over a table at its own pace.

A simulated table deals at the pace of a real one; `mazziere table watch` follows it on a terminal
of 124 by 40 characters. Given are the share of one core that the view takes, start-up left out,
and how many bytes a second it sends to the terminal.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

from host_tools.sim.table_process import TableProcess

SECONDS = int(os.environ.get("BENCH_WATCH_SECONDS", "60"))
START_SECONDS = 8.0
"""Reading the programs and the first drawing are no watching."""

ROWS, COLUMNS = 40, 124
TICKS = os.sysconf("SC_CLK_TCK")


def processor_seconds(pid: int) -> float:
    """Of a process, its threads included."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def read_for(terminal: int, seconds: float) -> int:
    """Read what is drawn, as a terminal does; how many bytes it was."""
    octets, end = 0, time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if select.select([terminal], [], [], left)[0]:
            octets += len(os.read(terminal, 1 << 16))
    return octets


def main() -> dict[str, float]:
    """The figures."""
    with tempfile.TemporaryDirectory() as folder, TableProcess(["--seed", "watch"]) as table:
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        words = [sys.executable, "-m", "host_tools.cli.main", "table", "watch"]
        words += ["--port", table.port, "--store", f"{folder}/s.sqlite3", "--keys", f"{folder}/k"]
        env = {
            **os.environ,
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LC_ALL": "C.UTF-8",
        }
        view = subprocess.Popen(words, stdin=theirs, stdout=theirs, stderr=theirs, env=env)
        os.close(theirs)
        try:
            read_for(ours, START_SECONDS)
            before, began = processor_seconds(view.pid), time.monotonic()
            octets = read_for(ours, SECONDS)
            used = processor_seconds(view.pid) - before
            passed = time.monotonic() - began
        finally:
            view.terminate()
            view.wait(10)
            os.close(ours)
    return {
        "seconds": round(passed),
        "core_percent": round(100 * used / passed, 1),
        "drawn_bytes_per_s": round(octets / passed),
    }
