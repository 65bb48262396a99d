"""Puts named numbers into code for a small board, so that the names take none of its memory.

People read `m.CARD_LANDED`; a board only needs 45. Nearly a fifth of what the hand core takes of a
board's memory would be such names, and each use of one would be two look-ups. So before the code
is compiled for a board, every whole number that a file names once, in capitals, at its top takes
the place of its name, in all files together, and a name that nobody asks for any more is left
out. A private table that is written out in numbers and texts gets the word `const`, by which the
compiler does the same. What only type checkers read goes too. Rule of the file: every line stays
on its line, and whatever is not plainly a constant (bound twice, asked for in a way not known
here) stays as it is.

A file is its name from the top of the tree (`firmware/core/table.py`) and its text.
"""

from __future__ import annotations

import ast
import operator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_INT_MAX = (1 << 30) - 1  # a larger number is an object on a board, made anew where it is used
_OPERATORS: dict[type, Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.LShift: operator.lshift,
    ast.BitOr: operator.or_,
}
_FOR_CHECKERS = {"typing": {"TYPE_CHECKING": False}}


def with_numbers(files: dict[str, str]) -> dict[str, str]:
    """Return the same files with numbers in the places of their names.

    All files that run together must be given together: a name is left out when none of them asks
    for it.

    Raises:
        SyntaxError: a file is not Python.
    """
    modules = {dotted(name): _Module(name, text) for name, text in files.items()}
    for module in modules.values():
        module.find_imports(modules)
    for module in modules.values():
        module.find_uses(modules)
    wanted: set[str] = set()
    asked_from_outside: set[str] = set()
    for module in modules.values():
        wanted |= module.still_asked
        asked_from_outside |= module.asked_of_others
    for module in modules.values():
        module.find_tables(asked_from_outside)
    return {module.name: module.rewritten(wanted) for module in modules.values()}


def dotted(name: str) -> str:
    """Return the module that a file is, by its name from the top of the tree."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


class _Module:
    """One file: what it names, what it takes from others, where it uses it."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.is_package = name.endswith("/__init__.py")
        self.lines = text.splitlines(keepends=True)
        self.tree = ast.parse(text, name)
        self.nodes = list(_living(self.tree))
        self.bound: dict[str, int] = {}  # how often each name is bound, in any scope
        for node in self.nodes:
            for one in _bound_by(node):
                self.bound[one] = self.bound.get(one, 0) + 1
        self.numbers: dict[str, int] = {}
        self.defined: dict[str, ast.stmt] = {}  # where a number of this file is named
        for statement in self.tree.body:
            named = _assigned(statement)
            if named is None or named != named.upper() or self.bound[named] != 1:
                continue
            value = self._value(statement.value)  # type: ignore[attr-defined]
            if value is not None and abs(value) <= _INT_MAX:
                self.numbers[named] = value
                self.defined[named] = statement
        self.taken: dict[str, tuple[str, str]] = {}  # local name -> (module, name there)
        self.aliases: dict[str, str] = {}  # local name -> module
        self.still_asked: set[str] = set()
        self.asked_of_others: set[str] = set()  # of those, what may be a name in another file
        self.edits: dict[ast.expr, str] = {}
        self.tables: list[ast.stmt] = []

    def _value(self, node: ast.expr | None) -> int | None:
        if isinstance(node, ast.Constant) and type(node.value) in (int, bool):
            return node.value  # type: ignore[return-value]
        if isinstance(node, ast.Name):
            return self.numbers.get(node.id)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            value = self._value(node.operand)
            return None if value is None else -value
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            left, right = self._value(node.left), self._value(node.right)
            if left is None or right is None:
                return None
            return _OPERATORS[type(node.op)](left, right)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
            return self._value(node.args[0]) if node.func.id == "const" else None
        return None

    def find_imports(self, modules: dict[str, _Module]) -> None:
        """Learn which names at the top of the file are other files, or names of theirs."""
        for statement in self.tree.body:
            if not isinstance(statement, ast.ImportFrom) or statement.level:
                continue
            for one in statement.names:
                local = one.asname or one.name
                if self.bound[local] != 1:
                    continue
                whole = f"{statement.module}.{one.name}"
                if whole in modules:
                    self.aliases[local] = whole
                else:
                    self.taken[local] = (statement.module or "", one.name)

    def number(self, name: str, modules: dict[str, _Module]) -> int | None:
        """Return the number that a name of this file stands for, its own or another's."""
        if name in self.numbers:
            return self.numbers[name]
        module, there = self.taken.get(name, ("", ""))
        if module in _FOR_CHECKERS:
            return _FOR_CHECKERS[module].get(there)
        return modules[module].number(there, modules) if module in modules else None

    def find_uses(self, modules: dict[str, _Module]) -> None:
        """Find every place where a number can stand; what stays a name is still asked for."""
        inside_text: set[ast.AST] = set()  # the parser does not tell where in an f-string
        for node in self.nodes:
            if isinstance(node, ast.JoinedStr):
                inside_text.update(ast.walk(node))
        for node in self.nodes:
            value = None
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                name = node.id
                value = self.number(name, modules)
            elif isinstance(node, ast.Attribute):
                name = node.attr
                base = node.value.id if isinstance(node.value, ast.Name) else ""
                if base in self.aliases and isinstance(node.ctx, ast.Load):
                    value = modules[self.aliases[base]].number(name, modules)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                name = node.value  # a name in `__all__`, or one looked up by its text
            else:
                continue
            if value is None or node in inside_text:
                self.still_asked.add(name)
            else:
                self.edits[node] = f"({value})" if value < 0 else str(value)
            if not isinstance(node, ast.Name):
                self.asked_of_others.add(name)
        for name, (_, there) in self.taken.items():
            self.asked_of_others.add(there)
            if self.is_package or name in self.still_asked:
                self.still_asked.add(there)

    def find_tables(self, asked_from_outside: set[str]) -> None:
        """Find the private tables that the compiler can put in the places of their names.

        It reads a file once through, so every use has to come after the table.
        """
        for statement in self.tree.body:
            name = _assigned(statement)
            if name is None or not name.startswith("_") or self.bound[name] != 1:
                continue
            if name in self.numbers or name in asked_from_outside:
                continue
            end = statement.end_lineno or 0
            uses = [node.lineno for node in self.nodes if _is_use(node, name)]  # type: ignore[attr-defined]
            if uses and min(uses) > end and self._is_written_out(statement.value):  # type: ignore[attr-defined]
                self.tables.append(statement)

    def _is_written_out(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Tuple):
            return bool(node.elts) and all(self._is_written_out(one) for one in node.elts)
        if isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)):
            return True
        if isinstance(node, ast.Call):  # of `const`: done already
            return False
        return node in self.edits or self._value(node) is not None

    def _edits_of_lines(self) -> Iterator[tuple[int, int, int, str]]:
        """Line, first and last column, what stands there then."""
        for node, text in self.edits.items():
            yield node.lineno, node.col_offset, node.end_col_offset or 0, text
        for statement in self.tables:
            target, end = _left_side(statement)
            equals = self.lines[statement.lineno - 1].encode().index(b"=", end)
            yield statement.lineno, target.end_col_offset or 0, equals + 1, " = const("
            after = statement.end_col_offset or 0
            yield statement.end_lineno or 0, after, after, ")"

    def rewritten(self, wanted: set[str]) -> str:
        """Return the text; `wanted` are names that some file still asks for."""
        lines = [line.encode() for line in self.lines]
        for number, start, end, text in sorted(self._edits_of_lines(), reverse=True):
            line = lines[number - 1]
            lines[number - 1] = line[:start] + text.encode() + line[end:]
        for statement in self.tree.body:
            left = self._left_of(statement, wanted)
            if left is not None:
                first, end = statement.lineno - 1, statement.end_lineno or 0
                lines[first:end] = [left.encode() + b"\n"] + [b"\n"] * (end - first - 1)
        return b"".join(lines).decode()

    def _left_of(self, statement: ast.stmt, wanted: set[str]) -> str | None:
        """What is left of a statement at the top, or None: all of it."""
        named = _assigned(statement)
        if named in self.defined:
            return None if named in wanted else ""
        if not isinstance(statement, ast.ImportFrom) or statement.level:
            return None
        if statement.module == "__future__":
            return ""
        kept = [one for one in statement.names if self._is_kept(one, wanted)]
        if len(kept) == len(statement.names):
            return None
        return f"from {statement.module} import {_listed(kept)}" if kept else ""

    def _is_kept(self, one: ast.alias, wanted: set[str]) -> bool:
        local = one.asname or one.name
        if local in self.aliases or self.is_package:
            return True
        if local == "const":  # asked for by what is left out as well
            gone = [self.defined[name] for name in self.defined if name not in wanted]
            asked_by_gone = {node for statement in gone for node in ast.walk(statement)}
            return any(
                isinstance(node, ast.Name) and node.id == local and node not in asked_by_gone
                for node in self.nodes
            )
        return local in self.still_asked


def _listed(names: list[ast.alias]) -> str:
    return ", ".join(one.name + (f" as {one.asname}" if one.asname else "") for one in names)


def _living(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node that runs: no annotations, nothing under `if TYPE_CHECKING:`."""
    for field, value in ast.iter_fields(tree):
        if field in ("annotation", "returns"):
            continue
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST):
                continue
            yield node
            if isinstance(node, ast.If) and _is_for_checkers(node.test):
                yield node.test
                for one in node.orelse:
                    yield one
                    yield from _living(one)
            else:
                yield from _living(node)


def _is_for_checkers(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


def _bound_by(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        return [node.id]
    if isinstance(node, ast.arg):
        return [node.arg]
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [one.asname or one.name.split(".")[0] for one in node.names]
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        return list(node.names)
    if isinstance(node, ast.ExceptHandler) and node.name:
        return [node.name]
    return []


def _left_side(statement: ast.stmt) -> tuple[ast.expr, int]:
    """The name that a statement gives a value, and the column where its type, if any, ends."""
    if isinstance(statement, ast.AnnAssign):
        return statement.target, statement.annotation.end_col_offset or 0
    target = statement.targets[0]  # type: ignore[attr-defined]
    return target, target.end_col_offset


def _is_use(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)


def _assigned(statement: ast.stmt) -> str | None:
    """The one name that a statement gives a value, or None."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
    elif isinstance(statement, ast.AnnAssign):
        target = statement.target
    else:
        return None
    return target.id if isinstance(target, ast.Name) else None
