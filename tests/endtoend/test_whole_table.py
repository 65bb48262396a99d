"""Recorded hands through a whole table at register level end as they were recorded.

A sample: every sixth of the unpacked records and a few of the packed. `make whole-table` plays all
66 unpacked ones and as many of the others as it is told to.
"""

from __future__ import annotations

import pytest

from tests.whole_table import compare, packed, unpacked


@pytest.mark.slow
def test_recorded_hands_end_as_recorded_in_the_hosts_store() -> None:
    every = unpacked()
    assert len(every) == 66
    sample = every[::6] + packed(4)
    result = compare(sample)
    print(f"\n{result}")
    assert result.equal == len(sample), result.differing + result.refused


def test_a_hand_that_ends_otherwise_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison itself: another settlement of the same hand is found."""
    hands = unpacked()[-1:]
    name = hands[0][0]
    from tests import whole_table

    wrong = {whole_table.named(name): [1, 2, 3, 4, 5, 6]}
    monkeypatch.setattr(whole_table, "expected_stacks", lambda: wrong)
    result = compare(hands, "port")
    assert result.equal == 0
    assert [told.split(":")[0] for told in result.differing] == [name]
