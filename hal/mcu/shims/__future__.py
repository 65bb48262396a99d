"""Lets `from __future__ import annotations` pass on MicroPython.

MicroPython never evaluates annotations, so the import has nothing to switch on; it only has to
succeed. This folder is put on the device's search path and nowhere else: on CPython the real
module is found first.
"""

annotations = True
