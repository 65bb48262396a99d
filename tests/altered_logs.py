"""Every way in which a record was forged here, and who must see it.

A row is a name, what is done to the lines, and the verifiers that see it: `file` for the one-file
verifier, `replay` for `mazziere verify`, `heads` for both when the witness's heads are at hand. A
forger who `bound` the lines again made every number, head, chain and checksum fit behind the
change. A change before a hand's promise is seen by both in any case, because the promise hangs on
every line before it. Rule of the file: a row changes one thing that matters, as somebody would
who wants it to pass.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from firmware.app.boot import Waking
from firmware.compat.digest import crc32
from firmware.evaluator import evaluate
from firmware.fairness.witness import promise
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from firmware.schema.messages_fields import BY_NAME, FIELDS
from tests.verify_logs import Said, bound, first_after, honest, last, played, said

if TYPE_CHECKING:
    from collections.abc import Callable

BOTH = frozenset({"file", "replay"})
REPLAY = frozenset({"replay"})
HEADS = frozenset({"heads"})

W_OTHER = bytes(range(64, 96))


@dataclass(frozen=True)
class Row:
    """One way of forging: `make` gives the forged lines."""

    name: str
    seen_by: frozenset[str]
    make: Callable[[], list[bytes]]


ROWS: list[Row] = []


def of_lines(seen_by: frozenset[str]) -> Callable:
    """A forger who changes the bytes as they are."""

    def keep(change: Callable[[list[bytes]], list[bytes]]) -> Callable:
        ROWS.append(Row(change.__name__, seen_by, lambda: change(list(honest()))))
        return change

    return keep


@cache
def _honest_words() -> tuple[Said, ...]:
    return tuple(said(honest()))


def words_of_honest() -> list[Said]:
    """What the honest record says, for somebody to change."""
    return [Said(one.ms, one.message) for one in _honest_words()]


def of_words(seen_by: frozenset[str]) -> Callable:
    """A forger who changes what is said, and binds everything again behind it."""

    def keep(change: Callable[[list[Said]], None]) -> Callable:
        def make() -> list[bytes]:
            told = words_of_honest()
            change(told)
            return bound(told)

        ROWS.append(Row(change.__name__, seen_by, make))
        return change

    return keep


def of_bodies(seen_by: frozenset[str], *, is_last_hand: bool = True) -> Callable:
    """A forger who spells a line as the writer never would, and binds everything again.

    is_last_hand: only in the last hand, so that no later promise hangs on the change.
    """

    def keep(change: Callable[[bytes], bytes]) -> Callable:
        def make() -> list[bytes]:
            told = words_of_honest()
            begin = b" hand_started hand=%d " % get(told, last_hand(told), "hand")
            seen = [not is_last_hand]

            def where_wanted(body: bytes) -> bytes:
                seen[0] = seen[0] or begin in body
                return change(body) if seen[0] else body

            return bound(told, where_wanted)

        ROWS.append(Row(change.__name__, seen_by, make))
        return change

    return keep


# --- tools ---------------------------------------------------------------------------------------


def put(told: list[Said], index: int, /, **values: Any) -> None:
    """Set fields of a line by name."""
    message = list(told[index].message)
    names = [field[0] for field in FIELDS[message[0]]]
    for name, value in values.items():
        message[names.index(name) + 1] = value
    told[index].message = tuple(message)


def get(told: list[Said], at: int, name: str) -> Any:
    """A field of a line by name."""
    message = told[at].message
    return message[[field[0] for field in FIELDS[message[0]]].index(name) + 1]


def words(name: str, **values: Any) -> tuple:
    """A message by name; fields that are not given are left out."""
    number = BY_NAME[name]
    return (number, *[values.get(field[0]) for field in FIELDS[number]])


def insert(told: list[Said], at: int, message: tuple) -> None:
    """A line that nobody wrote."""
    told.insert(at, Said(told[at - 1].ms, message))


def last_hand(told: list[Said]) -> int:
    return last(told, "hand_started")


def in_last(told: list[Said], name: str, number: int = 0) -> int:
    """Index of a line of the last hand."""
    at = last_hand(told)
    for _ in range(number + 1):
        at = first_after(told, at + 1, name)
    return at


def swap_slots(octets: bytes, first: int, second: int) -> bytes:
    swapped = bytearray(octets)
    swapped[first], swapped[second] = swapped[second], swapped[first]
    return bytes(swapped)


def renamed(told: list[Said], start: int, names: dict[int, int]) -> None:
    """Every slot and token of the last hand under another name, but not in the opened order."""
    for at in range(start, len(told)):
        fields = [field[0] for field in FIELDS[told[at].message[0]]]
        for name in ("slot", "token"):
            if name in fields:
                value = get(told, at, name)
                put(told, at, **{name: names.get(value, value)})


def index_of(lines: list[bytes], name: bytes, back: int = 0) -> int:
    return [at for at, raw in enumerate(lines) if b" " + name + b" " in raw][-1 - back]


def with_right_checksum(raw: bytes) -> bytes:
    sealed = raw[: raw.rindex(b" ~")]
    return sealed + b" ~%08x\n" % crc32(sealed)


@cache
def other_evening() -> list[bytes]:
    """Another evening of the same table, whose owner gave its log the same name."""
    name = said(honest())[0].message[2]
    with patch.object(Waking, "journal", _journal_named(name)):
        return list(played(b"another evening"))


def _journal_named(name: bytes) -> Callable:
    journal = Waking.journal
    return lambda waking, _drawn, *rest: journal(waking, name, *rest)


# --- the bytes, as they are ----------------------------------------------------------------------


@of_lines(BOTH)
def a_digit_is_changed(lines: list[bytes]) -> list[bytes]:
    at = index_of(lines, b"hand_finished")
    lines[at] = re.sub(
        rb"stacks=(\d)", lambda one: b"stacks=%d" % (int(one[1]) % 9 + 1), lines[at]
    )
    return lines


@of_lines(BOTH)
def a_digit_and_its_checksum_are_changed(lines: list[bytes]) -> list[bytes]:
    at = index_of(lines, b"pot_awarded")
    changed = re.sub(rb"amount=(\d)", lambda one: b"amount=%d" % (int(one[1]) % 9 + 1), lines[at])
    lines[at] = with_right_checksum(changed)
    return lines


@of_lines(BOTH)
def the_last_digit_of_the_record_is_changed(lines: list[bytes]) -> list[bytes]:
    lines[-1] = lines[-1][:-2] + (b"0" if lines[-1][-2:-1] != b"0" else b"1") + b"\n"
    return lines


@of_lines(BOTH)
def a_line_is_taken_out(lines: list[bytes]) -> list[bytes]:
    del lines[index_of(lines, b"action_taken")]
    return lines


@of_lines(BOTH)
def the_first_line_is_taken_out(lines: list[bytes]) -> list[bytes]:
    return lines[1:]


@of_lines(BOTH)
def a_line_stands_twice(lines: list[bytes]) -> list[bytes]:
    at = index_of(lines, b"pot_awarded")
    return [*lines[: at + 1], *lines[at:]]


@of_lines(BOTH)
def two_lines_are_swapped(lines: list[bytes]) -> list[bytes]:
    at = index_of(lines, b"action_taken")
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    return lines


@of_lines(BOTH)
def a_line_of_another_evening_is_put_in(lines: list[bytes]) -> list[bytes]:
    lines[500] = other_evening()[500]
    return lines


@of_lines(BOTH)
def the_end_is_that_of_another_evening(lines: list[bytes]) -> list[bytes]:
    return lines[:600] + other_evening()[600:]


@of_lines(BOTH)
def the_last_newline_is_missing(lines: list[bytes]) -> list[bytes]:
    lines[-1] = lines[-1][:-1]
    return lines


@of_lines(BOTH)
def lines_end_as_on_windows(lines: list[bytes]) -> list[bytes]:
    return [raw[:-1] + b"\r\n" for raw in lines]


@of_lines(BOTH)
def an_empty_line_is_put_in(lines: list[bytes]) -> list[bytes]:
    return [*lines[:10], b"\n", *lines[10:]]


@of_lines(BOTH)
def a_checksum_is_spelled_in_capitals(lines: list[bytes]) -> list[bytes]:
    at = next(n for n, raw in enumerate(lines) if re.search(rb"~.*[a-f]", raw))
    lines[at] = lines[at][:-9] + lines[at][-9:].upper()
    return lines


@of_lines(BOTH)
def a_line_of_the_cable_is_put_in(lines: list[bytes]) -> list[bytes]:
    wire = seal(write((m.GREET, m.PROTOCOL_MAJOR, m.PROTOCOL_MINOR, 1), None, 0), None)
    return [*lines[:10], wire, *lines[10:]]


@of_lines(BOTH)
def numbers_are_shifted_behind_a_line_that_is_taken_out(lines: list[bytes]) -> list[bytes]:
    at = index_of(lines, b"action_taken")
    rest = []
    for number, raw in enumerate(lines[at + 1 :], at + 1):
        rest.append(with_right_checksum(b"%d" % number + raw[raw.index(b" ") :]))
    return lines[:at] + rest


@of_lines(BOTH)
def there_is_nothing(lines: list[bytes]) -> list[bytes]:
    return []


@of_bodies(REPLAY)
def a_number_has_a_leading_zero(body: bytes) -> bytes:
    return body.replace(b" deal_card k=1 ", b" deal_card k=01 ")


@of_bodies(REPLAY)
def a_field_nobody_knows_is_added(body: bytes) -> bytes:
    return body + b" tip=5" if b" hand_finished hand=5 " in body else body


@of_bodies(BOTH)
def a_line_is_longer_than_a_line(body: bytes) -> bytes:
    return body + b" x=" + b"y" * 640 if b" hand_finished hand=5 " in body else body


@of_bodies(REPLAY)
def a_field_is_left_out(body: bytes) -> bytes:
    return re.sub(rb"(turn_opened seat=\d+) call=\d+", rb"\1", body)


@of_bodies(REPLAY)
def a_word_nobody_knows_is_said(body: bytes) -> bytes:
    return body.replace(b" hand_shown ", b" hand_admired ")


@of_bodies(BOTH)
def the_head_told_is_another(body: bytes) -> bytes:
    return re.sub(rb"(log_head of=\d+ head=)....", rb"\g<1>beef", body)


@of_bodies(BOTH, is_last_hand=False)
def the_head_told_is_of_another_line(body: bytes) -> bytes:
    return body.replace(b"log_head of=64 ", b"log_head of=63 ")


@of_bodies(BOTH, is_last_hand=False)
def the_first_segment_names_another_past(body: bytes) -> bytes:
    return re.sub(rb"( segment_opened .* prev=)....", rb"\g<1>beef", body)


@of_bodies(BOTH, is_last_hand=False)
def the_table_is_another(body: bytes) -> bytes:
    return body.replace(b" table=MZ-0007 ", b" table=MZ-0008 ")


@of_bodies(BOTH, is_last_hand=False)
def the_log_is_another(body: bytes) -> bytes:
    return re.sub(rb"( segment_opened .* log=)....", rb"\g<1>beef", body)


def _without_heads() -> list[bytes]:
    told = said(honest())
    return bound(told, heads_before=last_hand(told))


ROWS.append(Row("heads_are_not_told", REPLAY, _without_heads))


@of_words(REPLAY)
def the_clock_runs_back(told: list[Said]) -> None:
    at = in_last(told, "action_chosen", 1)
    told[at].ms -= 60_000
    told[at + 1].ms -= 60_000


@of_words(BOTH)
def a_segment_of_another_log_goes_on(told: list[Said]) -> None:
    opening = told[0].message
    other = (*opening[:2], bytes(8), opening[3] + 1, *opening[4:])
    insert(told, last_hand(told) + 3, other)


@of_words(REPLAY)
def a_segment_is_numbered_wrong(told: list[Said]) -> None:
    opening = told[0].message
    insert(told, last_hand(told) + 3, (*opening[:3], opening[3] + 5, *opening[4:]))


# --- promise, witness, cut -----------------------------------------------------------------------


@of_words(BOTH)
def two_cards_of_the_order_are_swapped(told: list[Said]) -> None:
    at = last(told, "order_revealed")
    put(told, at, order=swap_slots(get(told, at, "order"), 0, 1))


@of_words(BOTH)
def two_cards_nobody_saw_are_swapped_in_the_order(told: list[Said]) -> None:
    at = last(told, "order_revealed")
    put(told, at, order=swap_slots(get(told, at, "order"), 50, 51))


@of_words(BOTH)
def the_nonce_is_another(told: list[Said]) -> None:
    put(told, last(told, "order_revealed"), nonce=bytes(32))


@of_words(BOTH)
def a_slot_is_twice_in_the_order(told: list[Said]) -> None:
    at = last(told, "order_revealed")
    order = get(told, at, "order")
    put(told, at, order=order[:1] + order[:1] + order[2:])


@of_words(BOTH)
def the_order_is_shorter_than_promised(told: list[Said]) -> None:
    at = last(told, "order_revealed")
    put(told, at, order=get(told, at, "order")[:-1])


@of_words(BOTH)
def the_promise_is_another(told: list[Said]) -> None:
    put(told, last(told, "order_committed"), commit=bytes(32))


@of_words(BOTH)
def an_order_is_promised_twice(told: list[Said]) -> None:
    at = last(told, "order_committed")
    insert(told, at + 1, (*told[at].message[:5], bytes(32), told[at].message[6]))


@of_words(BOTH)
def the_promise_hangs_on_another_line(told: list[Said]) -> None:
    at = last(told, "order_committed")
    put(told, at, of=get(told, at, "of") - 1)


@of_words(BOTH)
def the_promise_is_for_fewer_cards(told: list[Said]) -> None:
    put(told, last(told, "order_committed"), m=51)


@of_words(BOTH)
def the_promise_is_of_another_hand(told: list[Said]) -> None:
    put(told, last(told, "order_committed"), hand=6)


@of_words(BOTH)
def the_promise_is_of_another_epoch(told: list[Said]) -> None:
    put(told, last(told, "order_committed"), epoch=1)


@of_words(BOTH)
def the_promise_comes_after_the_cut(told: list[Said]) -> None:
    at, cut = last(told, "order_committed"), last(told, "order_cut")
    told.insert(cut, told.pop(at))


@of_words(BOTH)
def the_promise_is_taken_out(told: list[Said]) -> None:
    del told[last(told, "order_committed")]


@of_words(REPLAY)
def the_noise_is_said_to_come_from_a_device(told: list[Said]) -> None:
    put(told, last(told, "order_committed"), provenance=m.PROVENANCE_DEVICE)


@of_words(BOTH)
def the_cut_is_another(told: list[Said]) -> None:
    at = last(told, "order_cut")
    cut = (get(told, at, "cut") + 1) % 10000
    put(told, at, cut=cut)
    put(told, last(told, "cut_set"), cut=cut)


@of_words(BOTH)
def the_order_is_cut_twice(told: list[Said]) -> None:
    at = last(told, "order_cut")
    insert(told, at + 1, told[at].message)


@of_words(BOTH)
def the_cut_is_taken_out(told: list[Said]) -> None:
    del told[last(told, "order_cut")]


def _hand(told: list[Said], number: int) -> int:
    return next(
        at
        for at, one in enumerate(told)
        if one.name == "hand_started" and one.message[1] == number
    )


@of_words(BOTH)
def the_default_cut_is_another_number(told: list[Said]) -> None:
    at = first_after(told, _hand(told, 2), "order_cut")
    put(told, at, cut=77)


@of_words(BOTH)
def a_seats_cut_is_called_the_default(told: list[Said]) -> None:
    put(told, last(told, "order_cut"), by=m.CUTTER_DEFAULT, seat=None)


@of_words(BOTH)
def a_default_cut_stands_without_a_witness(told: list[Said]) -> None:
    at = first_after(told, _hand(told, 3), "order_cut")
    put(told, at, cut=3, by=m.CUTTER_DEFAULT, seat=None)


@of_words(BOTH)
def the_witness_opens_another_number(told: list[Said]) -> None:
    put(told, last(told, "witness_opened"), w=W_OTHER)


@of_words(BOTH)
def the_witness_sealed_another_number(told: list[Said]) -> None:
    commit = get(told, last(told, "order_committed"), "commit")
    put(told, last(told, "witness_promised"), hw=promise(commit, W_OTHER))


@of_words(BOTH)
def seal_and_number_of_the_witness_are_others(told: list[Said]) -> None:
    commit = get(told, last(told, "order_committed"), "commit")
    put(told, last(told, "witness_promised"), hw=promise(commit, W_OTHER))
    put(told, last(told, "witness_opened"), w=W_OTHER)


@of_words(BOTH)
def the_witness_is_said_to_be_missing(told: list[Said]) -> None:
    at = last(told, "witness_promised")
    told[at].message = (m.WITNESS_MISSING, get(told, at, "hand"))
    del told[last(told, "witness_opened")]


@of_words(BOTH)
def the_witness_is_said_to_have_failed(told: list[Said]) -> None:
    at = last(told, "witness_opened")
    told[at].message = (m.WITNESS_FAILED, get(told, at, "hand"))


@of_words(BOTH)
def the_witness_is_missing_after_its_seal(told: list[Said]) -> None:
    at = last(told, "witness_promised")
    insert(told, at + 1, (m.WITNESS_MISSING, get(told, at, "hand")))


@of_words(BOTH)
def the_witness_opens_before_the_cut(told: list[Said]) -> None:
    opened, cut = last(told, "witness_opened"), last(told, "order_cut")
    told.insert(cut, told.pop(opened))


@of_words(BOTH)
def the_witness_seals_after_the_cut(told: list[Said]) -> None:
    sealed, cut = last(told, "witness_promised"), last(told, "order_cut")
    told.insert(cut, told.pop(sealed))


@of_words(BOTH)
def the_witness_opens_twice(told: list[Said]) -> None:
    at = last(told, "witness_opened")
    insert(told, at + 1, told[at].message)


@of_words(BOTH)
def the_house_rule_of_the_cut_is_another(told: list[Said]) -> None:
    at = last_hand(told)
    told[at - 1 : at - 1] = [
        Said(told[at - 1].ms, (m.SETTING_CHANGED, "cut", "rotation", "floor"))
    ]


# --- the deal ------------------------------------------------------------------------------------


@of_words(BOTH)
def a_card_comes_from_another_slot(told: list[Said]) -> None:
    at = in_last(told, "card_left")
    slot = get(told, at, "slot")
    free = next(n for n in range(54) if n not in left_in_last(told))
    renamed(told, at, {slot: free})


def left_in_last(told: list[Said]) -> set[int]:
    start = last_hand(told)
    return {one.message[2] for one in told[start:] if one.name == "card_left"}


@of_words(BOTH)
def two_players_get_each_others_card(told: list[Said]) -> None:
    first, second = in_last(told, "card_left", 0), in_last(told, "card_left", 1)
    one, other = get(told, first, "slot"), get(told, second, "slot")
    renamed(told, first, {one: other, other: one})


@of_words(BOTH)
def a_card_is_passed_over(told: list[Said]) -> None:
    start = last_hand(told)
    for at in range(start, len(told)):
        if told[at].name in ("deal_card", "card_left"):
            put(told, at, k=get(told, at, "k") + 1)


@of_words(BOTH)
def a_slot_gives_two_cards(told: list[Said]) -> None:
    first, second = in_last(told, "card_left", 0), in_last(told, "card_left", 1)
    put(told, second, slot=get(told, first, "slot"))


@of_words(BOTH)
def a_card_is_dealt_before_the_cut(told: list[Said]) -> None:
    at = last(told, "order_cut")
    insert(told, at, (m.DEAL_CARD, 0, m.PLACE_BURN))


@of_words(BOTH)
def a_card_is_dealt_before_the_witness_opens(told: list[Said]) -> None:
    at = last(told, "witness_opened")
    insert(told, at, (m.DEAL_CARD, 0, m.PLACE_BURN))


@of_words(BOTH)
def a_card_leaves_after_the_opening(told: list[Said]) -> None:
    at = last(told, "order_revealed")
    insert(told, at + 1, (m.CARD_LEFT, 30, 53))


@of_words(BOTH)
def an_order_is_never_opened(told: list[Said]) -> None:
    del told[last(told, "order_revealed", back=1)]


@of_words(BOTH)
def the_order_of_the_hand_before_is_opened(told: list[Said]) -> None:
    before, at = last(told, "order_revealed", back=1), last(told, "order_revealed")
    put(told, at, order=get(told, before, "order"), nonce=get(told, before, "nonce"))


@of_words(BOTH)
def an_order_is_opened_twice(told: list[Said]) -> None:
    at = last(told, "order_revealed")
    insert(told, at + 1, told[at].message)


@of_words(BOTH)
def a_hand_has_the_number_of_another(told: list[Said]) -> None:
    put(told, last_hand(told), hand=4)


@of_words(REPLAY)
def a_card_lands_elsewhere(told: list[Said]) -> None:
    put(told, in_last(told, "card_landed"), at=m.PLACE_BURN)


@of_words(REPLAY)
def a_hole_card_is_said_to_lie_elsewhere(told: list[Said]) -> None:
    at, other = in_last(told, "hole_card_dealt", 0), in_last(told, "hole_card_dealt", 1)
    put(told, at, seat=get(told, other, "seat"))


# --- faces ---------------------------------------------------------------------------------------


@of_words(BOTH)
def a_folded_card_is_opened(told: list[Said]) -> None:
    at = in_last(told, "erase_face")
    insert(told, at + 1, (m.FACE_OPENED, get(told, at, "token"), 0))


@of_words(REPLAY)
def a_face_is_opened_that_nobody_asked_for(told: list[Said]) -> None:
    at = in_last(told, "face_opened")
    insert(told, at + 1, told[at].message)


@of_words(REPLAY)
def a_board_card_is_another(told: list[Said]) -> None:
    """One with which somebody else wins."""
    board = get(told, last(told, "board_dealt"), "cards")
    start = last_hand(told)
    shown = [one.message[2] for one in told[start:] if one.name == "hand_shown"]

    def winners(cards: list[int]) -> list[int]:
        values = [evaluate([*hole, *cards]) for hole in shown]
        return [number for number, value in enumerate(values) if value == min(values)]

    old, face = next(
        (old, one)
        for old in board
        for one in range(52)
        if one not in seen_in_last(told)
        and winners([one if card == old else card for card in board]) != winners(list(board))
    )
    for n in range(start, len(told)):
        if told[n].name == "face_read" and get(told, n, "face") == old:
            put(told, n, face=face)
        elif told[n].name in ("board_dealt", "result_read"):
            row = [face if card == old else card for card in get(told, n, "cards")]
            put(told, n, cards=tuple(row))


def seen_in_last(told: list[Said]) -> set[int]:
    start = last_hand(told)
    return {one.message[2] for one in told[start:] if one.name in ("face_read", "face_opened")}


def unseen(told: list[Said]) -> int:
    seen = seen_in_last(told)
    return next(card for card in range(52) if card not in seen)


@of_words(REPLAY)
def a_shown_card_is_another(told: list[Said]) -> None:
    put(told, in_last(told, "face_opened"), face=unseen(told))


@of_words(REPLAY)
def the_board_is_told_otherwise_than_read(told: list[Said]) -> None:
    at = in_last(told, "board_dealt")
    put(told, at, cards=(unseen(told), *get(told, at, "cards")[1:]))


@of_words(REPLAY)
def the_same_face_lies_on_the_table_twice(told: list[Said]) -> None:
    first, second = in_last(told, "face_read", 0), in_last(told, "face_read", 1)
    put(told, second, face=get(told, first, "face"))


@of_words(BOTH)
def the_reader_counted_another_number_of_openings(told: list[Said]) -> None:
    put(told, first_after(told, _hand(told, 4), "cards_collected"), openings=9)


@of_words(REPLAY)
def a_hand_is_said_to_be_worth_more(told: list[Said]) -> None:
    put(told, in_last(told, "hand_shown"), value=1)


# --- chips ---------------------------------------------------------------------------------------


@of_words(BOTH)
def a_stack_at_the_end_is_larger(told: list[Said]) -> None:
    at = last(told, "hand_finished")
    stacks = get(told, at, "stacks")
    put(told, at, stacks=(stacks[0] + 100, *stacks[1:]))


@of_words(BOTH)
def two_stacks_at_the_end_are_others_with_the_same_sum(told: list[Said]) -> None:
    at = last(told, "hand_finished")
    stacks = list(get(told, at, "stacks"))
    most = stacks.index(max(stacks))
    stacks[most], stacks[most - 1] = stacks[most] - 1, stacks[most - 1] + 1
    put(told, at, stacks=tuple(stacks))


@of_words(BOTH)
def a_pot_is_larger_than_what_was_put_in(told: list[Said]) -> None:
    at = last(told, "pot_awarded")
    put(told, at, amount=get(told, at, "amount") + 50)


@of_words(REPLAY)
def a_pot_goes_to_another_seat(told: list[Said]) -> None:
    at, end = last(told, "pot_awarded"), last(told, "hand_finished")
    seats, stacks = get(told, end, "seats"), list(get(told, end, "stacks"))
    winner, amount = get(told, at, "seat"), get(told, at, "amount")
    other = next(seat for seat in seats if seat != winner)
    put(told, at, seat=other)
    stacks[seats.index(winner)] -= amount
    stacks[seats.index(other)] += amount
    put(told, end, stacks=tuple(stacks))


@of_words(BOTH)
def a_stack_at_the_beginning_is_larger(told: list[Said]) -> None:
    at = last_hand(told)
    stacks = get(told, at, "stacks")
    put(told, at, stacks=(stacks[0] + 100, *stacks[1:]))


@of_words(BOTH)
def a_stack_grows_while_a_player_acts(told: list[Said]) -> None:
    at = in_last(told, "action_taken")
    put(told, at, stack=100_000)


@of_words(BOTH)
def a_bet_is_smaller_than_it_was(told: list[Said]) -> None:
    """The last of its seat, so that no later line takes it up."""
    later: set[int] = set()
    for at in range(len(told) - 1, last_hand(told), -1):
        if told[at].name == "action_taken" and get(told, at, "seat") not in later:
            later.add(get(told, at, "seat"))
            if get(told, at, "action") != m.ACTION_CHECK:
                put(told, at, stack=get(told, at, "stack") + 1)
                return
    raise AssertionError("nobody bets")


@of_words(REPLAY)
def a_blind_is_smaller_than_it_was(told: list[Said]) -> None:
    at = in_last(told, "forced_bet_posted")
    put(told, at, amount=get(told, at, "amount") - 10)


@of_words(BOTH)
def the_house_takes_a_share(told: list[Said]) -> None:
    insert(told, last(told, "pot_awarded"), (m.RAKE_TAKEN, 0, 5))


@of_words(REPLAY)
def a_share_of_the_house_is_hidden_in_a_smaller_pot(told: list[Said]) -> None:
    at, end = last(told, "pot_awarded"), last(told, "hand_finished")
    seats, stacks = get(told, end, "seats"), list(get(told, end, "stacks"))
    put(told, at, amount=get(told, at, "amount") - 5)
    insert(told, at, (m.RAKE_TAKEN, 0, 5))
    stacks[seats.index(get(told, at + 1, "seat"))] -= 5
    put(told, end + 1, stacks=tuple(stacks))


@of_words(BOTH)
def somebody_brought_fewer_chips(told: list[Said]) -> None:
    put(told, next(at for at, one in enumerate(told) if one.name == "seat_taken"), stack=2000)


# --- rules, rulings, settings --------------------------------------------------------------------


@of_words(REPLAY)
def somebody_acts_out_of_turn(told: list[Said]) -> None:
    at = in_last(told, "turn_opened")
    other = get(told, in_last(told, "turn_opened", 1), "seat")
    insert(told, at + 1, (m.ACTION_CHOSEN, other, m.CHOICE_FOLD, None))


@of_words(REPLAY)
def a_choice_is_another(told: list[Said]) -> None:
    at = in_last(told, "action_chosen")
    is_fold = get(told, at, "choice") == m.CHOICE_FOLD
    put(told, at, choice=m.CHOICE_CALL if is_fold else m.CHOICE_FOLD, to=None)


@of_words(REPLAY)
def a_players_time_is_said_to_be_over(told: list[Said]) -> None:
    at = in_last(told, "turn_opened")
    insert(told, at + 1, (m.TIMER_FIRED, m.TIMER_ACTION, 1))
    insert(told, at + 2, (m.TURN_TIMED_OUT, get(told, at, "seat")))


@of_words(BOTH)
def the_blinds_are_raised_unseen(told: list[Said]) -> None:
    insert(told, first_after(told, _hand(told, 4), "hand_finished"),
           (m.SETTING_CHANGED, "big_blind", "200", "floor"))  # fmt: skip


@of_words(REPLAY)
def the_floor_is_said_to_have_voided_the_hand(told: list[Said]) -> None:
    at = in_last(told, "action_chosen", 1)
    insert(told, at, words("hand_voided", hand=5, by="floor"))


@of_words(REPLAY)
def a_ruling_is_put_in(told: list[Said]) -> None:
    insert(
        told,
        in_last(told, "turn_opened") + 1,
        words("floor_ruled", ruling=m.RULING_RESUME, by="floor"),
    )


@of_words(REPLAY)
def a_hand_is_held_that_was_not(told: list[Said]) -> None:
    insert(told, in_last(told, "turn_opened") + 1, (m.HAND_HELD, "exposed"))


@of_words(REPLAY)
def a_refusal_is_put_in(told: list[Said]) -> None:
    at = in_last(told, "action_taken")
    refused = (m.INPUT_REFUSED, "action_chosen", m.REFUSAL_NOT_YOUR_TURN)
    insert(told, at, refused)


@of_words(REPLAY)
def a_fault_is_put_in(told: list[Said]) -> None:
    insert(told, in_last(told, "turn_opened") + 1, (m.FAULT_RAISED, "F-DEAL-01", "machine", None))


@of_words(BOTH)
def the_button_lies_elsewhere(told: list[Said]) -> None:
    at = last_hand(told)
    put(told, at, button=get(told, at, "button") % 10 + 1)


@of_words(REPLAY)
def a_raise_was_allowed_from_less(told: list[Said]) -> None:
    start = last_hand(told)
    at = next(
        n
        for n in range(start, len(told))
        if told[n].name == "turn_opened" and get(told, n, "raise_min")
    )
    put(told, at, raise_min=get(told, at, "raise_min") - 1)


@of_words(REPLAY)
def somebody_is_said_to_sit_out(told: list[Said]) -> None:
    insert(told, in_last(told, "turn_opened"), (m.PLAYER_SAT_OUT, 3))


@of_words(BOTH)
def chips_are_bought_that_nobody_plays_with(told: list[Said]) -> None:
    at = first_after(told, _hand(told, 4), "order_revealed")
    insert(told, at + 1, (m.CHIPS_ADDED, 3, 500))


@of_words(BOTH)
def a_seat_leaves_and_plays_on(told: list[Said]) -> None:
    insert(told, first_after(told, _hand(told, 4), "order_revealed") + 1, (m.SEAT_LEFT, 3))


# --- what only the witness's heads show ----------------------------------------------------------


@of_lines(HEADS)
def the_whole_evening_is_another(lines: list[bytes]) -> list[bytes]:
    return other_evening()


@of_lines(HEADS)
def the_record_ends_a_hand_earlier(lines: list[bytes]) -> list[bytes]:
    return lines[: index_of(lines, b"order_revealed", back=1) + 2]


@of_words(HEADS)
def a_moment_is_another(told: list[Said]) -> None:
    for at in range(last(told, "hand_finished"), len(told)):
        told[at].ms += 1


@of_words(HEADS)
def an_award_is_reversed_that_nobody_reversed(told: list[Said]) -> None:
    """Whatever a person may decide, a forger may write."""
    at = last(told, "pot_awarded")
    winner = get(told, at, "seat")
    other = next(s for s in get(told, last(told, "hand_finished"), "seats") if s != winner)
    insert(told, last(told, "table_paused"), (m.AWARD_REVERSED, winner, other, 50, "floor"))


@of_words(HEADS)
def the_table_was_paused_by_another_person(told: list[Said]) -> None:
    put(told, last(told, "table_paused"), by="somebody")
