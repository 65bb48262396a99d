"""Lets `from typing import TYPE_CHECKING` pass on MicroPython, and says no.

Shared files import every other typing name under `if TYPE_CHECKING:`, which the device never
enters. Whoever needs more from this module at run time has left the shared language subset; the
missing name is the error message. This folder is on the device's search path and nowhere else.
"""

TYPE_CHECKING = False
