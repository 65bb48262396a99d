"""Any input at any time: the table answers by the rules, refuses unchanged, and never loses count.

Hypothesis drives one table with what a whole room could do to it: the machine works on, players
act within and against the rules, clocks fire, people come and go, devices fail, and now and then
any message at all with any values of its fields. After every input chips and cards are recounted
from scratch; who is to act has something legal to do; a refused input leaves no trace. In the end
the accepted inputs alone, played to a new table, must give the same table and the same words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from firmware.core import Table, hand_table, legal_actions, table_rows
from firmware.schema import messages as m
from firmware.schema import messages_fields as f
from tests.table_driver import TableDriver

if TYPE_CHECKING:
    from firmware.core import Hand

SEATS = st.integers(1, 10)
CHIPS = st.one_of(st.integers(0, 300), st.integers(0, 10**9))
FAULTS = st.sampled_from(("F-PAN-01", "F-DEAL-01", "F-RNG-01", "F-DSP-01", "F-NEW-99"))
SETTINGS = st.sampled_from(
    (
        ("small_blind", "25"),
        ("small_blind", "100"),
        ("big_blind", "100"),
        ("big_blind", "20"),
        ("ante", "10"),
        ("ante_mode", "all"),
        ("ante_mode", "big_blind"),
        ("ante_mode", "none"),
        ("burn", "none"),
        ("burn", "flop_only"),
        ("odd_chip", "next_big_blind"),
        ("show", "all_up"),
        ("button_move", "dead"),
        ("witness_ms", "0"),
        ("action_seconds", "0"),
        ("show_seconds", "0"),
        ("language", "klingon"),
        ("colour", "blue"),
    )
)


def field_values(field: tuple) -> st.SearchStrategy:
    """Any value that the line form would let through for a field."""
    _name, kind, args, optional, _unknown, longest = field
    if kind == f.TYPE_INT:
        low, high = args
        value = st.one_of(st.integers(low, min(high, low + 12)), st.integers(low, high))
    elif kind == f.TYPE_ENUM:
        value = st.integers(0, len(args) - 1)
    elif kind == f.TYPE_HEX:
        value = st.just(bytes(args[1]))
    else:
        value = st.sampled_from(("Anna", "resume", "F-PAN-01"))
    if longest:
        value = st.lists(value, max_size=longest).map(tuple)
    return st.one_of(st.none(), value) if optional else value


INPUTS = [i for i in range(len(m.KIND)) if m.KIND[i] == m.KIND_INPUT]
ANY_INPUT = st.sampled_from(INPUTS).flatmap(
    lambda i: st.tuples(st.just(i), *[field_values(field) for field in f.FIELDS[i]])
)


class AnyRoom(RuleBasedStateMachine):
    """One table and all that may happen to it."""

    def __init__(self) -> None:
        super().__init__()
        self.driver = TableDriver()
        self.driver.deals = False
        self.table = self.driver.table
        self.effects: list[tuple] = []  # asked for and not yet answered
        self.accepted: list[tuple] = []
        self.said: list[tuple] = []
        for seat, stack in ((2, 1000), (5, 150), (7, 400)):
            self.give(m.SEAT_TAKEN, seat, stack, None)
        self.give(m.CARDS_COLLECTED, 52, 0)

    @property
    def hand(self) -> Hand | None:
        return self.table.hand

    def give(self, *message: object) -> int:
        """One input; a refused one must leave everything as it was."""
        before = self.table.snapshot()
        out: list[tuple] = []
        code = self.table.take(message, out)
        if code:
            name = m.NAMES[message[0]]  # type: ignore[index]
            assert out == [(m.INPUT_REFUSED, name, code)]
            assert self.table.snapshot() == before
            return code
        self.accepted.append(message)
        self.said.extend(out)
        self.effects.extend(one for one in out if m.KIND[one[0]] == m.KIND_EFFECT)
        return 0

    # ------------------------------------------------------------------ the machine

    @rule(count=st.integers(1, 60))
    def machine_works_on(self, count: int) -> None:
        self.driver.deals = True
        for _ in range(count):
            if not self.effects:
                break
            for answer in self.driver.answers(self.effects.pop(0)):
                self.give(*answer)
        self.driver.deals = False

    @rule(message=ANY_INPUT)
    def anything_at_all(self, message: tuple) -> None:
        self.give(*message)

    @rule(slot=st.integers(0, 53), data=st.data())
    def a_card_strays(self, slot: int, data: st.DataObject) -> None:
        if data.draw(st.integers(0, 5)) == 0:
            self.give(m.CARD_LEFT, self.table.ledger.next_k, slot)

    # ------------------------------------------------------------------ clocks and witness

    @precondition(lambda self: self.driver.timer is not None)
    @rule()
    def clock_fires(self) -> None:
        kind, n = self.driver.timer or (0, 0)
        self.give(m.TIMER_FIRED, kind, n)

    @rule(
        of=st.sampled_from((m.WITNESS_PROMISED, m.WITNESS_OPENED)),
        epoch=st.sampled_from((0, 0, 1)),
    )
    def witness_speaks(self, of: int, epoch: int) -> None:
        self.give(of, self.table.hand_number or 1, epoch, bytes(32))

    # ------------------------------------------------------------------ players

    @rule(drawn=st.floats(0, 1), share=st.floats(0, 1))
    def player_acts(self, drawn: float, share: float) -> None:
        legal = legal_actions(self.hand)
        if legal is None:
            return
        seat, call, least, most = legal
        if most and drawn > 0.6:
            to = least + int((most - least) * share)
            assert self.give(m.ACTION_CHOSEN, seat, m.CHOICE_RAISE, to) == 0
        elif call and drawn < 0.1:
            assert self.give(m.ACTION_CHOSEN, seat, m.CHOICE_FOLD, None) == 0
        else:
            assert self.give(m.ACTION_CHOSEN, seat, m.CHOICE_CALL, None) == 0

    @rule(seat=SEATS, choice=st.integers(0, 2), to=st.one_of(st.none(), CHIPS))
    def somebody_presses_keys(self, seat: int, choice: int, to: int | None) -> None:
        legal = legal_actions(self.hand)
        code = self.give(m.ACTION_CHOSEN, seat, choice, to)
        if legal is None:
            assert code == m.REFUSAL_NOT_NOW
        elif seat != legal[0]:
            assert code == m.REFUSAL_NOT_YOUR_TURN
        elif choice == m.CHOICE_RAISE:
            _seat, _call, least, most = legal
            assert (code == 0) == (most > 0 and to is not None and least <= to <= most)

    @rule(show=st.integers(0, 1))
    def player_shows_or_mucks(self, show: int) -> None:
        if self.hand is not None and self.hand.state == hand_table.SHOWING:
            assert self.give(m.SHOW_CHOSEN, self.hand.turn, show) == 0

    @rule(cut=st.integers(0, 9999), by_floor=st.booleans())
    def cut_is_set(self, cut: int, by_floor: bool) -> None:
        if self.hand is not None and self.hand.state == hand_table.CUTTING:
            seat = None if by_floor or not self.hand.turn else self.hand.turn
            assert self.give(m.CUT_SET, cut, seat) == 0

    # ------------------------------------------------------------------ people

    @rule(seat=SEATS, stack=CHIPS)
    def somebody_sits_down(self, seat: int, stack: int) -> None:
        self.give(m.SEAT_TAKEN, seat, stack, None)

    @rule(seat=SEATS, data=st.data())
    def somebody_leaves(self, seat: int, data: st.DataObject) -> None:
        if data.draw(st.integers(0, 3)) == 0:
            self.give(m.SEAT_LEFT, seat)

    @rule(change=SETTINGS)
    def house_rule_changes(self, change: tuple[str, str]) -> None:
        self.give(m.SETTING_CHANGED, change[0], change[1], None)

    @rule(ruling=st.integers(0, 1))
    def floor_decides(self, ruling: int) -> None:
        self.give(m.FLOOR_RULED, ruling, "Anna")

    @rule(code=FAULTS, raised=st.booleans())
    def device_fails_or_recovers(self, code: str, raised: bool) -> None:
        if raised:
            self.give(m.FAULT_RAISED, code, "panel1", None)
        for one, device in tuple(self.table.faults):
            if not raised:
                self.give(m.FAULT_CLEARED, one, device)

    # ------------------------------------------------------------------ what always holds

    @invariant()
    def chips_are_conserved(self) -> None:
        betting = self.hand.betting if self.hand is not None else None
        in_pots = 0 if betting is None else betting.in_pot
        assert sum(self.table.stacks) + in_pots == self.table.issued
        assert min(self.table.stacks) >= 0
        if betting is not None and self.hand is not None and in_pots:
            assert in_pots == sum(betting.contributed) + betting.dead
            assert sum(chips for chips, _ in self.hand.pots_so_far()) == in_pots
            live = [seat for seat in self.hand.ring if betting.live[seat]]
            assert betting.live_count == len(live)
            assert betting.able_count == sum(self.table.stacks[seat] > 0 for seat in live)

    @invariant()
    def each_card_is_in_one_place(self) -> None:
        ledger = self.table.ledger
        assert ledger.hopper + ledger.carousel + len(ledger.place) + ledger.missing == 52
        assert len(set(ledger.face.values())) == len(ledger.face) == sum(ledger.faces_seen)

    @invariant()
    def who_is_to_act_can_act(self) -> None:
        if self.hand is None or self.hand.state != hand_table.BETTING:
            return
        legal = legal_actions(self.hand)
        assert legal is not None
        seat, call, least, most = legal
        assert self.hand.turn == seat
        assert self.hand.betting.live[seat]
        assert 0 <= call <= self.table.stacks[seat] > 0
        assert (least, most) == (0, 0) or 0 < least <= most
        assert most <= self.table.stacks[seat] + self.hand.betting.bets[seat]

    @invariant()
    def nothing_waits_in_a_decision(self) -> None:
        if self.hand is not None:
            state = self.hand.state
            assert not any(row[0] == state and row[1] == 0 for row in hand_table.ROWS)
            assert self.table.state == table_rows.PLAYING

    def teardown(self) -> None:
        again, said = Table(), []
        for message in self.accepted:
            assert again.take(message, said) == 0
        assert again.snapshot() == self.table.snapshot()
        assert said == self.said


TestAnyRoom = AnyRoom.TestCase
TestAnyRoom.settings = settings(
    max_examples=60,
    stateful_step_count=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
