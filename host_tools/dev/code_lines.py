"""The pieces that generated modules are made of: header, tuples, bytes, names given out once.

Rule of the file: one item of a table is one line of the module, so that a change of the schema
reads as a change of its own lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

GENERATED = "Generated from {source} by host_tools.dev.gen: edit the source, run `make gen`."

_HEAD = '''"""{title}

{generated}
"""
# fmt: off
# ruff: noqa
'''


def head(title: str, source: str) -> list[str]:
    """The first lines: what the module is, where it comes from, hands off."""
    generated = GENERATED.format(source="firmware/schema/" + source)
    return [_HEAD.format(title=title, generated=generated).rstrip("\n"), ""]


def quoted(text: str) -> str:
    """The text as a string of the language."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def tuple_lines(name: str, item_type: str, items: Iterable[str]) -> list[str]:
    """One item a line, so that a change of the schema is a change of its own lines."""
    lines = [f"{name}: tuple[{item_type}, ...] = ("]
    lines.extend(f"    {item}," for item in items)
    lines.append(")")
    return lines


def word_lines(name: str, words: Sequence[str]) -> list[str]:
    """A tuple of strings."""
    return tuple_lines(name, "str", [quoted(word) for word in words])


WORD_TABLE_IMPORT = "from firmware.compat.word_table import word_table"


def packed_word_lines(name: str, words: Sequence[str]) -> list[str]:
    """Strings that are asked for now and then: on a small board one text.

    Raises:
        ValueError: a comma in a word would make it two.
    """
    if any("," in word for word in words):
        raise ValueError(f"a comma in a word of {name}")
    lines = [f"{name}: tuple[str, ...] = word_table("]
    lines += [f"    {quoted(word + ',')}" for word in words[:-1]]
    return [*lines, f"    {quoted(words[-1])}", ")"]


def escaped(values: Iterable[int]) -> str:
    """Small numbers as a literal of bytes: a call of `bytes` would leave a tuple in memory."""
    return 'b"' + "".join(f"\\x{value:02x}" for value in values) + '"'


def bytes_lines(name: str, values: Sequence[int]) -> list[str]:
    """Small numbers as bytes, twenty a line."""
    lines = [f"{name} = ("]
    lines += ["    " + escaped(values[start : start + 20]) for start in range(0, len(values), 20)]
    lines.append(")")
    return lines


def by_id(rows: Iterable[tuple[int, Any]], gap: Any) -> list[Any]:
    """A list with the row of id n at index n, `gap` where no row is."""
    numbered = dict(rows)
    return [numbered.get(number, gap) for number in range(max(numbered, default=0) + 1)]


class Names:
    """Gives out module names once; a name taken twice would silently change a number."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, name: str) -> str:
        """The constant's name in capitals.

        Raises:
            ValueError: it was given out before.
        """
        name = name.upper()
        if name in self._taken:
            raise ValueError(f"the constant {name} would be defined twice")
        self._taken.add(name)
        return name
