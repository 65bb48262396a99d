"""What this room asks of MicroPython's own modules, for type checkers only.

A board's first file hands its modules on, so that a test can hand on others whose other side is a
simulated table. Nothing of this file is ever loaded by a board. Rule of the file: only what is
used; the stubs of the rp2 port judge the calls in `main`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any, Protocol

    class MachinePin(Protocol):
        """One pin."""

        def value(self, level: int = ..., /) -> Any:
            """The level, or set it."""
            ...

    class MachineI2C(Protocol):
        """One controller."""

        def writeto(self, addr: int, buf: bytes | bytearray, stop: bool = ..., /) -> int | None:
            """Returns how many bytes were acknowledged."""
            ...

        def readfrom_into(self, addr: int, buf: bytearray, stop: bool = ..., /) -> None:
            """Fill the buffer."""

    class Machine(Protocol):
        """The module `machine`."""

        Pin: Any
        I2C: Any
        UART: Any
        WDT: Any

        @property
        def WDT_RESET(self) -> int:  # noqa: N802  its name is the board's
            """A cause of a reset."""
            ...

        def reset_cause(self) -> int:
            """Why the board started."""
            ...

        def reset(self) -> Any:
            """Start again."""

        def unique_id(self) -> bytes:
            """The chip's number."""
            ...

    class Time(Protocol):
        """The module `time`."""

        def ticks_ms(self) -> Any:
            """A counter that wraps."""

        def ticks_diff(self, end: Any, start: Any, /) -> int:
            """How far apart two of its values are."""
            ...

        def sleep_ms(self, ms: int, /) -> None:
            """Do nothing for so long."""

    class Flash(Protocol):
        """A block device with the extended interface: `rp2.Flash`."""

        def readblocks(self, block: int, buf: Any, offset: int, /) -> Any:
            """Fill the buffer."""

        def writeblocks(self, block: int, buf: Any, offset: int, /) -> Any:
            """Program whole pages, without erasing."""

        def ioctl(self, op: int, arg: int, /) -> Any:
            """4: how many blocks; 5: bytes of one; 6: erase one."""
