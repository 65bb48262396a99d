"""Every value that can be reached from an object, without walking into the world behind the ports.

References are followed as the garbage collector knows them, so nothing that a program could reach
is passed over: attributes, slots, cells of closures, defaults, caches. Not entered are modules and
classes (they hold no table's state of their own; the mutable containers of modules are walked
beside the root), and the simulated world, which no firmware can touch. It walks, a test judges.
"""

from __future__ import annotations

import gc
import sys
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

_LEAVES = (int, str, bytes, bytearray, float, type(None), complex)
_CLOSED = (ModuleType, type, CodeType, BuiltinFunctionType)
WORLD = "hal.sim."


def values(root: object) -> list[tuple[str, Any]]:
    """All leaves from `root` on, each with the kind of what holds it, in a fixed order."""
    found: list[tuple[str, Any]] = []
    seen: set[int] = set()
    todo: list[object] = [root, *_module_state()]
    while todo:
        one = todo.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        holder = type(one).__qualname__
        for other in _referents(one):
            if isinstance(other, _LEAVES):
                found.append((holder, bytes(other) if isinstance(other, bytearray) else other))
            elif not isinstance(other, _CLOSED) and not _is_of_the_world(other):
                todo.append(other)
    return found


def _referents(one: object) -> list[object]:
    if isinstance(one, FunctionType):
        return [*(one.__closure__ or ()), *(one.__defaults__ or ()), one.__kwdefaults__]
    if isinstance(one, MethodType):
        return [one.__self__]
    return gc.get_referents(one)


def _is_of_the_world(one: object) -> bool:
    if isinstance(one, MethodType):
        return _is_of_the_world(one.__self__)
    return type(one).__module__.startswith(WORLD)


def _module_state() -> list[object]:
    """Lists, dicts and byte arrays that live in the firmware's and the drivers' modules."""
    names = sorted(name for name in sys.modules if name.startswith(("firmware.", "hal.drivers")))
    return [
        value
        for name in names
        for value in vars(sys.modules[name]).values()
        if isinstance(value, (list, dict, bytearray)) and value is not vars(sys.modules[name])
    ]
