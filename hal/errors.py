"""How the hardware says no.

One exception for everything that a chip, a bus, a motor, a file or a cable can do wrong, with the
device, the kind of trouble and a detail a technician can use. Whether to try again, to hold the
hand or to stop is not decided here: the retry policy above the bus and the fault table decide.
The rule of the file: a driver that did not get what it asked for raises; it never hands out a
filled-in answer.
"""

from __future__ import annotations

NACK = "nack"  # the address or a byte was not acknowledged
TIMEOUT = "timeout"  # no answer in the time the data sheet allows
STUCK = "stuck"  # a line is held low
BUSY = "busy"  # the device is not ready yet; ask again later
ABSENT = "absent"  # nothing there
CORRUPT = "corrupt"  # an answer that fails its own check (header, CRC, count)
REFUSED = "refused"  # the device understood and will not (locked, out of range)
UNHEALTHY = "unhealthy"  # the device reports its own failure
JAM = "jam"  # a motor could not move a card
OVERFLOW = "overflow"  # events were lost
FULL = "full"  # no room left in the store
IO = "io"  # anything else the system reports
LOST = "lost"  # the cable is gone

KINDS = (
    NACK,
    TIMEOUT,
    STUCK,
    BUSY,
    ABSENT,
    CORRUPT,
    REFUSED,
    UNHEALTHY,
    JAM,
    OVERFLOW,
    FULL,
    IO,
    LOST,
)


class HalError(Exception):
    """A device did not do what was asked.

    `kind` is one of KINDS, `device` a name of the board, `detail` free text without secrets.
    """

    def __init__(self, kind: str, device: str, detail: str = "") -> None:
        super().__init__(kind + " " + device + (": " + detail if detail else ""))
        self.kind = kind
        self.device = device
        self.detail = detail


class PowerCut(BaseException):
    """The simulator pulled the plug here; nothing may catch it but the simulator that threw it."""
