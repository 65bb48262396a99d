"""Who is in the next hand: sitting out, coming back, blinds that were missed.

A player may sit out from the next hand on and come back at any time. Who sits out is left out of
the hand, or posts blinds all the same and gets no cards, as the house rules say (K30, K37). A
player who comes in between hands, or whom a blind has passed, owes it: small blinds are posted
dead, big blinds live, or the player waits for the big blind (RRoP). Functions here are actions
named in `table_rows`. Rule of the file: nobody owes what was not missed, and presence alone never
folds a hand.

Debts are by seat: OWES_ENTRY of a newcomer, or OWES_SMALL, OWES_BIG, both.
"""

from __future__ import annotations

from firmware.core.positions import NOBODY, lies_between, move_on
from firmware.core.structures import STRADDLE_BLINDS
from firmware.schema import messages as m
from firmware.schema import settings as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand
    from firmware.core.table import Table

OWES_SMALL = 1
OWES_BIG = 2
OWES_ENTRY = 4  # a big blind, and no more however long the newcomer waits

_SEATS = tuple(range(1, 11))


def is_left_out(table: Table, seat: int) -> bool:
    """Whether the seat sits out and the house leaves it out of the hand."""
    skips = table.settings[s.SETTING_SIT_OUT] == s.SIT_OUT_SKIP
    return table.sitting_out[seat] and skips


# ------------------------------------------------------------------ the next hand


def call_players(table: Table) -> tuple[int, ...]:
    """Move the button and return the seats of the next hand, ascending; debts are settled."""
    table.positions_before = table.positions
    table.button_before = table.button_placed
    table.debts_before = tuple(table.debts)
    table.posting_before = tuple(table.posting)
    if table.settings[s.SETTING_MISSED_BLINDS] == s.MISSED_BLINDS_FREE:
        table.debts = [0] * 11
    last = table.positions
    if table.button_placed:
        last = (table.button_placed, NOBODY, NOBODY)
        table.button_placed = NOBODY
    present = table.players()
    settled = tuple([seat for seat in present if not table.debts[seat]])
    posting = tuple([seat for seat in present if table.debts[seat] and table.posting[seat]])
    waiting = tuple([seat for seat in present if table.debts[seat] and not table.posting[seat]])
    is_dead = table.settings[s.SETTING_BUTTON_MOVE] == s.BUTTON_MOVE_DEAD
    table.positions, players = move_on(last, settled, is_dead, waiting, posting)
    for seat in players:
        if table.debts[seat] and table.posting[seat] and len(settled) > 1:
            table.posts_dead[seat], table.posts_live[seat] = owed(table, seat)
        table.debts[seat] = 0
        table.posting[seat] = False
    if last[2] != NOBODY:
        _note_missed_blinds(table, last, players)
    return players


def _note_missed_blinds(
    table: Table, last: tuple[int, int, int], players: tuple[int, ...]
) -> None:
    """A blind that moved past a seat that was left out is owed, unless the house forgives it."""
    if table.settings[s.SETTING_MISSED_BLINDS] == s.MISSED_BLINDS_FREE:
        return
    _button, small, big = table.positions
    for seat in _SEATS:
        debt = table.debts[seat]
        is_out = table.sitting_out[seat] or not table.stacks[seat] or debt
        if seat in players or not is_out or debt & OWES_ENTRY:
            continue
        if table.taken[seat] and lies_between(seat, last[2], big):
            table.debts[seat] |= OWES_BIG
        if table.taken[seat] and lies_between(seat, last[1], small):
            table.debts[seat] |= OWES_SMALL


def owed(table: Table, seat: int) -> tuple[int, int]:
    """Return what the seat posts to come in: (dead, live) chips."""
    debt = table.debts[seat]
    small = table.settings[s.SETTING_SMALL_BLIND] if debt & OWES_SMALL else 0
    return small, table.settings[s.SETTING_BIG_BLIND] if debt & ~OWES_SMALL else 0


def take_straddle(table: Table, hand: Hand) -> None:
    """Of all who wanted to straddle, the one who sits left of the big blind does."""
    seat = hand.straddler()
    is_able = seat not in hand.undealt and straddle_is_allowed(hand.rules, table.stacks[seat])
    hand.is_straddled = table.straddling[seat] and is_able
    table.straddling = [False] * 11


def straddle_is_allowed(rules: tuple[int, ...] | list[int], stack: int) -> bool:
    """Whether the house leaves straddles to the players, and the stack covers one (R004-30)."""
    least = STRADDLE_BLINDS * rules[s.SETTING_BIG_BLIND]
    return rules[s.SETTING_STRADDLE] == s.STRADDLE_BY_CHOICE and stack >= least


def undealt_of(table: Table, players: tuple[int, ...]) -> tuple[int, ...]:
    """Return the players who post but get no cards; all get some when fewer than two are here."""
    if table.settings[s.SETTING_DEAL_TO_ABSENT] == s.DEAL_TO_ABSENT_YES:
        return ()
    away = tuple([seat for seat in players if table.sitting_out[seat]])
    return away if len(players) - len(away) > 1 else ()


def tell_not_dealt(
    table: Table, players: tuple[int, ...], undealt: tuple[int, ...], out: list
) -> None:
    """Say who gets no cards, and why."""
    for seat in _SEATS:
        if seat in undealt:
            out.append((m.SEAT_NOT_DEALT, seat, m.NOT_DEALT_ABSENT))
        elif table.stacks[seat] and seat not in players:
            reason = m.NOT_DEALT_BEHIND_BUTTON
            if is_left_out(table, seat):
                reason = m.NOT_DEALT_SITTING_OUT
            elif table.debts[seat]:
                reason = m.NOT_DEALT_OWES_BLIND
            out.append((m.SEAT_NOT_DEALT, seat, reason))


def take_back_hand(table: Table, players: tuple[int, ...]) -> None:
    """The hand was void: its button, and what its players owed, are as before it."""
    table.positions = table.positions_before
    table.button_placed = table.button_before
    for seat in players:
        table.debts[seat] = table.debts_before[seat]
        table.posting[seat] = table.posting_before[seat]


# ------------------------------------------------------------------ people


def note_newcomer(table: Table, seat: int, out: list) -> None:
    """Who sits down between hands owes the big blind; before the first hand nobody does."""
    is_free = table.settings[s.SETTING_MISSED_BLINDS] == s.MISSED_BLINDS_FREE
    if table.positions[2] != NOBODY and not is_free:
        table.debts[seat] = OWES_ENTRY
        _tell_debt(table, seat, out)


def _tell_debt(table: Table, seat: int, out: list) -> None:
    if table.debts[seat]:
        dead, live = owed(table, seat)
        out.append((m.BLIND_OWED, seat, dead, live))


def sit_out(table: Table, message: tuple, out: list) -> None:
    """From the next hand on; the running hand is played to its end."""
    table.sitting_out[message[1]] = True


def come_back(table: Table, message: tuple, out: list) -> None:
    """The player is back, in the running hand too (R001-13)."""
    seat = message[1]
    table.sitting_out[seat] = False
    if table.hand is not None:
        table.hand.by_itself[seat] = False
    _tell_debt(table, seat, out)


def choose_entry(table: Table, message: tuple, out: list) -> None:
    """The player posts what is owed, waits for the big blind, straddles or takes that back."""
    _id, seat, entry = message
    hand = table.hand
    if table.debts[seat] and entry != m.ENTRY_STRADDLE:
        table.posting[seat] = entry == m.ENTRY_POST
    elif hand is None:
        table.straddling[seat] = entry == m.ENTRY_STRADDLE
    else:
        hand.is_straddled = entry == m.ENTRY_STRADDLE


# ------------------------------------------------------------------ chips


def add_chips(table: Table, message: tuple, out: list) -> None:
    """A player bought chips."""
    _id, seat, amount = message
    was_out = not table.stacks[seat]
    table.stacks[seat] += amount
    table.issued += amount
    if was_out:
        _tell_debt(table, seat, out)


def set_stack(table: Table, message: tuple, out: list) -> None:
    """The floor says how many chips the seat has; what it had is in the record before."""
    _id, seat, stack, _by, _reason = message
    was_out = not table.stacks[seat]
    table.issued += stack - table.stacks[seat]
    table.stacks[seat] = stack
    table.miscounted[seat] = False
    if was_out and stack:
        _tell_debt(table, seat, out)


def compare_count(table: Table, message: tuple, out: list) -> None:
    """Physical chips were counted: a difference is said and stands until it is looked after."""
    _id, seat, counted = message
    held = table.stacks[seat]
    table.miscounted[seat] = counted != held
    if counted != held:
        out.append((m.CHIPS_DIFFER, seat, counted, held))


def accept_counts(table: Table, _: tuple, out: list) -> None:
    """The floor has looked: the chips that the table holds stand."""
    table.miscounted = [False] * 11


def reverse_award(table: Table, message: tuple) -> None:
    """Chips won in the last hand go to another seat of it (TDA 22)."""
    _id, seat, to, amount, _by = message
    table.stacks[seat] -= amount
    table.stacks[to] += amount
    table.awards.move(seat, to, amount)
