"""Every way in which a record was forged here, and who must see it (`forging` tells how)."""

from __future__ import annotations

from tests import forged_bytes, forged_deals, forged_hands, forged_orders
from tests.forging import ROWS, Row

FORGERS = (forged_bytes, forged_orders, forged_deals, forged_hands)
"""Importing them is what fills the rows."""

__all__ = ["FORGERS", "ROWS", "Row"]
