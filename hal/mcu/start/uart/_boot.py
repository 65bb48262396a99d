"""A board's first file, for a host on the UART: the table, and nothing else.

MicroPython runs it first and lets no Ctrl-C interrupt it; since it never ends, neither a prompt
nor a file that somebody put there is ever reached.
"""

import machine

try:
    from firmware.compat.memory import collect_while_loading, collect_while_playing

    collect_while_loading()
    from hal.mcu.main import run

    collect_while_playing()
    run()
finally:
    machine.reset()
