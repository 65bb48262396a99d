"""Reads the folder a table is built from, checks it, and writes what follows from it.

`hardware/rev_a/board.toml` says every pin, address, supply and cable once. From it come the
table the firmware's boards use, the files a Raspberry Pi starts with, the harnesses and the parts
list. The rule of the room: nothing is written from a source that a rule refused.
"""
