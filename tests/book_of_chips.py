"""The chips of a hand as the rules of the books put them, for comparison: slow, plain, apart.

Written from the sentences of the rules and from nothing of the firmware, so that what is wrong in
one is seen beside the other. It keeps, for each seat, what it put in, what it last matched and
whether it is live; everything else is reckoned anew whenever it is asked. Amounts are "to"
amounts. Rule of the file: it knows no cards; who wins is told to it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Legal = tuple[int, int, int, int]
"""Seat, chips to call, least raise-to, most raise-to; both 0 where no raise is open."""

FLOP_BETS_BLINDS = (1, 1, 2, 2)
"""Fixed limit: the size of a bet by street, in big blinds (R000-22)."""


@dataclass
class House:
    """The house rules of a hand that move chips, by the names of the settings."""

    small_blind: int
    big_blind: int
    structure: str = "no_limit"
    ante: int = 0
    ante_mode: str = "none"
    ante_order: str = "blind_first"
    straddle: str = "off"
    straddle_raise: str = "straddle"
    min_raise: str = "last_increment"
    pot_limit_max: str = "standard"
    cap_raises: int = 3
    cap_blind: str = "is_a_bet"
    cap_heads_up: str = "stays"
    odd_chip: str = "left_of_button"


@dataclass
class BookHand:
    """One hand. `ring`: seats from the left of the button; `posts`: seat -> (dead, live)."""

    house: House
    ring: list[int]
    stacks: dict[int, int]
    posts: dict[int, tuple[int, int]]
    put_in: dict[int, int] = field(default_factory=dict)  # this hand, what must be matched
    bets: dict[int, int] = field(default_factory=dict)  # this street
    matched: dict[int, int | None] = field(default_factory=dict)  # None: has not acted
    live: set[int] = field(default_factory=set)
    dead: int = 0
    missing: int = 0  # of blinds posted short; a pot-limit pot counts them (TDA 54-B)
    street: int = 0
    to_match: int = 0
    last_raise: int = 0
    counted: int = 0  # bets and raises of this street
    aggressor: int = 0
    last_spoke: int = 0  # 0: nobody on this street

    def __post_init__(self) -> None:
        """Antes, blinds, promised posts, straddle: in this order (R000-14, R004-30)."""
        house, ring = self.house, self.ring
        self.live = set(ring)
        self.put_in = dict.fromkeys(ring, 0)
        self.bets = dict.fromkeys(ring, 0)
        self.matched = dict.fromkeys(ring)
        # Heads-up the button, last of the ring, has the small blind (TDA 34-B).
        self.small, self.big = (ring[1], ring[0]) if len(ring) == 2 else (ring[0], ring[1])
        payer = {"big_blind": self.big, "button": ring[-1]}.get(house.ante_mode, 0)
        if house.ante_mode == "all":
            for seat in ring:
                self.put_in[seat] += self._take(seat, house.ante)
        if payer and house.ante_order == "ante_first":
            self.dead += self._take(payer, house.ante)
        self.missing += self._post(self.small, house.small_blind)
        self.missing += self._post(self.big, house.big_blind)
        if payer and house.ante_order == "blind_first":
            self.dead += self._take(payer, house.ante)
        for seat in ring:
            dead, live = self.posts.get(seat, (0, 0))
            if seat not in (self.small, self.big):
                self._post(seat, live)
                self.dead += self._take(seat, dead)
        self.to_match = self.last_raise = house.big_blind
        self.last_spoke = self.big
        if house.straddle == "every_hand" and len(ring) > 2:
            seat = ring[2 % len(ring)]
            self.missing += self._post(seat, 2 * house.big_blind)
            self.to_match = 2 * house.big_blind
            self.last_spoke = seat
            if house.straddle_raise == "straddle":
                self.last_raise = self.to_match
        self.counted = 1 if house.cap_blind == "is_a_bet" else 0

    def _take(self, seat: int, amount: int) -> int:
        taken = min(amount, self.stacks[seat])
        self.stacks[seat] -= taken
        return taken

    def _post(self, seat: int, to: int) -> int:
        """Post up to an amount on this street; returns what is missing."""
        taken = self._take(seat, to - self.bets[seat])
        self.bets[seat] += taken
        self.put_in[seat] += taken
        return to - self.bets[seat]

    # ------------------------------------------------------------------ whose turn, and for what

    def turn(self) -> int:
        """The next seat that owes an answer, or 0."""
        if len(self.live) == 1:
            return 0
        first = self.ring.index(self.last_spoke) + 1 if self.last_spoke else 0
        for seat in self.ring[first:] + self.ring[:first]:
            if seat not in self.live or not self.stacks[seat]:
                continue
            if self.matched[seat] == self.to_match:
                continue
            others = self.live - {seat}
            if any(self.stacks[other] for other in others):
                return seat
            if max(self.bets[other] for other in others) > self.bets[seat]:
                return seat  # alone with chips, and facing more than it put in
        return 0

    def step(self) -> int:
        """What a full raise adds."""
        if self.house.structure == "fixed_limit":
            return self.house.big_blind * FLOP_BETS_BLINDS[self.street]
        if self.house.min_raise == "any_larger" and self.to_match:
            return 1
        return self.last_raise

    def is_raise_open(self, seat: int) -> bool:
        """Not to who acted and faces less than a full raise (TDA 47), nor above the cap."""
        matched = self.matched[seat]
        full = self.step()
        if matched is not None:
            faced = self.to_match - matched
            if self.house.structure == "fixed_limit":
                faced *= 2  # half a bet is enough (TDA 47-B)
            if faced < full:
                return False
        cap = self.house.cap_raises
        if self.house.structure == "fixed_limit" and cap and self.counted > cap:
            return False
        others = self.live - {seat}
        return any(self.stacks[other] + self.bets[other] > self.to_match for other in others)

    def legal(self, seat: int) -> Legal:
        """What the seat in turn may do."""
        owed = self.to_match - self.bets[seat]
        if self.stacks[seat] <= owed:
            return seat, self.stacks[seat], 0, 0
        if not self.is_raise_open(seat):
            return seat, owed, 0, 0
        all_in = self.bets[seat] + self.stacks[seat]
        least = self.to_match + self.step()
        most = all_in
        if self.house.structure == "fixed_limit":
            most = least
        elif self.house.structure == "pot_limit":
            pot = sum(self.put_in.values()) + self.dead
            pot += self.missing if self.street == 0 else 0
            own_call = owed if self.house.pot_limit_max == "standard" else 0
            most = max(least, self.to_match + pot + own_call)
        return seat, owed, min(least, all_in), min(most, all_in)

    # ------------------------------------------------------------------ what is done

    def fold(self, seat: int) -> None:
        """The hand is dead, its chips stay."""
        self.live.remove(seat)
        self.last_spoke = seat

    def call(self, seat: int) -> None:
        """Match, as far as the stack goes."""
        if self.bets[seat] < self.to_match:
            self._post(seat, self.to_match)
        self.matched[seat] = self.to_match
        self.last_spoke = seat

    def raise_to(self, seat: int, to: int) -> None:
        """Bet or raise to an amount."""
        size = to - self.to_match
        alone = {"lifted_two_dealt_in": len(self.ring), "lifted_two_live": len(self.live)}
        if 2 * size >= self.step() and alone.get(self.house.cap_heads_up) != 2:
            self.counted += 1
        self.last_raise = max(size, self.last_raise)
        self._post(seat, to)
        self.to_match = self.matched[seat] = to
        self.aggressor = self.last_spoke = seat

    def next_street(self) -> None:
        """The bets are gathered, all may act again."""
        self.street += 1
        self.bets = dict.fromkeys(self.ring, 0)
        self.matched = dict.fromkeys(self.ring)
        self.to_match = self.counted = self.aggressor = self.last_spoke = 0
        self.last_raise = self.house.big_blind

    # ------------------------------------------------------------------ the end

    def pay(self, values: dict[int, int]) -> None:
        """Return what nobody called, form the pots, pay each; `values`: smaller is better."""
        top, second = sorted(self.put_in.values())[:-3:-1]
        for seat in self.live:
            if self.put_in[seat] == top > second:
                self.stacks[seat] += top - second
                self.put_in[seat] = second
        floor, dead = 0, self.dead
        for level in sorted({self.put_in[seat] for seat in self.live}):
            amount = dead + sum(min(one, level) - min(one, floor) for one in self.put_in.values())
            contenders = [seat for seat in self.live if self.put_in[seat] >= level]
            best = min(values.get(seat, 0) for seat in contenders)
            self._split(amount, [one for one in contenders if values.get(one, 0) == best])
            floor, dead = level, 0

    def _split(self, amount: int, winners: list[int]) -> None:
        start = self.ring[-1] if self.house.odd_chip == "left_of_button" else self.big
        first = self.ring.index(start) + 1
        order = [seat for seat in self.ring[first:] + self.ring[:first] if seat in winners]
        share, odd = divmod(amount, len(order))
        for seat in order:
            self.stacks[seat] += share
        for at in range(odd):
            one_each = self.house.odd_chip == "left_of_button"
            self.stacks[order[at if one_each else 0]] += 1

    def shows_first(self) -> int:
        """The last bettor or raiser of the last round, else the left of the button (R000-19)."""
        return self.aggressor or next(seat for seat in self.ring if seat in self.live)
