"""The table's key is made in its security chip, by a person who types out that it is for ever.

Without being asked to, nothing is changed: what the chip is and what would be done is told. With
it, three locks are set, each only after the person has typed the words that are asked for: first
the configuration, then, with the public key in view, the keys and the slot. A chip whose locks are
all set is refused, and so is one whose slot was set up for something else. Broken off in between,
the same command goes on from where it was. Rule of the file: no lock by default, none without the
chip's own number typed by hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.errors import BUSY, CORRUPT, REFUSED, HalError
from hal.rpi.key_chip import CONFIG_BYTES, Locks

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from hal.rpi.key_chip import KeyChip

    class Typist(Protocol):
        """Who stands at the table with a keyboard."""

        def tell(self, text: str, **words: object) -> None:
            """Say a text."""

        def types(self, text: str, wanted: str, **words: object) -> bool:
            """Ask for words to be typed; whether exactly those were."""
            ...

        def pause(self, ms: int) -> None:
            """Let so many milliseconds pass."""


BUSY_MS_MAX = 2000
_STEP_MS = 2
_NOTHING_THERE = "status 0x5"  # the chip's ECC fault: what lies in the slot is no key
_TRIED = bytes(range(32))  # a digest that stands for nothing, signed once to see that it can


class KeyMaking:
    """One chip and one person."""

    def __init__(self, chip: KeyChip, person: Typist) -> None:
        self._chip = chip
        self._person = person

    def run(self, *, is_asked: bool) -> bool:
        """Whether the key is there and locked now. is_asked: else nothing is changed."""
        locks = self._locks()
        self._person.tell("key_chip", serial=locks.serial)
        if not locks.fits:
            self._person.tell("key_other_use")
            return False
        public = self._public()
        if public is not None:
            self._person.tell("key_public", key=public.hex())
        if locks.is_configured and locks.is_sealed and not locks.is_slot_open:
            self._person.tell("key_never" if public is None else "key_locked")
            return False
        if not is_asked:
            self._person.tell("key_would", serial=locks.serial)
            return False
        return self._configured(locks) and self._sealed(public or self._made())

    def _configured(self, locks: Locks) -> bool:
        if locks.is_configured:
            return True
        if not self._person.types("key_type_lock", "LOCK " + locks.serial, serial=locks.serial):
            self._person.tell("key_left_open")
            return False
        self._until_done(lambda: self._chip.lock_config(locks.config))
        return True

    def _made(self) -> bytes:
        made = self._until_done(self._chip.make_key)
        self._person.tell("key_public", key=made.hex())
        return made

    def _sealed(self, public: bytes) -> bool:
        start = public[:8].hex()
        if not self._person.types("key_type_keep", "KEEP " + start, start=start):
            self._person.tell("key_not_kept")
            return False
        if not self._locks().is_sealed:
            self._until_done(self._chip.lock_keys)
        if self._locks().is_slot_open:
            self._until_done(self._chip.lock_slot)
        after = self._locks()
        if not after.is_sealed or after.is_slot_open or self._public() != public:
            raise HalError(CORRUPT, "second_noise", "not locked as it was told to be")
        self._until_done(lambda: self._chip.sign(_TRIED))
        self._person.tell("key_kept", start=start)
        return True

    def _locks(self) -> Locks:
        blocks = [
            self._until_done(lambda at=at: self._chip.block(at))
            for at in range(CONFIG_BYTES // 32)
        ]
        return Locks(b"".join(blocks))

    def _public(self) -> bytes | None:
        try:
            return self._until_done(self._chip.public_key)
        except HalError as trouble:
            if trouble.kind != REFUSED and trouble.detail != _NOTHING_THERE:
                raise
            return None

    def _until_done(self, ask: Callable[[], bytes]) -> bytes:
        for _ in range(BUSY_MS_MAX // _STEP_MS):
            try:
                return ask()
            except HalError as trouble:
                if trouble.kind != BUSY:
                    raise
                self._person.pause(_STEP_MS)
        raise HalError(BUSY, "second_noise", f"for {BUSY_MS_MAX} ms")
