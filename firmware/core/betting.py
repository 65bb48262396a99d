"""A betting round: whose turn it is, what may be done, what a bet does to the others.

Every amount is a "to" amount: what a seat has put in on this street in all. The smallest raise is
the current bet plus the last full raise (R000-23), the largest what the structure allows; a
player with less may always go all-in. A short all-in does not open the betting again for those who
have acted: each seat may raise when what it last matched is at least one full raise below the
current bet (TDA 47-A; half of one in fixed limit, 47-B), so several short all-ins together can
open it again. A short blind is all-in and the others still owe the full big blind. Knows no cards.
Rule of the file: chips leave a stack in one place only, `_put_in`.

Lists by seat have 11 places, place 0 unused. `ring` are the seats dealt in, clockwise from the
left of the button, so the last place to act after the flop is its end.
"""

from __future__ import annotations

from firmware.compat import check, const
from firmware.compat.memory import leave_room
from firmware.core.pots import uncalled_bet
from firmware.core.structures import UNCOUNTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.structures import Structure

_NOT_ACTED = const(-1)  # has not answered on this street; a blind is not an answer
_PLACES = const(11)


class Betting:
    """The chips of one hand, and the betting round that runs.

    `stacks` is the table's own list: chips behind, changed here while the hand runs.
    """

    __slots__ = (
        "stacks",
        "ring",
        "structure",
        "street",
        "bets",
        "contributed",
        "live",
        "live_count",
        "able_count",
        "matched",
        "current_bet",
        "full_raise",
        "bets_left",
        "aggressor",
        "dead",
        "short",
        "in_pot",
    )

    def __init__(self, stacks: list[int], ring: tuple[int, ...], structure: Structure) -> None:
        self.stacks = stacks
        self.ring = ring
        self.structure = structure
        self.street = 0
        self.bets = [0] * _PLACES  # this street
        self.contributed = [0] * _PLACES  # this hand, antes included
        self.live = [False] * _PLACES
        for seat in ring:
            self.live[seat] = True
        self.live_count = len(ring)
        self.able_count = len(ring)  # live seats with chips behind; fewer than two: no betting
        self.matched = [_NOT_ACTED] * _PLACES
        self.current_bet = 0
        self.full_raise = structure.sizes[0]
        self.bets_left = structure.bets_max[0]  # bets and raises still allowed; UNCOUNTED: any
        self.aggressor = 0  # who bet or raised last on this street
        self.dead = 0  # chips that match no bet: an ante for the whole table, a dead blind
        self.short = 0  # what the blinds lack; a pot-limit pot counts them in full (TDA 54-B)
        self.in_pot = 0  # all of it, until it is won
        leave_room(self, 1)

    def post_ante(self, seat: int, amount: int) -> int:
        """Take an ante, or all there is; returns what was paid. An ante is no part of a bet."""
        paid = min(amount, self.stacks[seat])
        _put_in(self, seat, paid)
        return paid

    def post_dead(self, seat: int, amount: int) -> int:
        """Take chips that nobody has to match, or all there is; returns what was paid."""
        paid = self.post_ante(seat, amount)
        self.contributed[seat] -= paid
        self.dead += paid
        return paid

    def post_blind(self, seat: int, amount: int) -> int:
        """Take a blind, or all there is; returns what was paid."""
        paid = min(amount, self.stacks[seat])
        _put_in(self, seat, paid)
        self.bets[seat] += paid
        return paid

    def open_preflop(self, blind: int, is_straddled: bool, short: int) -> None:
        """The bet to match is the full last blind, however short it was posted.

        `short` is what the blinds lack in all.
        """
        structure = self.structure
        self.current_bet = blind
        least = structure.over_straddle if is_straddled else structure.sizes[0]
        self.full_raise = structure.step or least
        self.short = short

    def begin_street(self) -> None:
        """Clear the bets of the street before; everybody still in may act again."""
        bets = self.bets
        matched = self.matched
        for seat in self.ring:
            bets[seat] = 0
            matched[seat] = _NOT_ACTED
        structure = self.structure
        self.street += 1
        self.current_bet = 0
        self.full_raise = structure.sizes[self.street]
        self.bets_left = structure.bets_max[self.street]
        self.aggressor = 0
        self.short = 0

    def next_turn(self, after: int) -> int:
        """Return the next seat clockwise after `after` that owes an answer, or 0: street closed.

        `after` = 0 starts at the left of the button. A seat whose opponents are all all-in is
        asked only when it has less in than one of them.
        """
        ring = self.ring
        at = ring.index(after) + 1 if after else 0
        left = len(ring)
        while left:
            if at == len(ring):
                at = 0
            seat = ring[at]
            if self.live[seat] and self.stacks[seat] and self.matched[seat] != self.current_bet:
                faces_chips = self.able_count > 1
                return seat if faces_chips or self.bets[seat] < _highest_other(self, seat) else 0
            at += 1
            left -= 1
        return 0

    def legal(self, seat: int) -> tuple[int, int, int, int]:
        """Return (seat, chips to call, least raise-to, most raise-to) of the seat in turn.

        Calling 0 is a check; both raise amounts are 0 when raising is closed to this seat: it has
        acted and faces too little, the raises are used up, or nobody could put in more than the
        current bet.
        """
        stack = self.stacks[seat]
        owed = self.current_bet - self.bets[seat]
        if stack <= owed:
            return seat, stack, 0, 0
        if not _may_raise(self, seat):
            return seat, owed, 0, 0
        most = self.bets[seat] + stack
        least = self.current_bet + self.full_raise
        if self.structure.factors is not None:
            most = _most_allowed(self, owed, least, most)
        return seat, owed, (least if least < most else most), most

    def fold(self, seat: int) -> None:
        """The hand is dead; its chips stay (R004-32)."""
        check(self.live[seat], "folded_twice")
        self.live[seat] = False
        self.live_count -= 1
        if self.stacks[seat]:
            self.able_count -= 1

    def call(self, seat: int) -> None:
        """Match the current bet as far as the stack goes; a check when there is nothing owed."""
        owed = self.current_bet - self.bets[seat]
        if owed:
            if owed > self.stacks[seat]:
                owed = self.stacks[seat]
            _put_in(self, seat, owed)
            self.bets[seat] += owed
        self.matched[seat] = self.current_bet

    def raise_to(self, seat: int, to: int) -> None:
        """Bet or raise to an amount that `legal` allowed; less than a full raise only all-in."""
        size = to - self.current_bet
        structure = self.structure
        if size * structure.opens_at >= self.full_raise and self.bets_left != UNCOUNTED:
            _count_bet(self)
        if structure.step:
            self.full_raise = structure.step
        elif size >= self.full_raise:
            self.full_raise = size
        _put_in(self, seat, to - self.bets[seat])
        self.bets[seat] = to
        self.current_bet = to
        self.matched[seat] = to
        self.aggressor = seat

    def return_uncalled(self) -> tuple[int, int]:
        """Give back the part of a bet that nobody can call; returns (seat, amount) or (0, 0)."""
        seat, amount = uncalled_bet(self.contributed, self.live)
        if amount:
            if not self.stacks[seat]:
                self.able_count += 1
            self.contributed[seat] -= amount
            self.bets[seat] -= min(amount, self.bets[seat])  # an ante may go back, too
            self.in_pot -= amount
            self.stacks[seat] += amount
        return seat, amount

    def award(self, seat: int, amount: int) -> None:
        """Pay chips out of the pots."""
        check(0 <= amount <= self.in_pot, "pot_below_zero")
        self.in_pot -= amount
        self.stacks[seat] += amount

    def live_seats(self) -> tuple[int, ...]:
        """Return the seats still in the hand, from the left of the button."""
        live = self.live
        return tuple([seat for seat in self.ring if live[seat]])

    def is_one_left(self) -> bool:
        """Whether everybody but one has folded."""
        return self.live_count == 1

    def can_still_bet(self) -> bool:
        """Whether two live seats have chips behind; if not, no betting is possible any more."""
        return self.able_count > 1

    def has_all_in(self) -> bool:
        """Whether a live seat has no chips behind."""
        for seat in self.ring:
            if self.live[seat] and not self.stacks[seat]:
                return True
        return False


def _put_in(betting: Betting, seat: int, amount: int) -> None:
    left = betting.stacks[seat] - amount
    if amount < 0 or left < 0:
        check(False, "stack_below_zero")
    betting.stacks[seat] = left
    betting.contributed[seat] += amount
    betting.in_pot += amount
    if amount and not left:
        betting.able_count -= 1


def _count_bet(betting: Betting) -> None:
    """A full bet, or half of one (TDA 47-B), is used up, unless two play on uncounted."""
    if betting.live_count > 2 or betting.structure.duel_counts:
        betting.bets_left -= 1


def _may_raise(betting: Betting, seat: int) -> bool:
    """Whether the betting is open to a seat, and another live seat could answer a raise."""
    if betting.matched[seat] != _NOT_ACTED:
        faced = betting.current_bet - betting.matched[seat]
        if faced * betting.structure.opens_at < betting.full_raise:
            return False
    if not betting.bets_left:
        return False
    for other in betting.ring:
        if other == seat or not betting.live[other]:
            continue
        if betting.stacks[other] + betting.bets[other] > betting.current_bet:
            return True
    return False


def _most_allowed(betting: Betting, owed: int, least: int, most: int) -> int:
    """Return `most` or what the structure allows, if that is less."""
    times_size, times_pot, times_call = betting.structure.factors or (0, 0, 0)
    pot = betting.in_pot + betting.short
    add = times_size * betting.full_raise + times_pot * pot + times_call * owed
    return min(most, max(betting.current_bet + add, least))


def _highest_other(betting: Betting, seat: int) -> int:
    """Return the most that another live seat has in on this street."""
    most = 0
    for other in betting.ring:
        if betting.live[other] and other != seat and betting.bets[other] > most:
            most = betting.bets[other]
    return most
