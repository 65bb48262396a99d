"""What a hand is made of: its cards, its chips, whose turn it is.

A `Hand` is born when the button has moved, with a copy of the house rules that nobody can change
until it is over. It only holds; what happens to it stands in `hand_table`, and `hand` names the
files of the questions about it and of the steps. Rule of the file: a hand holds all that it needs,
so a snapshot of it is the whole truth.

Lists by seat have 11 places, place 0 unused. `Hand` and `Table` have no properties: where a class
has one, MicroPython looks for a setter at every store to any attribute (py/objtype.c).
"""

from __future__ import annotations

from firmware.core.betting import Betting
from firmware.core.correction import Correction
from firmware.core.hand_table import BETTING, COMMITTING
from firmware.core.pots import form_pots
from firmware.core.structures import Structure
from firmware.core.timer import NOT_RUNNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.awards import Awards
    from firmware.core.ledger import Ledger
    from firmware.core.timer import Timer

NO_TOKEN = -1


class Hand:
    """One hand of the table that lends its stacks, deck ledger, timer and faults.

    Hand 0 is a draw, of the first button or of seats for players: its order is one of seats, and
    no card moves (K1).
    """

    __slots__ = (
        "number",
        "rules",
        "state",
        "back",
        "positions",
        "ring",
        "starting",
        "posts_dead",
        "posts_live",
        "rake",
        "betting",
        "ledger",
        "timer",
        "faults",
        "is_committed",
        "is_witnessed",
        "cutters",
        "cut",
        "is_straddled",
        "last_blind",
        "street",
        "queue",
        "queue_at",
        "token",
        "is_landed",
        "hole",
        "board",
        "actions",
        "folded",
        "correction",
        "button_to",
        "turn",
        "next_turn",
        "legal",
        "show_order",
        "shown",
        "values",
        "faces_asked",
        "is_tabled",
        "absent",
        "absent_count",
        "is_irregular",
        "undealt",
        "by_itself",
        "sitting_out",
        "bank_used",
        "awards",
        "objects",
        "decided",
        "held_timer",
        "held_facts",
        "is_voided",
        "drawn",
        "to_seat",
        "seats_drawn",
    )

    def __init__(
        self,
        number: int,
        rules: tuple[int, ...],
        positions: tuple[int, int, int],
        ring: tuple[int, ...],
        stacks: list[int],
        ledger: Ledger,
        timer: Timer,
        faults: list[tuple[str, str]],
        posts_dead: tuple[int, ...],
        posts_live: tuple[int, ...],
        undealt: tuple[int, ...],
        sitting_out: list[bool],
        bank_used: list[int],
        awards: Awards,
    ) -> None:
        self.number = number
        self.rules = rules  # by setting id, frozen
        self.state = COMMITTING
        self.back = COMMITTING  # where a held hand goes on
        self.positions = positions  # seats of button, small blind, big blind
        self.ring = ring  # seats dealt in, from the left of the button
        self.starting = tuple(stacks)  # before antes and blinds
        self.posts_dead = posts_dead  # by seat: what is owed to the pot beside the blinds
        self.posts_live = posts_live  # by seat: what is posted as a bet
        self.rake = 0  # taken by the house
        self.betting = Betting(stacks, ring, Structure(rules, len(ring)))
        self.ledger = ledger
        self.timer = timer
        self.faults = faults
        self.is_committed = False
        self.is_witnessed = False
        self.cutters: tuple[int, ...] = ()  # seats still to be asked for the cut
        self.cut = 0
        self.is_straddled = False  # the seat left of the big blind wants to
        self.last_blind = 0  # seat of the big blind or the straddle
        self.street = 0
        self.queue: tuple[int, ...] = ()  # places that get a card, in order
        self.queue_at = 0
        self.token = NO_TOKEN  # the card on its way
        self.is_landed = False
        self.hole: list[list[int]] = [[] for _ in stacks]  # tokens
        self.board: list[int] = []  # card ids
        self.actions: list[tuple[int, int, int, int]] = []  # street, seat, action, to: in order
        self.folded = 0  # the seat that folded last: its faces are kept while that can be undone
        self.correction = Correction(rules)
        self.button_to = 0  # where the button belongs, when the hand began from another seat
        self.turn = 0  # seat that is to act, cut or show; 0 nobody
        self.next_turn = 0  # seat that is asked next on this street; 0: the street is closed
        self.legal: tuple[int, int, int, int] | None = None
        self.show_order: tuple[int, ...] = ()
        self.shown = [False] * len(stacks)
        self.values = [0] * len(stacks)  # the evaluator's, once the board is complete; 0 before
        self.faces_asked: list[int] = []  # tokens whose faces the reader was asked to open
        self.is_tabled = False  # all live hands are open
        self.absent = [False] * len(stacks)  # walked away since the hand began
        self.absent_count = 0
        self.is_irregular = False
        self.undealt = undealt  # seats that post and get no cards
        self.by_itself = list(sitting_out)  # by seat: checks if free, else folds, until back
        self.sitting_out = sitting_out  # the table's own list: who is out from the next hand on
        self.bank_used = bank_used  # the table's own list: seconds of the time bank
        self.awards = awards  # the table's: what this or the last hand paid out
        self.decided: list[tuple[int, tuple[int, ...]]] = []  # pots: chips, who wins unobjected
        self.objects = 0  # seat that called the floor before the award
        self.held_timer = NOT_RUNNING
        self.held_facts: list[tuple] = []
        self.is_voided = False
        self.drawn = 0  # seat that the draw of hand 0 gave the button
        self.to_seat = 0  # players that hand 0 draws seats for; 0: it draws the button
        self.seats_drawn: tuple[int, ...] = ()  # the seats that it gave them

    def button(self) -> int:
        """The seat of the button; it may be empty under the dead-button rule."""
        return self.positions[0]

    def straddler(self) -> int:
        """The seat left of the big blind, which may straddle; 0 with two players (R004-30)."""
        ring = self.ring
        if not self.number or len(ring) <= 2:
            return 0
        return ring[(ring.index(self.positions[2]) + 1) % len(ring)]

    def pots_so_far(self) -> list[tuple[int, tuple[int, ...]]]:
        """Return the pots as (chips, seats that can win them) if nobody put in more."""
        betting = self.betting
        if not betting.in_pot:
            return []
        return form_pots(betting.contributed, betting.live, self.ring, betting.dead)

    def seat_of(self, token: int) -> int:
        """Return the seat whose hole card this token is, or 0."""
        for seat in self.ring:
            if token in self.hole[seat]:
                return seat
        return 0


def legal_actions(hand: Hand | None) -> tuple[int, int, int, int] | None:
    """Return (seat, chips to call, least raise-to, most raise-to), or None when nobody is to act.

    0 to call is a check; both raise amounts are 0 when raising is closed. Keys, displays,
    simulator and replay all ask here.
    """
    if hand is None or hand.state != BETTING:
        return None
    return hand.legal
