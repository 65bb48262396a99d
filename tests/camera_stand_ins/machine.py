"""A camera's `machine` without a camera: two lines that are ports of this computer, and lamps.

`PORTS` has the open handle of the port behind each UART; a UART that is not named hears nothing.
`seen` is what became of pins, lamps and the watchdog, in order. Runs on both interpreters.
"""

import select

PORTS = {}
seen = []


class Reset(BaseException):
    """The camera starts again."""


class Pin:
    OUT = 1

    def __init__(self, name, mode, value=0):
        self._name = name
        self.value(value)

    def value(self, level):
        seen.append((self._name, level))


class LED:
    def __init__(self, name):
        self._name = name

    def on(self):
        seen.append((self._name, 1))

    def off(self):
        seen.append((self._name, 0))


class WDT:
    def __init__(self, timeout):
        seen.append(("watchdog", timeout))

    def feed(self):
        pass


class UART:
    WAIT_MS = 1

    def __init__(self, number, baudrate, timeout, rxbuf):
        seen.append(("uart", number, baudrate, timeout))
        self._port = None
        if number in PORTS:
            self._port = open(PORTS[number], "r+b", buffering=0)  # noqa: SIM115  as long as the program runs
            self._poll = select.poll()
            self._poll.register(self._port, select.POLLIN)

    def any(self):
        if self._port is None:
            return 0
        return 1 if self._poll.poll(UART.WAIT_MS) else 0

    def read(self, nbytes):
        return self._port.read(nbytes)

    def write(self, buf):
        return self._port.write(buf)


def reset():
    raise Reset
