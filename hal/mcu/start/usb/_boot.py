"""A board's first file, for a host on the USB port: nothing to do yet, and no file system.

MicroPython brings up the USB port behind this file, then runs `main`.
"""

import micropython

micropython.kbd_intr(-1)
