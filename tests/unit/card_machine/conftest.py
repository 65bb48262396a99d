"""A Pico 2 without a Pico, for the tests of this room."""

from __future__ import annotations

import pytest

from hal.card_machine.pico.workings import PicoWorkings
from tests import machine_stand_ins as pico


@pytest.fixture
def bench():
    """Whatever the pins are joined to, as after a start."""
    pico.HERE.__init__()
    pico.MACHINES.clear()
    return pico.HERE


@pytest.fixture
def workings(bench):
    """The contract in those pins."""
    return PicoWorkings(pico, pico, pico)
