"""What this room asks of MicroPython's own modules, for type checkers only.

`main` hands its modules on, so that a test can hand on others. Nothing of this file is loaded by a
board. Rule of the file: only what is used; the stubs of the rp2 port judge the calls in `main`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any, Protocol

    class Machine(Protocol):
        """The module `machine`."""

        Pin: Any
        I2C: Any
        UART: Any
        WDT: Any
        PWM: Any
        ADC: Any
        Timer: Any
        I2CTarget: Any

        def disable_irq(self) -> Any:
            """No interrupt from now on; what `enable_irq` wants."""
            ...

        def enable_irq(self, state: Any, /) -> Any:
            """As before."""

        def reset(self) -> Any:
            """Start again."""

    class Rp2(Protocol):
        """The module `rp2`."""

        PIO: Any
        StateMachine: Any
        DMA: Any
        asm_pio: Any

    class Time(Protocol):
        """The module `time`."""

        def ticks_ms(self) -> Any:
            """A counter that wraps."""

        def ticks_us(self) -> Any:
            """The same in microseconds."""

        def ticks_diff(self, end: Any, start: Any, /) -> int:
            """How far apart two of its values are."""
            ...

        def sleep_us(self, us: int, /) -> None:
            """Do nothing for so long."""

        def sleep_ms(self, ms: int, /) -> None:
            """Do nothing for so long."""
