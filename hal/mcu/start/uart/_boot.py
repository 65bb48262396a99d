"""A board's first file, for a host on the UART: the table, and nothing else.

MicroPython runs it first and lets no Ctrl-C interrupt it; since it never ends, neither a prompt
nor a file that somebody put there is ever reached. What ends the program all the same is said on
the line by its kind, for whoever builds a table and sees nothing move; its text may hold what
nobody may know.
"""

import machine

try:
    from firmware.compat.memory import collect_while_loading, collect_while_playing

    collect_while_loading()
    from hal.mcu.main import run

    collect_while_playing()
    run()
except BaseException as failed:
    machine.UART(0, 115200).write("# ended by " + type(failed).__name__ + "\r\n")
finally:
    machine.reset()
