"""What a row of the table between hands does.

Each function is the name of an action in `table_rows`; by the time it runs, the guards have said
that it may. Rule of the file: chips come to the table and leave it in `seat_player`,
`_empty_seat`, `add_chips`, `set_stack` and, as rake, `end_hand`, and nowhere else.
"""

from __future__ import annotations

from firmware.core import attendance, seat_draw
from firmware.core.hand import HAND, Hand
from firmware.core.positions import DRAWS_MAX, clockwise_from
from firmware.core.table_deck import NO_WISH, WISH_CHANGE, WISH_CHECK
from firmware.core.table_service import stop_waiting
from firmware.schema import faults
from firmware.schema import irregularities as i
from firmware.schema import messages as m
from firmware.schema import settings as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.table import Table

# ------------------------------------------------------------------ deck


def gather_cards(_: Table, __: tuple, out: list) -> None:
    """Ask for all cards back."""
    out.append((m.COLLECT_CARDS,))


def load_deck(table: Table, message: tuple, out: list) -> None:
    """All cards are there: shuffle them all."""
    table.ledger.collect(message[1])
    table.ledger.begin_load()
    out.append((m.LOAD_DECK,))


def feed_card(table: Table, _: tuple, out: list) -> None:
    """One more card is in the carousel."""
    table.ledger.feed()


def hold_after_count(table: Table, message: tuple, out: list) -> None:
    """More faces opened than asked for is worse than a card too few: it is named first."""
    is_opened = message[2] != table.ledger.openings
    table.ledger.collect(message[1])
    out.append((m.TABLE_HELD, "faces_opened_unasked" if is_opened else "deck_count_wrong"))


def hold_for_feed(table: Table, _: tuple, out: list) -> None:
    """A card was fed out of step: how many are in the carousel is in doubt."""
    out.append((m.TABLE_HELD, "feed_out_of_step"))


def hold_for_load(table: Table, _: tuple, out: list) -> None:
    """The load ended without all 52 cards."""
    out.append((m.TABLE_HELD, "deck_count_wrong"))


def note_stray_card(table: Table, message: tuple, out: list) -> None:
    """A card left the carousel between hands: where it is, nobody knows."""
    ledger = table.ledger
    if ledger.carousel:
        ledger.carousel -= 1
        ledger.missing += 1
    out.append((m.IRREGULARITY_FOUND, i.NAMES[i.IRREGULARITY_UNCOMMANDED_CARD], None))


def hold_for_stray_card(table: Table, message: tuple, out: list) -> None:
    """A card left the loaded carousel: this deck deals no hand."""
    stop_waiting(table, message, out)
    note_stray_card(table, message, out)
    out.append((m.TABLE_HELD, i.NAMES[i.IRREGULARITY_UNCOMMANDED_CARD]))


def note_stray_landing(_: Table, message: tuple, out: list) -> None:
    """A card was sensed at a place while no hand ran."""
    out.append((m.IRREGULARITY_FOUND, i.NAMES[i.IRREGULARITY_UNCOMMANDED_CARD], message[1]))


def note_stray_face(_: Table, message: tuple, out: list) -> None:
    """A face was told while no hand ran."""
    out.append((m.IRREGULARITY_FOUND, i.NAMES[i.IRREGULARITY_WRONG_FACE_ASKED], message[1]))


# ------------------------------------------------------------------ next hand


def wait_for_next_hand(table: Table, _: tuple, out: list) -> None:
    """The pause between two hands begins."""
    table.timer.start(m.TIMER_NEXT_HAND, table.settings[s.SETTING_NEXT_HAND_MS], out)


def begin_draw(table: Table, _: tuple, out: list) -> None:
    """Draw the first button among the players, by an order of seats that is hand 0 (K1)."""
    _begin_draw(table, table.players(), 0, out)


def begin_seat_draw(table: Table, _: tuple, out: list) -> None:
    """Draw seats for the players in the list, by an order of seats that is hand 0 (K1)."""
    draw = table.seat_draw
    _begin_draw(table, draw.seats, len(draw.players), out)


def _begin_draw(table: Table, seats: tuple[int, ...], to_seat: int, out: list) -> None:
    table.ledger.begin_epoch(table.draws)
    table.draws += 1
    hand = _begin(table, 0, seats, ())
    hand.to_seat = to_seat
    out.append((m.DRAW_STARTED, table.ledger.epoch, seats, to_seat or None))
    out.append((m.COMMIT_ORDER, 0, table.ledger.epoch))


def end_draw(table: Table, message: tuple, out: list) -> None:
    """Players have the seats drawn; the button its own, unless a person put it elsewhere."""
    hand = table.hand
    if hand is not None:
        seat_draw.end_seat_draw(table, hand, out)
        if not table.button_placed:
            table.button_placed = hand.drawn
        _let_leave(table, hand)
    table.hand = None


def _begin(table: Table, number: int, players: tuple[int, ...], undealt: tuple[int, ...]) -> Hand:
    hand = Hand(
        number,
        tuple(table.settings),
        table.positions,
        clockwise_from(table.button(), players),
        table.stacks,
        table.ledger,
        table.timer,
        table.faults,
        tuple(table.posts_dead),
        tuple(table.posts_live),
        undealt,
        table.sitting_out,
        table.bank_used,
        table.awards,
    )
    table.hand = hand
    return hand


def begin_hand(table: Table, _: tuple, out: list) -> None:
    """The button moves, the seats with chips are dealt in, the order is asked for."""
    table.timer.fired()
    players = attendance.call_players(table)
    undealt = attendance.undealt_of(table, players)
    table.hand_number += 1
    table.ledger.begin_epoch(0)
    hand = _begin(table, table.hand_number, players, undealt)
    for seat in players:
        table.posts_dead[seat] = table.posts_live[seat] = 0
        table.seat_draw.places[seat] = 0
    attendance.take_straddle(table, hand)
    stacks = tuple([table.stacks[seat] for seat in players])
    out.append((m.HAND_STARTED, hand.number, hand.button(), players, stacks))
    attendance.tell_not_dealt(table, players, undealt, out)
    out.append((m.COMMIT_ORDER, hand.number, 0))


def end_hand(table: Table, message: tuple, out: list) -> None:
    """Who walked away takes the chips along; a voided hand is played again from its button."""
    hand = table.hand
    if hand is not None:
        table.issued -= hand.rake
        if hand.is_voided and hand.number:
            attendance.take_back_hand(table, hand.ring)
            table.button_placed = hand.button_to or table.button_placed
            for seat in hand.ring:
                table.posts_dead[seat] = hand.posts_dead[seat]
                table.posts_live[seat] = hand.posts_live[seat]
        seat_draw.end_seat_draw(table, hand, out)
        _let_leave(table, hand)
        if hand.correction.is_fouled and table.deck_wish == NO_WISH:
            table.deck_wish = WISH_CHECK  # nobody deals from that deck before it is looked through
    table.hand = None
    gather_cards(table, message, out)


def _let_leave(table: Table, hand: Hand) -> None:
    for seat in hand.ring:
        if hand.absent[seat]:
            _empty_seat(table, seat)


# ------------------------------------------------------------------ people


def seat_player(table: Table, message: tuple, out: list) -> None:
    """A player sits down with chips."""
    _id, seat, stack, _player = message
    table.taken[seat] = True
    table.stacks[seat] = stack
    table.issued += stack
    attendance.note_newcomer(table, seat, out)


def _empty_seat(table: Table, seat: int) -> None:
    table.issued -= table.stacks[seat]
    table.stacks[seat] = 0
    table.taken[seat] = False
    table.sitting_out[seat] = table.posting[seat] = table.miscounted[seat] = False
    table.debts[seat] = table.bank_used[seat] = 0
    table.straddling[seat] = table.calls[seat] = False
    table.seat_draw.places[seat] = 0
    table.awards.forget(seat)
    table.posts_dead[seat] = table.posts_live[seat] = 0


def note_promise(table: Table, message: tuple, out: list) -> None:
    """What the player posts in the next hand; a later promise replaces it."""
    _id, seat, table.posts_dead[seat], table.posts_live[seat] = message


def clear_seat(table: Table, message: tuple, out: list) -> None:
    """A player who is not in a hand leaves with the chips."""
    _empty_seat(table, message[1])


def tell_hand(table: Table, message: tuple, out: list) -> None:
    """It concerns the running hand, if there is one."""
    if table.hand is not None:
        HAND.step(table.hand, message, out)


def call_floor(table: Table, message: tuple, out: list) -> None:
    """The seat has called until somebody of the house comes."""
    table.calls[message[1]] = True
    tell_hand(table, message, out)


def correct_award(table: Table, message: tuple, out: list) -> None:
    """Chips of the last hand move; one that has not dealt a card began with others and is void.

    A draw of seats deals none and asks nobody for chips: it goes on.
    """
    if table.hand is not None and not table.hand.to_seat:
        tell_hand(table, message, out)
    attendance.reverse_award(table, message)


def place_button(table: Table, message: tuple, out: list) -> None:
    """The next hand is dealt with the button at this seat."""
    table.button_placed = message[1]


def change_setting(table: Table, message: tuple, out: list) -> None:
    """The next hand is played by the new value."""
    setting = s.by_name(message[1])
    table.settings[setting] = s.parse(setting, message[2]) or 0


def pause_table(table: Table, _: tuple, out: list) -> None:
    """No new hand."""
    table.paused = True


def resume_table(table: Table, _: tuple, out: list) -> None:
    """Hands again."""
    table.paused = False


# ------------------------------------------------------------------ devices


def raise_fault(table: Table, message: tuple, out: list) -> None:
    """A device failed: a running hand is held, and no new one begins until it is cleared.

    Lost lines may hold the promise of a draw; none is made again, the first player has the button.
    """
    fault = (message[1], message[2])
    if fault not in table.faults:
        table.faults.append(fault)
    if message[1] == faults.CODES[faults.FAULT_LOG_LOST]:
        table.draws = DRAWS_MAX
        if table.hand is None:
            seat_draw.give_up(table, m.NO_DRAW_LOG_LOST, out)
    tell_hand(table, message, out)


def pass_over_hands(table: Table, message: tuple, out: list) -> None:
    """The next hand's number is above all that were ever promised."""
    table.hand_number = message[1]


def hold_for_doubt(table: Table, message: tuple, out: list) -> None:
    """Nobody knows where the cards are: all are collected again when the floor has looked."""
    raise_fault(table, message, out)
    stop_waiting(table, message, out)
    out.append((m.TABLE_HELD, message[1]))


def hold_check_for_doubt(table: Table, message: tuple, out: list) -> None:
    """The check is broken off: it follows the next collect, unless more was asked for since."""
    if table.deck_wish == NO_WISH:
        table.deck_wish = WISH_CHECK
    hold_for_doubt(table, message, out)


def hold_change_for_doubt(table: Table, message: tuple, out: list) -> None:
    """The deck is not out yet: it is brought out after the next collect."""
    table.deck_wish = WISH_CHANGE
    hold_for_doubt(table, message, out)


def clear_fault(table: Table, message: tuple, out: list) -> None:
    """The device answers again; a running hand may go on."""
    fault = (message[1], message[2])
    if fault in table.faults:
        table.faults.remove(fault)
    tell_hand(table, message, out)
