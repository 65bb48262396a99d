"""The seats of a volume table: the question goes to a person, who answers in words.

Stands where panels, keys, lamps and displays stand. Who is asked, and what, is read from the hand
as lamps and displays read it (`firmware.app.questions`); the person's policy names its answer, and
after as long as fingers would take it comes in as the input that the keys would have made. What a
seat may say beside the game is said once a hand. Rule of the file: an answer is only ever given to
the question that stands, and the rules judge it like any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.keys import (
    ASIDE_AWAY,
    ASIDE_MAY_STRADDLE,
    ASIDE_OWES,
    ASK_CUT,
    ASK_NOTHING,
    ASK_TURN,
)
from firmware.app.questions import aside_of, question_of
from firmware.compat import check
from firmware.schema import messages as m
from firmware.schema import settings as s
from hal.sim.policies import CALL, FOLD, RAISE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from firmware.app.faults import Faults
    from firmware.app.keys import Question
    from firmware.app.parts import Table
    from hal.board import Board
    from hal.sim.clock import SimClock
    from hal.sim.policies import Policy

THINK_MS = 100  # from the question to the first key, as `hal.sim.people`
# From question to answer as keys give it at port level: fold held, median of amounts dialled.
ANSWER_MS = {FOLD: 555, CALL: 205, RAISE: 2135}
CUT_MS = 1745
ANSWERS_MAX = 20  # to one question; above that nobody understands it, and the simulation says so
NEVER_MS = 1 << 29

# Messages after which the same seat is asked the same as before.
_SAME = frozenset(
    (
        m.CARD_FED,
        m.CARD_LEFT,
        m.CARD_LANDED,
        m.DEAL_CARD,
        m.HOLE_CARD_DEALT,
        m.OPEN_FACE,
        m.ERASE_FACE,
        m.FACE_READ,
        m.WAITING_MEASURED,
    )
)
_ASKING = (m.TURN_OPENED, m.CUT_ASKED, m.SHOW_ASKED)
_LOOK_AROUND = (m.HAND_STARTED, m.HAND_FINISHED, m.HAND_VOIDED)


class NoScreen:
    """Where the displays would be."""

    again_ms = NEVER_MS

    def write_again(self, now_ms: int) -> None:
        """Nothing is shown."""

    def put_off(self, now_ms: int) -> None:
        """Nothing is shown."""


class VolumeSeats:
    """What `firmware.app.seats.Seats` is to its table, without hardware.

    policies: what the person at each seat wants. stirred: called when an answer waits.
    """

    is_sampling = False
    due_ms = NEVER_MS

    def __init__(self, board: Board, faults: Faults) -> None:
        self._clock: SimClock = board.clock  # type: ignore[assignment]
        self.policies: Mapping[int, Policy] = {}
        self.stirred: Callable[[], None] = _nobody
        self.screen = NoScreen()
        self.ignored: list[tuple] = []
        self.answers: list[tuple] = []
        self._asked = 0  # number of the line that asked
        self._is_changed = False
        self._is_look_due = False
        self._question = (0, 0)  # line and seat of what is being answered, and
        self._answers_given = 0
        self._is_thinking = False
        self._is_interrupted = False  # the question did not stand for a moment
        self._acted = [0] * 11  # by seat, in this hand
        self._said: dict[tuple[int, int], int] = {}  # (seat, aside) -> hand in which it was said

    def note(self, message: tuple, seq: int) -> None:
        """A message of the log."""
        number = message[0]
        if number in _SAME:
            return
        self._is_changed = True
        if number in _ASKING:
            self._asked = seq
        elif number == m.ACTION_TAKEN:
            self._acted[message[1]] += 1
        elif number in _LOOK_AROUND:
            self._is_look_due = True
            if number == m.HAND_STARTED:
                self._acted = [0] * 11

    # --- what the firmware asks of its seats -----------------------------------------------------

    def poll(self, now_ms: int, inputs: list[tuple], is_whole: bool) -> bool:
        """Answers that were given, as inputs; whether there were any."""
        answers = self.answers
        if not answers:
            return False
        inputs += answers
        answers.clear()  # the same list is looked at by whoever waits for an answer
        return True

    def put_question(self, table: Table, floor_key: bool, seq: int, now_ms: int) -> None:
        """The question is put when it is shown."""

    def show(self, table: Table, seq: int, left_ms: int | None, now_ms: int) -> int:
        """Whoever is asked begins to think; ms until the seats want the next pass."""
        if self._is_changed:
            self._is_changed = False
            if self._is_look_due:
                self._is_look_due = False
                self._clock.after(THINK_MS, lambda: self._look_around(table))
            if not self._is_thinking:
                self._ask(table)
            elif not self._stands(table):
                self._is_interrupted = True
        return NEVER_MS

    def wants_refresh(self, now_ms: int) -> bool:
        """Never: nothing is shown."""
        return False

    def refresh(self, table: Table, left_ms: int | None, now_ms: int) -> int:
        """Nothing is shown."""
        return NEVER_MS

    def wait_ms(self, now_ms: int) -> int:
        """No key moves."""
        return NEVER_MS

    def show_stopped(self, fault: int, now_ms: int) -> None:
        """Nothing is shown."""

    # --- people ----------------------------------------------------------------------------------

    def _ask(self, table: Table) -> None:
        """Let the person that is asked think about its answer."""
        seat, question = question_of(table, self._asked, False)
        if question.kind == ASK_NOTHING or seat not in self.policies:
            return
        if self._question != (self._asked, seat):
            self._question = (self._asked, seat)
            self._answers_given = 0
        answer, after_ms = self._answer(table, seat, question)
        self._is_thinking, self._is_interrupted = True, False
        self._clock.after(after_ms, lambda: self._say(table, answer))

    def _answer(self, table: Table, seat: int, question: Question) -> tuple[tuple, int]:
        policy, hand = self.policies[seat], table.hand_number
        if question.kind == ASK_TURN:
            legal = (hand, self._acted[seat], question.call, question.least, question.most)
            choice, amount = policy.choose(seat, legal)
            to = amount if choice == RAISE else None
            return (m.ACTION_CHOSEN, seat, choice, to), ANSWER_MS[choice]
        if question.kind == ASK_CUT:
            return (m.CUT_SET, policy.cut(seat, hand), seat), CUT_MS
        is_shown = policy.shows(seat, hand)
        show = m.SHOW_SHOW if is_shown else m.SHOW_MUCK
        return (m.SHOW_CHOSEN, seat, show), ANSWER_MS[CALL if is_shown else FOLD]

    def _stands(self, table: Table) -> bool:
        """Whether what is being answered is asked now."""
        return self._question == (self._asked, question_of(table, self._asked, False)[0])

    def _say(self, table: Table, answer: tuple) -> None:
        """Answer, if the question has stood all the while; else look what is asked now."""
        self._is_thinking = False
        if self._is_interrupted or not self._stands(table):
            self._ask(table)
            return
        self._answers_given += 1
        check(self._answers_given <= ANSWERS_MAX, "person_lost")
        self.answers.append(answer)
        self.stirred()

    def _look_around(self, table: Table) -> None:
        """Who may post or straddle does or not, who sits out comes back; each once a hand.

        Behind a hand only who sits out: the next may wait for them.
        """
        hand = table.hand_number
        is_between = table.hand is None
        for seat, policy in self.policies.items():
            aside = aside_of(table, seat)
            if aside not in (ASIDE_AWAY, ASIDE_OWES, ASIDE_MAY_STRADDLE):
                continue
            if is_between and aside != ASIDE_AWAY:
                continue
            if aside == ASIDE_OWES and not _is_offered_to_post(table, seat):
                continue
            if self._said.get((seat, aside)) == hand:
                continue
            self._said[seat, aside] = hand
            if aside == ASIDE_AWAY:
                self.answers.append((m.PLAYER_BACK, seat))
            elif aside == ASIDE_OWES and policy.posts(seat, hand):
                self.answers.append((m.BLIND_CHOSEN, seat, m.ENTRY_POST))
            elif aside == ASIDE_MAY_STRADDLE and policy.straddles(seat, hand):
                self.answers.append((m.BLIND_CHOSEN, seat, m.ENTRY_STRADDLE))
        if self.answers:
            self.stirred()


def _is_offered_to_post(table: Table, seat: int) -> bool:
    """Whether the display would say so (`firmware/docs/keys.md`, `Otherwise`)."""
    must_wait = table.settings[s.SETTING_MISSED_BLINDS] == s.MISSED_BLINDS_WAIT
    return table.stacks[seat] > 0 and not table.posting[seat] and not must_wait


def _nobody() -> None:
    """Nobody waits for an answer."""
