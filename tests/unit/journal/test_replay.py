"""The same inputs make the same table; what a cut took is owed, what differs is named."""

from __future__ import annotations

from firmware.journal.replay import Replay, is_told_by_shell
from firmware.lines.parser import Line
from firmware.schema import messages as m

PAUSED = (m.TABLE_PAUSED, None)
RESUMED = (m.TABLE_RESUMED, None)
REPORT = (m.HAND_HELD, "paused")
TIMER = (m.START_TIMER, m.TIMER_NEXT_HAND, 1, 3000)
COLLECT = (m.COLLECT_CARDS,)
SETTLE = (m.STOP_TIMER,)


class Desk:
    """A table of two inputs: pausing says three things, resuming says one that is not written."""

    def __init__(self) -> None:
        self.taken: list[tuple] = []
        self.seen: list[tuple[int, int]] = []
        self.replay = Replay(self.take, self.observe)

    def take(self, message: tuple, out: list) -> int:
        self.taken.append(message)
        out.extend((TIMER, REPORT, COLLECT, SETTLE) if message == PAUSED else (TIMER,))
        return 0

    def observe(self, message: tuple, seq: int, head: bytes) -> None:
        self.seen.append((message[0], seq))
        assert (head != b"") == (seq != 0)

    def read(self, *messages: tuple) -> Desk:
        for seq, message in enumerate(messages, 1):
            self.replay.line(Line(seq, 0, message, None, b"", ()), bytes((seq,)))
        return self


def test_inputs_are_told_and_answers_compared() -> None:
    desk = Desk().read(PAUSED, REPORT, COLLECT, RESUMED)
    assert desk.taken == [PAUSED, RESUMED]
    assert desk.replay.differs_at == 0
    assert desk.replay.owed() == []


def test_effects_that_are_never_written_are_observed_in_their_place() -> None:
    desk = Desk().read(PAUSED, REPORT, COLLECT, RESUMED)
    desk.replay.owed()
    assert desk.seen == [
        (m.TABLE_PAUSED, 1), (m.START_TIMER, 0), (m.HAND_HELD, 2), (m.COLLECT_CARDS, 3),
        (m.STOP_TIMER, 0), (m.TABLE_RESUMED, 4), (m.START_TIMER, 0),
    ]  # fmt: skip


def test_answers_lost_in_a_torn_tail_are_owed() -> None:
    assert Desk().read(PAUSED).replay.owed() == [REPORT, COLLECT, SETTLE]
    assert Desk().read(PAUSED, REPORT).replay.owed() == [COLLECT, SETTLE]


def test_owed_answers_are_told_once() -> None:
    replay = Desk().read(PAUSED).replay
    assert replay.owed()
    assert replay.owed() == []


def test_lines_of_the_log_itself_are_not_the_tables_answers() -> None:
    head = (m.LOG_HEAD, 1, bytes(32))
    done = (m.COMMAND_DONE, 1, m.ROLE_FLOOR, 1, m.OUTCOME_DONE, None)
    desk = Desk().read(head, PAUSED, head, REPORT, head, COLLECT, done, RESUMED)
    assert desk.replay.differs_at == 0
    assert (m.COMMAND_DONE, 7) in desk.seen


def test_refusal_of_an_input_is_the_tables_answer() -> None:
    assert not is_told_by_shell(m.INPUT_REFUSED)


def test_answer_that_comes_out_differently_is_named() -> None:
    assert Desk().read(PAUSED, (m.HAND_HELD, "other"), COLLECT).replay.differs_at == 2


def test_answer_that_nobody_gave_is_named() -> None:
    assert Desk().read(PAUSED, REPORT, COLLECT, COLLECT).replay.differs_at == 4


def test_missing_answer_in_the_middle_is_named() -> None:
    desk = Desk().read(PAUSED, REPORT, RESUMED, PAUSED)
    assert desk.replay.differs_at == 3
    assert desk.taken == [PAUSED]


def test_message_of_another_schema_is_named() -> None:
    assert Desk().read((m.RAW, "card_eaten", ())).replay.differs_at == 1


def test_every_report_is_the_tables_or_the_shells() -> None:
    """The shell's own lines, named: whoever adds one must say so, or logs stop replaying."""
    told = {m.NAMES[one] for one in range(1, len(m.NAMES)) if is_told_by_shell(one)}
    assert told == {
        "segment_opened", "table_started", "tail_cut", "log_head", "clock_restarted",
        "log_damaged", "last_words", "tail_lost", "command_done", "command_named", "role_paired",
        "key_ignored", "keys_ignored",
        "motion_retried",
        "waiting_measured", "self_tested", "table_parked", "head_signed",
    }  # fmt: skip
