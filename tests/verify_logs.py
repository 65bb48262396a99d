"""An honest record of a witnessed evening, and the tools of somebody who forges it.

The evening has a hand of each kind: cut by a seat, cut by default, without a witness, with one
that does not open, and last one that is played to a showdown after a fold. A forger may change
bytes as they are, or make everything fit again behind a change: numbers, heads, chain and
checksums. Rule of the file: it forges and judges nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from firmware.compat.digest import crc32
from firmware.lines.chain import Chain, genesis
from firmware.lines.grammar import LINE_BYTES_MAX
from firmware.lines.parser import parse
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from host_tools.link.commands import RoleKey
from host_tools.link.session import HostSession
from host_tools.store import LineStore
from host_tools.verify.heads import heads_to_tell
from host_tools.verify.source import lines_of
from host_tools.witness.witness import Witness
from tests.paired_host import KEY, Keys
from tests.simulated_evening import Evening

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from firmware.app.log_keeping import LogBounds

STACKS = {1: 3000, 3: 3000, 4: 3000, 6: 3000, 9: 3000}


@dataclass
class Said:
    """One line as a forger holds it: what it says and when."""

    ms: int
    message: tuple

    @property
    def name(self) -> str:
        """Name of the message."""
        return m.NAMES[self.message[0]]


class WitnessedEvening(Evening):
    """An evening with the host's own session and witness on the cable.

    answers: hand -> `promise` (and never opens) or `nothing`; all else is answered. settings_of:
    hand -> house rules that are changed while that hand runs, for the next one.
    """

    def __init__(
        self,
        seed: bytes,
        hands: int,
        folder: Path,
        answers: dict[int, str] | None = None,
        settings_of: dict[int, tuple[str, str]] | None = None,
        bounds: LogBounds | None = None,
        stacks: dict[int, int] | None = None,
    ) -> None:
        super().__init__(seed, stacks or STACKS, hands, keys=Keys(), bounds=bounds)
        self.host_store = LineStore(folder / "host.sqlite3")
        self._answers = answers or {}
        self._settings_of = dict(settings_of or {})
        self._hand = 0
        numbers = iter(range(1, 1 << 20))
        key = RoleKey(m.ROLE_WITNESS, KEY)
        self.witness = Witness(
            self.host_store, lambda serial: key, lambda count: next(numbers).to_bytes(count, "big")
        )
        self.session = HostSession(self.host_store, self._line, answerers=(self.witness,))
        self._plug_in()

    def _plug_in(self) -> None:
        self._end = self.table.cable.host
        self._end.write(self.session.connect(self.clock.now_ms()))

    def cut_power(self, surviving_bytes: int = 0) -> None:
        """The plug is pulled and put back; the host's cable is in the table that starts anew."""
        super().cut_power(surviving_bytes)
        self._plug_in()

    def _line(self, line: object) -> None:
        message = line.message  # type: ignore[attr-defined]
        if message[0] == m.HAND_STARTED:
            self._hand = message[1]
            change = self._settings_of.pop(self._hand, None)
            if change is not None:
                self.controller.offer((m.SETTING_CHANGED, *change, "floor"))

    def one_pass(self) -> None:
        """A pass of the table, and the host looks at its end of the cable."""
        super().one_pass()
        end = self._end
        now_ms = self.clock.now_ms()
        wanted, how = self.witness.wanted, self._answers.get(self._hand, "")
        octets = end.read()
        out = self.session.receive(octets, now_ms) if octets else b""
        out += self.session.tick(now_ms)
        if how and (wanted or self.witness.wanted):
            silent = how == "nothing" or "opening" in (wanted, self.witness.wanted)
            if silent:
                return
        if out:
            end.write(out)


def finish(evening: WitnessedEvening) -> None:
    """Let the host take the rest."""
    for _ in range(60):
        evening.one_pass()


@cache
def honest() -> tuple[bytes, ...]:
    """The raw lines of the evening that is forged; its last hand has what a forger wants."""
    for number in range(20):
        lines = played(b"verify %d" % number)
        told = said(lines)
        names = [one.name for one in told[last(told, "hand_started") :]]
        if names.count("hand_shown") > 1 and names.count("erase_face") > 1:
            return lines
    raise AssertionError("no evening ends with a showdown after a fold")


def played(seed: bytes) -> tuple[bytes, ...]:
    with TemporaryDirectory() as folder:
        evening = WitnessedEvening(
            seed,
            5,
            Path(folder),
            answers={3: "nothing", 4: "promise"},
            settings_of={1: ("cut_ms", "1000"), 2: ("cut_ms", "5000")},
        )
        evening.play()
        evening.controller.offer((m.TABLE_PAUSED, "floor"))
        finish(evening)
        evening.host_store.close()
    return tuple(lines_of(evening.text()))


def heads_of(lines: Iterable[bytes]) -> dict[int, bytes]:
    """What a witness that stored these lines writes out."""
    stored = []
    chain: Chain | None = None
    for raw in lines:
        line = parse(raw)
        if chain is None:
            chain = Chain(genesis(line.message[1], line.message[2]))
        chain.add(line.body)
        stored.append((line.seq or 0, raw, chain.head))
    return dict(heads_to_tell(stored))


def said(lines: Iterable[bytes]) -> list[Said]:
    """The lines as a forger holds them; heads of the chain are left out and made anew."""
    read = [parse(raw) for raw in lines]
    return [Said(line.ms, line.message) for line in read if line.message[0] != m.LOG_HEAD]


def bound(
    told: list[Said],
    change: Callable[[bytes], bytes] | None = None,
    *,
    heads_before: int = 1 << 30,
) -> list[bytes]:
    """Make everything fit again: numbers, heads every 64 lines, chain, checksums.

    change: what is done to each body before it is sealed, for spellings the writer refuses.
    heads_before: heads are told up to this line of `told`.
    """
    opening = told[0].message
    chain = Chain(genesis(opening[1], opening[2]))
    lines: list[bytes] = []

    def add(message: tuple, ms: int) -> None:
        body = write(message, len(lines) + 1, ms)
        body = change(body) if change else body
        lines.append(seal_any(body, chain.add(body)))

    for at, one in enumerate(told):
        message = one.message
        if message[0] == m.SEGMENT_OPENED:
            message = (*message[:5], chain.head)
        add(message, one.ms)
        is_due = at < heads_before and (len(lines) % 64 == 0 or message[0] == m.ORDER_REVEALED)
        if is_due and message[0] != m.SEGMENT_OPENED:
            add((m.LOG_HEAD, len(lines), chain.head), one.ms)
    return lines


def seal_any(body: bytes, tag: bytes) -> bytes:
    """A whole line, however long."""
    if len(body) + 40 <= LINE_BYTES_MAX:
        return seal(body, tag)
    sealed = body + b" #" + tag.hex().encode()
    return sealed + b" ~%08x\n" % crc32(sealed)


def last(told: list[Said], name: str, back: int = 0) -> int:
    """Index of the last line with this name, or of the one `back` before it."""
    return [at for at, one in enumerate(told) if one.name == name][-1 - back]


def first_after(told: list[Said], at: int, name: str) -> int:
    """Index of the first line with this name behind `at`."""
    return next(n for n in range(at, len(told)) if told[n].name == name)
