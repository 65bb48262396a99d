"""The table, for a host on the USB port, which is MicroPython's console too.

Its first line makes Ctrl-C a byte like any other. In the few milliseconds before that line
somebody at the host's end of the cable could stop the program and get a prompt; where the host is
not trusted so far, the UART is the way (`start/uart`).
"""

import machine
import micropython

micropython.kbd_intr(-1)
try:
    from firmware.compat.memory import collect_while_loading, collect_while_playing

    collect_while_loading()
    from hal.mcu.main import run, usb_link

    collect_while_playing()
    run(usb_link())
finally:
    machine.reset()
