"""What the exit status of a command means, the same for every command of the house.

Scripts read these; a status once given a meaning keeps it.
"""

from __future__ import annotations

OK = 0
BUG = 1
USAGE = 2
NOT_FOUND = 3
BUSY = 4
LINK_LOST = 5
PARTIAL = 6
"""Some of what was asked was done; what was not is named on stderr."""
VERIFICATION_FAILED = 7
REFUSED = 8
"""Refused by a rule or by the state; nothing was done."""
NOT_AUTHORISED = 9
SELF_TEST_FAILED = 10

WORDS = {
    BUG: "bug",
    USAGE: "usage",
    NOT_FOUND: "not_found",
    BUSY: "busy",
    LINK_LOST: "link_lost",
    PARTIAL: "partial",
    VERIFICATION_FAILED: "verification_failed",
    REFUSED: "refused",
    NOT_AUTHORISED: "not_authorised",
    SELF_TEST_FAILED: "self_test_failed",
}
"""The code of an ending that has no closer one."""
