"""The card machine's program on a Pico 2 with the interface board: `Workings` in real pins.

Every file here knows one kind of part; the program above them knows none. Nobody has run it on a
Pico: what has not been measured each file says. Rule of the room: nothing waits longer than one
look at a sensor board, and a motor that nobody drives stands.
"""
