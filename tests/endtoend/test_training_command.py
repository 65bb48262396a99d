"""`mazziere sim table` as a person starts it, on a terminal and without one."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time

from host_tools.cli import exit_codes
from tests.mazziere_process import SECONDS_MAX, command, environment, mazziere


def test_training_table_opens_on_a_terminal_and_ends_with_a_key() -> None:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 124, 0, 0))
    env = environment({"TERM": "xterm-256color"})
    for name in (
        "COLUMNS",
        "LINES",
    ):  # told to a worker's children, and stronger than the terminal
        env.pop(name, None)
    process = subprocess.Popen(
        command("--lang", "it", "sim", "table", "--seed", "terminal", "--by", "Anna"),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=env,
        start_new_session=True,
    )
    os.close(theirs)
    shown = b""
    try:
        end = time.monotonic() + SECONDS_MAX
        while b"Tutto" not in shown and time.monotonic() < end:
            shown += _read(ours)
        assert b"Tutto" in shown, shown[-2000:]
        os.write(ours, b"q")
        while process.poll() is None and time.monotonic() < end:
            _read(ours)
        assert process.poll() == exit_codes.OK
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def _read(terminal: int) -> bytes:
    if not select.select([terminal], [], [], 0.1)[0]:
        return b""
    try:
        return os.read(terminal, 65536)
    except OSError:  # the other end has closed
        return b""


def test_without_a_terminal_it_says_so_and_names_the_other_way() -> None:
    ended = mazziere("sim", "table")
    assert ended.returncode == exit_codes.USAGE
    assert "80 by 24" in ended.stderr
    assert "mazziere sim run FILE" in ended.stderr
    assert not ended.stdout
