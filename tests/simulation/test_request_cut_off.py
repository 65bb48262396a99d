"""The plug is pulled while the table writes down what a host asked for; the host, who heard
nothing, asks again. Chips are given once, whatever was written of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware.schema import messages as m
from tests.simulated_evening import Evening
from tests.simulation.test_host_at_the_table import STACKS, Host
from tests.simulation.test_house_at_the_table import FLOOR, AllKeys

if TYPE_CHECKING:
    from collections.abc import Callable

ASKED = 77
SEAT, ADDED = 2, 200


class CutOff:
    """A table that loses its power in the pass that writes one request down."""

    def __init__(self) -> None:
        self.evening = Evening(b"request", STACKS, 1, keys=AllKeys())
        self.host = Host(self.evening)
        self.until(lambda: len(self.evening.told(m.SEAT_TAKEN)) == len(STACKS))
        self.until(lambda: self.host.boot)

    def until(self, is_so: Callable[[], object]) -> None:
        for _ in range(20_000):
            if is_so():
                return
            self.evening.one_pass()
            self.host.look()
        raise AssertionError(self.evening.tail())

    def ask(self, seat: int = SEAT) -> None:
        self.host.ask((m.REQUEST_CHIPS, ASKED, FLOOR, seat, ADDED, "Rosa"))

    def is_answered(self) -> bool:
        return any(one[1] == ASKED for one in self.evening.told(m.COMMAND_DONE))

    def cut_before_it_is_durable(self, surviving_bytes: int) -> None:
        """Play until the request is written; of what is not durable so many bytes survive."""
        disk = self.evening.disk
        before = disk.before_write

        def fail(what: str) -> None:
            if what == "sync" and b" command_done " in self.evening.text():
                raise KeyboardInterrupt

        disk.before_write = fail
        with pytest.raises(KeyboardInterrupt):
            self.until(self.is_answered)
        disk.before_write = before
        self.evening.cut_power(surviving_bytes)
        counter = self.host.counter
        self.host = Host(self.evening)
        self.host.counter = counter
        self.until(lambda: self.host.boot)  # the log is read again, what is torn cut off


def written_at_once(seat: int) -> bytes:
    """What the table writes for the request, unhurt."""
    whole = CutOff()
    whole.until(lambda: whole.evening.disk.sync_count and not whole.host.end.read())
    before = len(whole.evening.text())
    whole.ask(seat)
    whole.until(whole.is_answered)
    return whole.evening.text()[before:]


def ends_of_lines(seat: int) -> list[int]:
    """Each end of a line in it, and a byte more and less."""
    record = written_at_once(seat)
    ends = [at + 1 for at, octet in enumerate(record) if octet == ord("\n")]
    return sorted({0, *(near for end in ends for near in (end - 1, end, end + 1))})


@pytest.mark.parametrize("surviving", ends_of_lines(SEAT))
def test_chips_asked_for_again_behind_a_power_cut_are_given_once(surviving: int) -> None:
    table = CutOff()
    table.ask()
    table.cut_before_it_is_durable(surviving)
    table.ask()
    table.until(table.is_answered)
    assert [one[1:3] for one in table.evening.told(m.CHIPS_ADDED)] == [(SEAT, ADDED)]
    (done,) = [one for one in table.evening.told(m.COMMAND_DONE) if one[1] == ASKED]
    assert done[4:] == (m.OUTCOME_DONE, None)
    assert not table.evening.told(m.LOG_DAMAGED, m.TAIL_LOST)


EMPTY_SEAT = 4


@pytest.mark.parametrize("surviving", ends_of_lines(EMPTY_SEAT))
def test_a_refusal_that_was_cut_off_is_told_as_the_refusal_it_was(surviving: int) -> None:
    table = CutOff()
    table.ask(EMPTY_SEAT)
    table.cut_before_it_is_durable(surviving)
    table.ask(EMPTY_SEAT)
    table.until(table.is_answered)
    (done,) = [one for one in table.evening.told(m.COMMAND_DONE) if one[1] == ASKED]
    assert done[4] == m.OUTCOME_REFUSED
    assert len(table.evening.told(m.INPUT_REFUSED)) == 1
