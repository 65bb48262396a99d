"""The small mistakes: whatever one slip of a programmer could have made otherwise.

A comparison that is off by one, a sum for a difference, a number that is one too large, an
assignment forgotten, a "not" left out. `mutants(file)` makes each of them alone, as the text of
the whole file; nothing is written and nothing is run here. Rule of the file: what only readers
and type checkers see (docstrings, annotations, imports) is left as it is.
"""

from __future__ import annotations

import ast
import itertools
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.source_tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
ARITHMETIC = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change: where, what, and the file's text with it."""

    file: str
    line: int
    what: str
    source: str

    @property
    def name(self) -> str:
        """Where and what, as the list of survivors has it: stable while the line's text is."""
        return f"{Path(self.file).name}: {self.what}"


def mutants(file: str) -> Iterator[Mutant]:
    """Every mutant of a file, in the order of its lines."""
    source = (ROOT / file).read_text(encoding="utf-8")
    tree = ast.parse(source)
    lines = source.splitlines()
    places = {node: place for place, node in enumerate(ast.walk(tree))}
    for node, change in _changes(tree):
        mutated = ast.parse(source)  # the same nodes at the same places
        twin = next(itertools.islice(ast.walk(mutated), places[node], None))
        what = change(twin)
        ast.fix_missing_locations(mutated)
        line = getattr(node, "lineno", 0)
        text = lines[line - 1].strip()
        yield Mutant(file, line, f"{text} -> {what}", ast.unparse(mutated))


def _changes(tree: ast.Module):
    """Pairs (node, change): `change` alters the twin in place and says what it did."""
    skipped = _not_behaviour(tree)
    inside = _inside_functions(tree)
    for node in sorted(
        (one for one in ast.walk(tree) if one not in skipped and hasattr(one, "lineno")),
        key=lambda one: (one.lineno, one.col_offset),  # type: ignore[attr-defined]
    ):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
            yield node, _compare
            if isinstance(node.ops[0], (ast.Lt, ast.LtE, ast.Gt, ast.GtE)):
                yield node, _turn_round
        elif isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in ARITHMETIC:
            yield node, _arithmetic
        elif isinstance(node, ast.BoolOp):
            yield node, _bool_op
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, _drop_not
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield node, _one_more
        elif isinstance(node, ast.Constant) and type(node.value) is bool:
            yield node, _other_bool
        elif isinstance(node, ast.Constant) and type(node.value) is bytes and node.value:
            yield node, _other_bytes
        if _can_be_forgotten(node, inside):
            yield node, _forget


def _can_be_forgotten(node: ast.AST, inside: set[ast.AST]) -> bool:
    if isinstance(node, (ast.Assign, ast.AugAssign)):
        return node in inside
    is_call = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    return is_call or isinstance(node, ast.Break)


def _not_behaviour(tree: ast.Module) -> set[ast.AST]:
    """Docstrings, annotations, imports and what only type checkers see."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        parts: list[ast.AST | None] = []
        if isinstance(node, (ast.AnnAssign, ast.arg)):
            parts = [node.annotation]
        elif isinstance(node, ast.FunctionDef):
            parts = [node.returns]
        elif _is_for_readers(node):
            parts = [node]
        for part in parts:
            if part is not None:
                found.update(ast.walk(part))
    return found


def _is_for_readers(node: ast.AST) -> bool:
    """An import, a docstring, or what only type checkers see."""
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return True
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _inside_functions(tree: ast.Module) -> set[ast.AST]:
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return {node for function in functions for node in ast.walk(function)}


def _compare(node: ast.Compare) -> str:
    node.ops[0] = COMPARISONS[type(node.ops[0])]()
    return ast.unparse(node)


def _turn_round(node: ast.Compare) -> str:
    opposite = {ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt}
    node.ops[0] = opposite[type(node.ops[0])]()
    return ast.unparse(node)


def _arithmetic(node: ast.BinOp | ast.AugAssign) -> str:
    node.op = ARITHMETIC[type(node.op)]()
    return ast.unparse(node)


def _bool_op(node: ast.BoolOp) -> str:
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    return ast.unparse(node)


def _drop_not(node: ast.UnaryOp) -> str:
    node.op = ast.UAdd()
    return "without not: " + ast.unparse(node.operand)


def _one_more(node: ast.Constant) -> str:
    node.value = int(node.value) + 1  # type: ignore[arg-type]
    return f"{node.value - 1} is {node.value}, column {node.col_offset}"


def _other_bool(node: ast.Constant) -> str:
    node.value = not node.value
    return f"{node.value}, column {node.col_offset}"


def _other_bytes(node: ast.Constant) -> str:
    value = node.value
    assert isinstance(value, bytes)
    node.value = bytes((value[0] ^ 1,)) + value[1:]
    return f"{node.value!r}"


def _forget(node: ast.stmt) -> str:
    said = ast.unparse(node)
    forgotten = ast.Pass()
    node.__class__ = forgotten.__class__
    for field in list(node.__dict__):
        if field not in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
            del node.__dict__[field]
    return f"forgotten: {said}"
