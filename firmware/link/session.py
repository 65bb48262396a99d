"""The table's end of the serial line: who I am, what happened, and what I am asked.

The journal is the outbox. A host greets and says from which line on it wants to hear; the table
says hello and sends line after line, always from the journal, so that a host that was away for an
hour misses nothing and hears nothing twice that it did not ask for. The host acknowledges what it
has stored; what stays unacknowledged too long is sent again. Sends bytes and takes bytes, and
knows neither cable nor clock: the time is handed in. Rule of the file: a line leaves only after
the journal has it for good, and a broken cable never holds up the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from firmware.lines.grammar import CHAIN_TAG_BYTES, LineError
from firmware.lines.parser import parse
from firmware.lines.splitter import Splitter
from firmware.lines.writer import seal, write
from firmware.link.door import LET_IN, REPEATED
from firmware.schema.messages import (
    ACK,
    ASK_KEY,
    GOODBYE,
    GREET,
    HELLO,
    KIND,
    KIND_COMMAND,
    NEW_KEY,
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    REFUSAL_BAD_VALUE,
    REFUSAL_NO_SUCH_MESSAGE,
    REFUSAL_NOT_NOW,
    REFUSED,
    RESEND,
    SCHEMA_HASH,
)

if TYPE_CHECKING:
    from typing import Protocol

    from firmware.lines.parser import Line
    from firmware.link.door import Door

    class Outbox(Protocol):
        """What the session asks of the outbox."""

        table: str
        log: bytes
        synced: int

        @property
        def synced_head(self) -> bytes:
            """Full hash of the last durable line."""
            ...

        def line(self, seq: int) -> bytes | None:
            """The durable line with this number, or None."""
            ...


WINDOW_LINES = 256  # sent and not acknowledged; a host stores thousands a second
RESEND_MS_MIN = 1000  # hosts acknowledge within 200 ms; a slow disk takes longer
RESEND_MS_MAX = 8000
MS_WRAP = 1 << 29  # formats 2: the time of a line stays below; a controller runs for longer

_CONTROL_LINES_MAX = const(16)  # hello, refusals, repeated answers that wait for the cable
_CHUNK_BYTES = const(2048)  # handed to the cable at once: about what it takes in 0.2 s
_SKIP_LINES_MAX = const(1000)  # numbers of lost lines passed over in one go


class Identity:
    """What hello says that does not change while the controller runs."""

    def __init__(self, firmware: str, boot: bytes, reset: int) -> None:
        self.firmware = firmware
        self.boot = boot
        self.reset = reset


class Session:
    """One table's end of one line.

    `acknowledged` is the line from which on lines are sent again, as a greeting sets it too;
    `stored` is the highest line that a host has proved to hold by naming its full hash.
    `ahead` is a line (number, full hash) that a host holds and the outbox has never heard of: the
    log is older than the host's, if the caller believes it. `lines_refused` counts lines that
    were none. Accepted commands gather in `commands` as (counter, message), each once, until the
    caller takes them. `question` is the host's open question for a role's key, one at a time: (id,
    role, when it came in ms).
    """

    def __init__(self, door: Door) -> None:
        self._door = door
        self._splitter = Splitter()
        self._control: list[bytes] = []
        self._sending = b""
        self._identity: Identity | None = None
        self._is_greeted = False
        self._hello_due = True
        self._next = 1  # the line to be sent next
        self._progress_ms = 0
        self._resend_ms = RESEND_MS_MIN
        self.acknowledged = 0
        self.stored = 0
        self.ahead: tuple[int, bytes] | None = None
        self.lines_refused = 0
        self.commands: list[tuple[int, tuple]] = []
        self.question: tuple[int, int, int] | None = None

    @property
    def is_greeted(self) -> bool:
        """Whether a host listens."""
        return self._is_greeted

    @property
    def wants_line(self) -> int:
        """The number of the journal's line that would be sent next."""
        return self._next

    def wants_line_now(self, outbox: Outbox) -> bool:
        """Whether a durable line could be sent at once."""
        if self._sending or not self._is_greeted:
            return False
        return self._next <= min(outbox.synced, self.acknowledged + WINDOW_LINES)

    def is_resting(self, outbox: Outbox) -> bool:
        """Whether nothing is to be sent, asked or waited for until something arrives."""
        if self._hello_due or self._control or self._sending or self.question is not None:
            return False
        return not self._is_greeted or self.acknowledged >= outbox.synced

    def started(self, identity: Identity) -> None:
        """The journal holds `table_started`: commands may come, hello can be said."""
        self._identity = identity
        self._hello_due = True

    def unplugged(self) -> None:
        """The cable is gone, and with it what was under way. A host greets when it is back."""
        self._splitter = Splitter()
        self._sending = b""
        self._left()

    def _left(self) -> None:
        """Nobody listens any more. Of a line that is half in the cable the rest still goes."""
        self._control = []
        self._sending = self._sending[: self._sending.find(b"\n") + 1]
        self._is_greeted = False
        self.question = None

    # --- what arrives ----------------------------------------------------------------------------

    def receive(self, octets: bytes, outbox: Outbox, now_ms: int) -> None:
        """Bytes from the line, in any pieces."""
        for piece in self._splitter.feed(octets):
            try:
                line = parse(piece)
            except LineError:
                self.lines_refused += 1
                continue
            self._take(line, outbox, now_ms)

    def _take(self, line: Line, outbox: Outbox, now_ms: int) -> None:
        message = line.message
        message_id = message[0]
        if message_id == GREET:
            self._greet(message, now_ms)
        elif message_id == ACK:
            self._acknowledge(message, outbox, now_ms)
        elif message_id == RESEND:
            self._send_from(message[1], now_ms)
        elif KIND[message_id] == KIND_COMMAND:
            self._command(line, outbox)
        elif message_id == ASK_KEY:
            self._ask_key(message, now_ms)
        elif message_id == GOODBYE:
            self._left()
        else:
            self.refuse(REFUSAL_NO_SUCH_MESSAGE, None)

    def _greet(self, message: tuple, now_ms: int) -> None:
        _, major, _minor, first = message
        if major != PROTOCOL_MAJOR:
            self.refuse(REFUSAL_BAD_VALUE, None)
            return
        self._is_greeted = True
        self._hello_due = True
        self.acknowledged = first - 1
        self._send_from(first, now_ms)

    def _send_from(self, seq: int, now_ms: int) -> None:
        self._next = seq
        self._progress_ms = now_ms
        self._resend_ms = RESEND_MS_MIN

    def _acknowledge(self, message: tuple, outbox: Outbox, now_ms: int) -> None:
        """The host stored everything up to a line.

        A line it cannot have, or another head, is no acknowledgement: the lines are sent again and
        the host sees for itself.
        """
        _, seq, head = message
        if seq > outbox.synced and head is not None:
            self.ahead = (seq, head)
        if seq > outbox.synced or (
            head is not None and seq == outbox.synced and head != outbox.synced_head
        ):
            self.lines_refused += 1
            return
        if seq > self.stored and head is not None and _is_head_of(outbox.line(seq), head):
            self.stored = seq
        if seq > self.acknowledged:
            self.acknowledged = seq
            self._progress_ms = now_ms
            self._resend_ms = RESEND_MS_MIN

    def _command(self, line: Line, outbox: Outbox) -> None:
        boot = None if self._identity is None else self._identity.boot
        verdict = self._door.judge(line, boot)
        command, role = line.message[1], line.message[2]
        if verdict == LET_IN:
            # A host that heard nothing for a second asks again; both may arrive in one look.
            if not any(one[1:3] == (command, role) for _, one in self.commands):
                self.commands.append((line.seq or 0, line.message))
        elif verdict == REPEATED:
            answer = outbox.line(self._door.answered_at(role, command))
            if answer is not None:
                self._queue(answer)
        else:
            self.refuse(verdict, command)

    def _ask_key(self, message: tuple, now_ms: int) -> None:
        _, asked, role = message
        if self._identity is None:
            self.refuse(REFUSAL_NOT_NOW, asked)
        elif self.question is None:
            self.question = (asked, role, now_ms)
        elif self.question[0] != asked:
            self.refuse(REFUSAL_NOT_NOW, asked)

    # --- what leaves -----------------------------------------------------------------------------

    def refuse(self, code: int, command: int | None) -> None:
        """Tell the host that a line (a command, when it has an id) changed nothing, and why."""
        self._queue(seal(write((REFUSED, code, command), None, 0), None))

    def refuse_key(self, code: int) -> None:
        """Answer the open question with a no."""
        if self.question is not None:
            self.refuse(code, self.question[0])
            self.question = None

    def tell_key(self, asked: int, counter: int, key: bytes) -> None:
        """Answer the question `asked` with the role's new key, if it is still open."""
        if self.question is not None and self.question[0] == asked:
            message = (NEW_KEY, asked, self.question[1], self._door.table, counter, key)
            self._queue(seal(write(message, None, 0), None))
            self.question = None

    def _queue(self, line: bytes) -> None:
        if len(self._control) < _CONTROL_LINES_MAX:
            self._control.append(line)

    def outgoing(self, outbox: Outbox, now_ms: int) -> bytes:
        """What the cable should take next, about 2 KB; tell `took` how much of it was taken."""
        pieces = [self._sending]
        size = len(self._sending)
        if self._hello_due and self._identity is not None:
            self._hello_due = False
            self._control.insert(0, self._hello(outbox, now_ms))
        while self._control and size < _CHUNK_BYTES:
            pieces.append(self._control.pop(0))
            size += len(pieces[-1])
        self._send_again_when_late(now_ms)
        while size < _CHUNK_BYTES:
            line = self._next_line(outbox)
            if line is None:
                break
            pieces.append(line)
            size += len(line)
        self._sending = b"".join(pieces)
        return self._sending

    def took(self, count: int) -> None:
        """The cable took the first `count` bytes of what `outgoing` gave."""
        self._sending = self._sending[count:]

    def _next_line(self, outbox: Outbox) -> bytes | None:
        if not self._is_greeted or self._next > self.acknowledged + WINDOW_LINES:
            return None
        for _ in range(_SKIP_LINES_MAX):
            if self._next > outbox.synced:
                return None
            line = outbox.line(self._next)
            self._next += 1
            if line is not None:
                return line
        return None

    def _send_again_when_late(self, now_ms: int) -> None:
        if not self._is_greeted or self._next <= self.acknowledged + 1:
            self._progress_ms = now_ms
        elif now_ms - self._progress_ms >= self._resend_ms:
            self._next = self.acknowledged + 1
            self._progress_ms = now_ms
            self._resend_ms = min(2 * self._resend_ms, RESEND_MS_MAX)

    def _hello(self, outbox: Outbox, now_ms: int) -> bytes:
        identity = self._identity
        message = (
            HELLO,
            PROTOCOL_MAJOR,
            PROTOCOL_MINOR,
            SCHEMA_HASH,
            identity.firmware,  # type: ignore[union-attr]
            outbox.table,
            outbox.log,
            identity.boot,  # type: ignore[union-attr]
            identity.reset,  # type: ignore[union-attr]
            outbox.synced,
            outbox.synced_head,
        )
        # A line outside the log has no clock that is restarted: its time begins anew by itself.
        return seal(write(message, None, now_ms % MS_WRAP), None)


def _is_head_of(line: bytes | None, head: bytes) -> bool:
    """Whether a full hash is that of this line, as far as the line itself shows."""
    return line is not None and parse(line).tag == head[:CHAIN_TAG_BYTES]
