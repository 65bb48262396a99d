"""The witness: somebody outside the table whose number helps to decide the deal.

When the table commits to a dealing order, the witness draws 32 random bytes, writes them into its
store, and only then answers with their hash. After the cut it opens them. It follows the public
lines and keeps no other state, so a witness that was switched off in between goes on with the same
number. One commitment gets one number for ever: a second commitment for the same hand and epoch is
answered with silence and told as fraud. The rule of the file: no promise before the number is on
the disk, no opening before the cut is in the log.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from firmware.fairness.witness import promise
from firmware.schema import messages as m
from host_tools.link.session import Event

if TYPE_CHECKING:
    from firmware.lines.parser import Line
    from host_tools.link.commands import RoleKey
    from host_tools.store import LineStore

W_BYTES = 32

ASK_AGAIN_MS = 400
"""Five tries fit into the two seconds a table waits for a promise."""

TRIES_MAX = 10

Message = tuple[Any, ...]


class Witness:
    """Answers one table's commitments.

    `key_for(serial)` gives the witness's key for a table, None where it was never paired;
    `draw(n)` gives n secret random bytes.
    """

    def __init__(
        self,
        store: LineStore,
        key_for: Callable[[str], RoleKey | None],
        draw: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.store = store
        self._key_for = key_for
        self._keys: dict[str, RoleKey] = {}
        self.draw = draw
        self.commitment: tuple[str, bytes, int, int, bytes] | None = None
        self.wanted = ""
        self._opened: dict[bytes, tuple[int, int]] = {}  # numbers told here: hand, epoch
        self._id = 0
        self._asked_ms = 0
        self._tries = 0

    def key_for(self, serial: str) -> RoleKey | None:
        """The key for this table; asked for again as long as there is none."""
        if serial not in self._keys and (key := self._key_for(serial)) is not None:
            self._keys[serial] = key
        return self._keys.get(serial)

    def line(self, line: Line, serial: str, log: bytes) -> list[Event]:
        """Take note of a stored line: what is wanted of the witness now?"""
        message = line.message
        if message[0] == m.ORDER_COMMITTED:
            self.commitment = (serial, log, message[1], message[2], message[5])
            kept = self.store.promised(serial, log, message[1], message[2])
            if kept is not None and kept[0] != message[5]:
                self.commitment = None
                self._want("")
                where = {"hand": message[1], "epoch": message[2]}
                return [Event("witness.second_commitment", where)]
            self._want("promise")
            return []
        again = self._opened_again(message) if message[0] == m.WITNESS_OPENED else []
        if self.commitment is None or not self._concerns(message):
            return again
        if message[0] == m.WITNESS_PROMISED:
            self._want("")
            return self._compare_promise(message[3])
        if message[0] == m.ORDER_CUT and self.wanted == "":
            self._want("opening")
        elif message[0] in {m.WITNESS_MISSING, m.WITNESS_OPENED, m.WITNESS_FAILED}:
            self.commitment = None
            self._want("")
        return again

    def answers(self, now_ms: int, next_id: Callable[[], int]) -> list[Message]:
        """The promise or opening the table waits for; repeated until its line comes, at most
        TRIES_MAX times.
        """
        if not self.wanted or self.commitment is None:
            return []
        if self._tries and now_ms - self._asked_ms < ASK_AGAIN_MS:
            return []
        if self._tries >= TRIES_MAX:
            self.wanted = ""
            return []
        answer = self._promise() if self.wanted == "promise" else self._opening()
        if answer is None:
            self.wanted = ""
            return []
        if not self._tries:
            self._id = next_id()
        self._tries += 1
        self._asked_ms = now_ms
        name, hand, epoch, octets = answer
        return [(name, self._id, m.ROLE_WITNESS, hand, epoch, octets)]

    def _want(self, what: str) -> None:
        self.wanted = what
        self._tries = 0

    def _concerns(self, message: Message) -> bool:
        """Whether a line speaks of the commitment at hand."""
        assert self.commitment is not None
        _, _, hand, epoch, _ = self.commitment
        if message[0] in {m.WITNESS_PROMISED, m.WITNESS_OPENED, m.ORDER_CUT}:
            return (message[1], message[2]) == (hand, epoch)
        return message[0] in {m.WITNESS_MISSING, m.WITNESS_FAILED} and message[1] == hand

    def _opened_again(self, message: Message) -> list[Event]:
        """A number that was told before helps to decide nothing: the table knew it."""
        _, hand, epoch, w = message
        if self._opened.setdefault(w, (hand, epoch)) == (hand, epoch):
            return []
        return [Event("witness.number_again", {"hand": hand, "before": self._opened[w][0]})]

    def _promise(self) -> tuple[int, int, int, bytes] | None:
        assert self.commitment is not None
        serial, log, hand, epoch, commit = self.commitment
        promised, w = self.store.promise(serial, log, hand, epoch, commit, self.draw(W_BYTES))
        if promised != commit:
            return None
        return m.REQUEST_PROMISE, hand, epoch, promise(commit, w)

    def _opening(self) -> tuple[int, int, int, bytes] | None:
        assert self.commitment is not None
        serial, log, hand, epoch, commit = self.commitment
        kept = self.store.promised(serial, log, hand, epoch)
        if kept is None or kept[0] != commit:
            return None
        return m.REQUEST_OPENING, hand, epoch, kept[1]

    def _compare_promise(self, hw: bytes) -> list[Event]:
        """Another witness may have answered, or somebody in our name."""
        assert self.commitment is not None
        serial, log, hand, epoch, commit = self.commitment
        kept = self.store.promised(serial, log, hand, epoch)
        if kept is None:
            return []
        if promise(commit, kept[1]) != hw:
            return [Event("witness.not_our_promise", {"hand": hand, "epoch": epoch})]
        return []
