"""What a board must not get wrong: each rule reads board.toml and says what would not work.

Two wires on one pin, two chips that answer to one address, an expander's pin 7 as an input, a bus
whose cable is too long for its speed, a supply that is promised twice, a wire that is pulled the
wrong way before the program runs. What stops the motors is judged in motor_supply.py. Each rule
has a test that breaks it. Rule of the file: a rule computes from the source and names the page its
limit comes from; it never mends anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from host_tools.hardware.source import Board, Bus, Chip

PI_PINS = range(28)  # of the forty-pin header
PI_ID_PINS = (0, 1)  # read at boot by the Pi's own firmware, looking for an EEPROM
PICO_PINS = (*range(23), 26, 27, 28)
LEVELS = {"low", "high"}
PULLS = {"up": "high", "down": "low"}
LOW_VOLTS = 0.4  # at which a chip sinks what UM10204 table 9 promises
# UM10204 table 10, fast mode; and what wakes an ATECC608B: SDA low for 60 us, a byte of zeros at
# 100 kHz or less (its data sheet, wake-up)
HERTZ_MAX = {"inner": 100_000, "table": 400_000}
RESERVED = (*range(0x08), *range(0x78, 0x80))  # UM10204 table 4
SEATS = 10


def _pin_uses(board: Board, which: str) -> Iterator[tuple[int, str]]:
    for line in board.lines:
        yield getattr(line, which), line.name
    for bus in board.buses:
        yield getattr(bus, which + "_sda"), bus.name + " SDA"
        yield getattr(bus, which + "_scl"), bus.name + " SCL"
    yield board.link[which + "_tx"], "link TX"
    yield board.link[which + "_rx"], "link RX"


def one_wire_a_pin(board: Board) -> Iterator[str]:
    """No pin is used twice, none is used that the controller does not have."""
    for which, has in (("pi", PI_PINS), ("pico", PICO_PINS)):
        used: dict[int, str] = {}
        for pin, name in _pin_uses(board, which):
            if pin not in has:
                yield f"{which} has no pin {pin} ({name})"
            elif pin in used:
                yield f"{which} pin {pin} is {used[pin]} and {name}"
            used[pin] = name
            if which == "pi" and pin in PI_ID_PINS:
                yield f"{name} is on GPIO {pin}: the Pi looks for an EEPROM there at boot"


def every_name_once(board: Board) -> Iterator[str]:
    """Names are unique, and what is named elsewhere exists."""
    for rows in (board.lines, board.buses, board.chips, board.runs, board.supplies, board.loads):
        names = [row.name for row in rows]
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield f"'{name}' is there twice"
    buses = {bus.name for bus in board.buses}
    supplies = {supply.name for supply in board.supplies}
    for chip in board.chips:
        if chip.bus not in buses:
            yield f"{chip.name} is on bus '{chip.bus}', which there is not"
    for load in board.loads:
        if load.supply not in supplies:
            yield f"'{load.name}' draws from '{load.supply}', which there is not"
    for supply in board.supplies:
        if supply.from_ not in {*supplies, "brick"}:
            yield f"{supply.name} comes from '{supply.from_}', which there is not"


def _heard(board: Board, bus: Bus, branch: int) -> list[Chip]:
    """The chips that hear what is said while a branch is joined: its own and the trunk's."""
    return [
        chip for chip in board.all_chips() if chip.bus == bus.name and chip.branch in (0, branch)
    ]


def one_chip_an_address(board: Board) -> Iterator[str]:
    """No two chips that can hear each other's traffic answer to one address, aliases included."""
    for bus in board.buses:
        for branch in range(8):
            heard = _heard(board, bus, branch)
            used: dict[int, str] = {}
            for chip in heard:
                for at in chip.addresses():
                    if at > 0x7F:
                        yield f"{chip.name} at 0x{at:02X}: an address has seven bits"
                    if at in RESERVED and at not in chip.also:
                        yield f"{chip.name} at 0x{at:02X}: reserved by the I2C specification"
                    if at in used:
                        yield f"{bus.name} bus: 0x{at:02X} is {used[at]} and {chip.name}"
                    used[at] = chip.name


def panels_read_fourteen_inputs(board: Board) -> Iterator[str]:
    """Seven inputs a port; pin 7 is an output: an input can disturb SDA (DS20001952D p. 9)."""
    if len(board.panel_pins) != 8 or len(board.panel_directions) != 8:
        yield "a port has eight pins"
        return
    for pin, name in enumerate(board.panel_pins):
        wanted = "out" if pin == 7 else "in"
        if board.panel_directions[pin] != wanted:
            yield f"pin {pin} ({name}) must be an {wanted}put"
    if 2 * board.panel_count != SEATS:
        yield f"{board.panel_count} panels serve {2 * board.panel_count} seats, not {SEATS}"


def every_branch_has_a_cable(board: Board) -> Iterator[str]:
    """Each used branch has exactly one cable and each cable ends at a chip; none is too long."""
    used = {chip.branch for chip in board.all_chips() if chip.branch}
    cabled = [run.branch for run in board.runs]
    for branch in sorted(used | set(cabled)):
        if not 0 < branch < 8:
            yield f"the switch has no branch {branch} for a cable"
        if cabled.count(branch) != 1 or branch not in used:
            yield f"branch {branch} has {cabled.count(branch)} cables"
    for run in board.runs:
        if run.metres > board.branch["length_m_max"]:
            yield f"{run.name}: {run.metres} m is longer than {board.branch['length_m_max']} m"


def trunk_pf(board: Board, bus: Bus) -> float:
    """Capacitance of a wire of the bus before the switch: controller's pin, copper, chips."""
    chips = [chip for chip in board.all_chips() if chip.bus == bus.name and chip.branch == 0]
    return 10 + bus.copper_pf + sum(chip.pins_pf * chip.count for chip in chips)


def branch_pf(board: Board, branch: int) -> float:
    """Capacitance of a wire of a branch: cable, two connectors, chips."""
    metres = sum(run.metres for run in board.runs if run.branch == branch)
    chips = [chip for chip in board.all_chips() if chip.branch == branch]
    pins = sum(chip.pins_pf * chip.count for chip in chips)
    return metres * board.cable["pf_per_m"] + 2 * board.branch["connector_pf"] + pins


def rise_ns(board: Board, branch: int) -> float:
    """UM10204 7.1: 0.8473 R C from 30 to 70 percent, trunk and branch joined (0 for trunk)."""
    bus = board.bus("table")
    ohm, pf = bus.pull_up_ohm, trunk_pf(board, bus)
    if branch:
        ohm = 1 / (1 / ohm + 1 / board.branch["pull_up_ohm"])
        pf += branch_pf(board, branch)
    return 0.8473 * ohm * pf / 1000


def sink_ma(board: Board, branch: int) -> float:
    """What a chip on the branch must pull down, at 0.4 V; 5 V side of a shifter included."""
    bus = board.bus("table")
    over = bus.volts - LOW_VOLTS
    total = over / bus.pull_up_ohm + over / board.branch["pull_up_ohm"]
    if any(chip.branch == branch and chip.volts > bus.volts for chip in board.all_chips()):
        total += (5.2 - LOW_VOLTS) / board.branch["shifter_pull_up_ohm"]
    return 1000 * total


def buses_are_what_linux_and_chips_bear(board: Board) -> Iterator[str]:
    """A number of Linux for each, none faster than its chips, none pulled up too hard."""
    used: dict[int, str] = {}
    for bus in board.buses:
        if bus.linux_bus in used:
            yield f"/dev/i2c-{bus.linux_bus} is {used[bus.linux_bus]} bus and {bus.name} bus"
        used[bus.linux_bus] = bus.name
        if bus.hertz > HERTZ_MAX.get(bus.name, bus.hertz):
            yield f"{bus.name} bus: {bus.hertz} Hz, {HERTZ_MAX[bus.name]} are allowed"
        ma = 1000 * (bus.volts - LOW_VOLTS) / bus.pull_up_ohm
        weakest = min(
            [
                chip.sinks_ma
                for chip in board.all_chips()
                if chip.bus == bus.name and not chip.branch
            ],
            default=ma,
        )
        if ma > weakest:
            yield f"{bus.name} bus: a chip would have to sink {ma:.2f} mA"


def buses_rise_in_time(board: Board) -> Iterator[str]:
    """Capacitance, rise time and sink current stay inside the fast mode (UM10204 tables 9, 10)."""
    inner = board.bus("inner")
    inner_ns = 0.8473 * inner.pull_up_ohm * trunk_pf(board, inner) / 1000
    if inner_ns > 1000:  # standard mode
        yield f"inner bus rises in {inner_ns:.0f} ns, 1000 are allowed"
    limits = board.branch
    for run in board.runs:
        pf, ns = branch_pf(board, run.branch), rise_ns(board, run.branch)
        ma = sink_ma(board, run.branch)
        if pf > limits["pf_max"]:
            yield f"{run.name}: {pf:.0f} pF, {limits['pf_max']:.0f} are allowed"
        if ns > limits["rise_ns_max"]:
            yield f"{run.name}: rises in {ns:.0f} ns, {limits['rise_ns_max']:.0f} are allowed"
        weakest = min(
            [chip.sinks_ma for chip in board.all_chips() if chip.branch == run.branch],
            default=limits["sink_ma_max"],
        )
        if ma > min(weakest, limits["sink_ma_max"]):
            yield f"{run.name}: a chip would have to sink {ma:.2f} mA"


def boot_is_safe(board: Board) -> Iterator[str]:
    """Before a program runs, and with a wire broken, every line lies at its safe level.

    An output at boot is an input with the controller's pull and the board's own resistor; the
    resistor outside decides, and must not fight the one inside.
    """
    for line in board.lines:
        if line.direction not in {"in", "out"} or {line.active, line.safe} - LEVELS:
            yield f"{line.name}: direction is in or out, levels are low or high"
            continue
        for which in ("boot", "outside", "pull"):
            if getattr(line, which) not in {*PULLS, "none"}:
                yield f"{line.name}: {which} is up, down or none, not '{getattr(line, which)}'"
        if line.direction == "out" and line.active == line.safe and line.name != "mux_reset":
            yield f"{line.name}: is active at its safe level"
        if line.outside not in PULLS and line.boot not in PULLS:
            yield f"{line.name}: nothing pulls it at boot"
            continue
        if line.outside in PULLS and line.boot in PULLS and line.outside != line.boot:
            yield f"{line.name}: pulled {line.boot} by the controller, {line.outside} outside"
        for which in (line.boot, line.outside, line.pull):
            if which in PULLS and PULLS[which] != line.safe:
                yield f"{line.name}: pulled {which}, but its safe level is {line.safe}"
        if line.boot in PULLS and line.boot != ("up" if line.pi <= 8 else "down"):
            yield f"{line.name}: GPIO {line.pi} is pulled the other way at boot"


def drawn_amps(board: Board, name: str) -> float:
    """What a supply gives at most: its loads and the supplies made from it."""
    amps = sum(load.amps * load.count for load in board.loads if load.supply == name)
    volts = {supply.name: supply.volts for supply in board.supplies}
    for child in board.supplies:
        if child.from_ == name:
            watts = drawn_amps(board, child.name) * child.volts / child.efficiency
            amps += watts / volts[name]
    return amps


def supplies_suffice(board: Board) -> Iterator[str]:
    """No supply is promised beyond its margin, and no voltage above 24 V is inside the box."""
    for supply in board.supplies:
        amps, allowed = drawn_amps(board, supply.name), supply.amps_max * supply.margin
        if amps > allowed:
            yield f"{supply.name}: {amps:.2f} A drawn, {allowed:.2f} A allowed"
        if supply.volts > 24:
            yield f"{supply.name}: {supply.volts} V is more than 24 V"


def hold_up_s(board: Board) -> float:
    """Seconds the controller lives on from the capacitors after the brick is gone."""
    of = board.hold_up
    farad = of["farad"] / of["series"]
    amps = of["watts"] / of["volts_to"]
    lost = amps * of["ohm"] * of["series"] + of["volts_diode"]
    low = of["volts_to"] + lost
    return max(0.0, farad * (of["volts_from"] ** 2 - low**2) / 2 / of["watts"])


def plug_may_be_pulled(board: Board) -> Iterator[str]:
    """The controller lives long enough to write down that the power failed."""
    seconds = hold_up_s(board)
    if seconds < board.hold_up["seconds_min"]:
        yield f"hold-up: {seconds:.1f} s, {board.hold_up['seconds_min']:.1f} s are wanted"
    if board.hold_up["volts_from"] / board.hold_up["series"] > board.hold_up["volts_cell_max"]:
        yield "hold-up: a capacitor is charged above its voltage"


RULES: tuple[Callable[[Board], Iterator[str]], ...] = (
    every_name_once,
    one_wire_a_pin,
    one_chip_an_address,
    panels_read_fourteen_inputs,
    every_branch_has_a_cable,
    buses_are_what_linux_and_chips_bear,
    buses_rise_in_time,
    boot_is_safe,
    supplies_suffice,
    plug_may_be_pulled,
)


def complaints(board: Board) -> list[str]:
    """All that is wrong, in the order of the rules; a name nobody has ends the search."""
    found: list[str] = []
    for rule in RULES:
        found.extend(f"{rule.__name__}: {told}" for told in rule(board))
        if found and rule is every_name_once:
            break
    return list(dict.fromkeys(found))
