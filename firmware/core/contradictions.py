"""House rules that cannot stand together: what one asks for, the other makes impossible.

A room changes one rule at a time. A change after which two rules contradict each other is refused,
so that nobody believes in an ante that no seat pays or in a time bank that never opens. A rule
that merely has nothing to do (a cap of raises in no limit) contradicts nothing. The pairs are rows
here, tried by the table for every change and told by the host in words. Rule of the file: every
rule set of the schema stands by itself, and between any two sets of rules that stand there is an
order of changes that the table takes.
"""

from __future__ import annotations

from firmware.schema import settings as s

_ANY = 1 << 30  # above every value

# (a setting, from, to, the other, from, to): both within their bounds is a contradiction.
PAIRS = (
    # Nobody would pay the ante (K8).
    (s.SETTING_ANTE, 1, _ANY, s.SETTING_ANTE_MODE, s.ANTE_MODE_NONE, s.ANTE_MODE_NONE),
    # Cards for a seat that is left out of the hand (K30, K37).
    (
        s.SETTING_DEAL_TO_ABSENT,
        s.DEAL_TO_ABSENT_YES,
        s.DEAL_TO_ABSENT_YES,
        s.SETTING_SIT_OUT,
        s.SIT_OUT_SKIP,
        s.SIT_OUT_SKIP,
    ),
    # Nobody straddles in a tournament (R004-30).
    (s.SETTING_STRADDLE, 1, _ANY, s.SETTING_GAME, s.GAME_TOURNAMENT, s.GAME_TOURNAMENT),
    # Chips of a tournament are no money: what the house takes it takes before.
    (s.SETTING_RAKE_PERMILLE, 1, _ANY, s.SETTING_GAME, s.GAME_TOURNAMENT, s.GAME_TOURNAMENT),
    # All hands are open: there is no hidden one that plays the board (K13).
    (
        s.SETTING_BOARD_CLAIM,
        s.BOARD_CLAIM_ANNOUNCE,
        s.BOARD_CLAIM_ANNOUNCE,
        s.SETTING_SHOW,
        s.SHOW_ALL_UP,
        s.SHOW_ALL_UP,
    ),
    # The reserve opens when the time is up, which it never is.
    (s.SETTING_TIME_BANK_SECONDS, 1, _ANY, s.SETTING_ACTION_SECONDS, 0, 0),
)

# (a setting, the other): the first, unless it is 0, is at least the other.
AT_LEAST = (
    # The rake is rounded down to whole units: below one of them none is ever taken.
    (s.SETTING_RAKE_CAP, s.SETTING_RAKE_UNIT),
)


def contradiction(rules: list[int] | tuple[int, ...]) -> tuple[int, int] | None:
    """Return two settings (ids) that contradict each other under these rules, or None."""
    for setting, low, high, other, other_low, other_high in PAIRS:
        if low <= rules[setting] <= high and other_low <= rules[other] <= other_high:
            return setting, other
    for setting, other in AT_LEAST:
        if 0 < rules[setting] < rules[other]:
            return setting, other
    return None
