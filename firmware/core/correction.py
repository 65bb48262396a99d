"""What is known of a card that went wrong, and how far its repair has come.

Every hand has one `Correction`; in most hands it stays as it was born. It names the irregularity
and the card, the procedure with its next step, the procedure that waits for the betting round to
end, and which cards are out of play. The steps themselves are in `procedure_steps`. Rule of the
file: it only holds; one repair runs at a time, one more may wait.
"""

from __future__ import annotations

from firmware.core.timer import NOT_RUNNING
from firmware.schema.settings import BURN_EACH_STREET, BURN_NONE, SETTING_BURN

TYPE_CHECKING = False
if TYPE_CHECKING:
    Found = tuple[int, int, int]  # irregularity, token, seat or place

NOT_CORRECTING = -1
NO_TOKEN = -1


class Correction:
    """One hand's irregularities."""

    __slots__ = (
        "kind",
        "token",
        "seat",
        "face",
        "faces_due",
        "procedure",
        "step",
        "told",
        "came_from",
        "later",
        "waits_for_deal",
        "found",
        "stray",
        "is_gone",
        "exposed",
        "extras",
        "boxed",
        "out_of_play",
        "burnt",
        "doubled",
        "unread",
        "target",
        "saved",
        "order_cards",
        "is_settled",
        "is_dealing",
        "is_nested",
        "is_manual",
        "is_fouled",
        "is_broken",
        "follows_turn",
        "resumes",
        "clock",
    )

    def __init__(self, rules: tuple[int, ...]) -> None:
        self.kind = 0  # the irregularity under repair
        self.token = NO_TOKEN  # its card
        self.seat = 0  # its seat, where it has one
        self.face = NO_TOKEN  # the face that was read wrong
        self.faces_due: tuple[int, ...] = ()  # cards whose faces are entered after this one
        self.procedure = 0  # that runs; 0: none
        self.step = 0  # of its steps, the next
        self.told = -1  # the step that was reported last
        self.came_from = NOT_CORRECTING  # the state in which the hand goes on afterwards
        # The procedure that waits: (procedure, step, kind, token, seat), or empty.
        self.later: tuple[int, ...] = ()
        self.waits_for_deal = False  # it waits for the deal's end, not for that of the betting
        self.found: list[Found] = []  # sensed or reported and not yet ruled
        self.stray = NO_TOKEN  # left unasked and has not landed yet
        self.is_gone = False  # the card under way will not lie where it was sent
        self.exposed: list[int] = []  # hole cards exposed by the dealer in this deal
        self.extras: list[int] = []  # cards too many at seats
        self.boxed: list[int] = []  # cards of this deal that lay face up in the deck, as told
        self.out_of_play: list[int] = []  # they go back to the stub with the next reshuffle
        self.burnt = unburnt(rules)  # by street: its burn lies, or it has none
        self.doubled = 0  # cards that left together with another: their slots are not known yet
        self.unread: list[int] = []  # cards whose faces the reader cannot tell
        self.target = 0  # the street that the procedure deals
        self.saved: tuple = ()  # the deal that a step interrupted: queue, place, card, landed
        self.order_cards = 0  # cards of the present order
        self.is_settled = False  # the present order can be dealt from
        self.is_dealing = False  # a card asked for is to lie before anything is ruled
        self.is_nested = False  # found while a procedure ran: the floor may let that go on
        self.is_manual = False  # people move the cards, motors are off
        self.is_fouled = False  # the deck is not one deck any more
        self.is_broken = False  # there is nothing to go back to: only a misdeal or void is left
        self.follows_turn = False  # a premature turn was repaired in this hand (K36)
        self.clock: tuple[int, int] = (
            NOT_RUNNING,
            0,
        )  # the timer that was stopped: kind, milliseconds
        self.resumes = 0  # the state of the repair that another irregularity broke into


def unburnt(rules: tuple[int, ...]) -> list[bool]:
    """Return by street whether it needs no burn (K10): before the hand, the house rule alone."""
    rule = rules[SETTING_BURN]
    return [True, rule == BURN_NONE, rule != BURN_EACH_STREET, rule != BURN_EACH_STREET]
