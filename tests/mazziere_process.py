"""The `mazziere` command as a program of its own, for tests of what only a program has.

That is: a signal that ends it, a terminal or a pipe it writes to, the environment it is started
in, the processor time it takes, the process of a table that it must not leave behind, or two
programs at one table. Whatever else a test asks of the command line it asks of `host` in
`tests.host_commands`: the same words in this process, which saves half a second a command. The
rule of the file: every wait has an end.
"""

from __future__ import annotations

import os
import queue
import select
import subprocess
import sys
import threading
import time
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SECONDS_MAX = 300.0
LOOK_SECONDS = 0.02


def command(*words: object) -> list[str]:
    """The command line of a program, as the operating system wants it."""
    return [sys.executable, "-m", "host_tools.cli.main", *map(str, words)]


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """This process's own, in English unless `more` says otherwise."""
    return {**os.environ, "LC_ALL": "C.UTF-8", **(more or {})}


def mazziere(
    *words: object, env: Mapping[str, str] | None = None, seconds_max: float = SECONDS_MAX
) -> subprocess.CompletedProcess[str]:
    """Run it to its end, with nobody at its keyboard.

    Raises:
        subprocess.TimeoutExpired: it has not ended in time, and was killed.
    """
    return subprocess.run(
        command(*words),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=seconds_max,
        check=False,
        env=environment(env),
    )


def started(*words: object) -> subprocess.Popen[str]:
    """A program that is running, both its outputs in pipes; a context, as `Popen` is."""
    return subprocess.Popen(
        command(*words),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )


def line_of(stream: IO[str] | None) -> str:
    """Its next line, or a failed test: no program may keep us waiting for ever."""
    assert stream is not None
    assert select.select([stream], [], [], SECONDS_MAX)[0], "not a word"
    return stream.readline()


def lines_of(stream: IO[str] | None) -> queue.Queue[str]:
    """Its lines as they come, "" at its end: for a program that goes on saying something while
    the test does something else, and that a full pipe would stop.
    """
    assert stream is not None
    lines: queue.Queue[str] = queue.Queue()

    def read() -> None:
        for line in stream:
            lines.put(line)
        lines.put("")

    threading.Thread(target=read, daemon=True).start()
    return lines


def comes_true(is_so: Callable[[], bool]) -> bool:
    """Whether it is so within SECONDS_MAX, looked at again and again."""
    end = time.monotonic() + SECONDS_MAX
    while not is_so():
        if time.monotonic() > end:
            return False
        select.select([], [], [], LOOK_SECONDS)
    return True
