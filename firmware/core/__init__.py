"""The rules of the hand and nothing else: inputs in, effects and reports out.

`firmware.core.table.Table` is the door; `legal_actions` answers everybody who asks what may be
done. Rule of the room: no clock, no file, no pin, no chance; whatever matters comes in as a
message.
"""

from __future__ import annotations

from firmware.core.hand_state import Hand, legal_actions
from firmware.core.table import Table

__all__ = ["Hand", "Table", "legal_actions"]
