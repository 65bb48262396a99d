"""Ranks a hand the way a dealer does: count what is paired, look for a straight, read the kickers.

Five to seven cards go in, a number from 1 (royal flush) to 7462 (seven high) comes out. The file
needs no large table, so it serves boards with little memory, and on every machine it answers for
the hands that the large table leaves out. Which suit a card has matters only for flushes, who wins
is decided elsewhere.

A set of ranks is a mask, bit 0 the deuce and bit 12 the ace. Dropping the lowest bit of a mask
drops the lowest card, and the masks of n cards in ascending order are the hands of n cards in
ascending order, so a hand's number is the place of its mask in that row (the combinatorial number
system). Rule of the file: no intermediate value reaches 2^30, because a board would have to
allocate memory for it.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from firmware.compat import const

if TYPE_CHECKING:
    from collections.abc import Sequence

# A card's word: its rank's bit, and above it one for its suit in a field of three bits, which
# counts to seven. Rank bits add up to at most 4 * 4096 + 3 * 2048 < 2^15 in seven cards.
_RANKS = const(0x1FFF)
_SUM_BITS = const(15)
_SUM = const(0x7FFF)
SUIT_ONES = tuple([1 << (_SUM_BITS + 3 * suit) for suit in range(4)])
_WORDS = array("I", [1 << (card >> 2) | SUIT_ONES[card & 3] for card in range(52)])

# The worst hand of each category; better ones of the same category count down from it.
_WORST_STRAIGHT_FLUSH = const(10)
_WORST_FOUR = const(166)
_WORST_FULL_HOUSE = const(322)
_WORST_FLUSH = const(1599)
_WORST_STRAIGHT = const(1609)
_WORST_THREE = const(2467)
_WORST_TWO_PAIR = const(3325)
_WORST_PAIR = const(6185)
_WORST_HIGH_CARD = const(7462)


def _tables() -> tuple[array[int], bytes, bytes, bytes]:
    """Build what each half of a mask adds to its hand's place: (_FIVE, _THREE, _TWO, _LOW).

    In a row of hands of n cards the highest card, at rank r, adds C(r, n), the next C(r, n - 1),
    and so on: so many hands lie below on its account.
    """

    def binomial(n: int, k: int) -> int:
        ways = 1
        for i in range(k):
            ways = ways * (n - i) // (i + 1)
        return ways

    def places(bits: int, first_rank: int, cards: int) -> list[int]:
        """One per mask of `bits` ranks; with `cards` 0 the mask is the hand's lower end."""
        row = []
        for mask in range(1 << bits):
            ranks = [first_rank + bit for bit in range(bits) if mask >> bit & 1]
            left = cards or len(ranks)
            place = 0
            for rank in reversed(ranks):
                place += binomial(rank, left)
                left = max(left - 1, 0)
            row.append(place)
        return row

    def without_straights(row: list[int], first_rank: int) -> list[int]:
        """Take straights out: r - 4 lie below a highest card r, below an ace the wheel too."""
        result = []
        for mask, place in enumerate(row):
            highest = first_rank - 1
            while mask >> (highest + 1 - first_rank):
                highest += 1
            below = max(highest - 4, 0) + (1 if highest == 12 else 0)
            result.append(max(place - below, 0) if mask else 0)
        return result

    # Kickers and five different cards share the lower end. Five bits there can only be a hand of
    # eight high or less, so those entries, and no others, leave the straights out.
    low = places(7, 0, 0)
    low_five = without_straights(low, 0)
    for mask in range(128):
        if bin(mask).count("1") == 5:
            low[mask] = low_five[mask]
    return (
        array("H", without_straights(places(6, 7, 5), 7)),
        bytes(places(6, 6, 3)),
        bytes(places(6, 6, 2)),
        bytes(low),
    )


# Five cards out of 13 ranks are read in two halves, ranks 7..12 and 0..6; three or two kickers
# out of the 12 ranks that are left beside a pair or a three, in ranks 6..11 and 0..5.
_FIVE, _THREE, _TWO, _LOW = _tables()
del _tables  # a board wants the memory back

# The rank of a single bit b is _RANK_OF_BIT[b % 19]: 2 is a primitive root of 19, so 2^0 .. 2^12
# leave thirteen different remainders.
_RANK_OF_BIT = bytearray(19)
for _rank in range(13):
    _RANK_OF_BIT[(1 << _rank) % 19] = _rank


def evaluate(cards: Sequence[int]) -> int:  # noqa: C901  each call saved is a tenth of the time
    """Rank five to seven cards, 1 (royal flush) .. 7462, smaller is better; see the package."""
    words = _WORDS
    count = len(cards)
    if count == 7:
        a, b, c, d, e, f, g = cards
        a = words[a]
        b = words[b]
        c = words[c]
        d = words[d]
        e = words[e]
        f = words[f]
        g = words[g]
        total = a + b + c + d + e + f + g
        ranks = (a | b | c | d | e | f | g) & _RANKS
        odd = (a ^ b ^ c ^ d ^ e ^ f ^ g) & _RANKS
    else:
        total = ranks = odd = 0
        for card in cards:
            word = words[card]
            total += word
            ranks |= word
            odd ^= word
        ranks &= _RANKS
        odd &= _RANKS

    suits = total >> _SUM_BITS
    if suits & 0o4444:  # some suit four times or more; a fifth card sets a lower bit beside the 4
        flush = suits & 0o4444 & (suits << 1 | suits << 2)
        if flush:
            return rank_flush(cards, flush << (_SUM_BITS - 2))

    run = ranks & ranks << 1
    run &= run << 2  # bit r: ranks r - 3 .. r are all there
    if run:
        run &= ranks << 4 | ranks >> 9  # the card below them; below 5-4-3-2 it is the ace
        if run:  # never together with a full house or better: that leaves four ranks at most
            return _WORST_STRAIGHT + 3 - _highest(run)

    even = ranks ^ odd  # ranks held twice or four times
    # A rank held n times adds n to the sum; minus 1, minus 1 more if even, 3 and 4 both leave 2.
    many = ((total & _SUM) - ranks - even) >> 1
    if many:
        return _three_or_more(ranks, even, many, count)
    if not even:
        if count > 5:
            ranks &= ranks - 1
            if count > 6:
                ranks &= ranks - 1
        return _WORST_HIGH_CARD - _FIVE[ranks >> 7] - _LOW[ranks & 127]

    upper = even & (even - 1)
    if not upper:
        if count > 5:
            odd &= odd - 1
            if count > 6:
                odd &= odd - 1
        low = odd & (even - 1)
        odd = low | (odd ^ low) >> 1  # close the gap the pair's rank left
        return _WORST_PAIR - 220 * _RANK_OF_BIT[even % 19] - _THREE[odd >> 6] - _LOW[odd & 63]

    if upper & (upper - 1):  # three pairs: the lowest only offers a kicker
        even = upper
        upper &= upper - 1
    high_pair = _RANK_OF_BIT[upper % 19]
    low_pair = _RANK_OF_BIT[(even ^ upper) % 19]
    kicker = _highest(ranks ^ even)
    if kicker > high_pair:
        kicker -= 2
    elif kicker > low_pair:
        kicker -= 1
    return _WORST_TWO_PAIR - 11 * (high_pair * (high_pair - 1) // 2 + low_pair) - kicker


def _highest(ranks: int) -> int:
    """The highest rank in a mask that is not empty."""
    below = ranks & (ranks - 1)
    while below:
        ranks = below
        below &= below - 1
    return _RANK_OF_BIT[ranks % 19]


def rank_flush(cards: Sequence[int], suit_one: int) -> int:
    """Rank the five or more of `cards` whose suit counts by `suit_one`, an entry of SUIT_ONES."""
    ranks = 0
    spare = -5
    for card in cards:
        word = _WORDS[card]
        if word & suit_one:
            ranks |= word & _RANKS
            spare += 1
    run = ranks & ranks << 1
    run &= run << 2
    run &= ranks << 4 | ranks >> 9
    if run:
        return _WORST_STRAIGHT_FLUSH + 3 - _highest(run)
    while spare:
        ranks &= ranks - 1
        spare -= 1
    return _WORST_FLUSH - _FIVE[ranks >> 7] - _LOW[ranks & 127]


def _three_or_more(ranks: int, even: int, many: int, count: int) -> int:
    """Rank four of a kind, a full house, or three of a kind; `many`: ranks held 3 or 4 times."""
    four = many & even
    if four:
        high = _RANK_OF_BIT[four % 19]
        low = _highest(ranks ^ four)
        worst = _WORST_FOUR
    else:
        high = _highest(many)
        three = 1 << high
        pairs = (many | even) ^ three
        if not pairs:
            kickers = ranks ^ three
            if count > 5:
                kickers &= kickers - 1
                if count > 6:
                    kickers &= kickers - 1
            below = kickers & (three - 1)
            kickers = below | (kickers ^ below) >> 1
            return _WORST_THREE - 66 * high - _TWO[kickers >> 6] - _LOW[kickers & 63]
        low = _highest(pairs)
        worst = _WORST_FULL_HOUSE
    if low > high:
        low -= 1
    return worst - 12 * high - low
