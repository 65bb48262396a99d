"""What holds for every test: skips can be forbidden, and who is asked for the branches taken.

A test that cannot run here skips and says why. With MAZZIERE_NO_SKIPS=1, as in continuous
integration, a skip is a failure instead: there everything the tests want has been installed.
Branches of a pure room are to be taken by the tests that look at this room alone; whole evenings,
host tools and chips are played without coverage's line trace, which would make them take twice as
long.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.untraced import untraced

if TYPE_CHECKING:
    from collections.abc import Generator

# A shell without job control starts what runs in its background with SIGINT ignored, and programs
# hand that on. The tests that press Ctrl-C on a child would then wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

NO_SKIPS = os.environ.get("MAZZIERE_NO_SKIPS") == "1"

TESTS = Path(__file__).parent
TRACED = (
    "unit/app", "unit/core", "unit/evaluator", "unit/fairness", "unit/journal", "unit/lines",
    "unit/link", "unit/randomness", "unit/schema", "properties", "model",
)  # fmt: skip
"""Where branches count, below this folder: 98.5 % are taken by these tests alone."""

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


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool, bool]:
    """Trace the lines of a test, and of what it sets up, where its branches count."""
    if any(item.path.is_relative_to(TESTS / folder) for folder in TRACED):
        return (yield)
    with untraced():
        return (yield)


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
