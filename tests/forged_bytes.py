"""Records whose bytes were changed as they are, or spelled as the writer never would.

Rule of the file: a row changes one thing, as somebody would who wants it to pass.
"""

from __future__ import annotations

import re

from firmware.lines.chain import Chain
from firmware.lines.parser import parse
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from tests.forging import (
    BOTH,
    HEADS,
    REPLAY,
    ROWS,
    Row,
    in_last,
    index_of,
    insert,
    last_hand,
    of_bodies,
    of_lines,
    of_words,
    other_evening,
    with_right_checksum,
)
from tests.verify_logs import Said, bound, heads_of, honest, said

# --- the bytes, as they are --------------------------------------------------------------------


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
def a_changed_digit_is_excused_by_a_line_that_looks_like_a_damage(
    lines: list[bytes],
) -> list[bytes]:
    at = index_of(lines, b"hand_finished")
    lines[at] = lines[at].replace(b"hand=5", b"hand=6")
    return [*lines, b"x log_damaged \n"]


@of_lines(BOTH)
def the_end_is_cut_off_and_called_damaged(lines: list[bytes]) -> list[bytes]:
    at = index_of(lines, b"action_taken")
    return [*lines[:at], b"x log_damaged \n"]


@of_lines(BOTH)
def a_line_is_replaced_by_one_that_names_its_own_place(lines: list[bytes]) -> list[bytes]:
    at = next(n for n, raw in enumerate(lines) if b" pot_awarded " in raw)
    lines[at] = seal(write((m.LOG_DAMAGED, 1, at + 1), at + 1, 0), bytes(8))
    return lines


@of_lines(HEADS)
def a_segment_behind_all_that_was_seen_calls_the_hand_damaged(lines: list[bytes]) -> list[bytes]:
    """The last hand is gone; the lines behind it bind, with a hash before them that nobody saw."""
    at = index_of(lines, b"hand_started")
    segment, line = _segment_of(lines, at)
    damage = m.LOG_DAMAGED, segment, line
    forged = _segment(lines, segment + 1, len(lines) + 100, bytes(range(32)), damage)
    return [*lines[:at], b"rotten\n", *forged]


@of_lines(HEADS)
def the_last_hand_is_called_lost_behind_all_that_was_seen(lines: list[bytes]) -> list[bytes]:
    at = index_of(lines, b"hand_started")
    segment = _segment_of(lines, at)[0] + 1
    return [*lines[:at], *_loss(lines, at + 1, bytes(range(32)), segment)]


@of_lines(HEADS)
def the_last_hand_stands_there_and_is_called_lost(lines: list[bytes]) -> list[bytes]:
    first = index_of(lines, b"hand_started") + 1
    return [*lines, *_loss(lines, first, heads_of(lines)[len(lines)], segment=3)]


@of_lines(REPLAY | HEADS)
def a_line_that_calls_the_last_hand_lost_is_called_damaged(lines: list[bytes]) -> list[bytes]:
    """The line that is to excuse the gap is itself in one, and follows from nothing."""
    at = index_of(lines, b"hand_started")
    opening, _ = _loss(lines, at + 1, bytes(range(32)))
    lost = seal(write((m.TAIL_LOST, at + 1, len(lines)), len(lines) + 2, 0), bytes(8))
    number = len(lines) + 3
    later = _segment(lines, 3, number, bytes(32), (m.LOG_DAMAGED, 2, 2))
    return [*lines[:at], opening, lost, *later]


def _segment_of(lines: list[bytes], at: int) -> tuple[int, int]:
    """Number of the segment in which a line stands, and which of its lines it is."""
    opened = [number for number in range(at) if b" segment_opened " in lines[number]]
    return len(opened), at - opened[-1] + 1


def _loss(lines: list[bytes], first: int, before: bytes, segment: int = 2) -> list[bytes]:
    """A segment behind all these lines that calls those from `first` on lost."""
    return _segment(lines, segment, len(lines) + 1, before, (m.TAIL_LOST, first, len(lines)))


def _segment(
    lines: list[bytes], segment: int, number: int, before: bytes, said_there: tuple
) -> list[bytes]:
    """The first two lines of a segment: what it opens, behind the hash `before`, and says."""
    opening, chain, segment_lines = parse(lines[0]).message, Chain(before), []
    for message in ((*opening[:3], segment, opening[4], before), said_there):
        body = write(message, number, 0)
        segment_lines.append(seal(body, chain.add(body)))
        number += 1
    return segment_lines


@of_lines(BOTH)
def there_is_nothing(lines: list[bytes]) -> list[bytes]:
    return []


@of_bodies(BOTH)
def a_number_has_a_leading_zero(body: bytes) -> bytes:
    return body.replace(b" deal_card k=1 ", b" deal_card k=01 ")


@of_bodies(BOTH)
def a_number_has_a_sign(body: bytes) -> bytes:
    return re.sub(rb"( pot_awarded .*amount=)", rb"\g<1>+", body)


@of_bodies(BOTH)
def a_pot_takes_chips_from_a_seat(body: bytes) -> bytes:
    return re.sub(rb"( pot_awarded .*amount=)", rb"\g<1>-", body)


@of_bodies(BOTH)
def a_field_stands_twice(body: bytes) -> bytes:
    """A reader takes the first for the amount, a program the last."""
    return re.sub(rb"( pot_awarded )(.*)", rb"\1amount=1 \2", body)


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
