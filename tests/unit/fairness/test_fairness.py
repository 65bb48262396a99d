"""Commitment, witness, public shuffle and reveal: the published vector and every refusal."""

from __future__ import annotations

import pytest

from firmware.compat import InvariantError
from firmware.compat.digest import sha256
from firmware.fairness import reveal
from firmware.fairness.commit import commitment, is_order
from firmware.fairness.public_shuffle import (
    CUT_RULES,
    arrange,
    deal_places,
    shuffle_seed,
    stream_block,
)
from firmware.fairness.reveal import ejected_slot, first_wrong_ejection, open_commitment
from firmware.fairness.witness import UNWITNESSED, is_opened_by, promise

# The vector of the format: table MZ-0007, hand 1, epoch 0, the second golden line of the journal.
TABLE = b"MZ-0007"
GENESIS = sha256(b"MZG1", b"\x07MZ-0007", bytes.fromhex("9f3a01c25b7d4e60"))
LINE_1 = (
    b"1 0 segment_opened table=MZ-0007 log=9f3a01c25b7d4e60 segment=1 boot=00000001c0ffee42 "
    b"prev=35ac3e32f10b273ae43e34ccbea4057f56d59c2f798a2f7cb2d33d3b3a2ba669"
)
LINE_2 = b"2 5 hand_started hand=1 button=3 seats=1,3,4 stacks=1000,1000,1000"
HEAD = sha256(sha256(GENESIS, LINE_1), LINE_2)
ORDER = bytes((7 * i + 3) % 53 for i in range(52))
NONCE = bytes(range(32))
W = bytes(range(32, 64))
CUT = 4711
COMMIT = bytes.fromhex("e177fa1956e3bfbe91dda2fda6ffd54c9450c66ecb968cea8d6407912234d143")
HW = bytes.fromhex("74d44fceea3d685de232e6e0178a5702bee64208f26f3c229d08284c7b7e61b1")
SEED = bytes.fromhex("11cf359a01baa18f7d84add8ddaf8e8a3dc54219b557a8bb02f5cfafa10eb04c")
PLACES = bytes.fromhex(
    "05030c2401191d212e22132009180629172c1e1f1a1511230d2a25071600020b"
    "141c262b3108120432301b0e28270a332d0f102f"
)
EJECTED = bytes.fromhex(
    "2618222b0a132f16071d1e0f0d0c2d19052e01081a2c1024292032343303111b"
    "252804271c06171f23152130120b142a0002090e"
)


def slip(order: bytes, nonce: bytes) -> dict:
    return {
        "table": TABLE,
        "hand": 1,
        "epoch": 0,
        "head": HEAD,
        "order": order,
        "nonce": nonce,
    }


def sealed(**changed: object) -> bytes:
    fields = slip(ORDER, NONCE)
    fields.update(changed)
    return commitment(**fields)


def test_vector_hangs_on_the_golden_lines():
    assert GENESIS.hex() in LINE_1.decode()
    assert sha256(GENESIS, LINE_1)[:8].hex() == "a5bb8df89db3c80c"
    assert HEAD[:8].hex() == "00cad3ec36a935e2"


def test_commitment_meets_its_vector():
    assert sealed() == COMMIT


def test_witness_meets_its_vector():
    assert promise(COMMIT, W) == HW


def test_public_shuffle_meets_its_vector():
    assert shuffle_seed(COMMIT, W, CUT) == SEED
    assert deal_places("public_shuffle", COMMIT, W, CUT, 52) == PLACES
    assert bytes(ejected_slot(ORDER, PLACES, k) for k in range(52)) == EJECTED


@pytest.mark.parametrize(
    "changed",
    [
        {"table": b"MZ-0008"},
        {"hand": 2},
        {"epoch": 1},
        {"head": bytes(32)},
        {"order": ORDER[::-1]},
        {"order": ORDER[:51]},
        {"nonce": bytes(32)},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_everything_that_names_a_hand_is_under_the_seal(changed: dict):
    assert sealed(**changed) != COMMIT


def test_table_and_hand_cannot_trade_bytes():
    """The serial's length is sealed too: "AB" + "C…" never equals "ABC" + "…"."""
    assert sealed(table=b"MZ-00070", hand=1) != sealed(table=b"MZ-0007", hand=0x30000000)


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"table": b""}, "commit_table"),
        ({"table": b"x" * 256}, "commit_table"),
        ({"hand": -1}, "commit_hand"),
        ({"hand": 1 << 30}, "commit_hand"),
        ({"epoch": -1}, "commit_epoch"),
        ({"epoch": 256}, "commit_epoch"),
        ({"head": bytes(31)}, "commit_head"),
        ({"order": b""}, "commit_order"),
        ({"nonce": bytes(31)}, "commit_nonce"),
    ],
)
def test_seal_refuses_values_out_of_range(changed: dict, code: str):
    with pytest.raises(InvariantError) as caught:
        sealed(**changed)
    assert caught.value.code == code


def test_seal_takes_the_largest_values():
    largest = sealed(table=b"x" * 255, hand=(1 << 30) - 1, epoch=255, order=bytes(range(54)))
    assert len(largest) == 32


def test_seal_takes_the_smallest_values():
    """Hand 0 stands for what is drawn before the first hand: seats and button."""
    assert len(sealed(table=b"x", hand=0, epoch=0, order=b"\x00")) == 32


def test_order_names_each_slot_once():
    assert is_order(ORDER)
    assert is_order(bytes(range(54)))
    assert is_order(b"\x35")
    assert not is_order(b"\x36")
    assert not is_order(b"\x01\x02\x01")
    assert not is_order(b"")


def test_witness_opens_only_its_own_promise():
    assert is_opened_by(HW, COMMIT, W)
    assert not is_opened_by(HW, COMMIT, UNWITNESSED)
    assert not is_opened_by(HW, COMMIT, W[:31])
    assert not is_opened_by(HW, COMMIT, W + b"\x00")
    assert not is_opened_by(HW[:31], COMMIT, W)
    assert not is_opened_by(HW, bytes(32), W)


def test_witness_refuses_wrong_lengths():
    with pytest.raises(InvariantError, match="witness_commit"):
        promise(COMMIT[:31], W)
    with pytest.raises(InvariantError, match="witness_w"):
        promise(COMMIT, W[:31])


def test_each_of_the_three_hands_moves_the_seed():
    assert shuffle_seed(bytes(32), W, CUT) != SEED
    assert shuffle_seed(COMMIT, UNWITNESSED, CUT) != SEED
    assert shuffle_seed(COMMIT, W, CUT + 1) != SEED


@pytest.mark.parametrize("cut", [-1, 10_000])
@pytest.mark.parametrize("rule", [name for name, _ in CUT_RULES])
def test_cut_has_four_digits(rule: str, cut: int):
    with pytest.raises(InvariantError, match="shuffle_cut"):
        deal_places(rule, COMMIT, W, cut, 52)


def test_a_cut_of_nothing_is_a_cut():
    assert deal_places("rotation", COMMIT, W, 0, 52) == bytes(range(52))
    assert shuffle_seed(COMMIT, W, 0) != shuffle_seed(COMMIT, W, 1)


@pytest.mark.parametrize("m", [0, 55])
@pytest.mark.parametrize("rule", [name for name, _ in CUT_RULES])
def test_places_fit_the_carousel(rule: str, m: int):
    with pytest.raises(InvariantError, match="shuffle_places"):
        deal_places(rule, COMMIT, W, CUT, m)


def test_seed_refuses_wrong_lengths():
    with pytest.raises(InvariantError, match="shuffle_commit"):
        shuffle_seed(b"", W, CUT)
    with pytest.raises(InvariantError, match="shuffle_w"):
        shuffle_seed(COMMIT, b"", CUT)


def test_unknown_cut_rule_is_a_bug():
    with pytest.raises(InvariantError, match="cut_rule_unknown"):
        deal_places("riffle", COMMIT, W, CUT, 52)


def test_rotation_turns_the_order_by_the_cut():
    places = deal_places("rotation", COMMIT, W, 55, 52)
    assert places == bytes([*range(3, 52), 0, 1, 2])
    assert deal_places("rotation", COMMIT, W, 9999, 1) == b"\x00"


def test_byte_at_the_limit_is_passed_over():
    """Three places: 255 is the largest multiple of 3, so byte 255 decides nothing."""
    asked: list[int] = []

    def block(index: int) -> bytes:
        asked.append(index)
        return [b"\xff", b"\xfe", b"\x00"][index]

    # 254 mod 3 = 2 leaves place 2 alone, then 0 mod 2 swaps places 1 and 0.
    assert arrange(block, 3) == bytes([1, 0, 2])
    assert asked == [0, 1, 2]


def test_one_place_needs_no_chance():
    assert arrange(lambda _: pytest.fail("asked for bytes"), 1) == b"\x00"


def test_stream_blocks_are_numbered():
    assert stream_block(SEED, 0) == sha256(b"MZB1", SEED, b"\x00\x00\x00\x00")
    assert stream_block(SEED, 258) == sha256(b"MZB1", SEED, b"\x00\x00\x01\x02")


def test_reveal_of_the_sealed_order_opens():
    assert open_commitment(COMMIT, **slip(ORDER, NONCE)) == reveal.OPENED


@pytest.mark.parametrize(
    ("order", "nonce", "answer"),
    [
        (ORDER[1:] + ORDER[:1], NONCE, reveal.COMMITMENT_DIFFERS),
        (ORDER, NONCE[:31] + b"\x00", reveal.COMMITMENT_DIFFERS),
        (ORDER, NONCE[:31], reveal.NONCE_LENGTH),
        (ORDER[:51] + ORDER[:1], NONCE, reveal.ORDER_IMPOSSIBLE),
        (b"", NONCE, reveal.ORDER_IMPOSSIBLE),
    ],
    ids=["other_order", "other_nonce", "short_nonce", "slot_twice", "no_slot"],
)
def test_wrong_reveal_is_named(order: bytes, nonce: bytes, answer: str):
    assert open_commitment(COMMIT, **slip(order, nonce)) == answer


def test_first_wrong_ejection_is_found():
    assert first_wrong_ejection(ORDER, PLACES, EJECTED) == -1
    assert first_wrong_ejection(ORDER, PLACES, EJECTED[:9]) == -1
    assert first_wrong_ejection(ORDER, PLACES, b"") == -1
    swapped = EJECTED[:7] + EJECTED[8:9] + EJECTED[7:8] + EJECTED[9:]
    assert first_wrong_ejection(ORDER, PLACES, swapped) == 7
    assert first_wrong_ejection(ORDER, PLACES, EJECTED + b"\x00") == 52


def test_same_protocol_draws_seats():
    seats = bytes([4, 7, 1, 10, 2])
    commit = sealed(order=seats)
    places = deal_places("public_shuffle", commit, W, CUT, len(seats))
    drawn = [ejected_slot(seats, places, k) for k in range(len(seats))]
    assert sorted(drawn) == [1, 2, 4, 7, 10]
    assert open_commitment(commit, **slip(seats, NONCE)) == reveal.OPENED
