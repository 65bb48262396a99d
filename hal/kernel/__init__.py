"""A table whose chips are simulated and whose kernel is real.

Three USB sticks that do not exist are shown to Linux, which offers their I2C buses and pins like
those of any other; the firmware reaches them as it does on a Raspberry Pi. Rule of the room: what
lies between the firmware and the sticks is the kernel's and the libraries' own.
"""
