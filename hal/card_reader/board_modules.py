"""What this room asks of the camera's own modules, for type checkers only.

The camera's first file hands its modules on, so that a test can hand on others. Nothing of this
file is ever loaded by a camera. Rule of the file: only what is used, as the camera's own pages say
(docs.openmv.io: csi, machine; OpenMV firmware with the triggered mode of the PAG7936, 2026).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any, Protocol

    class Image(Protocol):
        """One frame."""

        def width(self) -> int:
            """Points across."""
            ...

        def height(self) -> int:
            """Points down."""
            ...

        def bytearray(self) -> bytearray:
            """Its points in place: RGB565, low byte first."""
            ...

    class Sensor(Protocol):
        """A `csi.CSI`."""

        def reset(self) -> None:
            """Start it."""

        def ioctl(self, request: int, value: bool) -> Any:
            """What only this sensor can."""

        def pixformat(self, pixformat: int) -> Any:
            """What a point is."""

        def framesize(self, framesize: int) -> Any:
            """How many there are."""

        def framebuffers(self, count: int) -> Any:
            """How many frames wait."""

        def auto_exposure(self, enable: bool, exposure_us: int = ...) -> Any:
            """Who chooses the time."""

        def auto_gain(self, enable: bool, gain_db: int = ...) -> Any:
            """Who chooses the gain."""

        def auto_whitebal(self, enable: bool, rgb_gain_db: tuple[int, int, int] = ...) -> Any:
            """Who chooses what is white."""

        def hmirror(self, enable: bool) -> Any:
            """Left for right."""

        def vflip(self, enable: bool) -> Any:
            """Upside down."""

        def exposure_us(self) -> int:
            """The time it took."""
            ...

        def snapshot(self) -> Image | None:
            """Take a frame now."""
            ...

    class Csi(Protocol):
        """The module `csi`."""

        CSI: Any
        IOCTL_SET_TRIGGERED_MODE: int
        RGB565: int
        QVGA: int

    class Pin(Protocol):
        """One pin."""

        def value(self, level: int) -> Any:
            """Set it."""

    class Machine(Protocol):
        """The module `machine`."""

        Pin: Any
        UART: Any
        WDT: Any
        LED: Any

        def reset(self) -> Any:
            """Start again."""

    class Time(Protocol):
        """The module `time`."""

        def ticks_ms(self) -> int:
            """A counter that wraps."""
            ...

        def ticks_diff(self, end: int, start: int) -> int:
            """How far apart two of its values are."""
            ...

        def sleep_ms(self, ms: int) -> None:
            """Do nothing for so long."""

    class Files(Protocol):
        """The module `os`."""

        def rename(self, old: str, new: str) -> Any:
            """Give a file another name."""

        def remove(self, path: str) -> Any:
            """Take a file away."""
