"""How cards come back to the hopper: out of a tray by the arm, and by channel 18 to the others.

A card of the board or of the aside tray slides back down its own channel as soon as a pawl lets
it, is drawn into the arm, carried to mouth 18 and launched; it ends on its back on a shelf, where
it is weighed, and falls behind the others when the return motor holds the press plate back. Added
up are slopes, times, and whether everything it meets is wide enough. Rule of the file: one
coefficient of friction and rigid cards; that a card does it is for the bench.
"""

from __future__ import annotations

from math import cos, exp, hypot, radians, sin, sqrt, tan
from typing import TYPE_CHECKING, Any

from host_tools.hardware.card_budget import GRAVITY, slide_mm
from host_tools.hardware.channels import CHUTE, channels, left_mm, rise_mm

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host_tools.hardware.gear_motors import Drive

ASIDE = 17
TRAYS = (11, 12, 13, 14, 15, 17)
WORN = 0.33  # coefficient of friction with which a card still has to slide back
ARM_FREE_MM = 2.0  # between a carried card and the hoop, and the mouths
PASS_MM = 3.0  # what a pocket or shaft is wider than the cards in it, at least
DECK = 52
SCALE_MS = 250  # card-machine.md: until the scale stands still
BRAKE_MS = 20  # the path stands before the arm turns
TWIST_MM = 20.0  # what a card may stand off a wall that lies down; it has no lid there
AT_REST_MM = 1.0  # of the middle of a card in its tray
PULL_SHARE = 0.3  # of the return motor's voltage, with which it holds against its stop
HELD_SHARE = 1.3  # of the force it holds against


def _slope(degrees: float, friction: float) -> float:
    """Metres a second each second, down a slope."""
    return GRAVITY * (sin(radians(degrees)) - friction * cos(radians(degrees)))


def hopper_start(of: dict[str, Any]) -> float:
    """Radius of the hopper's inner wall."""
    return of["slot"]["outer_radius"] + of["feeder"]["rim"] + of["feed"]["prefeed"]


def tray_middle_mm(of: dict[str, Any]) -> float:
    """From a board channel's slope's lower end to the middle of a card that lies in its tray."""
    return of["well"]["lean_length"] + of["card"]["length"] / 2


def arrives_back(of: dict[str, Any], friction: float) -> float:
    """Metres a second of a card that comes back, at the launch rollers; 0: it stops before."""
    card, path, ring = of["card"], of["path"], of["channels"]
    rollers = of["turret"]["radius"] - path["mouth"]
    level = ring["start"] + ring["lead"] - rollers - card["length"] / 2
    down = _slope(of["tray"]["slope_degrees"], friction) * tray_middle_mm(of)
    energy = 2 * (down - friction * GRAVITY * level) / 1000
    return sqrt(energy) if energy > 0 else 0.0


def slides_back_ms(of: dict[str, Any]) -> float:
    """From the pawl's way down until the launch rollers have a card's inner end."""
    friction, way = of["path"]["friction"], tray_middle_mm(of) / 1000
    down = _slope(of["tray"]["slope_degrees"], friction)
    last = arrives_back(of, friction)
    foot = sqrt(2 * down * way)
    return 1000 * (foot / down + (foot - last) / (friction * GRAVITY))


def drawn_in_ms(of: dict[str, Any]) -> float:
    """From the launch rollers until a card's inner end darkens the entry beam."""
    path = of["path"]
    speed = of["tray"]["back_speed"] * path["launch_speed"] / path["speed"]
    return path["nip"] / speed


def last_ms(of: dict[str, Any]) -> float:
    """From mouth 18 to the shelf's end: the mean of the speeds there and there."""
    way = channels(of)[CHUTE - 1]
    brakes = 2 * of["path"]["friction"] * GRAVITY
    ends = sqrt(brakes * left_mm(of, way) / 1000)
    return 1000 * (way.length / 1000) / ((of["path"]["launch_speed"] + ends) / 2)


def falls_ms(of: dict[str, Any]) -> float:
    """From the shelf into the hopper: across it, then down."""
    shelf, chute = of["shelf"], of["chute"]
    across = (shelf["across"] - of["card"]["width"] / 2) / 1000
    down = chute["lip"] / 1000
    return 1000 * (
        sqrt(2 * across / _slope(shelf["slope_degrees"], of["path"]["friction"]))
        + sqrt(2 * down / _slope(85.0, of["path"]["friction"]))
    )


def return_parts(of: dict[str, Any], pull: Drive) -> dict[str, float]:
    """What a RETURN takes, part by part, in milliseconds; the scale's rest comes after."""
    turn, path = of["carousel"]["move_ms"], of["path"]
    stroke = of["hopper"]["pull"]
    pawl = 1000 * pull.way_s(stroke * of["tray"]["pawl"][1] / of["tray"]["tappet"])
    launch = path["ejector_ms"] + 1000 * path["mouth"] / 1000 / path["launch_speed"]
    return {
        "arm to the tray": turn,
        "pawl down": pawl,
        "card slides to the launch rollers": slides_back_ms(of),
        "drawn into the arm": drawn_in_ms(of) + BRAKE_MS,
        "arm to place 18": turn,
        "mouth 18 dark": launch,
        "on the shelf": last_ms(of),
    }


def return_ms(of: dict[str, Any], pull: Drive) -> float:
    """A RETURN of one card, without the scale's rest."""
    return sum(return_parts(of, pull).values())


def skew_mm(of: dict[str, Any]) -> float:
    """Length that a card takes when its nose slides into the shaft before its tail may."""
    shelf, card = of["shelf"], of["card"]
    speed = sqrt(2 * of["path"]["friction"] * GRAVITY * left_mm(of, channels(of)[17]) / 1000)
    seconds = card["length"] / 1000 / speed
    slope = _slope(shelf["slope_degrees"], of["path"]["friction"])
    sinks = min(1.0, 1000 * slope * seconds**2 / 2 / card["length"])
    return card["length"] * sqrt(1 - sinks**2) + card["width"] * sinks


def _trays(of: dict[str, Any]) -> Iterator[str]:
    """A card lies below the cloth in a tray, slides back, and leaves it the right way."""
    tray, well, every = of["tray"], of["well"], channels(of)
    climbs = sin(radians(tray["slope_degrees"])) * tray_middle_mm(of)
    wanted = rise_mm(of, every[0])
    if abs(climbs - wanted) > AT_REST_MM:
        yield f"a tray's slope climbs {climbs:.0f} mm, {wanted:.0f} are wanted"
    outer = of["height"]["rest_below"] - sin(radians(tray["slope_degrees"])) * well["length"] / 2
    if outer < PASS_MM:
        yield f"a tray's outer end lies {outer:.1f} mm below the cloth"
    if not arrives_back(of, WORN):
        yield f"a card does not slide back from its tray at a friction of {WORN}"
    over = tray["pawl"][0] - tray["cards"] * of["card"]["thickness_max"]
    if over < 1.0 or tray["pawl"][1] < tray["pawl"][0] + 0.5:
        yield "a tray's pawl does not hold its cards, or does not go below the floor"
    room = of["turret"]["mouth_gap"] - tray["cards"] * of["card"]["thickness_max"]
    if room < of["channels"]["bend_min_gap"]:
        yield f"{tray['cards']} cards at once do not pass a channel"
    for place in TRAYS:
        one = every[place - 1]
        if one.straight != well["lean_length"] + well["length"]:
            yield f"channel of place {place} has no room for its tray's slope alone"


def carried(of: dict[str, Any]) -> tuple[float, float]:
    """Radius of both ends of a card that stands at the exit beam, run-on not counted."""
    rim = of["slot"]["outer_radius"] + of["turret"]["gap"]
    return rim + of["path"]["exit"] - of["card"]["length"], rim + of["path"]["exit"]


def arm_carries(of: dict[str, Any], runs_on_mm: float) -> Iterator[str]:
    """A card that was stopped at either beam lies between hoop and mouths: the arm may turn."""
    inner, outer = carried(of)
    hoop = of["hoop"]["radius"] + of["hoop"]["wall"]
    if inner - hoop < ARM_FREE_MM:
        yield f"a card stopped at the exit beam is {inner - hoop:.1f} mm from the hoop"
    rim = of["slot"]["outer_radius"] + of["turret"]["gap"]
    if rim - runs_on_mm - hoop < ARM_FREE_MM:
        near = rim - runs_on_mm - hoop
        yield f"a card drawn back to the entry beam is {near:.1f} mm from the hoop"
    ring = of["turret"]["radius"] - of["turret"]["gap"] / 2
    if ring - outer - runs_on_mm < ARM_FREE_MM:
        yield "a card carried by the arm reaches the mouths"
    if of["path"]["exit"] + runs_on_mm > of["path"]["nip"]:
        yield "a card that is stopped at the exit beam is in the launch rollers already"


def _shelf(of: dict[str, Any]) -> Iterator[str]:
    """Channel 18 ends on the shelf, whose lower edge is the shaft's; a card passes on into it."""
    shelf, chute, card = of["shelf"], of["chute"], of["card"]
    one = channels(of)[CHUTE - 1]
    x, y = one.point(of["channels"]["start"], one.length)
    turn = radians(one.end_degrees + 180)
    inward, beside = x * cos(turn) + y * sin(turn), y * cos(turn) - x * sin(turn)
    if abs(inward - hopper_start(of)) > shelf["end_stop"]:
        starts = hopper_start(of)
        yield f"channel of place 18 ends at radius {inward:.0f}, the hopper at {starts:.0f}"
    lies = cos(radians(shelf["slope_degrees"])) * card["width"] / 2
    beside -= lies + chute["last"]
    if abs(beside) > 4.0:
        yield f"a card on the shelf lies {beside:.0f} mm beside the shaft's wall"
    if _slope(shelf["slope_degrees"], WORN) <= 0:
        yield f"a card stays on the shelf at a friction of {WORN}"
    if skew_mm(of) > chute["length"]:
        yield f"a card sinks askew into the shaft: {skew_mm(of):.0f} mm of {chute['length']:.0f}"
    if shelf["step"] < (DECK - 1) * card["thickness_max"]:
        yield f"the wall ends {shelf['step']:.1f} mm above the shelf: a deck lies in a card's way"
    outer = chute["lip"] + sin(radians(shelf["slope_degrees"])) * shelf["across"]
    outer += shelf["step"] / cos(radians(shelf["slope_degrees"]))
    if outer > of["height"]["cloth"] - PASS_MM:
        yield f"the shelf reaches {outer:.0f} mm up, the cloth lies at {of['height']['cloth']:.0f}"
    rate = (90 + shelf["slope_degrees"]) / shelf["bank"]
    twists = tan(radians(rate * card["length"] / 2)) * card["width"] / 2
    if twists > TWIST_MM:
        yield f"the wall of channel 18 lies down too soon: a card bends {twists:.0f} mm"


def _pocket(of: dict[str, Any], pull: Drive) -> Iterator[str]:
    """The deck fits behind the drawn plate, its hood closes the shaft, the motor holds it."""
    hopper, chute, card = of["hopper"], of["chute"], of["card"]
    deck = DECK * card["thickness_max"] + of["hopper"]["stack_spare"]
    plate = hopper["press_plate"][2]
    if hopper["pull"] - deck < PASS_MM:
        yield f"{hopper['pull'] - deck:.1f} mm are left for the last card behind the drawn plate"
    if hopper["pull"] + plate > hopper["depth"] - 1.0:
        yield "the drawn plate does not fit the hopper"
    if chute["last"] > hopper["pull"]:
        yield "the shaft's outer wall stands over the drawn plate"
    if chute["last"] - chute["first"] < deck:
        yield f"the shaft of {chute['last'] - chute['first']:.0f} mm does not take a deck"
    if chute["hood"][0] < chute["last"]:
        yield "the plate's hood does not close the shaft of an empty hopper"
    held = pull.stall * PULL_SHARE
    if held < HELD_SHARE * pull.load:
        yield f"return: held it pulls {held / pull.radius:.1f} N, too little for its load"


def _puller(of: dict[str, Any]) -> Iterator[str]:
    """Return motor and load cell stand beside the hopper, below hood and shelf, and not in it."""
    it, hopper, chute = of["return_motor"], of["hopper"], of["chute"]
    _, beside, up = it["at"]
    body = it["body"][0] / 2
    cell, (_, first, low) = hopper["cell"], hopper["cell_at"]
    if first < hopper["depth"] + PASS_MM or first + cell[1] + PASS_MM > beside - body:
        yield "the load cell meets the hopper or the return motor"
    if low < -of["hoop"]["foot"] + 1.0 or low + cell[2] > hopper["press_plate"][1]:
        yield "the load cell lies in the base plate"
    if up - body < -of["hoop"]["foot"] + 1.0 or up + body > hopper["height"] - PASS_MM:
        yield "the return motor does not fit below the plate's hood"
    if not -body < it["slider_up"] - up <= body:
        yield "the slider is not at the return motor's height"
    if hypot(it["at"][0] + it["body"][1], beside + body) > of["base"]["radius"]:
        yield "the return motor stands over the base plate's rim"
    slider, wire = it["lever"]
    if abs(hopper["pull"] * wire / slider - of["tray"]["tappet"]) > 0.1:
        moved = hopper["pull"] * wire / slider
        yield f"the return motor's lever moves the arm's rod by {moved:.1f} mm"
    if chute["lip"] < hopper["height"] + chute["hood"][1] + chute["hood"][2] + 1.0:
        yield "the hood does not pass below the shelf's lip"


def in_time(of: dict[str, Any], pull: Drive, promised: dict[str, int]) -> Iterator[str]:
    """RETURN takes no longer than the contract says, the scale's rest included."""
    takes = return_ms(of, pull) + SCALE_MS
    if takes > promised["RETURN"]:
        yield f"RETURN takes {takes:.0f} ms, {promised['RETURN']} are promised"


def complaints(of: dict[str, Any], pull: Drive, runs_on_mm: float) -> list[str]:
    """What does not fit."""
    return [
        *_trays(of),
        *arm_carries(of, runs_on_mm),
        *_shelf(of),
        *_pocket(of, pull),
        *_puller(of),
    ]


def gutter_left_mm(of: dict[str, Any]) -> float:
    """What a launched card would have left of its way in a gutter around the ring.

    From mouth 1 to the aside tray's; less than 0, so there is none, and the arm carries the card.
    """
    every, radius, friction = channels(of), of["channels"]["start"], of["path"]["friction"]
    turned = radians(every[0].degrees - every[ASIDE - 1].degrees)
    share = radius / (2 * friction)
    return (slide_mm(of) + share) * exp(-2 * friction * turned) - share
