"""A view is fed: one table followed on a thread of its own, shown on another.

The thread stores every line, witnesses the deals and puts what came into a queue; whoever shows
the table empties the queue when there is time, so that a slow screen never keeps a table waiting.
What the store held before is shown first. The rule of the file: the view is touched by the one who
shows it, the store by the thread, and nothing by both.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from host_tools.cli import exit_codes
from host_tools.cli.following import Following
from host_tools.view.recalled import recall

if TYPE_CHECKING:
    from firmware.lines.parser import Line
    from host_tools.link.session import Event, HostSession
    from host_tools.texts import Texts
    from host_tools.view.watched import WatchedTable

END_SECONDS = 5.0
"""A look at the port takes 0.05 s, a commit on a slow card perhaps one."""

LOOK_SECONDS = 0.1
"""A long log that is read for the first time leaves time to draw."""

Came = Callable[["WatchedTable"], None]


class Feed:
    """Use as a context. `look` brings the view up to what came; `ended` is set when following
    ended by itself, `status` and `error` say how.
    """

    def __init__(
        self, say: Texts, port: str, store: Path, keys: Path, view: WatchedTable, table: str = ""
    ) -> None:
        self.view = view
        self.port = port
        self.status = exit_codes.OK
        self.error: Exception | None = None
        self.ended = threading.Event()
        self.caught_up = False
        """Whether the table's log has been read to the end that its last hello told of."""
        self._stop = threading.Event()
        self._came: deque[Came] = deque()
        self._lines: list[Line] = []
        self._log: tuple[str, bytes] | None = None
        self._following = Following(
            say, port, store, keys, self._lines.append, table, is_waiting=True, hear=self._hear
        )
        self._following.is_shared = True
        self._thread = threading.Thread(target=self._run, name=f"feed {port}", daemon=True)

    def stay(self) -> Feed:
        """Said before it begins: a log gone astray does not end it, for it may follow again."""
        self._following.is_lasting = True
        return self

    def look(self) -> None:
        """Show the view what came since the last look, for at most LOOK_SECONDS."""
        until = time.monotonic() + LOOK_SECONDS
        while self._came and time.monotonic() < until:
            self._came.popleft()(self.view)

    def look_all(self) -> None:
        """Show the view everything that came."""
        while self._came:
            self._came.popleft()(self.view)

    # --- on the thread ---------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            self.status = self._following.run(self._is_over)
        except click.ClickException as error:
            self.error = error
            self.status = getattr(error, "status", exit_codes.USAGE)
        except Exception as bug:  # a thread's end is seen by nobody: who shows the table tells it
            self.error = bug
        finally:
            self.ended.set()

    def _hear(self, event: Event) -> None:
        self._came.append(lambda view: view.tell(event))

    def _is_over(self, session: HostSession) -> bool:
        """After every look at the port: pass on what it brought."""
        peer = session.peer
        if peer is not None and self._log != (peer.serial, peer.log):
            self._log = peer.serial, peer.log
            self._recall(session, peer.serial, peer.log)
        lines, self._lines[:] = list(self._lines), []
        silent = session.silent_ms / 1000 if peer is not None else None

        def show(view: WatchedTable) -> None:
            for line in lines:
                view.take(line)
            if silent is not None and view.link != "down":
                view.heard(silent)

        if lines or not self._came:
            self._came.append(show)
        self.caught_up = session.caught_up
        return self._stop.is_set()

    def _recall(self, session: HostSession, serial: str, log: bytes) -> None:
        """What the store held of this log before the first line that came now."""
        past = recall(session.store, serial, log, self._lines[0].seq if self._lines else None)
        self._came.append(lambda view: view.recall(past))

    # --- as a context ----------------------------------------------------------------------------

    def __enter__(self) -> Feed:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(END_SECONDS)
