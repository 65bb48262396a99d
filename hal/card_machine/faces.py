"""The faces that the reader named: kept under their tokens, told only when somebody asks.

A face lies here from the moment it was read until it is told on the board, erased, or all cards
are collected; a loss of power does not lose it. Which faces were seen since the last collection is
remembered too, and where those cards went, so a face that comes twice is noticed; cards that went
back into the hopper may come again. Rule of the file: whoever asks is counted, and nothing here
says in which order cards came.

Rows (`kept`): a token's is epoch (2), token (2), face; a face's is epoch (2), place. Rows of an
earlier epoch say nothing, so a collection forgets everything with one note.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.kept import (
    CHECK_BYTES,
    EPOCH_AT,
    SEEN_AT,
    TOKENS_AT,
    Note,
    read_row,
    write_row,
)
from hal.ports import CARDS, PLACE_ASIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hal.card_machine.workings import Keep

IN_THE_PATH = 255  # as a place
NOT_SEEN = 0
NO_FACE = -1

_TOKENS = const(128)  # places for faces; a deal has 52 cards, a card dealt anew takes another
_TOKEN_BYTES = const(5)
_SEEN_BYTES = const(3)
_BLANK = b"\xff" * 7  # a token's row, with its check
_ERASED = const(255)  # as a face
_ROWS_A_PASS = const(8)  # read and written: 2 ms each, so 16 at the most


class Faces:
    """openings: faces that were opened since the last COLLECT."""

    def __init__(self, keep: Keep) -> None:
        self.openings = 0
        self._keep = keep
        self._note = Note(keep, EPOCH_AT, 4)
        self._epoch = 0
        known = self._note.content
        if known is not None:
            self._epoch = known[0] << 8 | known[1]
            self.openings = known[2] << 8 | known[3]
        self._by_token: dict[int, tuple[int, int]] = {}  # token -> (its row, face)
        self._free = list(range(_TOKENS - 1, -1, -1))
        self._seen_at = bytearray(CARDS)
        self._in_path = NO_FACE
        self._read_back()

    def __repr__(self) -> str:
        return "<faces>"  # never which

    # --- by token --------------------------------------------------------------------------------

    def keep(self, token: int, face: int) -> None:
        """A face under its card's token; kept on return."""
        self.erase(token)
        if not self._free:
            self.erase(min(self._by_token))  # the oldest deal's; asked for, it is told as unknown
        row = self._free.pop()
        self._write_token(row, token, face)
        self._by_token[token] = (row, face)

    def open(self, token: int) -> int:
        """The face under a token, and one more opening; NO_FACE where there is none."""
        if token not in self._by_token:
            return NO_FACE
        self.openings += 1
        self._write_epoch()
        return self._by_token[token][1]

    def give(self, token: int) -> int:
        """The face of a card that lies on the board now, kept no more; NO_FACE for none."""
        face = self._by_token[token][1] if token in self._by_token else NO_FACE
        self.erase(token)
        return face

    def erase(self, token: int) -> None:
        """Forget a face; asked twice it does no harm."""
        if token in self._by_token:
            row, _ = self._by_token.pop(token)
            self._write_token(row, token, _ERASED)
            self._free.append(row)

    # --- seen ------------------------------------------------------------------------------------

    def see(self, face: int) -> bool:
        """A face passes the reader; whether it is the first time since the last COLLECT."""
        if self._seen_at[face] != NOT_SEEN:
            return False
        self._in_path = face
        self._put(face, IN_THE_PATH)
        return True

    def lies_at(self, place: int) -> None:
        """The card that was read last is sensed at a place."""
        if self._in_path != NO_FACE:
            self._put(self._in_path, place)
            self._in_path = NO_FACE

    def carried_aside(self, place: int) -> None:
        """A person emptied a place of the board, onto the aside tray as they are asked to."""
        self._move(place, PLACE_ASIDE)

    def forget_place(self, place: int) -> None:
        """The cards of a place go back into the hopper: their faces may come again."""
        self._move(place, NOT_SEEN)

    def forget_all(self) -> int:
        """All cards are collected; how many openings there were. `wipe` follows, row by row."""
        openings, self.openings = self.openings, 0
        self._epoch = (self._epoch + 1) & 0xFFFF
        self._write_epoch()
        self._by_token = {}
        self._free = list(range(_TOKENS - 1, -1, -1))
        self._seen_at = bytearray(CARDS)
        self._in_path = NO_FACE
        return openings

    def wipe(self) -> Iterator[None]:
        """Overwrite every row that may hold a face: nobody reads it out of the chip either."""
        for row in range(_TOKENS):
            at = TOKENS_AT + row * (_TOKEN_BYTES + CHECK_BYTES)
            if self._keep.read(at, _TOKEN_BYTES) != _BLANK[:_TOKEN_BYTES]:
                self._keep.write(at, _BLANK)
            if row % _ROWS_A_PASS == _ROWS_A_PASS - 1:
                yield
        for face in range(CARDS):
            at = SEEN_AT + face * (_SEEN_BYTES + CHECK_BYTES)
            self._keep.write(at, _BLANK[: _SEEN_BYTES + CHECK_BYTES])
            if face % _ROWS_A_PASS == _ROWS_A_PASS - 1:
                yield

    # --- kept ------------------------------------------------------------------------------------

    def _move(self, place: int, to: int) -> None:
        for face in range(CARDS):
            if self._seen_at[face] == place:
                self._put(face, to)

    def _put(self, face: int, place: int) -> None:
        self._seen_at[face] = place
        row = bytes((self._epoch >> 8, self._epoch & 0xFF, place))
        write_row(self._keep, SEEN_AT + face * (_SEEN_BYTES + CHECK_BYTES), row)

    def _write_token(self, row: int, token: int, face: int) -> None:
        content = bytes((self._epoch >> 8, self._epoch & 0xFF, token >> 8, token & 0xFF, face))
        write_row(self._keep, TOKENS_AT + row * (_TOKEN_BYTES + CHECK_BYTES), content)

    def _write_epoch(self) -> None:
        openings = min(self.openings, 0xFFFF)
        epoch = self._epoch
        self._note.write(bytes((epoch >> 8, epoch & 0xFF, openings >> 8, openings & 0xFF)))

    def _read_back(self) -> None:
        """What was there when the power went."""
        keep = self._keep
        for row in range(_TOKENS):
            content = read_row(keep, TOKENS_AT + row * (_TOKEN_BYTES + CHECK_BYTES), _TOKEN_BYTES)
            if content is not None and self._is_of_now(content) and content[4] < CARDS:
                self._by_token[content[2] << 8 | content[3]] = (row, content[4])
                self._free.remove(row)
        for face in range(CARDS):
            content = read_row(keep, SEEN_AT + face * (_SEEN_BYTES + CHECK_BYTES), _SEEN_BYTES)
            if content is not None and self._is_of_now(content):
                self._seen_at[face] = content[2]
                if content[2] == IN_THE_PATH:
                    self._in_path = face

    def _is_of_now(self, content: bytes) -> bool:
        return content[0] << 8 | content[1] == self._epoch
