"""What holds for every test: skips are told with their reason, and can be forbidden.

A test that cannot run here skips and says why. With MAZZIERE_NO_SKIPS=1, as in continuous
integration, a skip is a failure instead: there everything the tests want has been installed.
"""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, Phase, settings

if TYPE_CHECKING:
    from collections.abc import Generator

# A shell without job control starts what runs in its background with SIGINT ignored, and programs
# hand that on. The tests that press Ctrl-C on a child would then wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

NO_SKIPS = os.environ.get("MAZZIERE_NO_SKIPS") == "1"

# The same examples on every run of one commit; time limits belong to pytest-timeout, because a
# busy machine is not a bug of the code.
settings.register_profile(
    "house", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")
# For `make mutants`: that an example fails is enough, the smallest that does is not looked for.
settings.register_profile(
    "mutants", settings.get_profile("house"), phases=(Phase.explicit, Phase.generate)
)


def _forbid(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure that names its reason."""
    is_expected_failure = hasattr(report, "wasxfail")
    if NO_SKIPS and report.skipped and not is_expected_failure:
        told = report.longrepr
        reason = told[2] if isinstance(told, tuple) else str(told)
        report.outcome = "failed"
        report.longrepr = f"skips are forbidden here: {report.nodeid}: {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Forbid skips of single tests."""
    report = yield
    _forbid(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Forbid skips of whole modules."""
    report = yield
    _forbid(report)
    return report
