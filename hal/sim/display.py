"""A display that can be read: eight digits of seven segments, and the text a person sees in them.

The firmware decides which segments light. Here they are kept as they were sent and turned back
into characters, the way an eye does it: a lone five is a five, a five between letters is an S.
Rule of the file: what is told is what is lit; a pattern that is no character is shown as a
question mark.
"""

from __future__ import annotations

from hal.errors import REFUSED, HalError

DIGITS = 8
STATE_DIGITS = 2  # the left two: seconds or state; the other six: words and amounts

# Segments a..g are bits 0..6. Characters that one pattern can only mean.
_SURE = (
    (0x00, " "), (0x5B, "2"), (0x4F, "3"), (0x66, "4"), (0x7D, "6"), (0x07, "7"), (0x7F, "8"),
    (0x6F, "9"), (0x77, "A"), (0x7C, "b"), (0x39, "C"), (0x58, "c"), (0x5E, "d"), (0x79, "E"),
    (0x71, "F"), (0x3D, "G"), (0x76, "H"), (0x74, "h"), (0x30, "I"), (0x10, "i"), (0x1E, "J"),
    (0x38, "L"), (0x37, "N"), (0x54, "n"), (0x5C, "o"), (0x73, "P"), (0x67, "q"), (0x50, "r"),
    (0x78, "t"), (0x3E, "U"), (0x1C, "u"), (0x6E, "Y"), (0x40, "-"), (0x08, "_"), (0x48, "="),
    (0x75, "K"), (0x20, "'"),
)  # fmt: skip

# Patterns that are a digit among digits and a letter among letters.
_EITHER = ((0x3F, "0", "O"), (0x06, "1", "I"), (0x6D, "5", "S"))

_POINT = 0x80


_EITHER_AT = tuple([segments for segments, _, _ in _EITHER])
_READ_ALONE = ["?"] * 128  # by pattern: the character where no words stand
for _segments, _character in _SURE:
    _READ_ALONE[_segments] = _character
_READ_IN_WORD = list(_READ_ALONE)
for _segments, _digit, _letter in _EITHER:
    _READ_ALONE[_segments] = _digit
    _READ_IN_WORD[_segments] = _letter
_NO_WORD = "0123456789?-_"  # with none but these, and what may be either, a group is a number


def _group(patterns: bytes) -> str:
    """Return the text of digits that belong together, one character each, none of them dark."""
    for pattern in patterns:
        segments = pattern & 0x7F
        if segments not in _EITHER_AT and _READ_ALONE[segments] not in _NO_WORD:
            return "".join([_READ_IN_WORD[one & 0x7F] for one in patterns])
    return "".join([_READ_ALONE[one & 0x7F] for one in patterns])


def text_of(segments: bytes) -> str:
    """Return eight characters for eight digits, points left out."""
    text = "".join([_READ_ALONE[pattern & 0x7F] for pattern in segments[:STATE_DIGITS]])
    start = STATE_DIGITS
    for end in range(STATE_DIGITS, len(segments) + 1):
        if end == len(segments) or not segments[end] & 0x7F:
            text += _group(segments[start:end])
            if end < len(segments):
                text += " "
            start = end + 1
    return text


class SimDisplay:
    """The contract `hal.ports.SegmentDisplay`; remembers what is lit. Dark when switched on."""

    def __init__(self, name: str = "display") -> None:
        self._name = name
        self.segments = bytes(DIGITS)
        self.is_blinking = False
        self._read = (self.segments, text_of(self.segments))

    def show(self, segments: bytes, blink: bool = False) -> None:
        """Light eight digits, left to right."""
        if len(segments) != DIGITS:
            raise HalError(REFUSED, self._name, "eight digits")
        self.segments = bytes(segments)
        self.is_blinking = blink

    def text(self) -> str:
        """Eight characters: two of state, six of words or amounts; points left out."""
        if self._read[0] != self.segments:  # people look more often than it changes
            self._read = (self.segments, text_of(self.segments))
        return self._read[1]

    def points(self) -> tuple[bool, ...]:
        """Which decimal points are lit, left to right."""
        return tuple(bool(pattern & _POINT) for pattern in self.segments)
