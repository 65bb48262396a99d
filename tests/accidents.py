"""A table at which cards go wrong in every way, and people who answer as people do.

`Accidents` drives one `firmware.core.Table`: its machine exposes cards, ejects them unasked, sends
them elsewhere, loses them, deals two as one, misreads; people report what they see, the floor
decides from the closed list, devices fail and are repaired. What happens is drawn from a
`random.Random`, so a seed is a hand. After every input the judge looks: 52 cards each in one
place, chips conserved, no face of a card that the rules did not show.
"""

from __future__ import annotations

from random import Random

from firmware.core import hand_table, legal_actions
from firmware.core.by_hand_guards import face_to_type
from firmware.schema import irregularities, settings
from firmware.schema import messages as m
from tests.table_driver import DECK, TableDriver

SEATS_MAX = 10
INPUTS_MAX = 4000  # of one hand; more is a hand that does not end
_PLACES = (*range(m.PLACE_SEAT1, m.PLACE_ASIDE + 1), m.PLACE_CHUTE)
_REPORTS = tuple(name for name in irregularities.NAMES if name)
_FAULTS = (("F-DEAL-01", "card_machine"), ("F-PAN-01", "panel1"))

# States in which a named person is waited for.
WAITS_FOR_A_PERSON = (
    hand_table.HELD,
    hand_table.MOVING,
    hand_table.TYPING,
)


class Accidents(TableDriver):
    """One table and its bad luck: `often` of a hundred motions go wrong."""

    def __init__(self, rng: Random, often: int, **rules: object) -> None:
        super().__init__(settings.PROFILE_PHH)
        self.profile = settings.PROFILE_PHH
        self.rng = rng
        self.often = often
        self.waiting: list[tuple] = []  # what machine and people will say next, in order
        self.kinds: set[str] = set()
        self.set("witness_ms", 0)
        for name in sorted(rules):
            self.set(name, rules[name])

    # ------------------------------------------------------------------ the machine

    def is_bad_luck(self, often: int | None = None) -> bool:
        return self.rng.randrange(1000) < (self.often if often is None else often)

    def give(self, *message) -> int:
        """One input, its answers are queued; the judge looks afterwards."""
        out: list[tuple] = []
        before = self.table.snapshot() if self.rng.randrange(20) == 0 else None
        code = self.table.take(message, out)
        if code and before is not None:
            assert self.table.snapshot() == before, message
        if not code:
            self.accepted.append(message)
        self.said.extend(out)
        for effect in out:
            if effect[0] == m.HAND_VOIDED:
                self.waiting = []
            self.waiting.extend(self.answers(effect))
            if effect[0] == m.RULING_MADE:
                self.kinds.add(effect[2])
            if effect[0] == m.HAND_BECAME_MANUAL:
                self.waiting = []
        judge(self)
        return code

    def deal(self, k: int, place: int) -> list[tuple]:
        """What a card tells on its way, when it goes as it may go."""
        ledger = self.table.ledger
        if k >= len(self.slots):
            return [(m.SLOT_FOUND_EMPTY, k, 53)]
        slot = self.slots[k]
        token = ledger.token_of(slot)
        if ledger.is_out(token):
            return [(m.SLOT_FOUND_EMPTY, k, slot)]
        told: list[tuple] = [(m.CARD_LEFT, k, slot)]
        is_board = m.PLACE_BOARD1 <= place <= m.PLACE_BOARD5
        if self.is_bad_luck() and not is_board:
            told.append((m.CARD_EXPOSED, token))
        if self.is_bad_luck(self.often // 3):
            told.append((m.CARD_DOUBLED, token, self.rng.randrange(3)))
        if self.is_bad_luck(self.often // 3):
            told.append((m.FACE_DOUBTED, token, self.rng.randrange(4)))
        elif is_board:
            face = self.face_of(token)
            if self.is_bad_luck(self.often // 6):
                face = self.rng.randrange(DECK)
            told.append((m.FACE_READ, token, face))
        if self.is_bad_luck(self.often // 3):
            told.append((m.CARD_UNLANDED, token))
        elif self.is_bad_luck(self.often // 3):
            told.append((m.CARD_LANDED, token, self.rng.choice(_PLACES)))
        else:
            told.append((m.CARD_LANDED, token, place))
        return told

    def stray(self) -> list[tuple]:
        """A card leaves unasked."""
        ledger = self.table.ledger
        loaded = [s for s in self.slots if not ledger.is_out(ledger.token_of(s))]
        if not loaded or not ledger.carousel:
            return []
        slot = self.rng.choice(loaded)
        token = ledger.token_of(slot)
        place = self.rng.choice(_PLACES)
        told: list[tuple] = [(m.CARD_STRAYED, slot)]
        if m.PLACE_BOARD1 <= place <= m.PLACE_BOARD5:
            told.append((m.FACE_READ, token, self.face_of(token)))
        if self.is_bad_luck(100):
            return [*told, (m.CARD_UNLANDED, token)]
        return [*told, (m.CARD_LANDED, token, place)]

    # ------------------------------------------------------------------ one hand

    def play_hand(self) -> None:
        """From the loaded deck to the next one; it ends, or the floor ends it."""
        number = self.table.hand_number
        if len([stack for stack in self.table.stacks if stack]) < 2:
            return
        left = INPUTS_MAX
        while self.table.hand_number == number or self.table.hand is not None:
            self.step()
            left -= 1
            assert left, f"the hand does not end: {hand_table.STATES[self.table.hand.state]}"
            if self.table.hand is None and self.table.hand_number > number:
                return

    def step(self) -> None:
        """The next thing that happens."""
        hand = self.table.hand
        if hand is not None and self.is_bad_luck(self.often // 2):
            self.mishap()
        elif self.waiting:
            self.give(*self.waiting.pop(0))
        elif hand is None:
            if self.timer:
                self.give(m.TIMER_FIRED, *self.timer)
            else:
                self.give(m.FLOOR_RULED, m.RULING_RESUME, "Anna", None)
        else:
            self.person(hand)

    def mishap(self) -> None:
        """Something goes wrong between two motions."""
        chance = self.rng.randrange(4)
        if chance == 0 and not self.waiting:
            self.waiting.extend(self.stray())
        elif chance == 1:
            seat = self.rng.choice((None, *range(1, SEATS_MAX + 1)))
            card = self.rng.choice((None, self.rng.randrange(DECK)))
            self.give(m.IRREGULARITY_REPORTED, self.rng.choice(_REPORTS), "Rosa", seat, card)
        elif chance == 2:
            self.give(m.FLOOR_RULED, self.rng.randrange(7), "Anna", "looked")
        elif not self.waiting:
            code, device = self.rng.choice(_FAULTS)
            self.give(m.FAULT_RAISED, code, device, None)
            self.waiting.append((m.FAULT_CLEARED, code, device))

    def person(self, hand) -> None:
        """Nothing moves: somebody is asked."""
        state = hand.state
        legal = legal_actions(hand)
        if legal is not None:
            self.act(legal)
        elif state == hand_table.CUTTING:
            self.give(m.CUT_SET, self.rng.randrange(10000), None)
        elif state == hand_table.SHOWING:
            self.give(m.SHOW_CHOSEN, hand.turn, self.rng.randrange(2))
        elif self.timer:
            self.give(m.TIMER_FIRED, *self.timer)
        elif state in WAITS_FOR_A_PERSON:
            self.decide(hand)
        elif state in _MANUAL and (hand.correction.is_manual or face_to_type(hand) >= 0):
            self.give(m.FACE_TYPED, self.rng.randrange(DECK), "Anna")
        else:
            raise AssertionError(f"nobody is asked and nothing moves: {hand_table.STATES[state]}")

    def act(self, legal: tuple[int, int, int, int]) -> None:
        seat, _call, least, most = legal
        choice = self.rng.randrange(8)
        if choice == 0:
            self.give(m.ACTION_CHOSEN, seat, m.CHOICE_FOLD, None)
        elif choice == 1 and least:
            self.give(m.ACTION_CHOSEN, seat, m.CHOICE_RAISE, self.rng.choice((least, most)))
        else:
            self.give(m.ACTION_CHOSEN, seat, m.CHOICE_CALL, None)

    def decide(self, hand) -> None:
        """The floor is asked: some answer of the closed list must be taken."""
        if hand.state == hand_table.TYPING:
            code = self.give(m.FACE_TYPED, self.rng.randrange(DECK), "Anna")
            if not code:
                return
        rulings = list(range(7))
        self.rng.shuffle(rulings)
        refused = []
        for ruling in rulings:
            code = self.give(m.FLOOR_RULED, ruling, "Anna", None)
            if not code:
                return
            refused.append((m.RULING_WORDS[ruling], m.REFUSAL_WORDS[code]))
        if hand.correction.kind == irregularities.IRREGULARITY_CARD_NOT_LANDED:
            for name in ("card_on_floor", "missing_card"):
                if not self.give(m.IRREGULARITY_REPORTED, name, "Anna", None, None):
                    return
        raise AssertionError((hand_table.STATES[hand.state], hand.faults, refused))


BOOKS = ("r004", "tda2024", "roberts")


def accidents_of(seed: int, often: int = 50) -> Accidents:
    """A table of 2 to 10 players with their bad luck, loaded; 1,000 chips each and more."""
    rng = Random(seed)
    driver = Accidents(rng, often, dealer_errors=rng.choice(BOOKS))
    players = rng.randrange(2, SEATS_MAX + 1)
    driver.sit({seat: rng.choice((2000, 5000, 9000)) for seat in range(1, players + 1)})
    driver.waiting = []
    driver.give(m.CARDS_COLLECTED, DECK, 0)
    return driver


_MANUAL = (
    hand_table.DEALING_HOLE,
    hand_table.DEALING_BOARD,
    hand_table.TABLING,
    hand_table.UNCOVERING,
)


_SHOWDOWN = (
    hand_table.SHOWING,
    hand_table.UNCOVERING,
    hand_table.OBJECTING,
)


def judge(driver: Accidents) -> None:
    """What must hold after every input."""
    table = driver.table
    ledger = table.ledger
    assert ledger.hopper >= 0 <= ledger.carousel
    outside = len(ledger.place)
    assert ledger.hopper + ledger.carousel + outside + ledger.missing == DECK
    hand = table.hand
    if hand is None:
        return
    chips = sum(table.stacks) + hand.betting.in_pot + hand.rake
    assert chips == table.issued
    held = [token for seat in hand.ring for token in hand.hole[seat]]
    assert len(held) == len(set(held))
    for token in held:
        assert token in ledger.place, "a hand holds a card that is not outside"
    for token in ledger.face:
        assert token in ledger.place
    shown = {face for seat in hand.ring if hand.shown[seat] for face in _faces(hand, seat)}
    assert len(hand.board) <= 5
    assert all(0 <= face < DECK for face in hand.board)
    if hand.state in _SHOWDOWN:
        assert len(hand.board) == 5, "hands are compared with a board that lacks a card"
    assert len(shown) <= 2 * len(hand.ring)


def _faces(hand, seat: int) -> list[int]:
    face = hand.ledger.face
    return [face[token] for token in hand.hole[seat] if token in face]
