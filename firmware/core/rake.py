"""The rake: what the house takes of the pots, if it takes anything.

A part of all pots of the hand in thousandths, rounded down to whole units, up to a cap; a hand
that ends before the flop is not raked unless the room says so ("no flop, no drop"). A returned
uncalled bet was never in a pot and is not raked. No rake is the default. Rule of the file: it only
reckons; the pots give it up in one place, shared among them by size, and it is reported.
"""

from __future__ import annotations

from firmware.schema import settings as s


def rake_of(rules: tuple[int, ...], pots: int, is_flop_dealt: bool) -> int:
    """Return the chips that the house takes of `pots` chips under a hand's house rules."""
    permille = rules[s.SETTING_RAKE_PERMILLE]
    if not permille:
        return 0
    if not is_flop_dealt and rules[s.SETTING_RAKE_WITHOUT_FLOP] == s.RAKE_WITHOUT_FLOP_NOT_TAKEN:
        return 0
    # A table has less than 2^30 chips: thousands and the rest apart keep every product below it.
    rake = pots // 1000 * permille + pots % 1000 * permille // 1000
    cap = rules[s.SETTING_RAKE_CAP]
    if cap and rake > cap:
        rake = cap
    return rake - rake % rules[s.SETTING_RAKE_UNIT]
