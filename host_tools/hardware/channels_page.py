"""Writes `channels.md` and `channels.it.md` and draws the table from above with every channel.

Place by place: which mouth around the ring, in which direction it looks, how its channel runs and
to which side the card leans over. Rule of the file: every number comes from mechanics.toml or is
computed by `channels`; only the words are here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from host_tools.hardware import channels
from host_tools.hardware.channels import BOARD, CHUTE, SEATS
from host_tools.hardware.sheet import Sheet, polar

if TYPE_CHECKING:
    from host_tools.hardware.channels import Channel
    from host_tools.hardware.sheet import Point

LANGUAGES = ("en", "it")
LABEL_MM = 28.0  # of the chute's number, beside its line

_WORDS: dict[str, tuple[str, str]] = {
    "title": ("Which channel leads where", "Dove porta ogni canale"),
    "head": (
        "Generated from hardware/rev_a/mechanics.toml by host_tools/hardware, do not edit.",
        "Generato da hardware/rev_a/mechanics.toml con host_tools/hardware, non modificare.",
    ),
    "told": (
        "Seen from above, the long side without seats toward the reader: seats 1 to 10 go"
        " clockwise, and so do the mouths around the ring, in the order of the first table. A"
        " mouth has the number of its place, its beam and its board plug too. *Degrees* are"
        " counted against the clock from the table's length to the right; left and right are those"
        " of the card as it slides, its face to the right. A channel begins at radius {start:.0f},"
        " {lead:.0f} mm straight, then the bend (radius {radius:.0f}), then straight to the far"
        " end of its well: the last {well:.0f} mm are the well, the {lean:.0f} before them lean"
        " the card over. All climb {rise:.0f} mm from the mouths to below the cloth; those of the"
        " board and of the aside tray do so in a straight slope of {tray:.0f} degrees along lean"
        " and tray, so that RETURN lets a card slide back ([tray](part-tray.{page}.svg)).",
        "Visti dall'alto, col lato lungo senza posti verso chi legge: i posti da 1 a 10 vanno in"
        " senso orario, e così le bocche attorno all'anello, nell'ordine della prima tabella. Una"
        " bocca ha il numero del suo posto, e così la sua barriera e la sua presa. *Gradi* si"
        " contano in senso antiorario dalla lunghezza del tavolo verso destra; sinistra e destra"
        " sono quelle della carta che scivola, con la faccia a destra. Un canale comincia al"
        " raggio {start:.0f}, {lead:.0f} mm diritto, poi la curva (raggio {radius:.0f}), poi"
        " diritto fino all'estremo del suo pozzetto: gli ultimi {well:.0f} mm sono il pozzetto, i"
        " {lean:.0f} prima adagiano la carta. Tutti salgono di {rise:.0f} mm dalle bocche fin"
        " sotto il panno; quelli delle carte comuni e del vassoio delle carte da parte con una"
        " pendenza diritta di {tray:.0f} gradi lungo adagio e vassoio, così che RETURN lascia"
        " scivolare indietro una carta ([vassoio](part-tray.{page}.svg)).",
    ),
    "ring": ("Around the ring", "Attorno all'anello"),
    "ring_columns": ("mouth of place", "bocca del posto"),
    "drum_row": ("place of the drum", "posto del tamburo"),
    "degrees_row": ("degrees", "gradi"),
    "table": ("Place by place", "Posto per posto"),
    "columns": (
        "| place | what | degrees | bend | then straight | together | leans | would slide on |",
        "| posto | che cosa | gradi | curva | poi diritto | in tutto | si adagia |"
        " scivolerebbe ancora |",
    ),
    "seat": ("well of seat {}", "pozzetto del posto {}"),
    "board": ("board, card {}", "carta comune {}"),
    "burn": ("burn tray", "vassoio degli scarti (burn)"),
    "aside": ("aside tray", "vassoio delle carte da parte"),
    "chute": ("hopper, behind the cards", "caricatore, dietro le carte"),
    "none": ("none", "nessuna"),
    "left": ("{:.0f} left", "{:.0f} a sinistra"),
    "right": ("{:.0f} right", "{:.0f} a destra"),
    "leans_right": ("right: on its face", "a destra: sulla faccia"),
    "leans_left": ("left: on its back", "a sinistra: sul dorso"),
    "leans_back": ("left: on its back, on to the shelf", "a sinistra: sul dorso, fino al ripiano"),
    "chute_told": (
        "The channel of place {place} has a bend of {radius:.0f} mm. Up to its last {bank:.0f} mm"
        " the outer wall is a row of free rollers and the floor climbs {rise:.0f} mm; from there"
        " on the outer wall, to the card's left, lies down until it slopes {slope:.0f} degrees to"
        " the far side: the card comes to lie on its back on the hopper's shelf, with the edge"
        " that stood up toward the shaft, and slides into it. So it stands behind the others with"
        " its face to the same side as theirs, and nothing turns it over"
        " ([drawing](part-shelf.{page}.svg)).",
        "Il canale del posto {place} ha una curva da {radius:.0f} mm. Fino ai suoi ultimi"
        " {bank:.0f} mm la parete esterna è una fila di rullini liberi e il fondo sale di"
        " {rise:.0f} mm; da lì in poi la parete esterna, a sinistra della carta, si corica finché"
        " pende di {slope:.0f} gradi verso l'altro lato: la carta finisce sul dorso sul ripiano"
        " del caricatore, col lato che stava in alto verso il pozzo, e vi scivola dentro. Così sta"
        " dietro le altre con la faccia dallo stesso lato, e niente la rovescia"
        " ([disegno](part-shelf.{page}.svg)).",
    ),
    "free": (
        "Free to the constructor: floor and lid, how the walls are made, wider bends, longer"
        " leads, the table's cloth and rail. Not free: order of the mouths, sides, the sums"
        " below: {longest:.0f} mm at most, at least {left:.0f} mm left to slide, {gap:.0f} mm"
        " between the walls. Change a row of mechanics.toml and run make hardware: it says what"
        " overlaps.",
        "Liberi per il costruttore: fondo e coperchio, come si fanno le pareti, curve più"
        " larghe, tratti iniziali più lunghi, panno e bordo del tavolo. Non liberi: ordine"
        " delle bocche, lati, i limiti: {longest:.0f} mm al più, almeno {left:.0f} mm di"
        " scivolata che avanza, {gap:.0f} mm fra le pareti. Cambiate una riga di mechanics.toml"
        " ed eseguite make hardware: dice che cosa si sovrappone.",
    ),
    "drawing": ("Table, machine and channels, from above", "Tavolo, macchina e canali, dall'alto"),
    "mm": (
        "Millimetres. Drawn from mechanics.toml; nobody has built it.",
        "Millimetri. Disegnato da mechanics.toml; nessuno l'ha costruito.",
    ),
    "ring_label": ("ring of mouths", "anello delle bocche"),
    "hopper": ("hopper", "caricatore"),
    "no_seats": ("side without seats", "lato senza posti"),
    "rail": ("rail", "bordo"),
}


def _word(name: str, language: str, *values: object, **named: object) -> str:
    told = _WORDS[name][LANGUAGES.index(language)].format(*values, **named)
    return re.sub(r"(\d)\.(\d)", r"\1,\2", told) if language == "it" else told


def what(place: int, language: str) -> str:
    """What a place is, in one of LANGUAGES."""
    if place in SEATS:
        return _word("seat", language, place)
    if place in BOARD:
        return _word("board", language, place - BOARD.start + 1)
    return _word({16: "burn", 17: "aside", CHUTE: "chute"}[place], language)


def _bend(one: Channel, language: str) -> str:
    if not one.bend:
        return _word("none", language)
    return _word("left" if one.bend > 0 else "right", language, abs(one.bend))


def render(of: dict[str, Any], language: str) -> str:
    """The page in one of LANGUAGES."""
    every = channels.channels(of)
    around = sorted(every, key=lambda one: one.mouth)
    common, well, turret = of["channels"], of["well"], of["turret"]
    named: dict[str, object] = {"well": well["length"], "lean": well["lean_length"]}
    named |= {"rise": channels.rise_mm(of, every[0]), "tray": of["tray"]["slope_degrees"]}
    named["page"] = language
    told: dict[str, object] = {name: common[name] for name in ("start", "lead", "radius")}
    told |= named
    chute = every[CHUTE - 1]
    limits = {
        "longest": of["path"]["channel_max"],
        "left": common["slide_left_min"],
        "gap": turret["mouth_gap"],
    }

    def row(head: str, cells: list[str]) -> str:
        return f"| {_word(head, language)} | " + " | ".join(cells) + " |"

    out = [f"# {_word('title', language)}", "", _word("head", language), ""]
    out += [f"![{_word('drawing', language)}](machine-channels.{language}.svg)", ""]
    out += [_word("told", language, **told), "", f"## {_word('ring', language)}", ""]
    out += [row("ring_columns", [f"{one.place}" for one in around])]
    out += ["|---" * (len(around) + 1) + "|"]
    out += [row("drum_row", [f"{one.mouth * turret['pitch_places']}" for one in around])]
    out += [row("degrees_row", [f"{one.degrees:.0f}" for one in around]), ""]
    out += [f"## {_word('table', language)}", "", _word("columns", language), "|---" * 8 + "|"]
    for one in every:
        leans = _word(f"leans_{one.leans}", language)
        out.append(
            f"| {one.place} | {what(one.place, language)} | {one.degrees:.0f} "
            f"| {_bend(one, language)} | {one.straight:.0f} | {one.length:.0f} | {leans} "
            f"| {channels.left_mm(of, one):.0f} |"
        )
    last: dict[str, object] = {
        "bank": chute.banked,
        "rise": channels.rise_mm(of, chute),
        "page": language,
    }
    last |= {"slope": of["shelf"]["slope_degrees"], "radius": chute.radius}
    out += ["", _word("chute_told", language, place=CHUTE, **last), ""]
    return "\n".join([*out, _word("free", language, **limits), ""])


def _outline(of: dict[str, Any], inset: float) -> list[Point]:
    """The table's edge, so far inside."""
    table = of["table"]
    radius, half = table["width"] / 2 - inset, (table["length"] - table["width"]) / 2
    points = []
    for side, first in ((1, -90), (-1, 90)):
        for at in range(61):
            x, y = polar(radius, first + at * 3)
            points.append((side * half + x, y + table["axis_off"]))
    return points


def drawing(of: dict[str, Any], language: str) -> str:
    """The table from above in one of LANGUAGES."""
    table, common = of["table"], of["channels"]
    sheet = Sheet(1180, 760, _word("drawing", language))
    sheet.note(16, 748, _word("mm", language))
    sheet.at(590, 425, 0.46)
    for inset, kind in ((0.0, ""), (table["rail"], "thin")):
        sheet.line(*_outline(of, inset), kind=kind, closed=True)
    for radius, kind in ((of["turret"]["radius"], ""), (of["slot"]["outer_radius"], "hidden")):
        sheet.circle((0, 0), radius, kind)
    for one in channels.channels(of):
        count = int(one.length / 8)
        points = [one.point(common["start"], at * one.length / count) for at in range(count + 1)]
        sheet.line(*points, kind="card")
        x, y = one.point(common["start"], one.length / 2)
        label = (x, y + LABEL_MM)
        if one.place != CHUTE:
            sheet.line(*channels.corners(of, one), kind="face", closed=True)
            label = one.point(common["start"], one.length - of["well"]["length"] / 2)
        sheet.text(label, str(one.place), "t" if one.place in SEATS else "")
    feeder = channels.mouth_degrees(of, 0) - of["turret"]["feeder_place"] * 360 / 54
    _hopper(sheet, of, language, feeder)
    ring = of["turret"]["radius"]
    sheet.leader(polar(ring, 236), -60, 20, _word("ring_label", language))
    sheet.dim((0, 0), polar(ring, 200), -8, f"R {ring:.0f}")
    bottom, off = table["axis_off"] - table["width"] / 2, table["axis_off"]
    sheet.dim((0, off), (0, 0), 40, f"{off:.0f}")
    left = -table["length"] / 2
    sheet.dim((left, bottom), (-left, bottom), -22, f"{table['length']:.0f}")
    sheet.dim((left, bottom), (left, bottom + table["width"]), 22, f"{table['width']:.0f}")
    sheet.text((-520, bottom + 60), _word("no_seats", language))
    sheet.leader((360, bottom + table["width"] - 60), 60, -60, _word("rail", language))
    return sheet.svg()


def _hopper(sheet: Sheet, of: dict[str, Any], language: str, degrees: float) -> None:
    hopper, along, across = of["hopper"], polar(1, degrees), polar(1, degrees + 90)
    start = of["slot"]["outer_radius"] + 4 + of["feed"]["prefeed"]

    def point(radius: float, aside: float) -> Point:
        return radius * along[0] + aside * across[0], radius * along[1] + aside * across[1]

    end = start + hopper["length"]
    corners = point(start, -2), point(end, -2), point(end, hopper["depth"])
    sheet.line(*corners, point(start, hopper["depth"]), kind="solid", closed=True)
    sheet.leader(point(end, 0), -90, 40, _word("hopper", language))
