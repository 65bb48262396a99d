"""A Pico 2 without a Pico, for the card machine's own controller: `machine`, `rp2` and `time`.

Pins are levels, converters numbers, the bus holds seven expanders, a colour sensor and an FRAM;
time passes when somebody sleeps or asks, and timers interrupt while it does. The state machine
counts the pulses of the words that the DMA brings, by the same arithmetic as the chip's. Runs on
both interpreters.
"""

BOARDS_AT = 0x20
FRAM_AT = 0x50
COLOUR_AT = 0x29
HERTZ = 10_000_000
DEFAULT_LIT = 0x00  # of a bank whose lamps are lit: nothing in the way
UNLIT = 0x7F
REST_COUNTS = 4000  # some 500 mA at rest


class Stopped(Exception):
    """The test has seen enough."""


class Chips:
    """What hangs on the sensors' bus."""

    def __init__(self):
        self.cells = bytearray(b"\xff" * 32768)
        self.latches = {}
        self.directions = {}
        self.lit = {}  # (board, port) -> levels with the lamps on
        self.absent = set()
        self.pointers = {}
        self.transfers = 0

    def write(self, address, out):
        self.transfers += 1
        if address in self.absent or not self._is_there(address):
            raise OSError(5)
        if address == FRAM_AT:
            at = out[0] << 8 | out[1]
            self.pointers[address] = at
            self.cells[at : at + len(out) - 2] = out[2:]
            return len(out)
        self.pointers[address] = out[0]
        for at in range(1, len(out)):
            register = out[0] + at - 1
            if register in (0x14, 0x15):
                self.latches[address, register & 1] = out[at]
            elif register in (0, 1):
                self.directions[address, register & 1] = out[at]
        return len(out)

    def read(self, address, into):
        if address in self.absent or not self._is_there(address):
            raise OSError(5)
        at = self.pointers[address]
        if address == FRAM_AT:
            into[:] = self.cells[at : at + len(into)]
            return
        for more in range(len(into)):
            into[more] = self._register(address, at + more)

    def _is_there(self, address):
        return BOARDS_AT <= address < BOARDS_AT + 7 or address in (FRAM_AT, COLOUR_AT)

    def _register(self, address, register):
        if address == COLOUR_AT:
            return 100 if register == 0xB4 else 0
        port = register & 1
        if register in (0, 1):
            return self.directions.get((address, port), 0xFF)
        if register in (0x12, 0x13):
            is_lit = self.latches.get((address, port), 0) & 0x80
            return self.lit.get((address - BOARDS_AT, port), DEFAULT_LIT) if is_lit else UNLIT
        return 0


class Bench:
    """levels: by pin. duties: by pin. counts: of converters, by pin. served: the bus' target.

    us: the time; setting it lets every timer interrupt that is due until then.
    """

    def __init__(self):
        self._us = 0
        self.timers = []
        self.chips = Chips()
        self.levels = {}
        self.duties = {}
        self.counts = {28: REST_COUNTS}
        self.handlers = {}
        self.served = None
        self.handler = None
        self.sent = b""
        self.pulses = {}  # state machine -> given
        self.sleeps_left = None

    @property
    def us(self):
        return self._us

    @us.setter
    def us(self, until):
        due = min([timer.due_us for timer in self.timers], default=until + 1)
        while due <= until:
            self._us = due
            for timer in self.timers:
                timer.interrupt()
            due = min([timer.due_us for timer in self.timers])
        self._us = until

    def edge(self, pin, level):
        """A level changes, and whoever listens is told."""
        self.levels[pin] = level
        if pin in self.handlers:
            self.handlers[pin](Pin(pin))


HERE = Bench()


class Pin:
    IN, OUT, OPEN_DRAIN, IRQ_RISING, IRQ_FALLING = 0, 1, 2, 8, 4

    def __init__(self, number, mode=-1, pull=-1, *, value=None):
        self.number = number
        if value is not None:
            HERE.levels[number] = value

    def value(self, level=None):
        if level is None:
            return HERE.levels.get(self.number, 0)
        HERE.levels[self.number] = int(level)
        return None

    def irq(self, handler, trigger, hard):
        HERE.handlers[self.number] = handler


class PWM:
    def __init__(self, pin, *, freq, duty_u16):
        self.pin = pin.number
        HERE.duties[self.pin] = duty_u16

    def duty_u16(self, duty):
        HERE.duties[self.pin] = duty


class ADC:
    def __init__(self, pin):
        self.pin = pin.number

    def read_u16(self):
        return HERE.counts.get(self.pin, 0)


class Timer:
    PERIODIC = 1

    def __init__(self):
        self.due_us = self.period_us = 0

    def init(self, *, mode, period, callback, hard):
        assert mode == self.PERIODIC
        assert hard
        self.callback, self.period_us = callback, period * 1000
        self.due_us = HERE.us + self.period_us
        HERE.timers.append(self)

    def interrupt(self):
        if HERE.us >= self.due_us:
            self.due_us += self.period_us
            self.callback(self)


class I2C:
    def __init__(self, number, *, scl, sda, freq, timeout):
        assert (number, sda.number, scl.number) == (1, 2, 3)

    def writeto(self, address, out, stop=True):
        return HERE.chips.write(address, out)

    def readfrom_into(self, address, into):
        HERE.chips.read(address, into)


class UART:
    def __init__(self, number, baudrate, *, tx, rx, timeout):
        assert (number, tx.number, rx.number) == (0, 0, 1)

    def any(self):
        return 0

    def read(self, count):
        return None

    def write(self, octets):
        HERE.sent += octets
        return len(octets)


class I2CTarget:
    IRQ_END_WRITE = 32

    def __init__(self, number, address, *, mem, mem_addrsize, scl, sda):
        assert (number, address, mem_addrsize, sda.number, scl.number) == (0, 0x30, 8, 4, 5)
        HERE.served = mem

    def irq(self, handler, trigger, hard):
        assert trigger == self.IRQ_END_WRITE
        assert hard
        HERE.handler = handler


def write_to_it(register, octets):
    """The table writes: bytes are laid down, then the handler is called."""
    for at in range(len(octets)):
        HERE.served[register + at] = octets[at]
    HERE.handler(None)


class WDT:
    def __init__(self, *, timeout):
        self.timeout = timeout

    def feed(self):
        pass


def disable_irq():
    return 1


def enable_irq(state):
    assert state == 1


def reset():
    raise Stopped("reset")


# --- rp2 -----------------------------------------------------------------------------------------


class PIO:
    OUT_LOW, SHIFT_RIGHT = 0, 1


def asm_pio(**settings):
    return lambda function: function


class StateMachine:
    """Gives the pulses of its words as time passes."""

    def __init__(self, number):
        self.number = number
        self.words = []
        self.began_us = 0
        self.is_active = False
        HERE.pulses.setdefault(number, 0)
        MACHINES[number] = self

    def init(self, program, *, freq, set_base):
        assert freq == HERTZ
        self.settle()
        self.words = []

    def active(self, on):
        self.settle()
        self.is_active = bool(on)

    def take(self, words):
        self.words = list(words)
        self.began_us = HERE.us

    def given(self):
        """Pulses begun by now, and those left of the word that runs."""
        steps = (HERE.us - self.began_us) * (HERTZ // 1_000_000)
        given = 0
        for word in self.words:
            pulses, each = (word & 0xFFF) + 1, 2 * (word >> 12) + 7
            if steps < pulses * each:
                begun = min(steps // each + 1, pulses)
                return given + begun, pulses - begun
            steps -= pulses * each
            given += pulses
        return given, 0

    def settle(self):
        if self.is_active and self.words:
            sign = 1 if HERE.levels.get((8, 10)[self.number]) else -1
            HERE.pulses[self.number] += sign * self.given()[0]
            self.words = []

    def exec(self, instruction):
        assert instruction in ("mov(isr, x)", "push(noblock)")

    def get(self):
        return self.left

    def stop_asked(self):
        self.left = self.given()[1]


MACHINES = {}


class DMA:
    def pack_ctrl(self, *, inc_write, treq_sel):
        assert not inc_write
        return treq_sel

    def config(self, *, read, write, count, ctrl, trigger):
        assert ctrl == write.number
        assert count == len(read)
        write.settle()
        write.take(read)
        self.machine = write

    def active(self, on):
        self.machine.stop_asked()


# --- time ----------------------------------------------------------------------------------------

TICKS = 1 << 30


def ticks_us():
    HERE.us += 3  # a call takes its time
    return HERE.us % TICKS


def ticks_ms():
    return HERE.us // 1000 % TICKS


def ticks_diff(end, start):
    return (end - start + TICKS // 2) % TICKS - TICKS // 2


def sleep_us(us):
    HERE.us += us
    if HERE.sleeps_left is not None:
        HERE.sleeps_left -= 1
        if HERE.sleeps_left < 0:
            raise Stopped("enough")


def sleep_ms(ms):
    HERE.us += ms * 1000
