"""How a command looks at a table: found, its log read up to the end, its picture put together.

What is stored here already is not asked for again. The rule of the file: what is told is what the
table's log says at this moment, or the command ends and says that it does not know.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from host_tools.cli import exit_codes, manner
from host_tools.cli.ending import by_store, ended
from host_tools.cli.place import Place, port_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from firmware.lines.parser import Line
    from host_tools.link.session import HostSession, Peer
    from host_tools.texts import Texts

SILENT_SECONDS = 10.0
"""Without anything new from the table, after that long, it does not answer."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A table as its log tells of it. `peer`: as its hello named it; `status`: the exit status of
    the following, 7 when its log contradicted itself.
    """

    peer: Peer
    port: str
    place: Place
    status: int

    def lines(self, say: Texts) -> Iterator[Line]:
        """Every stored line of this log, in order; a long log's takes its time."""
        from firmware.lines.parser import parse
        from host_tools.cli.options import open_store
        from host_tools.store import StoreError

        store = open_store(say, self.place.store)
        try:
            for kept in store.lines(self.peer.serial, self.peer.log):
                yield parse(kept.line)
        except StoreError as error:
            raise by_store(say, error) from None
        finally:
            store.close()

    def lasting_lines(self, say: Texts) -> Iterator[Line]:
        """What this moment's picture is made of, in order: every line before the first hand and
        since the last one began; of the hands between, what is not over with them. What is told of
        the table itself (`host_tools.logs.about`) is all among these.
        """
        from firmware.lines.parser import parse
        from host_tools.cli.options import open_store
        from host_tools.store import StoreError
        from host_tools.view.over_with_a_hand import OVER_WITH_A_HAND

        names = [name.encode() for name in OVER_WITH_A_HAND]
        store = open_store(say, self.place.store)
        try:
            of = self.peer.serial, self.peer.log
            hands = store.hands(*of)
            first, last = (hands[0][1], hands[-1][1]) if hands else (1, 1)
            for kept in store.lines(*of, end=first):
                yield parse(kept.line)
            for kept in store.lines_not_named(*of, names, first, last):
                yield parse(kept.line)
            for kept in store.lines(*of, start=last):
                yield parse(kept.line)
        except StoreError as error:
            raise by_store(say, error) from None
        finally:
            store.close()

    def setting_lines(self, say: Texts) -> Iterator[Line]:
        """What its log tells of its house rules, in order: each change, the line before it, which
        names who asked for it and why, and the refusal of one that was not taken.
        """
        from firmware.lines.parser import parse
        from firmware.schema import messages as m
        from host_tools.cli.options import open_store
        from host_tools.store import StoreError

        changed = m.NAMES[m.SETTING_CHANGED].encode()
        store = open_store(say, self.place.store)
        try:
            serial, log, told = self.peer.serial, self.peer.log, 0
            for kept in store.lines_holding(serial, log, (b" %b " % changed, b"=%b " % changed)):
                before = store.line(serial, log, kept.seq - 1) if kept.seq - 1 > told else None
                if before is not None:
                    yield parse(before.line)
                yield parse(kept.line)
                told = kept.seq
        except StoreError as error:
            raise by_store(say, error) from None
        finally:
            store.close()


def read_table(say: Texts, place: Place) -> Reading:
    """Find the table that is meant and read its log up to the end."""
    from host_tools.cli.following import Following

    port = port_of(say, place)
    following = Following(say, port, place.store, place.keys, lambda _: None, place.table)
    progress = manner.Progress()
    met: list[Peer] = []
    heard: tuple[object, int] | None = None
    since = time.monotonic()

    def is_enough(session: HostSession) -> bool:
        nonlocal heard, since
        if session.refused:
            raise ended(say, "other_protocol", exit_codes.REFUSED, port=port)
        if session.peer is not None and session.caught_up:
            met.append(session.peer)
            return True
        now = time.monotonic()
        if (session.peer, session.stored) != heard:
            heard, since = (session.peer, session.stored), now
            if session.peer and session.stored:
                of = session.peer.seq
                progress.tell(say("asking.reading", done=session.stored, of=of))
        elif now - since > SILENT_SECONDS:
            raise ended(say, "table_silent", exit_codes.LINK_LOST, port=port)
        return False

    try:
        status = following.run(is_enough)
    finally:
        progress.end()
    if not met:  # the log went astray before its end
        raise ended(say, "log_astray", exit_codes.VERIFICATION_FAILED, port=port)
    return Reading(met[0], port, place, status)
