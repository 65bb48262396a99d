"""The first file of the card machine's Pico: the program, and a start after whatever ended it.

While its USB plug is in, its lamp shines for ten seconds first: a technician's Ctrl-C is heard
then, before there is a watchdog. A machine that plays has no plug in and starts at once.
"""

import time

import machine

VBUS, LAMP = 24, 25  # of a Pico 2, its data sheet, 2.1: high while its USB plug has 5 V; its LED
TECHNICIAN_MS = 10_000

if machine.Pin(VBUS, machine.Pin.IN).value():
    lamp = machine.Pin(LAMP, machine.Pin.OUT, value=1)
    time.sleep_ms(TECHNICIAN_MS)
    lamp.value(0)
try:
    from hal.card_machine.pico.main import run

    run()
except BaseException as failed:
    if isinstance(failed, KeyboardInterrupt):
        raise
    print("ended by " + type(failed).__name__)
    machine.reset()
