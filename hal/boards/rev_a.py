"""Revision A of the table: pins, levels, addresses and branches.

Generated from hardware/rev_a/board.toml by host_tools/hardware, do not edit.

A line: name, pin of a Pi, pin of a Pico, True for an output, level that means yes, level at which
nothing moves (outputs) or that a broken wire reads as (inputs), pull resistor of an input (1 up,
-1 down, 0 none). A bus: pins SDA and SCL of a Pi, of a Pico, hertz, number of /dev/i2c-N.
"""

NAME = "rev_a"

LINES = (
    ("mux_reset", 17, 6, True, 0, 0, 0),
    ("noise_power", 27, 7, True, 1, 0, 0),
    ("motor_enable", 22, 8, True, 1, 0, 0),
    ("buzzer", 25, 9, True, 1, 0, 0),
    ("lid", 5, 10, False, 1, 1, 1),
    ("floor_key", 6, 11, False, 0, 1, 1),
    ("power_failing", 12, 12, False, 0, 0, -1),
    ("attention", 7, 13, False, 0, 1, 1),
)

INNER_BUS = (23, 24, 2, 3, 100000, 8)
TABLE_BUS = (2, 3, 4, 5, 400000, 1)
INNER_HERTZ = 100000
TABLE_HERTZ = 400000

FRAM_AT = 0x50
QRNG_AT = 0x62
ATECC_AT = 0x60
GENERAL_CALL = 0x00  # wakes the second source

SWITCH_AT = 0x77
PANELS = 5
PANEL_AT = 0x20  # and upwards, one a panel
PANEL_BRANCH = 1  # and upwards
DISPLAY_AT = 0x70  # and upwards, beside the panels
CENTRE_AT = (0x75, 0x76)
CENTRE_BRANCH = 6
MACHINE_AT = 0x30
MACHINE_BRANCH = 7
MOTOR_GAP_MS = 50

LINK_DEVICE = "/dev/ttyAMA0"
LINK_BAUD = 115200
PICO_LINK = (0, 1)  # TX, RX
