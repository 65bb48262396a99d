"""The serial line to a host: the Pico's UART, or its USB port.

Bytes are read and written as they come and go, without waiting. The UART's driver would wait for a
full buffer to drain, so this file reckons how much room there is: what was given to it less what
has left since, at the line's own speed. While flash is programmed the chip hears nothing; what the
UART's 32 bytes of hardware buffer cannot hold is lost, fails its checksum and is asked for again.
USB loses nothing. Rule of the file: bytes the line did not take were not written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from hal.mcu.board_modules import Machine
    from hal.ports import Clock

READ_BYTES_MAX = 512  # a pass; the port allows 4096, memory is short here
BUFFER_BYTES = 1024  # of the driver, each way; 89 ms at 115200 baud
_BITS_A_BYTE = 10  # 8N1
_USB_BYTES = 64  # one packet of a full-speed bulk endpoint, USB 2.0, 5.8.3
_POLL_IN = 1  # select.POLLIN, .POLLOUT
_POLL_OUT = 4


class UartLink:
    """The contract `hal.ports.HostLink` on UART 0. tx, rx: pins."""

    def __init__(self, machine: Machine, tx: int, rx: int, baud: int, clock: Clock) -> None:
        self._uart = machine.UART(
            (tx + 4) >> 3 & 1,
            baudrate=baud,
            tx=machine.Pin(tx),
            rx=machine.Pin(rx),
            txbuf=BUFFER_BYTES,
            rxbuf=BUFFER_BYTES,
            timeout=0,
        )
        self._clock = clock
        self._bytes_a_second = baud // _BITS_A_BYTE
        self._waiting = 0  # bytes in the driver's buffer, at most
        self._looked_ms = clock.now_ms()

    def has_news(self) -> bool:
        """Whether a host's bytes wait to be read."""
        return self._uart.any() > 0

    def read(self) -> bytes:
        """What has arrived, at most 512 bytes."""
        count = min(self._uart.any(), READ_BYTES_MAX)
        return (self._uart.read(count) or b"") if count else b""

    def write(self, content: bytes) -> int:
        """How many bytes the line took."""
        now_ms = self._clock.now_ms()
        gone = (now_ms - self._looked_ms) * self._bytes_a_second // 1000
        if gone >= self._waiting:
            self._waiting = 0
            self._looked_ms = now_ms
        elif gone:
            self._waiting -= gone
            self._looked_ms = now_ms
        room = BUFFER_BYTES - self._waiting
        if not room:
            return 0
        taken = self._uart.write(content[:room]) or 0
        self._waiting += taken
        return taken


class UsbLink:
    """The contract `hal.ports.HostLink` on the USB port, which MicroPython gives as its console.

    reads, writes: the console as two streams of bytes. poll: a `select.poll` that knows both.
    """

    def __init__(self, reads: Any, writes: Any, poll: Any) -> None:
        self._reads = reads
        self._writes = writes
        self._poll = poll
        poll.register(reads, _POLL_IN)
        poll.register(writes, _POLL_OUT)

    def has_news(self) -> bool:
        """Whether a host's bytes wait to be read."""
        return self._is_ready(_POLL_IN)

    def read(self) -> bytes:
        """What has arrived, at most 512 bytes; the console is asked for one at a time."""
        arrived = bytearray()
        while len(arrived) < READ_BYTES_MAX and self._is_ready(_POLL_IN):
            one = self._reads.read(1)
            if not one:
                break
            arrived += one
        return bytes(arrived)

    def write(self, content: bytes) -> int:
        """How many bytes the line took: one packet, where the last one is on its way."""
        if not self._is_ready(_POLL_OUT):
            return 0
        return self._writes.write(content[:_USB_BYTES]) or 0

    def _is_ready(self, what: int) -> bool:
        for ready in self._poll.poll(0):
            if ready[1] & what:
                return True
        return False
