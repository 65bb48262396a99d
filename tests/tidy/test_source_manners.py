"""The manners of the house, checked on the source itself.

Every file says what it is, fits in one sitting, names no machine and no address of a package
server, and never waits. Documents do not point into the void.
"""

from __future__ import annotations

import ast
import re
import sys
from typing import TYPE_CHECKING

import pytest

from tests.source_tree import ROOT, files, is_generated, named, python_files

if TYPE_CHECKING:
    from pathlib import Path

LINES_MAX = 400
"""A file fits in one sitting; above this there is a second idea in it that wants its own file."""

ONE_FILE = "host_tools/verify/independent.py"
ONE_FILE_LINES = 300
LINE_LENGTH_MAX = 99

TEXT_SUFFIXES = {
    ".py", ".toml", ".md", ".txt", ".html", ".css", ".js", ".sh", ".yaml", ".yml", ".json", "",
}  # fmt: skip

# Written in two halves, so that this file does not find itself.
MACHINE_TRACES = [
    "/" + "work/",
    "/" + "home/",
    "/" + "root/",
    ".." + "/shared",
    "py" + "pi.org",
    "python" + "hosted.org",
    "registry." + "npm",
    "/opt/" + "pypi",
]

MENTIONS_GENERATION = re.compile(r"\bGenerated (from|by)\b|[Dd]o not edit")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
MAKE_TARGET = re.compile(r"`make ([a-z-]+)")


def text_of(path: Path) -> str:
    """Return the file's text; undecodable bytes are kept apart, not hidden."""
    return path.read_text(encoding="utf-8", errors="surrogateescape")


def texts() -> list[Path]:
    """Return the files people read and write; recorded data of others is not ours to judge."""
    return [
        path
        for path in files()
        if path.suffix in TEXT_SUFFIXES and not named(path).startswith("tests/data/")
    ]


@pytest.mark.parametrize("path", python_files(), ids=named)
def test_file_opens_with_a_docstring(path: Path) -> None:
    assert ast.get_docstring(ast.parse(text_of(path))), f"{named(path)}: what is this file for?"


def test_every_file_fits_in_one_sitting() -> None:
    long = [
        f"{named(path)}: {lines} lines"
        for path in python_files()
        if (lines := text_of(path).count("\n")) > LINES_MAX and not is_generated(text_of(path))
    ]
    assert not long, "\n".join(long)


def test_the_verifier_for_players_is_one_short_file_that_needs_only_python() -> None:
    """Who is handed it can read all of it; nothing of ours, nor anybody's package, comes along."""
    text = text_of(ROOT / ONE_FILE)
    assert text.count("\n") < ONE_FILE_LINES
    assert max(map(len, text.splitlines())) <= LINE_LENGTH_MAX
    for node in ast.walk(ast.parse(text)):
        assert not isinstance(node, ast.ImportFrom)
        for name in node.names if isinstance(node, ast.Import) else []:
            assert name.name in sys.stdlib_module_names


def test_no_trace_of_a_machine_or_a_package_server() -> None:
    found = [
        f"{named(path)}:{number}: {trace}"
        for path in texts()
        for number, line in enumerate(text_of(path).splitlines(), 1)
        for trace in MACHINE_TRACES
        if trace in line
    ]
    assert not found, "\n".join(found)


def test_no_test_waits_for_real_time() -> None:
    waits = []
    for path in python_files():
        if not named(path).startswith("tests/"):
            continue
        for node in ast.walk(ast.parse(text_of(path))):
            if (
                isinstance(node, ast.Attribute)
                and node.attr == "sleep"
                and isinstance(node.value, ast.Name)
                and node.value.id in {"time", "asyncio"}
            ) or (
                isinstance(node, ast.ImportFrom)
                and node.module in {"time", "asyncio"}
                and any(alias.name == "sleep" for alias in node.names)
            ):
                waits.append(f"{named(path)}:{node.lineno}")
    assert not waits, "tests use virtual time: " + ", ".join(waits)


def test_generated_file_says_from_what_and_by_whom() -> None:
    silent = [
        named(path)
        for path in texts()
        if path.suffix in {".py", ".md"}
        and MENTIONS_GENERATION.search("\n".join(text_of(path).splitlines()[:8]))
        and not is_generated(text_of(path))
    ]
    assert not silent, f"header wanted: 'Generated from X by Y, do not edit' {silent}"


def test_links_between_documents_resolve() -> None:
    broken = []
    for path in texts():
        if path.suffix != ".md":
            continue
        for target in LINK.findall(text_of(path)):
            if re.match(r"[a-z]+:|#", target):
                continue
            if not (path.parent / target.split("#")[0]).exists():
                broken.append(f"{named(path)}: {target}")
    assert not broken, "\n".join(broken)


def test_every_make_target_in_the_documents_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, flags=re.MULTILINE))
    unknown = [
        f"{named(path)}: make {target}"
        for path in texts()
        if path.suffix == ".md"
        for target in MAKE_TARGET.findall(text_of(path))
        if target not in targets
    ]
    assert not unknown, "\n".join(unknown)


def test_every_module_the_makefile_runs_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    modules = re.findall(r"-m ((?:host_tools|tests)[a-z_.]*)", makefile)
    missing = [
        module
        for module in modules
        if not any(
            (ROOT / (module.replace(".", "/") + ending)).exists()
            for ending in (".py", "/__main__.py")
        )
    ]
    assert modules
    assert not missing, f"`make` names modules that are not there: {missing}"


def test_pinned_versions_carry_no_address() -> None:
    pins = (ROOT / "tests" / "constraints.txt").read_text(encoding="utf-8").split("\n")
    odd = [pin for pin in pins if pin and not re.fullmatch(r"[A-Za-z0-9_.-]+==[A-Za-z0-9.]+", pin)]
    assert not odd
