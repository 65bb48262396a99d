"""Drivers: what each chip of a table understands, over a bus that is handed in.

A driver says what its data sheet says, with the page; it owns no bus and no pin. The same file
runs over a Raspberry Pi's bus, a microcontroller's and the simulator's. Rule of the room: a driver
asks once. What came back wrong becomes one `HalError`; whether to ask again is decided above.
"""
