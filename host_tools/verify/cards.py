"""The faces of a record: shown once, asked for, never of a folded card, and counted by the reader.

The controller must not know a card before the rules show it. So each opened face must have been
asked for, none may be opened after it was erased, the same face never lies on the table twice
without the table saying so, and the reader's own count of openings at the collect must be the
number of openings in the record. Rule of the file: what the table itself reports as an anomaly is
told and counted, and rejects nothing; what it hides rejects the record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.schema import messages as m

if TYPE_CHECKING:
    from host_tools.verify.binding import Bound
    from host_tools.verify.report import Report

_PASSED_OVER = (m.LOG_HEAD, m.SEGMENT_OPENED)


class Cards:
    """Reads every line; follows which faces are known and which may be."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._asked: set[int] = set()
        self._erased: set[int] = set()
        self._faces: dict[int, int] = {}  # face -> token
        self._openings: int | None = None  # since the last collect; None: not known
        self._twice_at = 0  # a face that lay there already, and nobody has said so yet

    def line(self, bound: Bound) -> None:
        """The next line of the record."""
        message = bound.line.message
        kind = message[0]
        if bound.after_gap or bound.seq == self._report.first > 1:
            self._forget()
            self._openings = None
        if self._twice_at and kind not in _PASSED_OVER:
            if kind not in (m.IRREGULARITY_FOUND, m.INPUT_REFUSED):
                self._report.wrong(self._twice_at, "face_twice")
            self._twice_at = 0
        if bound.seq == self._report.first == 1:
            self._openings = 0
        if bound.is_refused:
            return
        if kind == m.OPEN_FACE:
            self._asked.add(message[1])
        elif kind == m.ERASE_FACE:
            self._erased.add(message[1])
        elif kind in (m.FACE_READ, m.FACE_OPENED):
            self._face(bound, message)
        elif kind == m.CARDS_COLLECTED:
            self._collected(bound, message[2])
        elif kind == m.DECK_LOADED:
            self._forget()

    def _forget(self) -> None:
        """A new load: tokens and faces begin anew."""
        self._asked, self._erased, self._faces = set(), set(), {}

    def _face(self, bound: Bound, message: tuple) -> None:
        kind, token, face = message
        if kind == m.FACE_OPENED:
            if self._openings is not None:
                self._openings += 1
            if token in self._erased:
                self._report.wrong(bound.seq, "erased_opened", token=token)
            elif token not in self._asked:
                self._report.counts["opened_unasked"] += 1
                self._report.notice(bound.seq, "face_unasked", token=token)
        if self._faces.setdefault(face, token) != token:
            self._report.counts["face_twice"] += 1
            self._twice_at = bound.seq

    def _collected(self, bound: Bound, told: int) -> None:
        if self._openings is not None and told != self._openings:
            self._report.counts["openings_differ"] += 1
            self._report.notice(bound.seq, "openings", told=told, counted=self._openings)
        self._openings = 0
