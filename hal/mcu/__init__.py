"""A table of revision A on a Pico 2, under MicroPython: pins, buses, flash log, link and loop.

The same firmware and the same drivers as on a Raspberry Pi; here is only what the other kind of
computer needs. Rule of the room: nothing is found by name in a file system, there is none; what a
board runs was frozen into it.
"""
