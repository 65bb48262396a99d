"""The host's side of the conversation with one table, without the cable.

Greet, and the table says hello: who it is, which log it writes and how far. Ask for everything we
do not have; judge each line, store what is good in one commit, and only then acknowledge it. What
is damaged or missing is asked for again; what contradicts is kept as evidence and told. A log that
still does not follow after a few requests is *astray*: told once, and nothing is asked for or kept
until its next line follows. Bytes come in, bytes go out, time is an argument; the port opens and
closes elsewhere. The rule of the file: nothing is acknowledged that is not on the disk.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from firmware.lines.parser import parse
from firmware.lines.splitter import Splitter
from firmware.schema import messages as m
from host_tools.link import commands
from host_tools.link.asking import RESEND_AGAIN_MS, Asking
from host_tools.link.following import RECENT, Follower, Heard, Verdict
from host_tools.store import ForkKept, Line, LineStore
from host_tools.texts import Refusal

if TYPE_CHECKING:
    from firmware.lines.parser import Line as ParsedLine

GREET_AGAIN_MS = 1000
"""A table answers a greeting within one pass; a second is ten worst-case passes."""

RECALL_LINES = 500
"""About three hands: what an answerer that was just started reads again of what is stored."""

IDLE_MS = 5000
"""Silence after which we greet again, so that "connected" is never older than this."""

SILENT_MS = 8000
"""Silence after which the table is told to be silent: one greeting was left without an answer."""

Message = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Something a person should know: `key` names the text of the catalogue, `values` fill it."""

    key: str
    values: dict[str, Any] = field(default_factory=dict)


class Answerer(Protocol):
    """Somebody in the host who answers the table, such as the witness."""

    def key_for(self, serial: str) -> commands.RoleKey | None:
        """The key to seal its commands for this table with; None where it was never paired."""
        ...

    def line(self, line: ParsedLine, serial: str, log: bytes) -> list[Event]:
        """Take note of a stored line; returns what a person should know."""
        ...

    def answers(self, now_ms: int, next_id: Callable[[], int]) -> list[Message]:
        """The commands to send now; asked only when every line of the table has been read."""
        ...


@dataclass(slots=True)
class Peer:
    """The table at the other end, as its last hello named it."""

    serial: str
    log: bytes
    boot: bytes
    firmware: str
    seq: int
    head: bytes


class HostSession:
    """One table's conversation. `on_line` gets each new line once, after it is stored; `tell` gets
    events.
    """

    def __init__(
        self,
        store: LineStore,
        on_line: Callable[[ParsedLine], None] = lambda line: None,
        tell: Callable[[Event], None] = lambda event: None,
        answerers: tuple[Answerer, ...] = (),
    ) -> None:
        self.store = store
        self.on_line = on_line
        self.tell = tell
        self.answerers = answerers
        self.splitter = Splitter()
        self.peer: Peer | None = None
        self.follower: Follower | None = None
        self.refused = False
        self.counters: dict[int, int] = {}
        self.damaged = 0
        self.stored = 0
        self.is_shared = False  # whether guests may speak to the table beside us
        self.is_guest = False  # another program on the same cable may store what we do not know of
        self.turned_away = (0, 0)  # the last request that a table refused unread: its id and why
        self.asking = Asking()
        self._now = 0
        self._heard_ms = 0
        self._greeted_ms = 0
        self._forks_told: set[bytes] = set()
        self._is_safe_told = False  # that the table is in safe mode; a greeting asks it again
        self._silent = False
        self._dropped = 0

    def connect(self, now_ms: int) -> bytes:
        """The cable is in: what to say first. What was half heard before is forgotten."""
        self.splitter = Splitter()
        self._dropped = 0
        self.peer = None
        self._now = self._heard_ms = self._greeted_ms = now_ms
        self._silent = False
        return commands.greet(self._wanted, now_ms)

    def tick(self, now_ms: int) -> bytes:
        """Time has passed: greet again after silence, let the answerers speak."""
        self._now = now_ms
        out = b""
        if self.refused:
            return out
        # Lines heard before the table said who it is are no answer: its hello may be damaged.
        since = max(self._heard_ms, self._greeted_ms) if self.peer else self._greeted_ms
        if now_ms - since >= (IDLE_MS if self.peer else GREET_AGAIN_MS):
            self._greeted_ms = now_ms
            out += commands.greet(self._wanted, now_ms)
        if now_ms - self._heard_ms >= SILENT_MS and not self._silent:
            self._silent = True
            self.tell(Event("link.silent"))
        if self.follower and self.peer and self.follower.unchained:
            out += self._ask(self.follower.seq + 1, does_follow=False)
        return out + self._answers()

    def receive(self, octets: bytes, now_ms: int) -> bytes:
        """Bytes arrived: judge, store, acknowledge; returns what to send."""
        self._now = now_ms
        out = b""
        batch: list[Heard] = []
        for raw in self.splitter.feed(octets):
            heard = self._judge(raw)
            if heard.verdict is Verdict.NEXT:
                batch.append(heard)
                if len(batch) == RECENT:
                    out += self._keep(batch)
                    batch = []
                continue
            out += self._keep(batch)
            batch = []
            out += self._deal_with(heard)
        out += self._keep(batch)
        if self.splitter.lines_dropped != self._dropped:
            self._dropped = self.splitter.lines_dropped
            out += self._damage("too_long")
        return out + self._answers()

    @property
    def astray_at(self) -> int:
        """Number of the line from which on the log does not follow; 0 while it does."""
        return self.asking.astray_at

    @property
    def silent_ms(self) -> int:
        """How long nothing has come from the table, up to the last look at the port."""
        return self._now - self._heard_ms

    @property
    def _wanted(self) -> int:
        """The first line we do not have; 1 as long as we do not know whom we talk to.

        Asking for less than we need costs a few repeated lines and can never make the table forget
        one.
        """
        return self.follower.seq + 1 if self.follower and self.peer else 1

    def _judge(self, raw: bytes) -> Heard:
        if self.follower is not None and self.peer is not None:
            return self.follower.hear(raw)
        stranger = Follower("-", bytes(8), lambda seq: None, lambda seq: None)
        heard = stranger.hear(raw)
        if heard.verdict in {Verdict.WIRE, Verdict.DAMAGED}:
            return heard
        return Heard(Verdict.MISSING, raw, heard.line)

    def _keep(self, batch: list[Heard]) -> bytes:
        """Store good lines in one commit, then pass them on and acknowledge."""
        follower = self.follower
        if not batch or follower is None:
            return b""
        rows = [Line(h.line.seq, h.raw, h.head) for h in batch if h.line and h.line.seq]
        try:
            forks = self.store.append(follower.serial, follower.log, rows)
        except BaseException:
            self.peer = None  # what was judged good is not stored: start over from the store
            self.follower = None
            raise
        for fork in forks:
            self.tell(Event("link.fork", {"seq": fork.seq}))
        self._alive()
        if self.astray_at:
            self.asking.astray_at = 0
            self.tell(Event("link.follows", {"seq": rows[0].seq}))
        self.stored += len(rows)
        for heard in batch:
            assert heard.line is not None
            for doubt in heard.doubts:
                self.tell(Event(doubt, {"seq": heard.line.seq}))
            self._learn_counter(heard.line.message)
            for answerer in self.answerers:
                for event in answerer.line(heard.line, follower.serial, follower.log):
                    self.tell(event)
            self.on_line(heard.line)
        return commands.ack(follower.seq, follower.head, self._now)

    def _deal_with(self, heard: Heard) -> bytes:
        """Whatever is not simply the next line."""
        line, follower = heard.line, self.follower
        if heard.verdict is Verdict.DAMAGED or line is None:
            return self._damage(heard.reason)
        self._alive()
        if heard.verdict is Verdict.WIRE:
            return self._wire(line)
        if self.refused:
            return b""
        if follower is None or self.peer is None:
            return b""  # the greeting is on its way; the lines come again
        if heard.verdict is Verdict.REPEATED:
            return self._ask_ack()
        if heard.verdict is Verdict.MISSING:
            return self._ask(follower.seq + 1, does_follow=False)
        assert line.seq is not None
        if self.astray_at:
            return b""
        self._keep_fork(follower, line.seq, heard)
        if heard.verdict is Verdict.FORK:
            return b""
        return self._ask(follower.seq + 1, does_follow=False)

    def _keep_fork(self, follower: Follower, seq: int, heard: Heard) -> None:
        """Keep a contradicting line as evidence, and tell of each only once: a table repeats what
        is not acknowledged.
        """
        kept = self.store.keep_fork(follower.serial, follower.log, seq, heard.raw)
        key, values = f"link.{heard.verdict.value}", {"seq": seq}
        sign = heard.raw
        if kept is ForkKept.DROPPED:
            key, values, sign = "link.forks_dropped", {}, b""
        if sign not in self._forks_told:
            self._forks_told.add(sign)
            self.tell(Event(key, values))

    def _damage(self, reason: str) -> bytes:
        """Noise on the cable: a line may be lost, so ask for what we do not have."""
        self.damaged += 1
        self.asking.noise()
        self.tell(Event("link.damaged", {"reason": reason}))
        return self._ask(self.follower.seq + 1) if self.follower and self.peer else b""

    def _ask(self, seq: int, does_follow: bool = True) -> bytes:
        """Ask for the log from `seq` on, if it is time to; tell when it was the last time."""
        before = self.astray_at
        if self.asking.may_ask(seq, self._now, does_follow):
            return commands.resend(seq, self._now)
        if self.astray_at != before:
            self.tell(Event("link.astray", {"seq": seq}))
        return b""

    def _ask_ack(self) -> bytes:
        """The table repeats what we have: our acknowledgement was lost."""
        follower = self.follower
        if follower is None or self._now - self.asking.ms < RESEND_AGAIN_MS:
            return b""
        self.asking.ms = self._now
        return commands.ack(follower.seq, follower.head, self._now)

    def _alive(self) -> None:
        self._heard_ms = self._now
        if self._silent:
            self._silent = False
            self.tell(Event("link.back"))
            if self.astray_at:
                self.tell(Event("link.astray", {"seq": self.astray_at}))

    def _wire(self, line: ParsedLine) -> bytes:
        message = line.message
        if message[0] == m.HELLO:
            return self._hello(message)
        if message[0] == m.REFUSED:
            self.turned_away = (message[2] or 0, message[1])
            self.tell(Event("link.refused", {"why": Refusal(m.REFUSAL_WORDS[message[1]])}))
        if message[0] == m.SAFE_MODE and not self._is_safe_told:
            self._is_safe_told = True
            _, serial, starts, failed = message
            self.tell(
                Event(
                    "link.safe_mode", {"table": serial, "starts": starts, "failed": failed or "-"}
                )
            )
        return b""

    def _hello(self, message: Message) -> bytes:
        _, major, _, schema, firmware, serial, log, boot, _, seq, head = message
        if major != m.PROTOCOL_MAJOR:
            if not self.refused:
                self.tell(
                    Event("link.other_protocol", {"theirs": major, "ours": m.PROTOCOL_MAJOR})
                )
            self.refused = True
            return b""
        self.refused = False
        self._is_safe_told = False
        before = self.peer
        self.peer = Peer(serial, log, boot, firmware, seq, head)
        if before is not None and (before.serial, before.log, before.boot) == (serial, log, boot):
            if self.follower and not self.follower.unchained and self.follower.seq < seq:
                return self._ask(self.follower.seq + 1)
            # A guest's greeting has told the table to go on from where the guest stands.
            return commands.resend(self._wanted, self._now) if self.is_shared else b""
        if before is None or before.serial != serial:
            self.tell(Event("link.connected", {"table": serial, "firmware": firmware}))
        else:
            self.tell(Event("link.restarted", {"table": serial}))
        if schema != m.SCHEMA_HASH:
            self.tell(Event("link.other_schema", {"seq": seq}))
        last = self.store.last(serial, log)
        self.follower = Follower(
            serial,
            log,
            lambda n: kept.line if (kept := self.store.line(serial, log, n)) else None,
            lambda n: kept.head if (kept := self.store.line(serial, log, n)) else None,
            last.seq if last else 0,
        )
        out = b""
        if last:
            self._recall(last.seq)
            self._compare(last, seq, head)
            out = commands.ack(last.seq, last.head, self._now)
        self.asking.begins(self.follower.seq + 1, self._now)
        return out + commands.greet(self._wanted, self._now)

    def _recall(self, last: int) -> None:
        """Let the answerers read again how the log ends; what they find was told when it came."""
        follower = self.follower
        if follower is None or not self.answerers:
            return
        for kept in self.store.lines(follower.serial, follower.log, max(1, last - RECALL_LINES)):
            line = parse(kept.line)
            self._learn_counter(line.message)
            for answerer in self.answerers:
                answerer.line(line, follower.serial, follower.log)

    def _compare(self, last: Line, seq: int, head: bytes) -> None:
        """Whether the table's log can still be the one we know."""
        if self.is_guest:
            return
        if seq < last.seq:
            self.tell(Event("link.rolled_back", {"seq": seq, "known": last.seq}))
        elif seq == last.seq and head != last.head:
            self.tell(Event("link.fork", {"seq": seq}))

    def _learn_counter(self, message: Message) -> None:
        if message[0] == m.COMMAND_DONE:
            self.counters[message[2]] = max(self.counters.get(message[2], 0), message[3])

    @property
    def caught_up(self) -> bool:
        """Whether we have every line the table's last hello spoke of."""
        return bool(self.peer and self.follower and self.follower.seq >= self.peer.seq)

    def _answers(self) -> bytes:
        """The answerers' commands, sealed; nothing while old lines are still being read."""
        peer = self.peer
        if not self.caught_up or peer is None:
            return b""
        out = b""
        for answerer in self.answerers:
            key = answerer.key_for(peer.serial)
            if key is None:
                continue
            taken: list[int] = []

            def next_id(key: commands.RoleKey = key, taken: list[int] = taken) -> int:
                seen = self.counters.get(key.role, 0)
                taken.append(self.store.next_counter(peer.serial, key.name, seen))
                return taken[-1]

            for message in answerer.answers(self._now, next_id):
                counter = taken[-1] if taken and message[1] == taken[-1] else next_id()
                out += commands.command(message, counter, key, peer.serial, peer.boot, self._now)
        return out
