"""The first file of the card machine's Pico: the program, and a start after whatever ended it.

A second is left in which a technician's Ctrl-C at the USB console is heard, for calibrating.
"""

import time

import machine

time.sleep_ms(1000)
try:
    from hal.card_machine.pico.main import run

    run()
except BaseException as failed:
    if isinstance(failed, KeyboardInterrupt):
        raise
    print("ended by " + type(failed).__name__)
    machine.reset()
