"""What the system says is told in the person's language where the catalogue has it."""

from __future__ import annotations

import errno
import os

import pytest
from serial import SerialException

from host_tools.texts import LANGUAGES, Texts, catalogue
from host_tools.texts.system_words import SystemWords, system_words


def said(language: str, error: Exception) -> str:
    return Texts(language)("ending.unwritable", path="x", why=system_words(error))


def test_a_full_disk_is_full_in_both_languages() -> None:
    error = OSError(errno.ENOSPC, "whatever a library made of it")
    assert said("it", error) == "x non si può scrivere (disco pieno)."
    assert said("en", error) == "x cannot be written (No space left on device)."


def test_what_the_catalogue_does_not_know_keeps_the_systems_words() -> None:
    error = OSError(errno.ENOMEDIUM, os.strerror(errno.ENOMEDIUM))
    assert said("it", error) == f"x non si può scrivere ({os.strerror(errno.ENOMEDIUM)})."


def test_a_librarys_wrapping_is_taken_off() -> None:
    wrapped = SerialException(errno.ENOENT, "could not open port /dev/x: [Errno 2] No such file")
    assert system_words(wrapped) == os.strerror(errno.ENOENT)
    assert system_words(SerialException("[Errno 99] odd: more of it")) == "[Errno 99] odd"
    assert system_words(ValueError()) == "ValueError"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_of_the_catalogue_is_one_of_the_system(language: str) -> None:
    for key in catalogue(language):
        table, _, name = key.partition(".")
        assert table != "system" or SystemWords("", getattr(errno, name)).name in {
            name,
            errno.errorcode[getattr(errno, name)],
        }


def test_words_that_move_a_cursor_are_made_readable() -> None:
    assert "\x1b" not in Texts("it")("ending.unwritable", path="x", why=SystemWords("\x1b[2J"))
