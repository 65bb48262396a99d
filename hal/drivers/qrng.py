"""The optical noise source: sixteen raw bytes and what the chip says of them.

Every packet comes with a header and a status. Good, not ready (or the packet of before, which must
never be used twice), or the chip's own alarm: each becomes bytes or one named error. Whether the
bytes are any good is tested elsewhere; nothing is done to them here. Five wrong headers in a row,
no new packet for 0.2 s, or an alarm at start switch the chip off and on again without anybody
waiting: meanwhile it is busy. Registers from the vendor's public description (I2C, model IDQ250C2
and relatives; its data sheet is given on request only). Rule of the file: one packet asked for,
one packet or an error, never a repeated byte.

Worst case at 100 kHz: 1.93 ms a packet (21 bytes), 0.4 ms more at the first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.errors import BUSY, CORRUPT, TIMEOUT, UNHEALTHY, HalError

if TYPE_CHECKING:
    from hal.ports import Clock, DigitalOut, I2CBus

PACKET_BYTES = 16
WAKE_MS = 3  # after the power pin rises
OFF_MS = 3
HEADER = 0xA2
STATUS_GOOD = 0x00
STATUS_STALE = 0x08  # not ready, or a packet that was given before
WRONG_HEADERS_MAX = 5
STALE_MS_MAX = 200  # four hundred times what a packet takes to fill at 250 kbit/s

_STATUS = bytes((0x10,))  # must read 0 once the chip is awake
_PACKET = bytes((0x12,))

_OFF = 0
_WAKING = 1
_AWAKE = 2


class Qrng:
    """The contract `hal.ports.Noise`. `power` is the chip's power pin, True for on.

    provenance: `device`, or what the simulator says of itself. alarms: every status bit the chip
    has raised since the start, for the log.
    """

    def __init__(
        self,
        bus: I2CBus,
        address: int,
        power: DigitalOut,
        clock: Clock,
        *,
        serial: str,
        provenance: str = "device",
        model: str = "IDQ250C2",
        name: str = "noise",
    ) -> None:
        self.provenance = provenance
        self.model = model
        self.serial = serial
        self.starts = 0
        self.alarms = 0
        self._bus = bus
        self._address = address
        self._power = power
        self._clock = clock
        self._name = name
        self._state = _OFF
        self._due_ms = 0  # of the next step of waking up
        self._wrong_headers = 0
        self._fresh_ms = 0  # when it last had something new to say
        self._answer = bytearray(2 + PACKET_BYTES)

    def __repr__(self) -> str:
        return "<noise driver>"  # never a packet

    def read(self) -> bytes:
        """16 raw bytes; `busy`, `timeout`, `corrupt` (header), `unhealthy` (its own alarm)."""
        if self._state != _AWAKE:
            self._wake()
        answer = self._answer
        self._bus.write_read_into(self._address, _PACKET, answer)
        if answer[0] != HEADER:
            self._wrong_headers += 1
            if self._wrong_headers >= WRONG_HEADERS_MAX:
                self.switch_off()
            raise HalError(CORRUPT, self._name, "header")
        self._wrong_headers = 0
        status = answer[1]
        if status == STATUS_STALE:
            if self._clock.now_ms() - self._fresh_ms < STALE_MS_MAX:
                raise HalError(BUSY, self._name, "no new packet")
            self.switch_off()
            raise HalError(TIMEOUT, self._name, "no new packet")
        self._fresh_ms = self._clock.now_ms()
        if status != STATUS_GOOD:
            raise self._alarm(status)
        packet = bytes(answer[2:])
        for at in range(2, len(answer)):
            answer[at] = 0
        return packet

    def _wake(self) -> None:
        """Take one step towards an awake chip, or raise `busy`."""
        now_ms = self._clock.now_ms()
        if now_ms < self._due_ms:
            raise HalError(BUSY, self._name, "waking up")
        if self._state == _OFF:
            self._power.put(True)
            self._state = _WAKING
            self._due_ms = now_ms + WAKE_MS + 1  # a whole 3 ms, wherever in its millisecond it is
            raise HalError(BUSY, self._name, "waking up")
        status = bytearray(1)
        self._bus.write_read_into(self._address, _STATUS, status)
        if status[0] != STATUS_GOOD:
            self.switch_off()
            raise self._alarm(status[0])
        self._state = _AWAKE
        self._fresh_ms = self._clock.now_ms()
        self.starts += 1

    def switch_off(self) -> None:
        """Take its power; the next `read` wakes it."""
        self._power.put(False)
        self._state = _OFF
        self._wrong_headers = 0
        self._due_ms = self._clock.now_ms() + OFF_MS + 1

    def _alarm(self, status: int) -> HalError:
        self.alarms |= status
        return HalError(UNHEALTHY, self._name, "status " + hex(status))
