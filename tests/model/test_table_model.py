"""Any input at any time: the table answers by the rules, refuses unchanged, and never loses count.

Hypothesis drives one table with what a whole room could do to it. Mostly the hand goes on: the
machine does what it is asked, players act within the rules, witness and clocks do their part. In
between, keys are pressed against the rules, people come and go, devices fail, cards stray, and now
and then any message at all comes with any values of its fields. After every input chips and cards
are recounted from scratch; who is to act has something legal to do; a refused input leaves no
trace. In the end the accepted inputs alone, played to a new table, must give the same table and
the same words.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, ClassVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from firmware.core import Table, hand_table, legal_actions, repair_table, table_rows
from firmware.core.attendance_guards import has_straddled, may_straddle
from firmware.core.machine import THEN
from firmware.schema import messages as m
from firmware.schema import messages_fields as f
from tests.house_rules_tried import TRIED
from tests.table_driver import TableDriver

if TYPE_CHECKING:
    from firmware.core import Hand

SEATS = st.integers(1, 10)
CHIPS = st.one_of(st.integers(0, 300), st.integers(0, 10**9))
FAULTS = st.sampled_from(("F-PAN-01", "F-DEAL-01", "F-RNG-01", "F-DSP-01", "F-NEW-99"))
SETTINGS = st.sampled_from(TRIED)


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


DECISIONS = {row[0] for row in hand_table.ROWS + repair_table.ROWS if row[1] == THEN}
INPUTS = [i for i in range(len(m.KIND)) if m.KIND[i] == m.KIND_INPUT]
ANY_INPUT = st.sampled_from(INPUTS).flatmap(
    lambda i: st.tuples(st.just(i), *[field_values(field) for field in f.FIELDS[i]])
)


class AnyRoom(RuleBasedStateMachine):
    """One table and all that may happen to it."""

    reached: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.driver = TableDriver()
        self.table = self.driver.table
        self.effects: list[tuple] = []  # asked for and not yet answered
        self.accepted: list[tuple] = []
        self.said: list[tuple] = []
        self.folds = 0.15  # of the turns that face a bet
        for seat, stack in ((2, 1000), (5, 150), (7, 400)):
            self.give(m.SEAT_TAKEN, seat, stack, None)
        self.give(m.SETTING_CHANGED, "rake_permille", "100", None)
        self.give(m.CARDS_COLLECTED, 52, 0)

    @property
    def hand(self) -> Hand | None:
        return self.table.hand

    def give(self, *message: object) -> int:
        """One input of whatever kind; a refused one must leave everything as it was."""
        before = self.table.snapshot()
        code = self.table.take(message, out := [])
        if code:
            assert out == [(m.INPUT_REFUSED, m.NAMES[message[0]], code)]  # type: ignore[index]
            assert self.table.snapshot() == before
            self.reached["refused"] += 1
        else:
            self.note(message, out)
        return code

    def note(self, message: tuple, out: list[tuple]) -> None:
        self.accepted.append(message)
        self.reached[m.NAMES[message[0]]] += 1
        self.said.extend(out)
        self.effects.extend(one for one in out if m.KIND[one[0]] == m.KIND_EFFECT)
        self.reached.update(m.NAMES[one[0]] for one in out)
        self.chips_are_conserved()
        self.each_card_is_in_one_place()
        self.who_is_to_act_can_act()
        self.nothing_waits_in_a_decision()
        self.nobody_waits_for_who_is_away()

    # ------------------------------------------------------------------ the hand goes on

    @rule(steps=st.integers(1, 120), seed=st.integers(0, 2**32))
    def hand_goes_on(self, steps: int, seed: int) -> None:
        self.go_on(steps, random.Random(seed))

    @rule(steps=st.integers(50, 250), seed=st.integers(0, 2**32))
    def hands_go_on(self, steps: int, seed: int) -> None:
        self.go_on(steps, random.Random(seed))

    def go_on(self, steps: int, chance: random.Random) -> None:
        """What is asked is done: by the machine first, else by whoever is asked."""
        self.folds = chance.choice((0.15, 0.15, 0.15, 0.7))
        for _ in range(steps):
            if self.effects:
                inputs = self.driver.answers(self.effects.pop(0))
            else:
                inputs = self.what_comes_next(chance)
            for message in inputs:
                # What the machine told while the hand was held or void may come too late.
                if not self.table.take(message, out := []):
                    self.note(message, out)

    def what_comes_next(self, chance: random.Random) -> list[tuple]:
        """The people, the witness and the clock, one input."""
        if chance.random() < 0.02:
            return self.aside(chance)
        hand = self.hand
        clock = [(m.TIMER_FIRED, *self.driver.timer)] if self.driver.timer else []
        if hand is None:
            return clock or self.what_the_table_lacks(chance)
        speaks = chance.random() < 0.7
        legal = legal_actions(hand)
        if legal is not None:
            slow = 0.05 if self.table.timer.kind == m.TIMER_ACTION else 0.5  # once warned, slower
            return clock if clock and chance.random() < slow else [self.action(legal, chance)]
        if hand.state == hand_table.OBJECTING and chance.random() < 0.2:
            return [(m.FLOOR_CALLED, chance.choice(hand.ring))]
        if hand.state == hand_table.SHOWING and chance.random() < 0.2:
            return [(m.BOARD_CLAIMED, hand.turn)]
        if hand.state == hand_table.SHOWING and speaks:
            return [(m.SHOW_CHOSEN, hand.turn, chance.randint(0, 1))]
        if may_straddle(self.table, hand.straddler()) and chance.random() < 0.3:
            return [(m.BLIND_CHOSEN, hand.straddler(), m.ENTRY_STRADDLE)]
        if hand.state == hand_table.CUTTING and (speaks or not clock):
            return [(m.CUT_SET, chance.randint(0, 9999), hand.turn or None)]
        if hand.state == hand_table.WITNESSING and speaks:
            return [(m.WITNESS_PROMISED, hand.number, 0, bytes(32))]
        if hand.state == hand_table.OPENING and speaks:
            return [(m.WITNESS_OPENED, hand.number, 0, bytes(32))]
        if hand.state == hand_table.HELD:
            cleared = [(m.FAULT_CLEARED, code, device) for code, device in self.table.faults]
            resumed = [(m.FLOOR_RULED, m.RULING_RESUME, "Anna")] if hand.objects else []
            return cleared or resumed or [(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna")]
        return clock

    def aside(self, chance: random.Random) -> list[tuple]:
        """Somebody goes out or comes back; the floor corrects an award, if it may, or a rule."""
        table = self.table
        if chance.random() < 0.2:
            return [(m.SETTING_CHANGED, *chance.choice(TRIED), None)]
        seats = [seat for seat in range(1, 11) if table.taken[seat]]
        if not seats:
            return []
        awards = table.awards
        winners = [seat for seat in awards.ring if awards.won[seat]]
        if awards.can_be_reversed and winners:
            seat, to = chance.choice(winners), chance.choice(awards.ring)
            return [(m.AWARD_REVERSED, seat, to, chance.randint(1, awards.won[seat]), "Anna")]
        seat = chance.choice(seats)
        return [(m.PLAYER_BACK if table.sitting_out[seat] else m.PLAYER_OUT_NEXT, seat)]

    def what_the_table_lacks(self, chance: random.Random) -> list[tuple]:
        lacks: list[tuple] = [(m.TABLE_RESUMED, None)]
        lacks += [(m.FAULT_CLEARED, code, device) for code, device in self.table.faults]
        lacks.append((m.FLOOR_RULED, m.RULING_RESUME, "Anna"))
        away = [seat for seat in range(1, 11) if self.table.sitting_out[seat]]
        lacks += [(m.PLAYER_BACK, seat) for seat in away if chance.random() < 0.7]
        owing = [seat for seat in range(1, 11) if self.table.debts[seat]]
        lacks += [(m.BLIND_CHOSEN, seat, m.ENTRY_POST) for seat in owing if chance.random() < 0.5]
        if len(self.table.players()) < 2:
            seat = chance.randint(1, 10)
            lacks += [(m.SEAT_LEFT, seat), (m.SEAT_TAKEN, seat, chance.randint(1, 900), None)]
        if self.table.state == table_rows.GATHERING:
            lacks.append((m.CARDS_COLLECTED, 52, self.table.ledger.openings))
        return lacks

    def action(self, legal: tuple[int, int, int, int], chance: random.Random) -> tuple:
        seat, call, least, most = legal
        drawn = chance.random()
        if most and drawn > 0.7:
            to = chance.choice((least, most, chance.randint(least, most)))
            return (m.ACTION_CHOSEN, seat, m.CHOICE_RAISE, to)
        fold = call and drawn < self.folds
        return (m.ACTION_CHOSEN, seat, m.CHOICE_FOLD if fold else m.CHOICE_CALL, None)

    # ------------------------------------------------------------------ against the rules

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

    @rule(data=st.data(), share=st.floats(0, 1))
    def the_right_seat_asks_for_any_amount(self, data: st.DataObject, share: float) -> None:
        legal = legal_actions(self.hand)
        if legal is not None:
            seat, _call, least, most = legal
            near = data.draw(st.sampled_from((least - 1, least, most, most + 1, 1)))
            code = self.give(m.ACTION_CHOSEN, seat, m.CHOICE_RAISE, max(1, near))
            assert (code == 0) == (most > 0 and least <= max(1, near) <= most)

    @rule(message=ANY_INPUT)
    def anything_at_all(self, message: tuple) -> None:
        self.give(*message)

    # ------------------------------------------------------------------ people and devices

    @rule(seat=SEATS, stack=CHIPS)
    def somebody_sits_down(self, seat: int, stack: int) -> None:
        self.give(m.SEAT_TAKEN, seat, stack, None)

    @rule(seat=SEATS)
    def somebody_leaves(self, seat: int) -> None:
        self.give(m.SEAT_LEFT, seat)

    @rule(seat=SEATS, entry=st.integers(0, 2), amount=st.integers(1, 400))
    def somebody_speaks_beside_the_game(self, seat: int, entry: int, amount: int) -> None:
        was_out = self.table.sitting_out[seat]
        code = self.give(m.PLAYER_OUT_NEXT, seat)
        assert (code == 0) == (self.table.taken[seat] and not was_out)
        self.give(m.PLAYER_BACK, seat % 10 + 1)
        owes = self.table.debts[seat]
        straddled = has_straddled(self.table, seat)
        code = self.give(m.BLIND_CHOSEN, seat, entry)
        assert (code == m.REFUSAL_NOTHING_OWED) <= (not owes)
        assert code or owes or straddled or has_straddled(self.table, seat)
        before = self.table.stacks[seat]
        if not self.give(m.CHIPS_ADDED, seat, amount):
            assert self.table.stacks[seat] == before + amount
            assert self.hand is None or seat not in self.hand.ring
        self.give(m.CHIPS_COUNTED, seat, self.table.stacks[seat] + entry)
        self.give(m.FLOOR_CALLED, seat)

    @rule(seat=SEATS, stack=CHIPS, part=st.integers(0, 4), is_dry=st.booleans())
    def the_house_looks_after_the_table(
        self, seat: int, stack: int, part: int, is_dry: bool
    ) -> None:
        if not self.give(m.STACK_SET, seat, stack, "Anna", "miscounted"):
            assert self.table.stacks[seat] == stack
            assert self.hand is None or seat not in self.hand.ring
        held = self.table.stacks[seat]
        if not self.give(m.CHIPS_CASHED, seat, held + is_dry, "Anna"):
            assert not self.table.taken[seat]
        self.give(m.FLOOR_ANSWERED, "Anna", seat if is_dry else None)
        if not self.give(m.TABLE_CLOSED, "Anna"):
            assert self.table.issued == 0
            self.give(m.TABLE_OPENED, "Anna")
        self.give(m.TABLE_PAUSED, "Anna")
        if not self.give(m.TEST_ASKED, part, 5, "Teo"):
            assert self.hand is None
        self.give(m.TABLE_RESUMED, "Anna")

    @rule(change=SETTINGS)
    def house_rule_changes(self, change: tuple[str, str]) -> None:
        self.give(m.SETTING_CHANGED, change[0], change[1], None)

    @rule(code=FAULTS, ruling=st.integers(0, 1))
    def a_device_fails_and_the_floor_decides(self, code: str, ruling: int) -> None:
        self.give(m.FAULT_RAISED, code, "panel1", None)
        if self.effects:
            for answer in self.driver.answers(self.effects.pop(0)):
                self.give(*answer)
        self.give(m.FLOOR_RULED, ruling, "Anna")

    # ------------------------------------------------------------------ what always holds

    def chips_are_conserved(self) -> None:
        betting = self.hand.betting if self.hand is not None else None
        in_pots = 0 if betting is None else betting.in_pot
        rake = 0 if self.hand is None else self.hand.rake
        assert sum(self.table.stacks) + in_pots + rake == self.table.issued
        assert min(self.table.stacks) >= 0
        if betting is not None and self.hand is not None and in_pots:
            assert in_pots == sum(betting.contributed) + betting.dead
            assert sum(chips for chips, _ in self.hand.pots_so_far()) == in_pots
            live = [seat for seat in self.hand.ring if betting.live[seat]]
            assert betting.live_count == len(live)
            assert betting.able_count == sum(self.table.stacks[seat] > 0 for seat in live)

    def each_card_is_in_one_place(self) -> None:
        ledger = self.table.ledger
        assert ledger.hopper + ledger.carousel + len(ledger.place) + ledger.missing == 52
        assert len(set(ledger.face.values())) == len(ledger.face) == sum(ledger.faces_seen)

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

    def nothing_waits_in_a_decision(self) -> None:
        if self.hand is not None:
            state = self.hand.state
            assert state not in DECISIONS
            assert self.table.state == table_rows.PLAYING

    def nobody_waits_for_who_is_away(self) -> None:
        table = self.table
        for seat in range(1, 11):
            if not table.taken[seat]:
                assert not table.sitting_out[seat]
                assert not table.debts[seat]
                assert not table.posting[seat]
        hand = self.hand
        if hand is not None and hand.state == hand_table.BETTING:
            assert not hand.by_itself[hand.turn]
            assert not set(hand.undealt) & set(hand.betting.live_seats())

    def teardown(self) -> None:
        again, said = Table(), []
        for message in self.accepted:
            assert again.take(message, said) == 0
        assert again.snapshot() == self.table.snapshot()
        assert said == self.said


REACHED_MIN = {
    "refused": 100,
    "hand_started": 100,
    "action_taken": 500,
    "turn_timed_out": 5,
    "hand_shown": 50,
    "hand_mucked": 2,
    "hand_finished": 50,
    "hand_held": 15,
    "hand_voided": 3,
    "rake_taken": 3,
    "witness_failed": 5,
    "seat_not_dealt": 20,
    "blind_owed": 10,
    "time_warned": 5,
    "pot_decided": 20,
    "player_back": 3,
    "player_out_next": 3,
    "chips_added": 5,
    "floor_called": 10,
    "stack_set": 3,
    "chips_cashed": 3,
    "floor_answered": 3,
    "test_asked": 3,
    "award_reversed": 1,
    "button_drawn": 20,
}
"""A model that only knocks at the door proves nothing: what all runs together must have seen."""


def test_any_room_keeps_count_and_comes_far() -> None:
    AnyRoom.reached.clear()
    AnyRoom.TestCase.settings = settings(
        max_examples=160, stateful_step_count=25, suppress_health_check=list(HealthCheck)
    )
    AnyRoom.TestCase("runTest").runTest()
    reached = AnyRoom.reached
    tame = {name: reached[name] for name, least in REACHED_MIN.items() if reached[name] < least}
    assert not tame, f"the model is too tame: {tame} of {reached}"
