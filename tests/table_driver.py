"""A table with a card machine that does as it is told, for tests, transcripts and benches.

`TableDriver` passes messages to `firmware.core.Table` and answers the effects as a faultless
machine and shell would: cards are collected, fed, dealt and read at once. What people and clocks
do (keys, cuts, witness, timers) is left to the test. The deck is a list of card ids in dealing
order, the slot of the k-th card is `slots[k]`. Runs on both interpreters.
"""

from __future__ import annotations

from firmware.core import Table
from firmware.schema import messages as m

DECK = 52
ALL_FACES = b"\xff" * 6 + b"\x0f"
OF_THE_DECK = {
    m.CHECK_DECK: (m.DECK_CHECKED, DECK, ALL_FACES, 0, 0),
    m.UNLOAD_DECK: (m.DECK_UNLOADED, DECK),
    m.TRY_MOTOR: (m.CARDS_COUNTED, 0, DECK),
}


class TableDriver:
    """One table, its inputs as accepted, and all that it said."""

    def __init__(self, profile: int = 0) -> None:
        self.table = Table(profile)
        self.deck = list(range(DECK))
        self.slots = list(range(DECK))
        self.said: list[tuple] = []  # effects and reports, all of them
        self.accepted: list[tuple] = []
        self.timer: tuple[int, int] | None = None
        self.openings = 0
        self.deals = True  # the machine answers; False: the test moves the cards itself
        self.stops_at = 0  # the id of an effect that is not answered
        self.faces: dict[int, int] = {}  # token -> card id, of cards from earlier epochs
        self.floor = "Anna"  # who lays cards and enters faces
        self.typed: list[int] = []  # faces that the floor enters before those that it sees

    def send(self, *message) -> int:
        """One input, and the machine's answers to what follows; returns the input's refusal."""
        todo = [message]
        first = None
        while todo:
            one = todo.pop(0)
            out: list[tuple] = []
            code = self.table.take(one, out)
            first = code if first is None else first
            if not code:
                self.accepted.append(one)
            self.said.extend(out)
            for effect in out:
                todo.extend(self.answers(effect))
        return first or 0

    def answers(self, effect: tuple) -> list[tuple]:
        """Return the inputs by which the machine and the shell answer one effect."""
        kind = effect[0]
        if kind in (m.START_TIMER, m.STOP_TIMER):
            self.timer = effect[1:3] if kind == m.START_TIMER else None
        if not self.deals or kind == self.stops_at:
            return []
        if kind == m.COLLECT_CARDS:
            openings, self.openings = self.openings, 0
            self.faces = {}
            return [(m.CARDS_COLLECTED, DECK, openings)]
        if kind in OF_THE_DECK:
            return [OF_THE_DECK[kind]]
        if kind == m.LOAD_DECK:
            count = self.table.ledger.hopper
            return [(m.CARD_FED, n) for n in range(1, count + 1)] + [(m.DECK_LOADED, count)]
        hand = self.table.hand
        if hand is not None and not hand.number:
            return self._answers_of_draw(effect)
        if kind == m.COMMIT_ORDER:
            if effect[2]:
                self.shuffle()
            count = self.table.ledger.carousel
            return [(m.ORDER_COMMITTED, effect[1], effect[2], 1, count, bytes(32), None)]
        if kind == m.DEAL_CARD:
            return self.deal(effect[1], effect[2])
        if kind == m.OPEN_FACE:
            self.openings += 1
            return [(m.FACE_OPENED, effect[1], self.face_of(effect[1]))]
        if kind == m.REVEAL_ORDER:
            return [(m.ORDER_REVEALED, effect[1], effect[2], bytes(self.slots), bytes(32))]
        return self.by_hand(effect)

    def by_hand(self, effect: tuple) -> list[tuple]:
        """Return what people and the machine do for a step of a repair."""
        kind = effect[0]
        places = self.table.ledger.place
        if kind == m.RETURN_PLACE:
            lying = [token for token in sorted(places) if places[token] == effect[1]]
            return [(m.PLACE_RETURNED, effect[1], len(lying))]
        if kind == m.MOVE_CARD:
            return [(m.CARD_MOVED, effect[1], effect[2], self.floor)]
        if kind == m.NAME_SLOT:
            return self.named(effect[1])
        if kind == m.ASK_FACE:
            face = self.typed.pop(0) if self.typed else self.face_of(effect[1])
            return [(m.FACE_TYPED, face, self.floor)]
        return []

    def named(self, k: int) -> list[tuple]:
        """Return the slot that a person draws from, or that nothing is left in it."""
        if k < len(self.slots):
            slot = self.slots[k]
            is_out = self.table.ledger.is_out(self.table.ledger.token_of(slot))
            return [(m.SLOT_FOUND_EMPTY if is_out else m.SLOT_NAMED, k, slot)]
        return [(m.SLOT_FOUND_EMPTY, k, 53)]

    def shuffle(self) -> None:
        """A new epoch: the cards outside keep their faces, the others come in their order."""
        ledger = self.table.ledger
        outside = {}
        for token in ledger.place:
            outside[token] = self.face_of(token)
        self.faces = outside
        out = list(outside.values())
        self.deck = [card for card in range(DECK) if card not in out]
        self.slots = list(range(len(self.deck)))

    def _answers_of_draw(self, effect: tuple) -> list[tuple]:
        """A draw of the button or of seats: unwitnessed, the floor cuts, the lowest come first."""
        kind = effect[0]
        if kind == m.COMMIT_ORDER:
            count = len(self.table.hand.ring)
            return [(m.ORDER_COMMITTED, 0, effect[2], 1, count, bytes(32), None)]
        if kind == m.START_TIMER and effect[1] == m.TIMER_WITNESS:
            return [(m.TIMER_FIRED, effect[1], effect[2])]
        if kind == m.CUT_ASKED:
            return [(m.CUT_SET, 7, None)]
        if kind == m.DRAW_BUTTON:
            return [(m.BUTTON_DRAWN, effect[1][0])]
        if kind == m.DRAW_SEATS:
            return [(m.SEATS_DRAWN, effect[1][: effect[2]])]
        if kind == m.REVEAL_ORDER:
            return [(m.ORDER_REVEALED, 0, effect[2], bytes(self.table.hand.ring), bytes(32))]
        return []

    def deal(self, k: int, place: int) -> list[tuple]:
        """Return what the k-th card tells on its way to a place."""
        token = self.table.ledger.token_of(self.slots[k])
        inputs: list[tuple] = [(m.CARD_LEFT, k, self.slots[k])]
        if m.PLACE_BOARD1 <= place <= m.PLACE_BOARD5:
            inputs.append((m.FACE_READ, token, self.deck[k]))
        inputs.append((m.CARD_LANDED, token, place))
        return inputs

    def face_of(self, token: int) -> int:
        """Return the card id that the machine would read on this token."""
        if token in self.faces:
            return self.faces[token]
        return self.deck[self.slots.index(token & 63)]

    # ------------------------------------------------------------------ people and clocks

    def sit(self, stacks: dict[int, int]) -> None:
        """Seat players: seat -> chips."""
        for seat in sorted(stacks):
            self.send(m.SEAT_TAKEN, seat, stacks[seat], None)

    def draw_seats(self, players: str, seats: tuple[int, ...] | None = None) -> int:
        """Enter players by their names, and draw a seat for each; the last refusal, or 0."""
        names = players.split()
        for at in range(len(names)):
            code = self.send(m.DRAW_ENTERED, at + 1, names[at], self.floor)
            if code:
                return code
        return self.send(m.SEAT_DRAW_ASKED, len(names), self.floor, seats)

    def set(self, name: str, value: object) -> int:
        """Change a setting; takes effect at the next hand."""
        return self.send(m.SETTING_CHANGED, name, str(value), None)

    def power_up(self) -> None:
        """The first collect: whatever lies about is in the hopper, 52 cards are counted."""
        self.send(m.CARDS_COLLECTED, DECK, 0)

    def fire(self) -> int:
        """The running timer comes due."""
        timer = self.timer or (0, 0)
        return self.send(m.TIMER_FIRED, timer[0], timer[1])

    def start_hand(self, cut: int = 0) -> None:
        """From the loaded deck to the first turn: unwitnessed, the floor cuts."""
        self.fire()
        hand = self.table.hand
        if hand is not None and hand.rules and self.timer and self.timer[0] == m.TIMER_WITNESS:
            self.fire()
        self.send(m.CUT_SET, cut, None)

    def fold(self, seat: int) -> int:
        return self.send(m.ACTION_CHOSEN, seat, m.CHOICE_FOLD, None)

    def call(self, seat: int) -> int:
        """Call, or check when there is nothing to call."""
        return self.send(m.ACTION_CHOSEN, seat, m.CHOICE_CALL, None)

    def raise_to(self, seat: int, to: int) -> int:
        return self.send(m.ACTION_CHOSEN, seat, m.CHOICE_RAISE, to)

    def show(self, seat: int) -> int:
        return self.send(m.SHOW_CHOSEN, seat, m.SHOW_SHOW)

    def muck(self, seat: int) -> int:
        return self.send(m.SHOW_CHOSEN, seat, m.SHOW_MUCK)

    def play_on(self) -> None:
        """Nobody objects: the time to object runs out, if it runs."""
        if self.timer and self.timer[0] == m.TIMER_OBJECTION:
            self.fire()

    def heard(self, message_id: int) -> list[tuple]:
        """Return all that was said with this message id, oldest first."""
        return [one for one in self.said if one[0] == message_id]
