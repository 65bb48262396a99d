"""The table behind a real kernel's I2C and GPIO, booted here without hardware.

The short part of `make kernel`: the board's small contracts, a hung bus, a check and a whole hand.
"""

from __future__ import annotations

import pytest

from tests.kernel.debian import NoKernel, missing_tools
from tests.kernel.guest import SHORT, run

SECONDS_MAX = 2400  # 90 on an idle computer, 600 beside ten other programs


@pytest.mark.timeout(SECONDS_MAX + 900)  # fetching the kernel, the first time
def test_a_hand_is_dealt_through_a_real_kernels_buses_and_pins():
    missing = missing_tools()
    if missing:
        pytest.skip("apt-get install " + " ".join(missing))
    try:
        report, console = run(SHORT, SECONDS_MAX)
    except NoKernel as wrong:
        pytest.skip(str(wrong))
    assert report is not None, console
    assert (report.failed, report.skipped) == ([], []), console
    assert report.passed >= 20
