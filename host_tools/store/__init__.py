"""Lines received from the tables, kept once each and checked on the way in."""

from host_tools.store.forks import ForkKept
from host_tools.store.keeping import Line, LineStore
from host_tools.store.trouble import StoreError

__all__ = ["ForkKept", "Line", "LineStore", "StoreError"]
