"""A campaign that is told to try nothing, or no number, says so in a sentence and ends with 2."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from host_tools.dev import board_code
from host_tools.dev.campaign_size import size_from
from host_tools.lab import campaign
from host_tools.sim import swarm
from tests import (
    card_looks,
    faults,
    good_noise,
    kills,
    log_damage,
    mutants,
    noninterference,
    powercuts,
    soak,
    whole_table,
)

if TYPE_CHECKING:
    from collections.abc import Callable

BY_PLACE = (card_looks, faults, kills, log_damage, noninterference, powercuts, soak, whole_table)
BY_NAME = (
    (good_noise.main, ["--bytes"]),
    (mutants.main, ["--processes"]),
    (powercuts.main, ["--processes"]),
    (swarm.main, ["--seeds"]),
    (swarm.main, ["--jobs"]),
    (campaign.main, ["folder", "--decks"]),
    (campaign.main, ["folder", "--processes"]),
)


@pytest.mark.parametrize("size", ["-1", "some", "1.5", ""])
@pytest.mark.parametrize(("main", "words"), [*((one.main, []) for one in BY_PLACE), *BY_NAME])
def test_a_size_that_is_none_is_told_and_nothing_is_tried(
    main: Callable[[list[str]], int], words: list[str], size: str, capsys: pytest.CaptureFixture
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*words, size])
    assert ended.value.code == 2
    told = capsys.readouterr().err.splitlines()[-1]
    assert "is no number from" in told or "unrecognized arguments: -1" in told


def test_a_size_begins_where_a_campaign_tries_something() -> None:
    size = size_from(2, "all")
    assert (size("2"), size("300"), size("all")) == (2, 300, None)
    for wrong in ("1", "0", "²", "every"):
        with pytest.raises(Exception, match="is no number from 2, or all"):
            size(wrong)


def test_a_processor_that_nothing_is_compiled_for_is_refused(
    capsys: pytest.CaptureFixture,
) -> None:
    with pytest.raises(SystemExit) as ended:
        board_code.main(["out", "--architecture", "nosuch"])
    assert ended.value.code == 2
    assert "invalid choice: 'nosuch'" in capsys.readouterr().err
