"""Finds the recorded hands in what a person names on the command line.

A `.phh` file is one hand; a `.phhs` file many, as numbered tables, and so is a `.phh` file that
begins with a number, as several exported hands do; a `.jsonl` file one hand a line, packed or not
(`.xz`, `.gz`, `.bz2`); an archive (`.tar`, packed or not) or a folder stands for every hand file
in it, and a `.jsonl` file there whose rows are no hands is passed over. A hand is named by its
file, then by what finds it inside: `archive.tar.xz:folder/7.phh`, `many.phhs:12`,
`hands.jsonl:3`. The rule of the file: one bad hand or file never hides the next one; it comes out
as `Refused` in its place.
"""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import re
import tarfile
import tomllib
import zlib
from collections.abc import Callable, Iterator
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from host_tools.replay.hand_record import HandRecord
from host_tools.replay.phh import read_hand
from host_tools.replay.refusal import ARCHIVE, FILE, FOLDER, TOML, Refused, Told
from host_tools.texts.system_words import system_words

Found = tuple[str, HandRecord | Refused]

UNPACK: dict[str, Callable[[io.BytesIO], io.BufferedIOBase]] = {
    ".xz": lzma.LZMAFile,
    ".gz": lambda packed: gzip.GzipFile(fileobj=packed),
    ".bz2": bz2.BZ2File,
}

HAND_NAME = re.compile(r"\.(phhs?|jsonl)(\.(xz|gz|bz2))?$")
ARCHIVE_NAME = re.compile(r"\.(tar(\.(xz|gz|bz2))?|tgz|txz)$")

NUMBERED = re.compile(r"(?:\s|#.*\n)*\[\d+\]")

BYTES_MAX = 64 << 20
"""What is longer, also once unpacked, is no hand history and is not read to its end; the largest
known file of hands is below 10 MB.
"""

_BAD_PACKING = (lzma.LZMAError, EOFError, zlib.error, OSError)


class NotFound(Refused):
    """Nothing lies at the path."""


class NoHands(Refused):
    """A file of JSON rows that are something else than hands."""


class PassedOver(Refused):
    """The same, come upon in a folder or an archive: told, and no fault."""


def find_hands(path: Path) -> Iterator[Found]:
    """Yield (name, record or refusal) for every hand at `path`, in the order of the file."""
    name = str(path)
    try:
        if path.is_dir():
            yield from _in_folder(path)
        elif ARCHIVE_NAME.search(name):
            yield from _in_archive(path)
        else:
            with path.open("rb") as file:
                content = file.read(BYTES_MAX + 1)
            yield from _in_bytes(name, content)
    except FileNotFoundError:
        yield name, NotFound(FILE, "no_file")
    except OSError as error:
        yield name, Refused(FILE, "unreadable", why=system_words(error))


def _in_folder(path: Path) -> Iterator[Found]:
    names = sorted(p for p in path.rglob("*") if p.is_file() and HAND_NAME.search(p.name))
    if not names:
        yield str(path), Refused(FOLDER, "no_hand_file")
    passed = 0
    for each in names:
        for found in _in_passing(find_hands(each)):
            passed += isinstance(found[1], PassedOver)
            yield found
    if names and passed == len(names):
        yield str(path), Refused(FOLDER, "no_hand_file")


def _in_passing(found: Iterator[Found]) -> Iterator[Found]:
    """What one file of many gives: nobody named it, so that it holds no hands is no fault."""
    for name, what in found:
        yield name, PassedOver(FILE, "no_hands") if isinstance(what, NoHands) else what


def _in_archive(path: Path) -> Iterator[Found]:
    """Every hand file of the archive, in its own order; nothing is written to disk."""
    has_hands = False
    try:
        with tarfile.open(path) as archive:
            for member in archive:
                if not member.isfile() or not HAND_NAME.search(member.name):
                    continue
                name = f"{path}:{member.name}"
                stream = archive.extractfile(member)
                if stream is None or member.size > BYTES_MAX:
                    has_hands = True
                    yield name, Refused(FILE, "member_too_long", size=member.size)
                    continue
                for found in _in_passing(_in_bytes(name, stream.read())):
                    has_hands |= not isinstance(found[1], PassedOver)
                    yield found
    except FileNotFoundError:
        raise
    except (tarfile.TarError, *_BAD_PACKING) as error:
        why = str(error).split(":", 1)[0]  # tarfile tells, line by line, what every packing said
        yield str(path), Refused(ARCHIVE, "damaged", why=why)
        return
    if not has_hands:
        yield str(path), Refused(ARCHIVE, "no_hand_file")


def _in_bytes(name: str, content: bytes) -> Iterator[Found]:
    """The hands of one file's content, by the ending of its name."""
    bare = name
    for ending, unpack in UNPACK.items():
        if name.endswith(ending):
            bare = name.removesuffix(ending)
            try:
                with unpack(io.BytesIO(content)) as unpacked:
                    content = unpacked.read(BYTES_MAX + 1)
            except _BAD_PACKING as error:
                yield name, Refused(FILE, "not_unpacked", why=str(error))
                return
    if len(content) > BYTES_MAX:
        yield name, Refused(FILE, "too_long", most=BYTES_MAX)
        return
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        yield name, Refused(Told("at_byte", {"number": error.start}), "not_utf8")
        return
    if bare.endswith(".jsonl"):
        yield from _json_lines(name, text)
    elif bare.endswith(".phhs") or NUMBERED.match(text):
        yield from _toml_tables(name, text)
    else:
        yield name, _one(lambda: tomllib.loads(text, parse_float=Decimal))


def _json_lines(name: str, text: str) -> Iterator[Found]:
    if not _holds_hands(text):
        yield name, NoHands(FILE, "no_hands")
        return
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield (
                f"{name}:{number}",
                _one(lambda line=line: json.loads(line, parse_float=Decimal)),
            )


def _holds_hands(text: str) -> bool:
    """False where the first row is an object without actions and no later row has any either."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    try:
        row = json.loads(first)
    except (ValueError, RecursionError):
        return True  # told with its line
    return not isinstance(row, dict) or '"actions"' in text


def _toml_tables(name: str, text: str) -> Iterator[Found]:
    """A `.phhs` file is one TOML document: broken anywhere, none of its hands can be trusted."""
    try:
        tables = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, InvalidOperation, RecursionError) as error:
        yield name, Refused(TOML, "not_toml", why=str(error))
        return
    if not tables:
        yield name, Refused(FILE, "no_hand")
    for key, table in tables.items():
        yield f"{name}:{key}", _one(lambda table=table: table)


def _one(load: Callable[[], Any]) -> HandRecord | Refused:
    try:
        fields = load()
        if not isinstance(fields, dict):
            return Refused(FILE, "fields_wanted")
        return read_hand(fields)
    except Refused as refusal:
        return refusal
    except json.JSONDecodeError as error:
        return Refused(Told("at_column", {"number": error.colno}), "not_json", why=error.msg)
    except (tomllib.TOMLDecodeError, InvalidOperation) as error:
        return Refused(TOML, "not_toml", why=str(error))
    except (RecursionError, ValueError) as error:
        return Refused(FILE, "unreadable", why=str(error))
