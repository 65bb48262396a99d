"""A scripted hand at a table of chips and buses, and one fault at one transaction of it.

Every transfer on both buses, every call of the store, every piece on the cable and every motion of
the card machine has a number. At a chosen one something goes wrong, once, in one of eight ways;
then the hand is played to whatever end it comes to, with a floor who turns the key when the table
asks for it and voids the hand when nothing else helps. Used by `tests.faults`, which chooses the
numbers; `tests.fault_judge` says what may come of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firmware.lines.grammar import LineError
from firmware.lines.parser import parse
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from firmware.schema.faults import SEVERITY, SEVERITY_HOLD, by_code
from hal.errors import FULL, IO, NACK, TIMEOUT, HalError
from hal.sim.main import Simulation
from hal.sim.mishaps import FaultPlan
from tests.paired_host import Keys
from tests.powercut_table import BOUNDS, SERIAL, Deeds, ScriptFile, WitnessHost, World
from tests.simulated_evening import pair

if TYPE_CHECKING:
    from collections.abc import Callable

LAYERS: tuple[str, ...] = ("inner_bus", "table_bus", "store", "serial")
MOTORS = "motor"
BUS_KINDS = ("nak", "timeout", "short", "stuck", "corrupt", "slow", "brown_out", "lost_reply")
KINDS = {
    "inner_bus": BUS_KINDS,
    "table_bus": BUS_KINDS,
    "store": ("io", "full", "short", "stuck", "slow", "lost_reply"),
    "serial": ("unplugged", "timeout", "short", "stuck", "corrupt", "slow", "lost_reply"),
    MOTORS: ("jam", "jam_stays", "nothing", "double", "dead", "silent", "brown_out", "lost_reply"),
}
STUCK_MS = 2500  # two tries of the care for buses see it held, the third does not
SLOW_US = 30_000  # a chip that stretches the clock to the end of every patience
STALL_MS = 3000  # of a disk or a cable
PASSES_MAX = 120_000
VIRTUAL_MS_MAX = 1_200_000
PATIENCE_MS = 30_000  # of a floor that sees nothing happen
STORE_CALLS = (
    "append", "sync", "cut", "remove", "write_snapshot", "remove_snapshot", "read", "segments",
    "snapshots", "read_snapshot", "free_bytes",
)  # fmt: skip

_MISHAPS = {
    "jam": "jam {at} tries=2",
    "jam_stays": "jam {at} tries=never",
    "nothing": "nothing {at} tries=2",
    "double": "double {at}",
    "dead": "dead {at} stage={stage}",
    "silent": "silent {at} ms=20000",
    "brown_out": "power {at}",
    "lost_reply": "lost_reply {at}",
}


class Host(WitnessHost):
    """A witness on a cable that may lose and change what is said: it asks again."""

    def __init__(self, simulation: Simulation, witness: str) -> None:
        super().__init__(simulation, witness)
        self._next = 1

    def look(self) -> None:
        try:
            octets = self._end.read()
        except HalError:
            return
        for piece in self._splitter.feed(octets) if octets else ():
            try:
                line = parse(piece)
            except LineError:
                continue
            if line.seq is not None:
                if line.seq > self._next:
                    continue  # not acknowledged, so it comes again
                self._next = max(self._next, line.seq + 1)
            self._hear(line.message, line.seq)
        if self._boot and self._due:
            due, self._due = self._due, []
            for one in due:
                self._ask(one)

    def plug_in(self) -> None:
        """The cable is back: greet from the first line that is missing."""
        self._say((m.GREET, m.PROTOCOL_MAJOR, m.PROTOCOL_MINOR, self._next))

    def _say(self, message: tuple) -> None:
        try:
            self._end.write(seal(write(message, None, 0), None))
        except HalError:
            return


class Course:
    """One hand. reached: asked at every transaction with (layer, number); answers a kind or ''."""

    def __init__(
        self, script: ScriptFile, reached: Callable[[str, int], str], rows: tuple[str, ...] = ()
    ) -> None:
        self.script = script
        self.world = World()
        pair(self.world.order_memory, Keys())
        self.counts: dict[str, int] = dict.fromkeys(LAYERS, 0)
        self.injected = ""
        self._store_trouble = ""
        self._is_cable_stuck = False
        self._reached = reached
        self.wrong = ""
        self.simulation = simulation = Simulation(
            b"faults",
            script=script.hands,
            room=self.world,
            serial=SERIAL,
            bounds=BOUNDS,
            level="register",
        )
        self.table: Any = simulation.table
        if rows:
            self.table.machine.follow(FaultPlan(rows))
        self._host = Host(simulation, script.witness) if script.witness else None
        self._deeds = Deeds(simulation, script.deeds)
        self._watch_buses()
        self._watch_store()
        self._watch_cable()
        self._moved_ms = 0
        self._lines = 0
        self._helped = 0
        self.floor_looked = 0
        self.is_voided = False

    # --- counting --------------------------------------------------------------------------------

    def _reach(self, layer: str) -> str:
        number = self.counts[layer]
        self.counts[layer] += 1
        if self.injected:
            return ""
        kind = self._reached(layer, number)
        if kind:
            self.injected = f"{layer} {number} {kind}"
        return kind

    def _watch_buses(self) -> None:
        for layer in ("inner_bus", "table_bus"):
            bus = getattr(self.table, layer)
            for name in ("writeto", "readfrom_into", "write_read_into"):
                self._watch_transfers(layer, bus, name)

    def _watch_transfers(self, layer: str, bus: Any, name: str) -> None:
        transfer = getattr(bus, name)

        def watched(address: int, *buffers: Any) -> None:
            kind = self._reach(layer)
            if kind:
                self._spoil_transfer(bus, kind, transfer, address, buffers)
            else:
                transfer(address, *buffers)

        setattr(bus, name, watched)

    def _watch_store(self) -> None:
        store = self.world.store
        for name in STORE_CALLS:
            self._watch_store_call(store, name)

    def _watch_store_call(self, store: Any, name: str) -> None:
        call = getattr(store, name)

        def watched(*arguments: Any) -> Any:
            kind = self._reach("store")
            if kind:
                return self._spoil_store(kind, name, call, arguments)
            if self._store_trouble:
                raise HalError(self._store_trouble, "store")
            return call(*arguments)

        setattr(store, name, watched)

    def _watch_cable(self) -> None:
        end = self.table.cable.table
        read, put = end.read, end.write

        def watched_read() -> bytes:
            octets = read()
            kind = self._reach("serial") if octets else ""
            return self._spoil_read(kind, octets) if kind else octets

        def watched_write(content: bytes) -> int:
            if self._is_cable_stuck:
                return 0
            kind = self._reach("serial") if content else ""
            return self._spoil_write(kind, content, put) if kind else put(content)

        end.read, end.write = watched_read, watched_write

    # --- what goes wrong -------------------------------------------------------------------------

    def _later(self, ms: int, call: Callable[[], None]) -> None:
        self.table.clock.after(ms, call)

    def _spoil_transfer(
        self, bus: Any, kind: str, transfer: Any, address: int, buffers: tuple
    ) -> None:
        clock = self.table.clock
        chips = [chip for wires in bus._reached() for chip in wires.at(address)]
        if kind == "nak":
            raise HalError(NACK, bus.name, "on purpose")
        if kind == "timeout":
            clock.spend_us(25_000)
            raise HalError(TIMEOUT, bus.name, "on purpose")
        if kind == "short":
            out = buffers[0] if isinstance(buffers[0], bytes) or len(buffers) == 2 else b""
            for chip in chips:
                chip.write(bytes(out[: len(out) // 2]))
            raise HalError(NACK, bus.name, "broken off")
        if kind == "stuck":
            joined = [wires for wires in bus._reached() if wires.at(address)]
            wires = (joined or [bus.wires])[-1]
            wires.is_scl_held = True
            self._later(STUCK_MS, lambda: setattr(wires, "is_scl_held", False))
            transfer(address, *buffers)
        elif kind == "corrupt":
            self._corrupt(transfer, address, buffers)
        elif kind == "slow":
            clock.spend_us(SLOW_US)
            transfer(address, *buffers)
        elif kind == "brown_out":
            for chip in chips:
                if hasattr(chip, "lose_power"):
                    chip.lose_power()
            transfer(address, *buffers)
        else:
            transfer(address, *buffers)
            raise HalError(TIMEOUT, bus.name, "its answer is lost")

    @staticmethod
    def _corrupt(transfer: Any, address: int, buffers: tuple) -> None:
        """One bit of what is read is another, or of what is written where nothing is read."""
        into = buffers[-1]
        if isinstance(into, bytearray) and (len(buffers) == 2 or transfer.__name__[0] == "r"):
            transfer(address, *buffers)
            into[len(into) // 2] ^= 0x10
        elif into:
            changed = bytearray(into)
            changed[len(changed) // 2] ^= 0x10
            transfer(address, bytes(changed))
        else:
            transfer(address, *buffers)

    def _spoil_store(self, kind: str, name: str, call: Any, arguments: tuple) -> Any:
        if kind == "slow":
            self.table.clock.spend_us(STALL_MS * 1000)
            return call(*arguments)
        if kind == "lost_reply":
            call(*arguments)
        elif kind == "short" and name == "append":
            call(arguments[0], arguments[1][: len(arguments[1]) // 2])
        elif kind in ("full", "stuck"):
            self._store_trouble = FULL if kind == "full" else IO
            self._later(STALL_MS, self._mend_store)
        raise HalError(FULL if kind == "full" else IO, "store", "on purpose")

    def _mend_store(self) -> None:
        self._store_trouble = ""

    def _spoil_read(self, kind: str, octets: bytes) -> bytes:
        self._lose_link(kind)
        if kind == "corrupt":
            return _bent(octets)
        if kind == "short":
            return octets[: len(octets) // 2]
        return b""

    def _spoil_write(self, kind: str, content: bytes, put: Any) -> int:
        self._lose_link(kind)
        if kind == "corrupt":
            return put(_bent(content))
        if kind == "short":
            put(content[: len(content) // 2])
            return len(content)
        if kind == "lost_reply":
            return len(content)
        if kind == "stuck":
            self._is_cable_stuck = True
            self._later(STALL_MS, lambda: setattr(self, "_is_cable_stuck", False))
            return 0
        return put(content[:1])

    def _lose_link(self, kind: str) -> None:
        if kind == "unplugged":
            self._unplug()
            raise HalError("lost", "link")
        if kind == "timeout":
            raise HalError(TIMEOUT, "link", "on purpose")

    def _unplug(self) -> None:
        cable = self.table.cable
        cable.unplug()

        def back() -> None:
            cable.plug()
            if self._host is not None:
                self._host.plug_in()

        self._later(STALL_MS, back)

    # --- playing ---------------------------------------------------------------------------------

    def play(self) -> Course:
        """Play to whatever end it comes to; `wrong` says what broke on the way."""
        simulation = self.simulation
        try:
            for _ in range(PASSES_MAX):
                if self.is_over() or simulation.clock.now_ms() > VIRTUAL_MS_MAX:
                    break
                simulation.advance(simulation.one_pass())
                self._look_around()
        except Exception as broken:  # whatever it is, the fault led to it
            self.wrong = f"{type(broken).__name__}: {broken}"
        return self

    def is_over(self) -> bool:
        """Whether the hand has ended, the table stopped, or everything was tried."""
        simulation = self.simulation
        if simulation.is_over():
            return simulation.controller.journal is not None or self._helped > 6
        if self.is_voided:
            return simulation.table.clock.now_ms() - self._moved_ms > PATIENCE_MS
        return self._helped > 6

    def _look_around(self) -> None:
        if self.script.deeds:
            self._deeds.look(self.log)
        if self._host is not None:
            self._host.look()
        now_ms = self.simulation.clock.now_ms()
        lines = self.simulation.spectator.line_count
        if lines != self._lines:
            self._lines = lines
            self._moved_ms = now_ms
        elif now_ms - self._moved_ms > PATIENCE_MS:
            self._moved_ms = now_ms
            self._help(now_ms)

    def _help(self, now_ms: int) -> None:
        """Nothing has happened for half a minute: a person comes, and does more each time."""
        self._helped += 1
        self.floor_looked += 1
        table = self.table
        table.machine.mend()
        offer = self.simulation.controller.offer
        if self._helped == 3:
            offer((m.FLOOR_RULED, m.RULING_RESUME, "Anna", None))
        elif self._helped in (4, 5):
            self.is_voided = True
            offer((m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna", None))
        table.floor_key.put(True)
        self._later(400, lambda: table.floor_key.put(False))

    # --- what came of it -------------------------------------------------------------------------

    def log(self) -> bytes:
        """All lines in the store."""
        store = self.world.store
        return b"".join(bytes(store._written[one]) for one in sorted(store._written))

    def standing(self) -> list[str]:
        """Codes of faults that hold or stop the table at the end."""
        codes = self.simulation.controller.faults.kept()
        return [code for code in codes if SEVERITY[by_code(code)] >= SEVERITY_HOLD]


def _bent(octets: bytes) -> bytes:
    """One bit in the middle is another."""
    at = len(octets) // 2
    return octets[:at] + bytes((octets[at] ^ 0x10,)) + octets[at + 1 :]


def mishap_row(kind: str, place: str, number: int) -> str:
    """The machine's row for one kind at the number-th card, feed or stub card."""
    stage = {"feed": "feeder", "card": "ejector", "stub": "ejector"}[place]
    row = _MISHAPS[kind].format(at=f"{place}={number}", stage=stage)
    return row + (" stage=feeder" if kind.startswith("jam") and place == "feed" else "")
