"""Unknown values and lists of them, on fields of our own: they are the same for any field."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.lines.grammar import LineError, is_integer
from firmware.lines.values import read_value, spell_value
from firmware.schema.messages_fields import TYPE_HEX, TYPE_INT, TYPE_WORD

COUNT = ("count", TYPE_INT, (-5, 99), 0, 1, 0)
WHERE = ("where", TYPE_WORD, (1, 8), 0, 1, 0)
HASH = ("hash", TYPE_HEX, (1, 4), 0, 1, 0)
COUNTS = ("counts", TYPE_INT, (-5, 99), 0, 1, 3)
SURE = ("counts", TYPE_INT, (-5, 99), 0, 0, 3)


@pytest.mark.parametrize(
    ("field", "value", "spelled"),
    [
        (COUNT, "-", "-"),
        (COUNT, 0, "0"),
        (COUNT, -5, "-5"),
        (WHERE, "-", "-"),
        (WHERE, "muck", "muck"),
        (HASH, "-", "-"),
        (HASH, b"\x00\xff", "00ff"),
        (COUNTS, "-", "-"),
        (COUNTS, (1, "-", -2), "1,-,-2"),
        (COUNTS, ("-", "-"), "-,-"),
    ],
)
def test_unknown_is_a_hyphen_and_not_zero(field: tuple[Any, ...], value: Any, spelled: str):
    assert spell_value(field, value) == spelled
    assert read_value(field, spelled) == value


def test_a_list_of_one_unknown_would_read_back_as_an_unknown_list():
    with pytest.raises(LineError) as caught:
        spell_value(COUNTS, ("-",))
    assert caught.value.code == "list_of_one_unknown"


@pytest.mark.parametrize("spelled", ["-", "1,-", "-,1"])
def test_a_field_that_is_always_known_takes_no_hyphen(spelled: str):
    with pytest.raises(LineError) as caught:
        read_value(SURE, spelled)
    assert caught.value.code == "bad_integer"


@pytest.mark.parametrize(
    ("spelled", "holds"),
    [
        ("0", True),
        ("-1", True),
        ("1073741823", True),
        ("-1073741823", True),
        ("1073741824", False),
        ("-1073741824", False),
        ("-", False),
        ("", False),
        ("--1", False),
        ("00", False),
        ("-01", False),
        ("٣", False),
        ("1\n", False),
    ],
)
def test_an_integer_has_one_decimal_spelling_below_two_to_the_thirty(spelled: str, holds: bool):
    assert is_integer(spelled) is holds
