"""How much memory this machine has to spare, as far as code may care.

A Raspberry Pi has a thousand times the memory of a small board, so where a bigger table is faster
the Pi may have it. Rule of the file: both answers must lead to the same results, only sooner or
later.
"""

from __future__ import annotations

import sys

TABLES_FIT = sys.implementation.name != "micropython"
"""Whether tables of 100 KB and more are welcome. Boards plan with 64 KB for all tables."""
