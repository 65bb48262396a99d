"""A technician makes the table's key: nothing without being asked, nothing twice, never half."""

from __future__ import annotations

import pytest

from hal.errors import REFUSED, HalError
from hal.rpi import main as service
from hal.rpi.dialogue import LANGUAGES, texts_in
from hal.rpi.key_chip import KeyChip, Locks
from hal.rpi.make_key import KeyMaking
from hal.sim.chip_atecc608 import SimAtecc608
from hal.sim.noise import SimSecondNoise
from hal.sim.p256 import is_signed
from tests.wires import Bench

SERIAL = "012353494d000001ee"


class Bare:
    """A chip as it comes, on a bench; typed: what the person answers, in order."""

    def __init__(self, *typed):
        self.bench = Bench(100_000)
        self.chip = SimAtecc608(self.bench.clock, SimSecondNoise(b"seed"), 100_000)
        self.chip.is_locked = False
        self.bench.put(0x60, self.chip)
        self.bench.put(0x00, self.chip.pulse)
        self.driver = KeyChip(self.bench.bus, 0x60, self.bench.clock)
        self.typed = list(typed)
        self.told = []

    def tell(self, text, **words):
        self.told.append((text, words))

    def types(self, text, wanted, **words):
        self.told.append((text, words))
        answer = self.typed.pop(0) if self.typed else ""
        return (wanted if answer is True else answer) == wanted

    def pause(self, ms):
        self.bench.wait(ms)

    def run(self, is_asked=True):
        self.told.clear()
        return KeyMaking(self.driver, self).run(is_asked=is_asked)

    def names(self):
        return [name for name, _ in self.told]

    def locks(self):
        return KeyMaking(self.driver, self)._locks()

    def sent_locks(self):
        """How many packets with the command Lock were sent."""
        return sum(out[4:6] == "17" for out in self.bench.bus.written())


def test_unasked_it_shows_the_chip_and_changes_nothing():
    bare = Bare(True, True)
    assert not bare.run(is_asked=False)
    assert bare.told == [("key_chip", {"serial": SERIAL}), ("key_would", {"serial": SERIAL})]
    assert bare.sent_locks() == 0
    assert not bare.locks().is_configured


@pytest.mark.parametrize("typed", ["", "yes", "y", "lock " + SERIAL, "LOCK", "LOCK 0123"])
def test_nothing_is_locked_before_its_number_was_typed(typed):
    bare = Bare(typed)
    assert not bare.run()
    assert bare.names()[-1] == "key_left_open"
    assert bare.sent_locks() == 0
    assert not bare.locks().is_configured


def test_a_key_is_made_shown_and_locked_for_ever():
    bare = Bare("LOCK " + SERIAL, True)
    assert bare.run()
    assert bare.names() == ["key_chip", "key_type_lock", "key_public", "key_type_keep", "key_kept"]
    public = bytes.fromhex(dict(bare.told)["key_public"]["key"])
    locks = bare.locks()
    assert (locks.is_configured, locks.is_sealed, locks.is_slot_open) == (True, True, False)
    digest = bytes(32)
    making = KeyMaking(bare.driver, bare)
    signed = making._until_done(lambda: bare.driver.sign(digest))
    assert is_signed(public, digest, signed)
    with pytest.raises(HalError) as refused:
        making._until_done(bare.driver.make_key)  # no other key, whoever asks
    assert refused.value.kind == REFUSED


def test_a_locked_chip_is_refused_and_keeps_its_key():
    bare = Bare(True, True, True, True)
    assert bare.run()
    public = dict(bare.told)["key_public"]
    sent = bare.sent_locks()
    assert not bare.run()
    assert bare.names() == ["key_chip", "key_public", "key_locked"]
    assert dict(bare.told)["key_public"] == public
    assert bare.sent_locks() == sent


def test_who_does_not_keep_the_key_goes_on_from_there_later():
    bare = Bare(True, "no")
    assert not bare.run()
    assert bare.names()[-1] == "key_not_kept"
    public = dict(bare.told)["key_public"]
    assert not bare.locks().is_sealed
    bare.typed = [True]
    assert bare.run()
    assert bare.names() == ["key_chip", "key_public", "key_type_keep", "key_kept"]
    assert dict(bare.told)["key_public"] == public


def test_broken_off_between_two_locks_it_goes_on_from_there():
    bare = Bare(True, True)
    lock_slot, bare.driver.lock_slot = bare.driver.lock_slot, _pulled
    with pytest.raises(KeyboardInterrupt):
        bare.run()
    assert (bare.locks().is_sealed, bare.locks().is_slot_open) == (True, True)
    bare.driver.lock_slot = lock_slot
    bare.typed = [True]
    assert bare.run()
    assert not bare.locks().is_slot_open


def _pulled():
    raise KeyboardInterrupt


def test_a_locked_chip_without_a_key_can_never_sign_and_is_refused():
    bare = Bare(True)
    bare.chip.is_locked = True
    bare.chip._config[88:90] = b"\0\0"
    assert not bare.run()
    assert bare.names() == ["key_chip", "key_never"]


@pytest.mark.parametrize(("at", "octet"), [(20, 0x82), (20, 0xA3), (21, 0x00), (96, 0x1C)])
def test_a_slot_set_up_for_something_else_is_left_alone(at, octet):
    bare = Bare(True, True)
    bare.chip._config[at] = octet
    assert not bare.run()
    assert bare.names() == ["key_chip", "key_other_use"]
    assert bare.sent_locks() == 0


def test_a_configuration_that_changed_since_it_was_read_is_not_locked():
    bare = Bare(True)
    making = KeyMaking(bare.driver, bare)
    read = making._locks().config
    bare.chip._config[20] = 0x82
    with pytest.raises(HalError) as refused:
        making._until_done(lambda: bare.driver.lock_config(read))
    assert refused.value.kind == REFUSED
    assert not bare.locks().is_configured


def test_the_serial_number_is_nine_bytes_of_the_configuration():
    assert Locks(bytes(range(128))).serial == "0001020308090a0b0c"


def test_the_texts_stand_in_both_languages_and_ask_for_the_same_words():
    one, other = (texts_in(language) for language in LANGUAGES)
    assert list(one) == list(other)
    for name in ("key_type_lock", "key_type_keep"):
        assert one[name].split(": ")[-1] == other[name].split(": ")[-1]


def test_the_command_tells_what_it_wants(capsys):
    with pytest.raises(SystemExit):
        service.make_key(["--help"])
    assert "--lock" in capsys.readouterr().out
