"""One table as a room may see it: the model behind every live view.

Takes each stored line, what the host has to say of the cable, and how long nothing was heard, and
keeps what a screen or a page shows: the table, the ruling under way, the alarms, the last
sentences. What is nobody's business while a hand is played stays behind: a key pressed out of turn
shows in no sentence, and in no count of lines, before that hand is over. The rule of the file: two
evenings that differ only in such keys look the same until the hand has ended.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from firmware.lines.chain import Chain
from firmware.schema import messages as m
from host_tools.link.asking import CONTRADICTIONS
from host_tools.view.alarms import Alarm, Alarms
from host_tools.view.banner import troubles
from host_tools.view.live import LINK_STATES, TOLD_MAX, UNTOLD
from host_tools.view.procedure_state import Procedures
from host_tools.view.table_state import TableState
from host_tools.view.transcript import Transcript

if TYPE_CHECKING:
    from firmware.lines.parser import Line
    from host_tools.link.session import Event
    from host_tools.texts import Texts
    from host_tools.view.recalled import Past

STALE_SECONDS = 10.0
"""A host greets a silent table every 5 s, so that a good cable is never silent for longer."""

SEAT_KEYS = frozenset(
    m.NAMES[said]
    for said in (m.ACTION_CHOSEN, m.SHOW_CHOSEN, m.PLAYER_OUT_NEXT, m.PLAYER_BACK)
    + (m.BLIND_CHOSEN, m.CUT_SET, m.BOARD_CLAIMED, m.FLOOR_CALLED)
)
"""What the keys of a seat say; one of them refused is a press out of turn."""

OFF_TURN = frozenset(
    {m.KEY_IGNORED, m.KEYS_IGNORED, m.PLAYER_OUT_NEXT, m.PLAYER_BACK, m.BLIND_CHOSEN}
)
"""Lines that tell of keys pressed at a seat that was asked nothing."""

CHOSEN = frozenset({m.ACTION_CHOSEN, m.SHOW_CHOSEN, m.CUT_SET, m.BOARD_CLAIMED})
"""What keys chose: only the line behind it tells whether it was their turn."""


class WatchedTable:
    """The model. `clock` gives seconds that never fall, `wall` Unix seconds.

    `version` grows whenever something that can be seen has changed, clocks and ages aside.
    """

    def __init__(
        self,
        say: Texts,
        *,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        note: Callable[[Alarm], None] = lambda alarm: None,
    ) -> None:
        self.say = say
        self.clock = clock
        self.wall = wall
        self.version = 0
        self.alarms = Alarms(note)
        self.link = "none"
        self._contradictions: dict[str, str] = {}
        self._heard = clock()
        self.begin()

    def begin(self) -> None:
        """An empty table: the next line is the first one of another log."""
        self.state = TableState()
        self.procedures = Procedures()
        self.told: deque[str] = deque(maxlen=TOLD_MAX)
        self._record = self.state.record.copy()
        self._transcript = Transcript(self.say)
        self._kept_back: list[Line] = []
        self._fresh, self._fresh_ms = self.clock(), 0
        self.version += 1

    # --- what it is fed with ---------------------------------------------------------------------

    def take(self, line: Line) -> None:
        """The next stored line of the log."""
        message = line.message
        if self.state.is_playing and is_off_turn(message):
            self.state.record.take(line)
            self._kept_back.append(line)
            return
        self.state.take(line)
        self.procedures.take(message)
        sentences = self._sentences(message)
        self._fresh, self._fresh_ms = self.clock(), line.ms
        self.told.extend(sentences)
        if not self.state.is_playing and self._kept_back:
            self._own_up()
        if not self.state.is_playing or message[0] == m.HAND_STARTED:
            self._record = self.state.record.copy()
        self._changed()

    def _own_up(self) -> None:
        """The hand is over: what was pressed out of turn in it may be known."""
        kept, self._kept_back = self._kept_back, []
        for line in kept:
            self.state.note(line.message)
            self.told.extend(self._sentences(line.message))

    def _sentences(self, message: tuple[Any, ...]) -> list[str]:
        return [] if message[0] in UNTOLD else self._transcript.read(message)

    def recall(self, past: Past) -> None:
        """Begin with what a store holds of a log; what is over by now raises no alarm."""
        self.begin()
        for line in past.lasting:
            self.take(line)
        record = self.state.record
        record.lines = past.seq or record.lines
        record.chain = Chain(past.head) if past.head else None
        record.broken_at = 0
        for line in past.whole:
            self.take(line)
        self.alarms.forget_past()
        if past.received_ms is not None and self.link == "none":
            self._heard = self.clock() - max(self.wall() - past.received_ms / 1000, 0.0)
        self.version += 1

    def tell(self, event: Event) -> None:
        """What the host has to say of the cable, the chain or the witness."""
        sentence = self.say(event.key, **event.values)
        self.link = LINK_STATES.get(event.key, self.link)
        if event.key in CONTRADICTIONS or event.key == "witness.second_commitment":
            self._contradictions[f"{event.key} {event.values.get('seq', '')}"] = sentence
        self.told.append(sentence)
        self._changed()

    def heard(self, silent_seconds: float) -> None:
        """So long nothing has come from the table."""
        self._heard = self.clock() - silent_seconds

    def acknowledge(self, number: int, by: str) -> bool:
        """A person has seen an alarm; False when there is none of that number, or no name."""
        is_taken = self.alarms.acknowledge(number, by, self.wall())
        self.version += is_taken
        return is_taken

    # --- what it shows ---------------------------------------------------------------------------

    @property
    def shown(self) -> TableState:
        """The table, its record no further than the last line that everybody may know of."""
        record = replace(self._record, broken_at=self.state.record.broken_at)
        return replace(self.state, record=record, ms=self._fresh_ms)

    @property
    def age_seconds(self) -> int:
        """How old the picture is; 0 while the table is heard at least every STALE_SECONDS."""
        return int(self.clock() - self._heard) if self.is_stale else 0

    @property
    def is_stale(self) -> bool:
        """Whether what is shown may have changed without anybody here knowing."""
        return self.link != "up" or self.clock() - self._heard >= STALE_SECONDS

    @property
    def now_ms(self) -> int:
        """The table's clock, as far as it can be known."""
        return self._fresh_ms + int((self.clock() - self._fresh) * 1000)

    @property
    def seconds_left(self) -> int | None:
        """Of the turn; None where no clock runs, or where it is not known any more."""
        turn = self.state.turn
        if turn is None or not turn.clock_ms or self.is_stale:
            return None
        return max(-(-(turn.since_ms + turn.clock_ms - self.now_ms) // 1000), 0)

    def signature(self) -> tuple[Any, ...]:
        """Equal for two pictures that look the same."""
        return self.version, self.seconds_left, self.age_seconds, self.is_stale

    def link_words(self) -> str:
        """How the line to the table is, in a sentence."""
        return self.say(f"live.link_{self.link}", seq=self.say.chips(self._record.lines))

    def _changed(self) -> None:
        self.version += 1
        self.alarms.look(self._causes(), self.wall(), self._record.lines)

    def _causes(self) -> list[tuple[str, str]]:
        say, state = self.say, self.state
        codes = {code for code, _ in state.trouble.faults}
        # a hand that a fault holds is that fault's alarm
        found = [one for one in troubles(state, say) if one[0].removeprefix("held ") not in codes]
        if state.record.broken_at:
            words = say("live.chain_broken", seq=state.record.broken_at).strip()
            found.append(("chain", words))
        if state.order.witness in {"missing", "failed"} and state.hand:
            words = say(f"alarm.witness_{state.order.witness}", hand=state.hand)
            found.append((f"witness {state.order.witness}", words))
        if self.link in {"down", "silent", "astray"}:
            found.append((f"link {self.link}", self.link_words()))
        return found + list(self._contradictions.items())


def is_off_turn(message: tuple[Any, ...]) -> bool:
    """Whether a line tells, or may tell, of a key that was pressed out of turn."""
    if message[0] == m.INPUT_REFUSED:
        return message[1] in SEAT_KEYS
    return message[0] in OFF_TURN or message[0] in CHOSEN
