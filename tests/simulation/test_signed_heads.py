"""A table whose chip has a key signs its log's heads; a signature that is not its own is seen.

Both verifiers see a head of another record and a key that changes. The curve's equation is left
to `mazziere verify`; the one file counts the signatures and says that it did not check them.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from firmware.app.head_signer import TRIES, HeadSigner, digest_of
from firmware.compat.digest import sha256
from firmware.journal.walk import HEAD_EVERY_LINES
from firmware.schema import messages as m
from hal.errors import BUSY, CORRUPT, REFUSED, HalError
from hal.sim.main import LEVELS, CallStation, Simulation
from hal.sim.p256 import is_signed, public_key, sign
from hal.sim.register_board import RegisterTable
from host_tools.verify import p256 as verifiers
from host_tools.verify.source import Record
from host_tools.verify.verifier import verify
from tests.source_tree import ROOT
from tests.verify_logs import bound, said

KEY = 0x1234567890
"""Of the tests' own chip; nothing is kept secret with it."""


def evening(has_key):
    """The lines of two hands at a table with or without a key."""
    name = "signing" if has_key else "register"
    LEVELS["signing"] = type("Signing", (RegisterTable,), {"has_key": True})
    try:
        stacks = dict.fromkeys((1, 2, 3), 5000)
        table = Simulation(b"x", hands=2, stacks=stacks, policy=CallStation(), level=name)
        table.run()
    finally:
        del LEVELS["signing"]
    store = table.table.board.store
    text = b"".join(store.read(one) for one in store.segments())
    return text.splitlines(keepends=True)


@pytest.fixture(scope="module")
def signed():
    return evening(True)


def mazziere(lines):
    """Codes of what the verifier with the rules finds wrong, and how many heads are signed."""
    report = verify(Record([list(lines)]))
    return [one.code for one in report.findings], report.counts["heads_signed"]


def one_file(lines, folder):
    """What the verifier in one file says, and its exit status."""
    path = folder / "record.log"
    path.write_bytes(b"".join(lines))
    script = ROOT / "host_tools" / "verify" / "independent.py"
    ran = subprocess.run(
        [sys.executable, script, path], capture_output=True, text=True, timeout=300, check=False
    )
    return ran.returncode, ran.stdout


def test_a_table_with_a_key_signs_and_both_verifiers_say_so(signed, tmp_path):
    wrong, count = mazziere(signed)
    assert wrong == []
    assert count == sum(one.name == "head_signed" for one in said(signed)) >= 3
    status, told = one_file(signed, tmp_path)
    assert status == 0
    assert f"Not checked: {count} signatures by key" in told
    assert max(map(len, signed)) <= 640


def test_a_head_upon_a_line_of_a_card_is_signed_as_any_other(signed):
    """Half of all lines tell where a card went."""
    told = said(signed)
    of_cards = {
        seq
        for seq in range(HEAD_EVERY_LINES, len(told), HEAD_EVERY_LINES)
        if told[seq - 1].name in {"card_fed", "card_left", "card_landed", "deal_card"}
    }
    assert of_cards
    assert of_cards <= {one.message[1] for one in told if one.name == "head_signed"}


def test_a_table_without_a_key_signs_nothing_and_nothing_is_said(tmp_path):
    lines = evening(False)
    assert mazziere(lines) == ([], 0)
    assert "signed" not in one_file(lines, tmp_path)[1]


def changed(lines, **values):
    """The last signature of a record with other fields; numbers, heads and chain fit again."""
    told = said(lines)
    at = [at for at, one in enumerate(told) if one.name == "head_signed"][-1]
    fields = dict(zip(("of", "head", "key", "signature"), told[at].message[1:5], strict=True))
    fields.update({name: how(fields) for name, how in values.items()})
    told[at].message = (m.HEAD_SIGNED, *fields.values())
    return bound(told)


def flipped(octets):
    return bytes((octets[0] ^ 1,)) + octets[1:]


@pytest.mark.parametrize(
    ("code", "how"),
    [
        ("signature_wrong", {"signature": lambda f: flipped(f["signature"])}),
        ("signature_wrong", {"signature": lambda f: bytes(64)}),
        ("signature_wrong", {"key": lambda f: flipped(f["key"])}),
        ("signed_other_head", {"head": lambda f: flipped(f["head"])}),
        ("signed_other_head", {"of": lambda f: f["of"] - 1}),
        (
            "signed_by_another",
            {
                "key": lambda f: public_key(KEY),
                "signature": lambda f: sign(KEY, digest_of(f["of"], f["head"]), bytes(32)),
            },
        ),
    ],
)
def test_a_signature_that_is_not_the_tables_is_rejected(signed, tmp_path, code, how):
    lines = changed(signed, **how)
    assert mazziere(lines)[0] == [code]
    status, told = one_file(lines, tmp_path)
    if set(how) == {"signature"}:
        assert (status, "Not checked: " in told, "signatures by key" in told) == (0, True, True)
    else:
        assert status == 7
        assert "a head was signed" in told


def test_a_record_written_anew_has_signatures_under_other_heads(signed, tmp_path):
    """What the chain alone cannot tell: every hash is right, and the chip never signed them."""
    told = said(signed)
    told[2].ms = told[1].ms
    lines = bound(told)
    assert lines != signed
    wrong, good = mazziere(lines)
    assert wrong.count("signed_other_head") == mazziere(signed)[1]
    assert good == 0
    assert one_file(lines, tmp_path)[0] == 7


def test_both_curves_agree_with_a_third():
    """The verifier's arithmetic and the simulated chip's were written apart."""
    public = public_key(KEY)
    for number in range(4):
        digest = sha256(b"%d" % number)
        signature = sign(KEY, digest, sha256(b"k%d" % number))
        for key, one, good in (
            (public, digest, True),
            (public, sha256(b"x"), False),
            (flipped(public), digest, False),
        ):
            assert verifiers.is_signed(key, one, signature) is good
            assert is_signed(key, one, signature) is good
    assert not verifiers.is_signed(public, b"short", signature)


# --- what the firmware asks of a chip ------------------------------------------------------------


class Chip:
    """Answers with what it is told, oldest first."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = []

    def _next(self, what):
        self.asked.append(what)
        answer = self.answers.pop(0) if self.answers else BUSY
        if isinstance(answer, str):
            raise HalError(answer, "chip")
        return answer

    def public_key(self):
        return self._next("key")

    def sign(self, digest):
        return self._next(digest)


HEAD = sha256(b"head")
REVEALED = (m.ORDER_REVEALED,)


def test_a_head_is_signed_when_the_chip_is_ready_and_named_with_its_line():
    chip = Chip(BUSY, b"K" * 64, BUSY, BUSY, b"S" * 64)
    signer = HeadSigner(chip)
    signer.note(REVEALED, 70, HEAD)
    for _ in range(8):
        signer.step()
    assert signer.said == [(m.HEAD_SIGNED, 70, HEAD, b"K" * 64, b"S" * 64)]
    assert chip.asked[2:] == [digest_of(70, HEAD)] * 3


def test_only_heads_that_are_reported_are_signed():
    chip = Chip()
    signer = HeadSigner(chip)
    signer.note((m.TABLE_PAUSED, "floor"), HEAD_EVERY_LINES - 1, HEAD)
    signer.note(REVEALED, 0, HEAD)  # an effect's place in a replay: no line
    signer.step()
    assert chip.asked == []
    signer.note((m.TABLE_PAUSED, "floor"), HEAD_EVERY_LINES, HEAD)
    signer.step()
    assert chip.asked == ["key"]


def test_a_chip_without_a_key_is_asked_once():
    chip = Chip(REFUSED)
    signer = HeadSigner(chip)
    for seq in (64, 128):
        signer.note(REVEALED, seq, HEAD)
        signer.step()
    assert (chip.asked, signer.said) == (["key"], [])


def test_a_chip_that_fails_costs_one_head_and_not_the_next():
    chip = Chip(b"K" * 64, *[CORRUPT] * TRIES, b"S" * 64)
    signer = HeadSigner(chip)
    signer.note(REVEALED, 70, HEAD)
    for _ in range(10):
        signer.step()
    assert signer.said == []
    signer.note(REVEALED, 90, HEAD)
    signer.step()
    assert [one[1] for one in signer.said] == [90]


def test_what_was_replayed_at_a_start_is_not_signed_again():
    chip = Chip()
    signer = HeadSigner(chip)
    signer.note(REVEALED, 70, HEAD)
    signer.forget()
    signer.step()
    assert chip.asked == []


def test_without_a_chip_nothing_happens():
    signer = HeadSigner(None)
    signer.note(REVEALED, 70, HEAD)
    signer.step()
    assert signer.said == []
