"""Free texts in a line: a player's name, a person's reason, with every odd byte written as %XX.

Somebody is called `Zoë %`, and the line must still be one line of plain letters. A text is UTF-8;
each byte outside `[A-Za-z0-9_.:/-]` becomes a percent sign and two capital hex digits, and a
hyphen standing alone becomes `%2D`, because `-` means unknown. Rule of the file: one text has one
spelling, and only that one is read back; what is not UTF-8 by RFC 3629 is refused on every
interpreter alike.
"""

from __future__ import annotations

from firmware.lines.grammar import ALPHANUMERIC, LineError

_SAFE = ALPHANUMERIC + "_.:/-"
_CAPITAL_HEX = "0123456789ABCDEF"
_ALONE = "-"
_ALONE_ESCAPED = "%2D"

# RFC 3629 section 4: first byte from, to; bytes that follow; the second byte from, to.
_SEQUENCES = (
    (0x00, 0x7F, 0, 0, 0),
    (0xC2, 0xDF, 1, 0x80, 0xBF),
    (0xE0, 0xE0, 2, 0xA0, 0xBF),
    (0xE1, 0xEC, 2, 0x80, 0xBF),
    (0xED, 0xED, 2, 0x80, 0x9F),
    (0xEE, 0xEF, 2, 0x80, 0xBF),
    (0xF0, 0xF0, 3, 0x90, 0xBF),
    (0xF1, 0xF3, 3, 0x80, 0xBF),
    (0xF4, 0xF4, 3, 0x80, 0x8F),
)


def _sequence_bytes(octets: bytes, at: int) -> int:
    """Length of the well-formed sequence that begins at `at`; 0 when there is none."""
    lead = octets[at]
    for first, last, following, low, high in _SEQUENCES:
        if first <= lead <= last:
            rest = octets[at + 1 : at + 1 + following]
            if len(rest) < following:
                return 0
            if following and not low <= rest[0] <= high:
                return 0
            for octet in rest[1:]:
                if not 0x80 <= octet <= 0xBF:
                    return 0
            return 1 + following
    return 0


def is_utf8(octets: bytes) -> bool:
    """Whether octets are well-formed UTF-8: shortest forms only, no surrogates."""
    at = 0
    while at < len(octets):
        step = _sequence_bytes(octets, at)
        if step == 0:
            return False
        at += step
    return True


def escape(text: str, bytes_max: int) -> str:
    """The text as a line spells it.

    Raises:
        LineError: `empty`, `too_long` (more than bytes_max bytes of UTF-8), `bad_text`.
    """
    if text == "":
        raise LineError("empty")
    if not text.strip(_SAFE) and text != _ALONE:
        if len(text) > bytes_max:
            raise LineError("too_long")
        return text
    try:
        octets = text.encode()
    except UnicodeError:
        octets = b"\xff"  # no UTF-8 either: both interpreters end at the same refusal
    if not is_utf8(octets):
        raise LineError("bad_text")
    if len(octets) > bytes_max:
        raise LineError("too_long")
    if text == _ALONE:
        return _ALONE_ESCAPED
    pieces: list[str] = []
    for octet in octets:
        letter = chr(octet)
        pieces.append(letter if letter in _SAFE else "%%%02X" % octet)
    return "".join(pieces)


def unescape(spelled: str, bytes_max: int) -> str:
    """The text that `spelled` stands for.

    Raises:
        LineError: `empty`, `too_long`, or `bad_text` for any spelling that `escape` does not give.
    """
    if spelled == "":
        raise LineError("empty")
    pieces = spelled.split("%")
    if spelled == _ALONE or pieces[0].strip(_SAFE):
        raise LineError("bad_text")
    octets = bytearray(pieces[0].encode())
    for piece in pieces[1:]:
        code = piece[:2]
        rest = piece[2:]
        if len(code) < 2 or code.strip(_CAPITAL_HEX) or rest.strip(_SAFE):
            raise LineError("bad_text")
        octet = int(code, 16)
        if chr(octet) in _SAFE and spelled != _ALONE_ESCAPED:
            raise LineError("bad_text")
        octets.append(octet)
        octets.extend(rest.encode())
    if len(octets) > bytes_max:
        raise LineError("too_long")
    whole = bytes(octets)
    if not is_utf8(whole):
        raise LineError("bad_text")
    return whole.decode()
