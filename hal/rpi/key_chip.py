"""The security chip as a technician meets it once: locks are read, a key is made and locked.

A chip comes open. Its configuration must be locked before it makes a key at all, its keys before
it signs, and the key's own slot before nobody can put another in its place; none of the three can
ever be undone. Here are the questions for each, one at a time, over the driver that the table
uses. Whether any of it is done is decided by a person (`hal.rpi.make_key`). Rule of the file: a
lock is set only on a configuration that was read back and is the one wanted.

Bytes from the vendor's public library (calib_read, calib_lock, calib_genkey), the places in the
configuration from data sheet summary DS40001977 and the library's tables.
"""

from __future__ import annotations

from hal.drivers.atecc608 import (
    ANSWER_MS_MAX,
    KEY_BYTES,
    KEY_SLOT,
    SIGN_MS_MAX,
    Atecc608,
    crc16,
)
from hal.errors import REFUSED, HalError

CONFIG_BYTES = 128
_BLOCK_BYTES = 32
_LOCKED = 0x00
_DATA_LOCK, _CONFIG_LOCK = 86, 87  # bytes of the configuration
_SLOTS_OPEN = 88  # a bit a slot, lowest first: 1 while a key may be made there
_DONE = b"\x00"

# Slot 0 as a chip comes from its maker: bytes 20, 21 and 96, 97. The bits that matter: the slot is
# secret, signs what it is given, and GenKey may make a key in it; no use is counted. Its key is
# private, of P-256, public part to be told, its slot may be locked, and no other key is asked for.
_SLOT_AT, _KEY_AT = 20 + 2 * KEY_SLOT, 96 + 2 * KEY_SLOT
_SLOT_MASK, _SLOT_WANTED = 0x20E1, 0x2081
_KEY_MASK, _KEY_WANTED = 0x10FF, 0x0033


class Locks:
    """What the configuration says: serial number, what is locked, and whether slot 0 fits."""

    def __init__(self, config: bytes) -> None:
        self.config = config
        self.serial = (config[0:4] + config[8:13]).hex()
        self.is_configured = config[_CONFIG_LOCK] == _LOCKED
        self.is_sealed = config[_DATA_LOCK] == _LOCKED
        self.is_slot_open = bool(config[_SLOTS_OPEN + KEY_SLOT // 8] >> KEY_SLOT % 8 & 1)
        slot = int.from_bytes(config[_SLOT_AT : _SLOT_AT + 2], "little")
        key = int.from_bytes(config[_KEY_AT : _KEY_AT + 2], "little")
        self.fits = slot & _SLOT_MASK == _SLOT_WANTED and key & _KEY_MASK == _KEY_WANTED


class KeyChip(Atecc608):
    """The chip, open or locked. Each call is asked again while it is `busy`, as the driver's."""

    def __init__(self, *words: object, **named: object) -> None:
        super().__init__(*words, **named)  # pyright: ignore[reportArgumentType]
        self._is_locked = True  # an open chip is met here on purpose: its locks are not asked for

    def block(self, number: int) -> bytes:
        """32 of the 128 bytes of its configuration, number 0 to 3."""
        question = bytes((0x02, 0x80, number * _BLOCK_BYTES // 4, 0x00))
        return self._work(((question, _BLOCK_BYTES, ANSWER_MS_MAX),))

    def lock_config(self, config: bytes) -> bytes:
        """Lock the configuration, for ever; `refused` where it is not `config`."""
        summary = crc16(config)
        return self._lock(bytes((0x17, 0x00)) + summary)

    def make_key(self) -> bytes:
        """Make a private key in slot 0, which the chip never tells; the 64 bytes X, Y of it."""
        return self._work(((bytes((0x40, 0x04, KEY_SLOT, 0x00)), KEY_BYTES, SIGN_MS_MAX),))

    def lock_keys(self) -> bytes:
        """Lock all keys against being written, for ever. Their check sum nobody can know."""
        return self._lock(bytes((0x17, 0x81, 0x00, 0x00)))

    def lock_slot(self) -> bytes:
        """Lock slot 0: no other key is ever made in it."""
        return self._lock(bytes((0x17, 0x02 | KEY_SLOT << 2, 0x00, 0x00)))

    def _lock(self, question: bytes) -> bytes:
        status = self._work(((question, 1, ANSWER_MS_MAX),))
        if status != _DONE:
            raise HalError(REFUSED, self._name, "status " + hex(status[0]))
        return status
