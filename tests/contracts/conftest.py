"""What the contract tests of card machines share: every board in turn."""

from __future__ import annotations

import pytest

from tests.contracts.boards import BOARDS
from tests.contracts.machine_rig import Rig


@pytest.fixture(params=BOARDS)
def rig(request: pytest.FixtureRequest) -> Rig:
    """A card machine of each board."""
    return Rig(BOARDS[request.param]())
