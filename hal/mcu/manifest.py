"""What is frozen into a board's MicroPython: the table's code, compiled, and its first file.

Read by MicroPython's own build (its documentation, "MicroPython manifest files"), after
`make board` has compiled the code. It names nothing of the port's manifest, so that neither a file
system nor a prompt's helpers get in.

    make -C ports/rp2 BOARD=RPI_PICO2 FROZEN_MANIFEST=.../hal/mcu/manifest.py

The link is the UART; a manifest with `include(".../hal/mcu/manifest.py", link="usb")` has the USB
port.
"""

options.defaults(link="uart")  # noqa: F821  names of this file are the build's
BOARD = "../../build/board"
freeze_mpy(BOARD, "firmware")  # noqa: F821
freeze_mpy(BOARD, "hal")  # noqa: F821
freeze_mpy(BOARD + "/shims")  # noqa: F821
freeze_mpy(BOARD + "/start/" + options.link)  # noqa: F821
