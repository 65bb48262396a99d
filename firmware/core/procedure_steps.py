"""A repair, step by step: the ruling is made, and each step asks for one thing.

The book names a procedure, the procedure a list of steps. A step is a card that the machine deals
or takes back, a card that a person lays somewhere, a face entered, a shuffle, a payment, a
question to the floor. Its intent is reported before it begins, its outcome comes in as an input,
and only then the next one begins; so a power cut at any moment leaves the repair where it was.
Functions here are actions named in `hand_table`. Rule of the file: a step does what its one line
in `procedures.toml` says, and nothing else.
"""

from __future__ import annotations

from firmware.compat import const
from firmware.core.betting import Betting
from firmware.core.correction import NO_TOKEN, NOT_CORRECTING, next_step, unburnt
from firmware.core.hand_dealing import (
    deal_next,
    deal_places,
    lay_hole_card,
    note_burn,
    post_and_deal,
    see_card_land,
)
from firmware.core.hand_sensed import is_board, is_seat, report_of
from firmware.core.hand_table import DEALING_BOARD, MOVING, NEXT_STEP, OBJECTING, SETTLING
from firmware.core.hand_turns import erase_folded
from firmware.core.procedure_guards import moved_card, place_to_return, to_return
from firmware.core.rule_book import book_of, ruling_for, stage_of
from firmware.core.structures import Structure
from firmware.core.timer import NOT_RUNNING
from firmware.schema import irregularities as i
from firmware.schema import messages as m
from firmware.schema import rulings as r

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand

_FOULED = (
    i.IRREGULARITY_DUPLICATE_FACE,
    i.IRREGULARITY_FOREIGN_CARD,
    i.IRREGULARITY_SLOT_EMPTY,
    i.IRREGULARITY_MISSING_CARD,
    i.IRREGULARITY_DECK_SHORT,
)
"""After these the deck is no deck any more, whatever else was found."""

_GRAVITY = _FOULED + (
    i.IRREGULARITY_SLOT_DEALT_TWICE,
    i.IRREGULARITY_WRONG_FACE_ASKED,
    i.IRREGULARITY_UNCOMMANDED_CARD,
    i.IRREGULARITY_DOUBLE_FEED,
    i.IRREGULARITY_CARD_NOT_LANDED,
    i.IRREGULARITY_EXTRA_CARDS,
    i.IRREGULARITY_TWO_HOLE_CARDS_EXPOSED,
    i.IRREGULARITY_FIRST_HOLE_CARD_EXPOSED,
    i.IRREGULARITY_CARD_TO_WRONG_SEAT,
    i.IRREGULARITY_CARD_TO_EMPTY_SEAT,
    i.IRREGULARITY_EXTRA_CARD,
)
"""Of several found at once, the first of these is ruled; else the last one found."""

_PREMATURE = (
    i.IRREGULARITY_PREMATURE_FLOP,
    i.IRREGULARITY_PREMATURE_TURN,
    i.IRREGULARITY_PREMATURE_RIVER,
    i.IRREGULARITY_PREMATURE_TURN_AND_RIVER,
)
_TAKEN_IN = _PREMATURE + (
    i.IRREGULARITY_PREMATURE_BURN,
    i.IRREGULARITY_DOUBLE_BURN,
    i.IRREGULARITY_EXTRA_BOARD_CARD,
    i.IRREGULARITY_EXPOSED_CARD,
)
"""A step that waits for a person takes these in: they change nothing of what it asks for."""
_DEAL_ERRORS = (i.IRREGULARITY_HOLE_CARD_EXPOSED, i.IRREGULARITY_EXTRA_CARD_TO_FIRST)


# ------------------------------------------------------------------ the ruling


def rule(hand: Hand, _: tuple, out: list) -> None:
    """The book answers; a second irregularity while a repair runs is the floor's, or a misdeal."""
    correction = hand.correction
    kind, token, at = _worst(correction.found)
    correction.found = []
    correction.is_dealing = False
    is_nested = correction.procedure != 0
    if (
        stage_of(hand) <= r.STAGE_PREFLOP
        and kind in _DEAL_ERRORS
        and len(correction.exposed) + len(correction.extras) > 1
    ):
        kind = i.IRREGULARITY_EXTRA_CARDS  # two irregular cards in one deal
    ruling, procedure = ruling_for(hand, kind)
    if not ruling or (correction.is_manual and procedure not in _WITHOUT_MACHINE):
        procedure = r.PROCEDURE_FLOOR_DECIDES
    if kind in _FOULED:
        correction.is_fouled = True
    if is_nested and kind in _TAKEN_IN and correction.resumes == MOVING:
        if ruling:
            _tell_ruling(hand, ruling, kind, procedure, out)
        return  # the card is out of play like the others: the step that runs takes it in
    if is_nested and procedure not in _ENDS_ALL:
        out.append((m.HAND_HELD, i.NAMES[kind]))
        correction.is_nested = True
        return
    if procedure in _ENDS_ALL:
        correction.is_broken = is_nested
        correction.later = ()
        correction.waits_for_deal = False
        correction.saved = ()
    correction.kind = kind
    correction.token = token
    _note_street(hand, kind, out)
    correction.seat = at if is_seat(at) else 0
    if procedure == r.PROCEDURE_PREMATURE_TURN:
        correction.follows_turn = True
    correction.target = _target(hand, kind)
    _begin(hand, ruling, procedure, out)


_WITHOUT_MACHINE = (
    r.PROCEDURE_STANDS,
    r.PROCEDURE_HAND_IS_DEAD,
    r.PROCEDURE_MOVE_BUTTON,
    r.PROCEDURE_VOID_FOULED,
    r.PROCEDURE_ENTER_FACE,
)
"""What people can do alone, when the hand is completed by hand."""

_ENDS_ALL = (r.PROCEDURE_MISDEAL, r.PROCEDURE_VOID_FOULED, r.PROCEDURE_MOVE_BUTTON)


def _note_street(hand: Hand, kind: int, out: list) -> None:
    """Of a street that is being dealt: its burn may lie already, and which cards are too many."""
    correction = hand.correction
    if correction.came_from == DEALING_BOARD and hand.is_landed:
        note_burn(hand, out)
    if kind == i.IRREGULARITY_STREET_TOO_MANY:
        place = hand.ledger.place
        for token in sorted(place):
            is_of_street = place[token] in street_places(hand.street)
            if is_of_street and token not in correction.out_of_play:
                correction.out_of_play.append(token)


def _worst(found: list[tuple[int, int, int]]) -> tuple[int, int, int]:
    told = [one for one in found if one[0] != i.IRREGULARITY_FACE_IN_DOUBT]
    found = told or found  # a face in doubt is the least of it
    for kind in _GRAVITY:
        for one in found:
            if one[0] == kind:
                return one
    return found[-1]


def _target(hand: Hand, kind: int) -> int:
    """The street that the repair deals: the next one, or the one that lies already."""
    street = hand.street + 1 if kind in _PREMATURE else hand.street
    return min(street, m.STREET_RIVER)


def _begin(hand: Hand, ruling: int, procedure: int, out: list) -> None:
    correction = hand.correction
    correction.procedure = procedure
    correction.step = 0
    correction.told = -1
    if procedure in _REWINDS:
        _take_back_street(hand)
    if ruling:
        _tell_ruling(hand, ruling, correction.kind, procedure, out)


def _tell_ruling(hand: Hand, ruling: int, kind: int, procedure: int, out: list) -> None:
    book = r.BOOK_WORDS[book_of(hand)]
    out.append((m.RULING_MADE, ruling, i.NAMES[kind], r.PROCEDURE_NAMES[procedure], book))


_REWINDS = (r.PROCEDURE_REDO_FLOP, r.PROCEDURE_REDO_STREET)
_BOARD_BEFORE = (0, 0, 3, 4)  # cards on the board before each street


def _take_back_street(hand: Hand) -> None:
    """The street never was: nobody has acted on it, and it is dealt anew."""
    hand.board = hand.board[: _BOARD_BEFORE[hand.street]]
    hand.street -= 1
    hand.betting.street -= 1
    hand.turn = hand.next_turn = 0
    hand.legal = None
    hand.token = NO_TOKEN
    hand.correction.came_from = SETTLING
    hand.correction.clock = (NOT_RUNNING, 0)
    hand.correction.is_gone = False


def note_report(hand: Hand, message: tuple, out: list) -> None:
    """The book changes nothing: what was reported is written down, play goes on."""
    kind, token, _seat = report_of(hand, message)
    ruling, procedure = ruling_for(hand, kind)
    out.append((m.IRREGULARITY_FOUND, i.NAMES[kind], None if token < 0 else token))
    _tell_ruling(hand, ruling, kind, procedure, out)


# ------------------------------------------------------------------ steps that end at once


def _tell(hand: Hand, out: list, token: int = NO_TOKEN, seat: int = 0) -> None:
    name = r.STEP_NAMES[next_step(hand.correction)]
    out.append((m.STEP_BEGUN, name, None if token == NO_TOKEN else token, seat or None))


def pass_step(hand: Hand, _: tuple, out: list) -> None:
    """The next step has nothing (more) to do."""
    hand.correction.step += 1


def wait_for_later(hand: Hand, _: tuple, out: list) -> None:
    """The deal or the betting is finished first; then the repair goes on."""
    correction = hand.correction
    _tell(hand, out)
    correction.waits_for_deal = next_step(correction) == r.STEP_FINISH_DEAL
    _put_off(hand)


def _put_off(hand: Hand) -> None:
    correction = hand.correction
    correction.later = (
        correction.procedure,
        correction.step + 1,
        correction.kind,
        correction.token,
        correction.seat,
    )
    correction.procedure = 0


def take_up(hand: Hand, _: tuple, out: list) -> None:
    """What the repair waited for is done."""
    correction = hand.correction
    correction.procedure, correction.step = correction.later[:2]
    correction.kind, correction.token, correction.seat = correction.later[2:]
    correction.later = ()
    correction.waits_for_deal = False
    correction.came_from = hand.state
    correction.target = min(hand.street + 1, m.STREET_RIVER)
    correction.is_gone = False


def do_step(hand: Hand, _: tuple, out: list) -> None:
    """A step that needs no card and nobody's answer."""
    correction = hand.correction
    step = next_step(correction)
    _tell(hand, out, NO_TOKEN, correction.seat)
    if step == r.STEP_RETURN_BETS:
        _return_bets(hand)
    elif step == r.STEP_KILL_HAND:
        _kill_hand(hand, out)
    elif step == r.STEP_PLACE_BUTTON:
        hand.button_to = correction.seat
    correction.step += 1


def _return_bets(hand: Hand) -> None:
    """Every chip is where it was when the hand began; nobody has acted."""
    for seat in hand.ring:
        hand.betting.stacks[seat] = hand.starting[seat]
    hand.betting = Betting(hand.betting.stacks, hand.ring, Structure(hand.rules, len(hand.ring)))
    hand.correction.is_broken = True
    hand.actions = []
    hand.turn = hand.next_turn = 0
    hand.legal = None
    hand.correction.clock = (NOT_RUNNING, 0)


def _kill_hand(hand: Hand, out: list) -> None:
    correction = hand.correction
    betting = hand.betting
    seat = correction.seat
    out.append((m.HAND_KILLED, seat))
    if not betting.live[seat] or betting.live_count < 2:
        return
    betting.fold(seat)
    for token in hand.hole[seat]:
        out.append((m.ERASE_FACE, token))
    if seat in (hand.turn, hand.next_turn):
        correction.clock = (NOT_RUNNING, 0)
        hand.turn = 0
        hand.legal = None
        hand.next_turn = betting.next_turn(seat)


def end_procedure(hand: Hand, _: tuple, out: list) -> None:
    """The last step is done."""
    correction = hand.correction
    out.append((m.PROCEDURE_ENDED, r.PROCEDURE_NAMES[correction.procedure]))
    correction.procedure = 0
    correction.kind = 0
    correction.token = NO_TOKEN
    correction.face = NO_TOKEN


# ------------------------------------------------------------------ one card is dealt


_BURNS = (r.STEP_MAKE_UP_BURN, r.STEP_BURN_ONE)


def deal_for_step(hand: Hand, _: tuple, out: list) -> None:
    """Ask for the card of the step; the deal that was interrupted is kept."""
    correction = hand.correction
    step = next_step(correction)
    if step in _BURNS:
        place = m.PLACE_BURN
    elif step == r.STEP_COMPLETE_FLOP:
        place = m.PLACE_BOARD1 + len(hand.board)
    else:
        place = correction.seat
    _tell(hand, out, NO_TOKEN, correction.seat if is_seat(place) else 0)
    correction.saved = (hand.queue, hand.queue_at, hand.token, hand.is_landed)
    deal_places(hand, (place,), out)


def lay_step_card(hand: Hand, message: tuple, out: list) -> None:
    """The card of the step lies where it was sent."""
    if is_seat(message[2]):
        correction = hand.correction
        held = hand.hole[message[2]]
        if correction.token in held:
            held.remove(correction.token)
        lay_hole_card(hand, message, out)
    else:
        see_card_land(hand, message, out)


def end_step_deal(hand: Hand, _: tuple, out: list) -> None:
    """The card of the step is complete; the interrupted deal is what it was."""
    correction = hand.correction
    step = next_step(correction)
    token = hand.token
    if step in _BURNS:
        out.append((m.CARD_BURNT, correction.target, token))
        if step == r.STEP_MAKE_UP_BURN:
            correction.burnt[correction.target] = True
    elif step == r.STEP_COMPLETE_FLOP:
        hand.board.append(hand.ledger.face_of(token))
        out.append((m.BOARD_DEALT, hand.street, tuple(hand.board)))
    hand.queue, hand.queue_at, hand.token, hand.is_landed = correction.saved
    correction.saved = ()
    correction.step += 1


# ------------------------------------------------------------------ cards move


def ask_for_card(hand: Hand, _: tuple, out: list) -> None:
    """A person lays the card where the step wants it."""
    token, place = moved_card(hand)
    _tell(hand, out, token)
    out.append((m.MOVE_CARD, token, place))


def see_card_moved(hand: Hand, message: tuple, out: list) -> None:
    """The card lies there, by a person's word."""
    _id, token, to, _by = message
    correction = hand.correction
    step = next_step(correction)
    hand.ledger.land(token, to)
    if step in (r.STEP_EXPOSED_TO_BURN, r.STEP_EXTRA_TO_BURN, r.STEP_BOARD_TO_BURN):
        _make_burn(hand, token, out)
        if step == r.STEP_BOARD_TO_BURN:
            _take_back_street(hand)
    elif step == r.STEP_PUT_IN_PLACE:
        _lie_in_place(hand, token, to, out)
    if step not in (r.STEP_SET_ASIDE, r.STEP_RETURN_CARDS, r.STEP_RETURN_BOARD):
        correction.step += 1


def _make_burn(hand: Hand, token: int, out: list) -> None:
    """It is the burn of the next street, or of the one whose burn was missing."""
    correction = hand.correction
    street = correction.target
    if correction.kind != i.IRREGULARITY_BURN_MISSING:
        street = min(hand.street + 1, m.STREET_RIVER)
    correction.burnt[street] = True
    out.append((m.CARD_BURNT, street, token))


def _lie_in_place(hand: Hand, token: int, to: int, out: list) -> None:
    hand.correction.is_gone = False
    hand.is_landed = True
    if is_seat(to):
        held = hand.hole[to]
        held.append(token)
        out.append((m.HOLE_CARD_DEALT, to, len(held), token))


def return_one(hand: Hand, _: tuple, out: list) -> None:
    """The machine empties one place; the step is told once, however many they are."""
    correction = hand.correction
    if correction.told != correction.step:
        correction.told = correction.step
        _tell(hand, out)
    out.append((m.RETURN_PLACE, place_to_return(hand)))


def see_place_returned(hand: Hand, message: tuple, out: list) -> None:
    """The place is empty; with its card may come one that had left together with another."""
    _id, place, cards = message
    correction = hand.correction
    ledger = hand.ledger
    gone = [token for token in to_return(hand) if ledger.place.get(token) == place]
    for token in gone:
        ledger.take_back(token)
        if token in correction.out_of_play:
            correction.out_of_play.remove(token)
    for _more in range(cards - len(gone)):
        if correction.doubled and ledger.missing > 0:
            correction.doubled -= 1
            ledger.find_one()


# ------------------------------------------------------------------ the stub is shuffled


def collect_cards(hand: Hand, _: tuple, out: list) -> None:
    """Everything outside comes back and is counted."""
    _tell(hand, out)
    out.append((m.COLLECT_CARDS,))


def see_cards_back(hand: Hand, message: tuple, out: list) -> None:
    """All 52 are in hopper and carousel; nothing is dealt any more."""
    hand.ledger.collect(message[1])
    _clear_table(hand)
    hand.correction.step += 1


def _clear_table(hand: Hand) -> None:
    hand.hole = [[] for _ in hand.hole]
    hand.board = []
    hand.street = 0
    hand.token = NO_TOKEN
    hand.queue = ()
    hand.queue_at = 0
    hand.folded = 0
    hand.shown = [False] * len(hand.shown)
    hand.faces_asked = []
    hand.is_tabled = False
    correction = hand.correction
    correction.exposed = []
    correction.extras = []
    correction.out_of_play = []
    correction.unread = []
    correction.doubled = 0
    correction.burnt = unburnt(hand.rules)


def find_deck_wrong(hand: Hand, message: tuple, out: list) -> None:
    """Not 52 cards, or faces were opened unasked: the deck is no deck."""
    hand.ledger.collect(message[1])
    _hold_for_deck(hand, out)


def _hold_for_deck(hand: Hand, out: list) -> None:
    """The floor looks for the cards and has the step tried again, or voids the hand."""
    hand.correction.is_fouled = True
    hand.back = NEXT_STEP
    hand.is_irregular = True
    out.append((m.IRREGULARITY_FOUND, i.NAMES[i.IRREGULARITY_MISSING_CARD], None))
    out.append((m.HAND_HELD, i.NAMES[i.IRREGULARITY_MISSING_CARD]))


def tell_old_order(hand: Hand, _: tuple, out: list) -> None:
    """The epoch is over: its order is revealed before the stub is shuffled (design 4.5)."""
    _tell(hand, out)
    out.append((m.REVEAL_ORDER, hand.number, hand.ledger.epoch))


def load_stub(hand: Hand, _: tuple, out: list) -> None:
    """A new epoch: the stub and what was returned are shuffled face down (design 4.6)."""
    correction = hand.correction
    ledger = hand.ledger
    if not hand.is_committed:
        _tell(hand, out)
    hand.is_committed = False
    hand.is_witnessed = False
    correction.is_settled = False
    ledger.begin_load()
    ledger.begin_epoch(ledger.epoch + 1)
    out.append(
        (m.RESHUFFLE_STARTED, hand.number, ledger.epoch, i.NAMES[correction.kind], ledger.hopper)
    )
    out.append((m.LOAD_DECK,))


def feed_stub(hand: Hand, _: tuple, out: list) -> None:
    """One more card is in the carousel."""
    hand.ledger.feed()


def promise_again(hand: Hand, _: tuple, out: list) -> None:
    """The stub is shuffled: a new order is promised."""
    out.append((m.COMMIT_ORDER, hand.number, hand.ledger.epoch))


def find_load_wrong(hand: Hand, message: tuple, out: list) -> None:
    """Another number of cards was fed than went in."""
    _hold_for_deck(hand, out)


def end_reshuffle(hand: Hand, _: tuple, out: list) -> None:
    """The new order is cut and can be dealt from."""
    correction = hand.correction
    correction.is_settled = True
    correction.step += 1


def redeal(hand: Hand, message: tuple, out: list) -> None:
    """An exact replay: same button, same blinds, same seats (TDA 35-C)."""
    correction = hand.correction
    _tell(hand, out)
    correction.step += 1
    end_procedure(hand, message, out)
    correction.came_from = NOT_CORRECTING
    correction.is_gone = False
    correction.is_broken = False
    post_and_deal(hand, message, out)


def deal_street(hand: Hand, message: tuple, out: list) -> None:
    """The street of the repair, without a burn; the rest of the procedure waits for the next."""
    correction = hand.correction
    _tell(hand, out)
    street = correction.target
    correction.burnt[street] = True
    correction.is_gone = False
    is_new = hand.street < street
    correction.step += 1
    if next_step(correction):
        correction.step -= 1
        correction.burnt[min(street + 1, m.STREET_RIVER)] = True
        _put_off(hand)
    else:
        end_procedure(hand, message, out)
    correction.came_from = NOT_CORRECTING
    correction.clock = (NOT_RUNNING, 0)
    hand.turn = hand.next_turn = 0
    hand.legal = None
    erase_folded(hand, out)
    if is_new:
        hand.betting.begin_street()
        hand.street = street
    deal_places(hand, street_places(street), out)


def street_places(street: int) -> tuple[int, ...]:
    """Return the board places of a street."""
    if street == m.STREET_FLOP:
        return m.PLACE_BOARD1, m.PLACE_BOARD2, m.PLACE_BOARD3
    return (m.PLACE_BOARD4 if street == m.STREET_TURN else m.PLACE_BOARD5,)


# ------------------------------------------------------------------ faces and the floor


def ask_for_face(hand: Hand, _: tuple, out: list) -> None:
    """A person enters the face that lies open."""
    correction = hand.correction
    token = correction.token
    if next_step(correction) == r.STEP_SCRAMBLE_BOARD:
        token = hand.ledger.token_with(hand.board[-1]) if hand.board else token
    _tell(hand, out, token)
    out.append((m.ASK_FACE, token))


def see_face_typed(hand: Hand, message: tuple, out: list) -> None:
    """The face is known by a person's word."""
    correction = hand.correction
    face = message[1]
    if next_step(correction) == r.STEP_SCRAMBLE_BOARD:
        _pick_burn(hand, face, out)
    else:
        token = correction.token
        wrong = hand.ledger.face_of(token)
        if token in correction.unread:
            correction.unread.remove(token)
        hand.ledger.correct(token, face)
        out.append((m.FACE_CORRECTED, token, face))
        _replace_face(hand, wrong, face, out)
    correction.step += 1


def _pick_burn(hand: Hand, face: int, out: list) -> None:
    """One of the scrambled board cards is the burn; the others are the flop (TDA 39)."""
    correction = hand.correction
    ledger = hand.ledger
    picked = ledger.token_with(face)
    lies = [token for token in sorted(ledger.place) if is_board(ledger.place[token])]
    ledger.land(picked, m.PLACE_BURN)
    street = m.STREET_FLOP
    if correction.kind == i.IRREGULARITY_FLOP_TOO_MANY:
        street = m.STREET_TURN  # it is the next burn
    correction.burnt[street] = True
    out.append((m.CARD_BURNT, street, picked))
    lies.remove(picked)
    hand.board = []
    for token in lies:  # people lay them in a row again
        ledger.land(token, m.PLACE_BOARD1 + len(hand.board))
        hand.board.append(ledger.face_of(token))
    correction.out_of_play = [t for t in correction.out_of_play if t not in lies and t != picked]
    if not hand.turn:
        hand.token = NO_TOKEN
        hand.next_turn = hand.betting.next_turn(0)
        correction.came_from = SETTLING
    out.append((m.BOARD_DEALT, hand.street, tuple(hand.board)))


def _replace_face(hand: Hand, wrong: int, face: int, out: list) -> None:
    if wrong in hand.board:
        hand.board[hand.board.index(wrong)] = face
        out.append((m.BOARD_DEALT, hand.street, tuple(hand.board)))
    hand.values = [0] * len(hand.values)


def call_floor(hand: Hand, _: tuple, out: list) -> None:
    """Everything waits for a decision under a name."""
    _tell(hand, out)
    hand.correction.step += 1
    hold_for_floor(hand, out)


def hold_for_floor(hand: Hand, out: list) -> None:
    """The hand is held until somebody decides."""
    hand.back = hand.state
    hand.is_irregular = True
    out.append((m.HAND_HELD, i.NAMES[hand.correction.kind] or "floor_called"))


def void_by_rule(hand: Hand, _: tuple, out: list) -> None:
    """All bets are back: the hand is void by the book."""
    _tell(hand, out)
    for seat in hand.ring:
        hand.betting.stacks[seat] = hand.starting[seat]
    hand.betting.in_pot = 0
    hand.is_voided = True
    out.append((m.HAND_VOIDED, hand.number, r.BOOK_WORDS[book_of(hand)]))


# ------------------------------------------------------------------ where the hand goes on


_OF_A_TURN = (m.TIMER_ACTION, m.TIMER_WARNING, m.TIMER_TIME_BANK)
_TURN_MS_MIN = const(10000)  # who looked away while the hand stood still gets to look again


def restart_clock(hand: Hand, kind: int, ms: int, out: list) -> None:
    """A clock that was stopped runs again; a player's, ten seconds at least."""
    if kind in _OF_A_TURN and ms < _TURN_MS_MIN:
        ms = _TURN_MS_MIN
    if kind != NOT_RUNNING:
        hand.timer.start(kind, ms, out)


def go_on(hand: Hand, _: tuple, out: list) -> None:
    """The hand goes on where it stood."""
    correction = hand.correction
    kind, ms = correction.clock
    if correction.came_from != OBJECTING:  # there the result is shown anew, with its own time
        restart_clock(hand, kind, ms, out)
    correction.clock = (NOT_RUNNING, 0)
    correction.came_from = NOT_CORRECTING
    correction.is_nested = False
    hand.is_irregular = False


def hold_beside(hand: Hand, _: tuple, out: list) -> None:
    """The repair waits: the floor lets it go on where it stood, or ends it."""
    correction = hand.correction
    hand.back = NEXT_STEP if correction.is_gone else correction.resumes
    correction.is_gone = False
    hand.is_irregular = True


def lay_at_last(hand: Hand, message: tuple, out: list) -> None:
    """The card that was asked for before lies now; then it is ruled."""
    if hand.correction.saved:
        lay_step_card(hand, message, out)
    elif is_seat(message[2]):
        lay_hole_card(hand, message, out)
    else:
        see_card_land(hand, message, out)


def deal_again(hand: Hand, message: tuple, out: list) -> None:
    """The card under way is lost: the next one takes its place."""
    correction = hand.correction
    correction.is_gone = False
    if hand.token != NO_TOKEN and hand.token not in correction.out_of_play:
        correction.out_of_play.append(hand.token)
    go_on(hand, message, out)
    hand.queue_at -= 1
    deal_next(hand, message, out)


# ------------------------------------------------------------------ the floor's decisions


def begin_misdeal(hand: Hand, message: tuple, out: list) -> None:
    """The floor has everything dealt again."""
    _by_floor(hand, r.PROCEDURE_MISDEAL, out)


def begin_shuffle(hand: Hand, message: tuple, out: list) -> None:
    """The floor has the stub shuffled, then the hand goes on."""
    _by_floor(hand, r.PROCEDURE_SHUFFLE_STUB, out)


def _by_floor(hand: Hand, procedure: int, out: list) -> None:
    correction = hand.correction
    if correction.came_from == NOT_CORRECTING:
        correction.came_from = hand.back
        correction.clock = (hand.held_timer, hand.timer.ms)
    hand.held_timer = NOT_RUNNING
    correction.later = ()
    correction.waits_for_deal = False
    correction.is_nested = False
    correction.saved = ()
    hand.is_irregular = False
    hand.held_facts = []
    correction.procedure = procedure
    correction.step = 0


def begin_entering(hand: Hand, message: tuple, out: list) -> None:
    """No card is twice or foreign: the face is entered as the floor sees it."""
    correction = hand.correction
    correction.is_fouled = False
    hand.is_irregular = False
    correction.procedure = r.PROCEDURE_ENTER_FACE
    correction.step = 0


def let_stand(hand: Hand, message: tuple, out: list) -> None:
    """The floor leaves everything as it lies."""
    correction = hand.correction
    if correction.saved:
        hand.queue, hand.queue_at, hand.token, hand.is_landed = correction.saved
        correction.saved = ()
    correction.procedure = 0
    correction.later = ()
    correction.waits_for_deal = False
