"""Following one table from the command line: store every line, show it, witness the deals.

Every command that stays at a table does it through here, so each of them is also the table's
witness when this person was paired as one. The rule of the file: what cannot go on ends the
command with one sentence and a status, and the store is closed; a log that contradicts itself
never ends it with 0.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware.schema import messages as m
from host_tools.cli import exit_codes, manner
from host_tools.cli.ending import Ended, by_port, by_store, ended
from host_tools.cli.options import open_store
from host_tools.link.asking import CONTRADICTIONS
from host_tools.link.port import BadPort, TablePort, Unopened, check_port
from host_tools.link.role_keys import KeyFolder, KeyUnusable
from host_tools.link.session import Event, HostSession
from host_tools.store import StoreError
from host_tools.witness.witness import Witness

if TYPE_CHECKING:
    from firmware.lines.parser import Line
    from host_tools.link.commands import RoleKey
    from host_tools.link.session import Answerer
    from host_tools.texts import Texts

UNOPENED = frozenset(("link.no_port", "link.port_busy"))


class Following:
    """One port, one store; `show` gets each line once, after it is stored."""

    def __init__(
        self,
        say: Texts,
        port: str,
        store: Path,
        keys: Path,
        show: Callable[[Line], None],
        table: str = "",
        is_waiting: bool = False,
        hear: Callable[[Event], None] | None = None,
    ) -> None:
        self.say = say
        self.port = port
        self.table = table
        """The serial number that the table has to have; empty for that of the first to answer."""
        self.is_waiting = is_waiting
        """Whether a port that is not there yet is waited for without an end."""
        self.is_open = False
        self.is_lasting = False
        """Whether a log that went astray is listened to all the same, until it follows again."""
        self.details: frozenset[str] = frozenset()
        """Events that the command tells of itself; only who looks for a fault wants them too."""
        self.is_shared = False
        """Whether other programs of this person may reach the table through this one."""
        self.store = store
        self.keys = KeyFolder(keys)
        self.show = show
        self.hear = hear
        """Gets what is told of the line; None: it is said on stderr."""
        self.contradicted = False

    def witness_key(self, serial: str) -> bool:
        """Whether this person was paired as a witness with a table."""
        return self.keys.key(serial, m.ROLE_WITNESS) is not None

    def run(
        self, until: Callable[[HostSession], bool], answerers: tuple[Answerer, ...] = ()
    ) -> int:
        """Follow until `until(session)`, asked after every look at the port, or until the log is
        astray; an exit status. `answerers` speak to the table beside the witness. Another table
        at the same cable ends it.
        """
        try:
            check_port(self.port)
        except BadPort as error:
            raise self._by_port(error) from None
        store = open_store(self.say, self.store)
        try:
            witness = Witness(store, lambda serial: self._witness_key(serial, table))
            session = HostSession(store, self.show, self._tell, (witness, *answerers))
            table = TablePort(self.port, session)
            table.is_shared = self.is_shared
            try:
                if not self.is_waiting:
                    table.open_first()
                self.is_open = True
                while not until(session) and (self.is_lasting or not session.astray_at):
                    session.is_guest, session.is_shared = table.is_guest, table.is_shared
                    table.poll()
                    self._check_serial(session)
            finally:
                table.close()
        except StoreError as error:
            raise by_store(self.say, error) from None
        except KeyUnusable as error:
            raise by_key(self.say, error) from None
        except BadPort as error:
            raise self._by_port(error) from None
        except Unopened as error:
            raise by_port(self.say, error) from None
        finally:
            store.close()
        return exit_codes.VERIFICATION_FAILED if self.contradicted else exit_codes.OK

    def _by_port(self, error: BadPort) -> click.UsageError:
        return click.UsageError(self.say(error.key, port=self.port, why=error.why))

    def _witness_key(self, serial: str, table: TablePort) -> RoleKey | None:
        """A guest witnesses nothing: whoever holds the port does."""
        return None if table.is_guest else self.keys.key(serial, m.ROLE_WITNESS)

    def _check_serial(self, session: HostSession) -> None:
        found = session.peer.serial if session.peer else ""
        self.table = self.table or found
        if found and found != self.table:
            raise ended(
                self.say,
                "other_table",
                exit_codes.NOT_FOUND,
                table=self.table,
                found=found,
                port=self.port,
            )

    def _tell(self, event: Event) -> None:
        if event.key in UNOPENED and not (self.is_open or self.is_waiting):
            return  # the ending tells it
        if self.hear is not None:
            self.contradicted |= event.key in CONTRADICTIONS
            self.hear(event)
            return
        sentence = self.say(event.key, **event.values)
        if event.key in CONTRADICTIONS:
            self.contradicted = True
            manner.alarm(sentence)
        elif event.key in self.details:
            manner.detail(sentence)
        else:
            manner.note(sentence)


def by_key(say: Texts, error: KeyUnusable) -> Ended:
    """A key cannot be used: what is wrong with it and the way out."""
    code = error.key.replace(".", "_")
    return Ended(say(error.key, path=error.path), exit_codes.NOT_AUTHORISED, code)
