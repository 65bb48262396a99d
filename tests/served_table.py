"""A table's real journal and session on a pseudo-terminal, without a table behind them.

For tests of what a host does with a log: what it says is what the test has it write.
"""

from __future__ import annotations

import os
import threading
import time
import tty
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.unit.host.table_end import TableEnd


@contextmanager
def served(here: list[TableEnd]) -> Iterator[str]:
    """The last table of the list on a port of its own as long as the context lasts; yields the
    port's name. Another one put behind it takes its place.
    """
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    os.set_blocking(ours, False)
    is_over = threading.Event()
    start = time.monotonic()

    def serve() -> None:
        while not is_over.wait(0.005):
            now, table = int((time.monotonic() - start) * 1000), here[-1]
            with suppress(BlockingIOError):
                table.session.receive(os.read(ours, 4096), table.journal, now)
            with suppress(BlockingIOError):
                table.session.took(os.write(ours, table.session.outgoing(table.journal, now)))

    server = threading.Thread(target=serve)
    server.start()
    try:
        yield os.ttyname(theirs)
    finally:
        is_over.set()
        server.join()
        os.close(ours)
        os.close(theirs)
