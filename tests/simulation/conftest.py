"""Simulations run without coverage's line trace: they try whole evenings, not a room's branches.

So the gate has to be met by the tests that look at one room, and an evening is played as fast as
it can be. What tests share (fixtures of a module) is made without the trace too.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.untraced import untraced

if TYPE_CHECKING:
    from collections.abc import Generator


HERE = Path(__file__).parent


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool, bool]:
    """No trace while one of these tests is set up and runs.

    pytest asks this hook for every test of a run that has one from this folder (it calls it
    through the configuration, not through the item), so it looks where the test stands.
    """
    if not item.path.is_relative_to(HERE):
        return (yield)
    with untraced():
        return (yield)
