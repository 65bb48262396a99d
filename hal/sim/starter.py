"""A simulated table and whoever started it: what it tells them, and how it notices they are gone.

The port and a seed chosen by chance are printed, the port also put into a file on request, whole
or not at all. A table told to live no longer than its standard input stops with its starter, also
when that was killed and could say nothing. Rule of the file: a stop is the same signal as ever.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_STDIN = 0
_READ_BYTES = 4096


def stop_when_stdin_ends() -> None:
    """Send this process SIGTERM once nobody can write to its standard input any more.

    A pipe ends with the last process that holds its other end, also one that was killed.
    """
    threading.Thread(target=_await_end, daemon=True).start()


def _await_end() -> None:
    while os.read(_STDIN, _READ_BYTES):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def tell(port: str, file: Path | None, seed: str | None) -> None:
    """Print the port, and the seed when there is something to tell; the port into `file` too."""
    sys.stdout.write(port + "\n" + (f"seed {seed}\n" if seed is not None else ""))
    sys.stdout.flush()
    if file is not None:
        new = file.with_name(file.name + ".new")
        new.write_text(port + "\n", encoding="utf-8")
        os.replace(new, file)
