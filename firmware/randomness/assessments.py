"""How much chance a raw byte of each source is taken to hold, and why.

A scale that is known to read high is read with a deduction. So is a noise source: its maker claims
full entropy, the table counts on less, and asks for so many more bytes. The number decides every
cut-off of the health tests and how many bytes a seed takes; nothing else does. Rule of the file: a
source without a row is refused; a row changes with a measurement, which its reason names.
"""

from __future__ import annotations

from firmware.compat import InvariantError

# Model, H in thousandths of a bit a raw byte, why. Not lower than is true: at one bit a byte the
# proportion test no longer sees a chip that repeats four bytes.
ASSESSMENTS = (
    (
        "IDQ250C2",
        7000,
        "claimed near 8 (NIST entropy certificate E63; at least 0.98 bit a bit, arXiv 2011.14129);"
        " a bit is kept back until fitted parts were measured with the SP 800-90B tool",
    ),
    ("simulated", 7000, "as the part it stands for, so that both are judged alike"),
)


def h_millibits_of(model: str) -> int:
    """The assessment of a source's raw byte, in thousandths of a bit."""
    for name, h_millibits, _why in ASSESSMENTS:
        if name == model:
            return h_millibits
    raise InvariantError("entropy_assessment_unknown")
