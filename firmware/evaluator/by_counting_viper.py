"""Ranks seven cards as `by_counting` does, in the processor's own instructions, for small boards.

Seven cards, which every showdown has, go in; the same number from 1 to 7462 comes out, about ten
times sooner than from bytecode. Five and six cards are left to `by_counting`, where the counting
is also explained. The file stands alone: one function and one constant of 416 bytes.

Rules of the file: no value reaches 2^30, where a native integer would soon wrap; nothing indexes
`_PLACES` by more than a bounded mask, for no one would notice a read beyond its end; and no global
name and no handler for exceptions stands in the function, either of which costs it a fifth.
"""

from __future__ import annotations

from firmware.compat import const
from firmware.compat.native import micropython, ptr8

# The small tables of `by_counting` in one row of bytes, so that one pointer reaches them all: from
# 0 the rank of a single bit b by b * 143 >> 7 & 31, a de Bruijn sequence; from 16 _TWO; 80
# _THREE; 144 and 208 the upper and the lower byte of _FIVE; 272 _LOW. A test builds it again.
_PLACES = const(
    b"\x0c\x00\x01\x05\x02\x00\x00\x06\x03\x00\x00\x00\x00\x00\x00\x07\x0b\x04\x00\x00"
    b"\x00\x00\x00\x00\x0a\x00\x00\x00\x09\x00\x08\x00\x00\x0f\x15\x1b\x1c\x22\x23\x24"
    b"\x24\x2a\x2b\x2c\x2c\x2d\x2d\x2e\x2d\x33\x34\x35\x35\x36\x36\x37\x36\x37\x37\x38"
    b"\x37\x38\x38\x39\x37\x3d\x3e\x3f\x3f\x40\x40\x41\x40\x41\x41\x42\x41\x42\x42\x43"
    b"\x41\x42\x42\x43\x42\x43\x43\x44\x42\x43\x43\x44\x43\x44\x44\x45\x00\x14\x23\x32"
    b"\x38\x47\x4d\x53\x54\x63\x69\x6f\x70\x76\x77\x78\x78\x87\x8d\x93\x94\x9a\x9b\x9c"
    b"\x9c\xa2\xa3\xa4\xa4\xa5\xa5\xa6\xa5\xb4\xba\xc0\xc1\xc7\xc8\xc9\xc9\xcf\xd0\xd1"
    b"\xd1\xd2\xd2\xd3\xd2\xd8\xd9\xda\xda\xdb\xdb\xdc\xdb\xdc\xdc\xdd\xdc\xdd\xdd\xde"
    b"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x01\x01\x01\x01\x01\x01\x01\x01\x02\x02"
    b"\x02\x02\x02\x02\x02\x02\x02\x02\x02\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03"
    b"\x03\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04"
    b"\x04\x04\x04\x04\x00\x12\x34\x57\x79\x9c\xbf\xe2\xf6\x19\x3c\x5f\x74\x97\xac\xc1"
    b"\xc7\xea\x0d\x30\x45\x68\x7d\x92\x99\xbc\xd1\xe6\xed\x02\x09\x10\x0f\x32\x55\x78"
    b"\x8d\xb0\xc5\xda\xe1\x04\x19\x2e\x35\x4a\x51\x58\x59\x7c\x91\xa6\xad\xc2\xc9\xd0"
    b"\xd1\xe6\xed\xf4\xf5\xfc\xfd\xfe\x00\x00\x01\x00\x02\x01\x02\x00\x03\x03\x04\x01"
    b"\x05\x02\x03\x00\x04\x06\x07\x04\x08\x05\x06\x01\x09\x07\x08\x02\x09\x03\x04\x00"
    b"\x05\x0a\x0b\x0a\x0c\x0b\x0c\x05\x0d\x0d\x0e\x06\x0f\x07\x08\x00\x0e\x10\x11\x09"
    b"\x12\x0a\x0b\x01\x13\x0c\x0d\x02\x0e\x03\x04\x00\x06\x0f\x10\x14\x11\x15\x16\x0f"
    b"\x12\x17\x18\x10\x19\x11\x12\x04\x13\x1a\x1b\x13\x1c\x14\x15\x05\x1d\x16\x17\x06"
    b"\x18\x07\x08\x01\x14\x1e\x1f\x19\x20\x1a\x1b\x09\x21\x1c\x1d\x0a\x1e\x0b\x0c\x02"
    b"\x22\x1f\x20\x0d\x21\x0e\x0f\x03\x22\x10\x11\x04\x12\x05\x06\x00"
)


@micropython.viper
def evaluate_seven(cards) -> int:  # noqa: C901  # pyright: ignore[reportMissingParameterType]
    """Rank exactly seven cards, 1 (royal flush) .. 7462, smaller is better; see the package."""
    a = low = 0  # named first: the compiler keeps the first local variables in registers
    places = ptr8(_PLACES)
    a0, b0, c0, d0, e0, f0, g0 = cards
    a = int(a0)
    b = int(b0)
    c = int(c0)
    d = int(d0)
    e = int(e0)
    f = int(f0)
    g = int(g0)
    # Four bits for each suit, begun at 3: the fifth card of a suit sets the fourth bit.
    flush = 0x3333 + (1 << ((a & 3) << 2)) + (1 << ((b & 3) << 2)) + (1 << ((c & 3) << 2))
    flush += (1 << ((d & 3) << 2)) + (1 << ((e & 3) << 2)) + (1 << ((f & 3) << 2))
    flush = (flush + (1 << ((g & 3) << 2))) & 0x8888
    a = 1 << (a >> 2)
    b = 1 << (b >> 2)
    c = 1 << (c >> 2)
    d = 1 << (d >> 2)
    e = 1 << (e >> 2)
    f = 1 << (f >> 2)
    g = 1 << (g >> 2)
    ranks = (a | b | c | d | e | f | g) & 0x1FFF
    odd = (a ^ b ^ c ^ d ^ e ^ f ^ g) & 0x1FFF
    even = ranks ^ odd
    many = ((a + b + c + d + e + f + g) - ranks - even) >> 1
    spare = 2
    if flush:
        odd = even = many = 0
        spare = -5
        for card in cards:
            a = int(card)
            if flush >> ((a & 3) << 2) & 8:
                odd |= 1 << (a >> 2)
                spare += 1
        odd &= 0x1FFF
        ranks = odd

    # What the last card read, the highest of `low`, leaves to subtract from `worst`: its rank,
    # less one for each of the ranks `a` and `b` below it that others of the five have taken.
    a = b = 13
    low = ranks & ranks << 1
    low &= low << 2
    low &= ranks << 4 | ranks >> 9
    if low:
        worst = 1612
        if flush:
            worst = 13
    elif not even | many:
        worst = 7462
        if flush:
            worst = 1599
    else:
        c = 96
        if many:
            worst = 322
            low = many | even
            a = many & even
            if a:
                worst = 166
                low = ranks
            else:
                a = many & (many - 1)  # of two threes the lower one is the pair
                if not a:
                    a = many
            many = a
            low ^= many
            a = places[many * 143 >> 7 & 31]
            if low:
                worst -= 12 * a
            else:
                odd = ranks ^ many
                worst = 2467 - 66 * a
                c = 32
        else:
            many = even & (even - 1)
            if many:
                if many & (many - 1):  # of three pairs the lowest only offers a kicker
                    even = many
                    many &= many - 1
                low = ranks ^ even
                a = places[many * 143 >> 7 & 31]
                b = places[(even ^ many) * 143 >> 7 & 31]
                worst = 3325 - 11 * ((a * (a - 1) >> 1) + b)
            else:
                many = even
                worst = 6185 - 220 * places[many * 143 >> 7 & 31]
    if not low:
        while spare > 0:
            odd &= odd - 1
            spare -= 1
        if not even | many:
            a = odd >> 7
            return worst - (places[160 + a] << 8) - places[224 + a] - places[288 + (odd & 127)]
        low = odd & (many - 1)  # kickers, in the twelve ranks left: close the gap
        odd = low | (odd ^ low) >> 1
        return worst - places[c + (odd >> 6)] - places[288 + (odd & 63)]

    while low & (low - 1):
        low &= low - 1
    c = places[low * 143 >> 7 & 31]
    if c > a:
        c -= 1
    if c > b:
        c -= 1
    return worst - c
