"""A board's first file, for a host on the USB port: nothing to do yet, and no file system.

MicroPython runs it, then `main`, with the USB port up.
"""

import micropython

micropython.kbd_intr(-1)
