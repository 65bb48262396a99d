"""The check that is never stripped, and const on an interpreter that does not fold it."""

from __future__ import annotations

import pytest

from firmware.compat import InvariantError, check, const


def test_true_condition_passes_silently():
    check(True, "never_seen")


def test_false_condition_raises_its_code():
    with pytest.raises(InvariantError) as caught:
        check(False, "card_twice")
    assert caught.value.code == "card_twice"
    assert str(caught.value) == "card_twice"


def test_const_is_the_value_itself():
    assert const(311) == 311
