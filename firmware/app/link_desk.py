"""The host's place at the table: its lines are read, its requests answered, the log is sent.

Moves bytes between the cable and the session, and turns what was let in at the door into inputs
with an outcome. A cable that is pulled out under a host is named once and the game goes on; a host
that says goodbye before it leaves is not missed. Rule of the file: at most one read and one write
a pass, and neither may hold anything up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.link.session import Session
from firmware.schema import messages as m
from firmware.schema.faults import FAULT_LINK_LOST
from hal.errors import HalError

if TYPE_CHECKING:
    from firmware.app.commands import Commands
    from firmware.app.faults import Faults
    from firmware.app.floor_desk import FloorDesk
    from firmware.app.own_desk import OwnDesk
    from firmware.app.recorder import Recorder
    from firmware.journal.segments import Journal
    from firmware.link.door import Door
    from firmware.link.session import Identity
    from hal.ports import HostLink


class LinkDesk:
    """One cable, one session."""

    def __init__(
        self,
        link: HostLink,
        door: Door,
        commands: Commands,
        faults: Faults,
        floor: FloorDesk | None = None,
    ) -> None:
        self._link = link
        self.session = Session(door)
        self._commands = commands
        self._faults = faults
        self._floor = floor
        self._heard = b""  # read by `listen`, not yet looked at
        self.own: OwnDesk | None = None
        self.is_floor_key_held = False

    def started(self, identity: Identity) -> None:
        """`table_started` is durable: say hello, let commands in."""
        self.session.started(identity)

    def listen(self) -> bool:
        """Whether something has arrived; the next `poll` looks at it."""
        try:
            self._heard = self._link.read()
        except HalError as trouble:
            self._lost(trouble.kind)
        return self._heard != b""

    @property
    def has_heard(self) -> bool:
        """Whether something has arrived and was not looked at yet."""
        return self._heard != b""

    def poll(self, journal: Journal, now_ms: int) -> None:
        """Look at what has arrived."""
        if not self._heard and not self.listen():
            return
        octets, self._heard = self._heard, b""
        self._faults.worked(FAULT_LINK_LOST)
        self.session.receive(octets, journal, now_ms)

    def _lost(self, kind: str) -> None:
        """A host that was listening is gone; one that never came or said goodbye is not missed."""
        if self.session.is_greeted:
            self._faults.failed(FAULT_LINK_LOST, kind)
        self.session.unplugged()

    @property
    def has_commands(self) -> bool:
        """Whether a command was let in and waits."""
        return bool(self.session.commands)

    def answer(self, recorder: Recorder) -> None:
        """Each command let in: its input, then its outcome, both in the log."""
        commands = self.session.commands
        self.session.commands = []
        for counter, request in commands:
            if request[0] == m.REQUEST_SETTING and not self.is_floor_key_held:
                # A host asks until somebody at the table holds the key; only that is written down.
                self.session.refuse(m.REFUSAL_FLOOR_KEY_NOT_HELD, request[1])
                continue
            own = self.own
            is_own = own is not None and own.is_mine(request)
            message, code = (None, 0) if is_own else self._commands.input_for(request)
            named = self._commands.named(request) if is_own or message is not None else None
            if named is not None:
                recorder.note(named)
            if own is not None and is_own:
                code = own.answer(request)
            if message is not None:
                inputs = [message] if self._floor is None else self._floor.inputs_for(message)
                for one in inputs:
                    code = code or recorder.take(one)
            outcome = m.OUTCOME_REFUSED if code else m.OUTCOME_DONE
            recorder.note((m.COMMAND_DONE, request[1], request[2], counter, outcome, code or None))

    def turn_away(self) -> None:
        """The table is stopped: nothing is done and nothing written."""
        self.session.refuse_key(m.REFUSAL_NOT_NOW)
        for _counter, request in self.session.commands:
            self.session.refuse(m.REFUSAL_NOT_NOW, request[1])
        self.session.commands = []

    def report(self, journal: Journal, now_ms: int) -> None:
        """Send what the host is to hear, as much as the cable takes."""
        octets = self.session.outgoing(journal, now_ms)
        if octets:
            try:
                self.session.took(self._link.write(octets))
            except HalError as trouble:
                self.poll(journal, now_ms)  # its goodbye may be among what was not read yet
                self._lost(trouble.kind)

    def is_resting(self, journal: Journal) -> bool:
        """Whether there is nothing to send and nothing that the host owes."""
        return self.session.is_resting(journal)

    def has_more(self, journal: Journal) -> bool:
        """Whether a line could be sent at once."""
        return self.session.wants_line_now(journal)
