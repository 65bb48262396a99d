"""`make kernel`: Debian's kernel in a guest, and the table behind its buses and pins.

Runs every contract of a board, a check and a whole hand there, and prints what was measured. Rule
of the file: it ends with 0 only where everything was run and passed.
"""

from __future__ import annotations

import sys

from tests.kernel.debian import NoKernel, missing_tools
from tests.kernel.guest import SHORT, WHOLE, run

SECONDS_MAX = 1800


def main() -> int:
    """Run it; 2 where something is missing on this computer."""
    missing = missing_tools()
    if missing:
        print("Missing: apt-get install " + " ".join(missing), file=sys.stderr)
        return 2
    try:
        report, console = run(SHORT if "--short" in sys.argv else WHOLE, SECONDS_MAX)
    except NoKernel as wrong:
        print(wrong, file=sys.stderr)
        return 2
    if report is None or report.failed or report.skipped or not report.passed:
        print(console, file=sys.stderr)
        return 1
    print(console.splitlines()[-1])
    print(f"{report.passed} tests passed behind a real kernel")
    for name, value in report.figures:
        print(f"{name}: {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
