"""What the system says when a file, a disk or a cable will not: its own words, with its number.

The system speaks one language. The catalogue has its commonest sentences in each of ours, under
the names that its handbook has for them (errno(3)); what is not there is told as the system said
it. The rule of the file: whoever passes the words on need not know that they can be translated.
"""

from __future__ import annotations

import errno
import os


class SystemWords(str):
    """Words of the system; `name` is its name for the trouble, such as ENOENT, or empty."""

    __slots__ = ("name",)
    name: str

    def __new__(cls, words: str, number: int | None = None) -> SystemWords:
        """The words, and the system's number for them where there is one."""
        made = super().__new__(cls, words)
        made.name = errno.errorcode.get(number or 0, "")
        return made


def system_words(error: Exception) -> SystemWords:
    """Why the system would not; a library's wrapping is taken off where the number is known."""
    number = getattr(error, "errno", None)
    if isinstance(number, int) and number in errno.errorcode:
        return SystemWords(os.strerror(number), number)
    text = getattr(error, "strerror", None) or str(error)
    if text.startswith("[Errno"):
        text = text.split(": ", 1)[0]
    return SystemWords(text or type(error).__name__)
