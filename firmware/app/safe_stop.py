"""The end of all motion: what a table does that must not go on by itself.

A bug of ours stops it at once; a start that cannot read its log waits for another start; after
three of those the table comes up with its link only. In each case every card stays where it is,
the displays name what a person should know, the cable tells what there is to tell, and nothing is
dealt. Rule of the file: each step on the way to the stop is taken whatever becomes of the others,
because the bug may sit in any of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.safe_link import SafeLink
from firmware.schema.faults import FAULT_CHECK_FAILED, FAULT_STARTS_FAILED
from firmware.schema.messages import LAST_WORDS

if TYPE_CHECKING:
    from firmware.app.faults import Faults
    from firmware.app.heartbeat import Heartbeat
    from firmware.app.link_desk import LinkDesk
    from firmware.app.performers import Performers
    from firmware.app.recorder import Recorder
    from firmware.app.seats import Seats
    from firmware.app.starts import Starts
    from hal.board import Board

CODE_CHARS_MAX = 48  # of `last_words`
START_AGAIN = "start_again"  # by whose word stands in the log


class SafeStop:
    """code: what stopped the table, empty while nothing has.

    is_start_wanted: it was a start that failed; nobody feeds the watchdog, which brings another.
    """

    def __init__(
        self,
        board: Board,
        heart: Heartbeat,
        starts: Starts,
        faults: Faults,
        seats: Seats,
        performers: Performers,
        link: LinkDesk,
    ) -> None:
        self._board = board
        self._heart = heart
        self._starts = starts
        self._faults = faults
        self._seats = seats
        self._performers = performers
        self._link = link
        self._safe_link = SafeLink(board.link, board.serial)
        self._recorder: Recorder | None = None
        self._was_key_down = False
        self.code = ""
        self.is_start_wanted = False

    def stop(self, code: str, recorder: Recorder | None) -> None:
        """A bug of ours: motors off, every card where it is, one last line, and wait."""
        if self.code:
            return
        self.code = code[:CODE_CHARS_MAX]
        self._recorder = recorder
        for step in (self._heart.stop_motors, self._performers.stop_motors, self._say_last_words):
            try:
                step()
            except Exception:  # nothing better can be done, and the next step may work
                continue

    def fail_start(self, code: str) -> None:
        """What was read of the log may be half of it: only a new start begins from nothing."""
        self.code = code[:CODE_CHARS_MAX]
        self.is_start_wanted = True

    def start_again(self, recorder: Recorder) -> None:
        """Somebody asked for it: nobody feeds the watchdog, and the next start is the first."""
        self._starts.forget()
        self._recorder = recorder
        self.fail_start(START_AGAIN)

    def _say_last_words(self) -> None:
        """Straight into the log: those who listen to its lines may be the ones that broke."""
        recorder = self._recorder
        if recorder is not None:
            recorder.journal.append((LAST_WORDS, self.code), recorder.ms())
            recorder.journal.sync()

    # --- passes of a table that is stopped -------------------------------------------------------

    def step(self, now_ms: int) -> None:
        """Nothing moves any more; the host still hears the log, the displays say wait."""
        recorder = self._recorder
        if recorder is None:
            self._safe_link.step(self._starts.failed, self.code, now_ms)
        else:
            self._link.poll(recorder.journal, now_ms)
            self._link.turn_away()
            self._link.report(recorder.journal, now_ms)
        fault = self._faults.worst() if self.is_start_wanted else FAULT_CHECK_FAILED
        self._seats.show_stopped(fault, now_ms)
        if not self.is_start_wanted:
            self._board.watchdog.feed()  # last: link and displays have done their part

    def step_in_safe_mode(self, now_ms: int) -> None:
        """Three starts in a row failed: the link only, until a person turns the floor key."""
        self._seats.show_stopped(FAULT_STARTS_FAILED, now_ms)
        self._safe_link.step(self._starts.failed, "", now_ms)
        is_down = self._board.floor_key.is_on()
        if is_down and not self._was_key_down:
            self._starts.forget()
        self._was_key_down = is_down
