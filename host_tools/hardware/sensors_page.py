"""Writes `sensors.md` and `sensors.it.md`: which sensor goes into which plug, to solder by.

Address straps and what each of the seven boards looks at, contact by contact for every kind of
sensor, the plug of each of the 96 sensors, and what a meter or the program reads with and without
a card. Rule of the file: every row comes from sensors.toml; only the words are here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from host_tools.hardware import sensors
from host_tools.hardware.shopping import CONTACT_EURO, HOUSING_EURO

if TYPE_CHECKING:
    from host_tools.hardware.sensors import Seat

LANGUAGES = ("en", "it")

_WORDS: dict[str, tuple[str, str]] = {
    "title": ("What senses each place", "Che cosa sente ogni posto"),
    "head": (
        "Generated from hardware/rev_a/sensors.toml by host_tools/hardware, do not edit.",
        "Generato da hardware/rev_a/sensors.toml con host_tools/hardware, non modificare.",
    ),
    "boards": ("Seven boards in a row", "Sette schede in fila"),
    "row": (
        "Cable `sensors` from the interface's J15 to J1 of board 1, cable `sensor_row` from J2 to"
        " J1 of the next; from J2 of board 7 the last and longest `sensor_row` goes to the face-up"
        " sensor ({part}), its four wires soldered to the pins of that board. Straight through:"
        " 1 3V3, 2 SDA, 3 SCL, 4 GND; colours in [wiring](wiring.md#cables). *Straps* are the"
        " 0 ohm resistors to fit.",
        "Il cavo `sensors` va da J15 dell'interfaccia a J1 della scheda 1, il cavo `sensor_row` da"
        " J2 a J1 della seguente; da J2 della scheda 7 l'ultimo e più lungo `sensor_row` va al"
        " sensore di carta scoperta ({part}), coi quattro fili saldati ai piedini di quella"
        " schedina. Fili diritti: 1 3V3, 2 SDA, 3 SCL, 4 GND; colori in"
        " [fili](wiring.it.md#cavi). *Ponticelli* sono le resistenze da 0 ohm da montare.",
    ),
    "board_columns": (
        "| board | address | straps | cable before it | looks at |",
        "| scheda | indirizzo | ponticelli | cavo prima di lei | guarda |",
    ),
    "none": ("none", "nessuno"),
    "face_up": ("face-up sensor", "sensore di carta scoperta"),
    "faces": (
        "the back of the card in the path, opposite the reader",
        "il dorso della carta nella via, di fronte al lettore",
    ),
    "plugs": ("Every plug", "Ogni presa"),
    "plug_columns": (
        "| board | bank |" + "".join(f" J?{at} |" for at in range(1, 8)),
        "| scheda | banco |" + "".join(f" J?{at} |" for at in range(1, 8)),
    ),
    "plug_told": (
        "Bank A is J11 to J17, bank B is J21 to J27. A slot's number is its place around"
        " the drum.",
        "Il banco A va da J11 a J17, il banco B da J21 a J27. Il numero di uno scomparto è il suo"
        " posto attorno al tamburo.",
    ),
    "kinds": ("The kinds of sensor", "I tipi di sensore"),
    "kind_columns": (
        "| kind | parts | contact 1 | 2 | 3 | 4 |",
        "| tipo | pezzi | contatto 1 | 2 | 3 | 4 |",
    ),
    "levels": ("What is read", "Che cosa si legge"),
    "level_columns": (
        "| kind | lamps off | lamps lit, no card | lamps lit, a card | unplugged or broken |",
        "| tipo | luci spente | luci accese, senza carta | luci accese, una carta |"
        " staccato o rotto |",
    ),
    "level_told": (
        "At contact 3, against contact 4. Low is below {low:.2f} V, high above 2.6 V. A"
        " receiver that"
        " does not go low when its bank is lit and nothing is there is blind, dirty or unplugged:"
        " that is how HOME finds it. A reflective one cannot be tried so; it is seen to"
        " change when"
        " the first card falls in.",
        "Sul contatto 3, rispetto al contatto 4. Basso è sotto {low:.2f} V, alto sopra 2,6 V. Un"
        " ricevitore che non scende quando il suo banco è acceso e non c'è niente è"
        " cieco, sporco o"
        " staccato: così lo trova HOME. Uno a riflessione non si può provare così; lo si vede"
        " cambiare quando cade la prima carta.",
    ),
    "lamps": ("Who lights what", "Chi illumina che cosa"),
    "lamp_columns": (
        "| at | what | lamp fed by | mA each | lit |",
        "| presa | che cosa | luce alimentata da | mA l'una | accesa |",
    ),
    "lamp_told": (
        "No beam brings a supply of its own: contact 1 of each plug feeds the lamp, behind its"
        " resistor where there is one; nothing else is to be added. The reader brings its own"
        " lights.",
        "Nessuna barriera porta una tensione propria: il contatto 1 di ogni presa alimenta la"
        " luce, dopo la sua resistenza dove c'è; non si aggiunge altro. Il lettore porta le sue.",
    ),
    "high": ("high", "alto"),
    "low": ("low", "basso"),
    "beam": ("beam", "barriera"),
    "reflective": ("reflective", "a riflessione"),
    "fork": ("fork", "a forcella"),
    "slot": ("slot", "scomparto"),
    "mouth": ("mouth", "bocca"),
    "lies": ("lies at", "giace a"),
    "carousel_home": ("drum home", "origine del tamburo"),
    "turret_home": ("turret home", "origine della torretta"),
    "arm_place": ("arm bit", "braccio bit"),
}

# Contacts and what a kind is, in Italian by the English of sensors.toml.
_ITALIAN = {
    "lamp anode (long leg)": "anodo della luce (gamba lunga)",
    "lamp cathode": "catodo della luce",
    "receiver collector (short leg)": "collettore del ricevitore (gamba corta)",
    "receiver emitter (long leg)": "emettitore del ricevitore (gamba lunga)",
    "lamp anode": "anodo della luce",
    "receiver collector": "collettore del ricevitore",
    "receiver emitter": "emettitore del ricevitore",
    "lamp anode (A)": "anodo della luce (A)",
    "lamp cathode (K)": "catodo della luce (K)",
    "receiver collector (C)": "collettore del ricevitore (C)",
    "receiver emitter (E)": "emettitore del ricevitore (E)",
    "a lamp and a receiver opposite each other; a card between them makes it dark": (
        "luce e ricevitore l'una di fronte all'altro; una carta fra loro lo oscura"
    ),
    "lamp and receiver side by side, 2 to 4 mm below a window in the floor; a card above it makes"
    " it light": (
        "luce e ricevitore affiancati, da 2 a 4 mm sotto una finestra nel fondo; una"
        " carta sopra lo"
        " illumina"
    ),
    "a fork through which a flag of 1 mm sheet passes; the flag makes it dark": (
        "una forcella in cui passa una bandierina di lamiera da 1 mm; la bandierina la oscura"
    ),
    "whether a slot that stands there holds a card: EMPTY, OCCUPIED, COUNTED, EMPTIED": (
        "se uno scomparto fermo lì ha una carta: EMPTY, OCCUPIED, COUNTED, EMPTIED"
    ),
    "that a card fell in, and where: LANDED, UNLANDED, a card at a wrong place": (
        "che una carta è caduta, e dove: LANDED, UNLANDED, una carta al posto sbagliato"
    ),
    "whether anything lies in a well or tray: COLLECT ends, RETURN knows which places are empty": (
        "se giace qualcosa in un pozzetto o vassoio: COLLECT finisce, RETURN sa quali sono vuoti"
    ),
    "17 to 23": "da 17 a 23",
    "sensor board J11 to J27": "scheda sensori, da J11 a J27",
    "slots, mouths, wells and trays, references, the arm's code": (
        "scomparti, bocche, pozzetti e vassoi, riferimenti, codice del braccio"
    ),
    "3.3 V of the interface's Pico, through 100 ohm on the board": (
        "3,3 V del Pico dell'interfaccia, attraverso 100 ohm sulla scheda"
    ),
    "one bank of seven, while it is looked at": "un banco di sette, mentre lo si guarda",
    "sensor board 7 J2": "scheda sensori 7, J2",
    "face-up sensor: white lamp on its own board": (
        "sensore di carta scoperta: luce bianca sulla sua schedina"
    ),
    "3.3 V of the interface's Pico, its own resistor": (
        "3,3 V del Pico dell'interfaccia, resistenza propria"
    ),
    "always": "sempre",
    "interface J9, J10": "interfaccia, J9 e J10",
    "entry and exit beam": "barriera d'entrata e d'uscita",
    "5 V, through R7, R8 of 180 ohm": "5 V, attraverso R7 e R8 da 180 ohm",
    "seat panel J3, J5": "pannello, J3 e J5",
    "the panel's own beam of a well (Adafruit 2168)": (
        "barriera del pozzetto del pannello (Adafruit 2168)"
    ),
    "5 V of the panel's branch, a resistor moulded into the emitter": (
        "5 V del ramo del pannello, resistenza annegata nell'emettitore"
    ),
    "seat panel J2, J4": "pannello, J2 e J4",
    "presence sensor, its own light": "sensore di presenza, luce propria",
    "5 V of the panel's branch, inside the sensor": "5 V del ramo del pannello, dentro il sensore",
    "the drum's reference": "il riferimento del tamburo",
    "the turret's reference, 2 degrees before its stop": (
        "il riferimento della torretta, 2 gradi prima del suo fermo"
    ),
    "before which mouth the arm stands, bit by bit on a coded disc: a turret that stalls is told"
    " before a card leaves": (
        "davanti a quale bocca sta il braccio, un bit alla volta su un disco codificato: una"
        " torretta che si pianta è detta prima che esca una carta"
    ),
}


def _word(name: str, language: str) -> str:
    return _WORDS[name][LANGUAGES.index(language)]


def _told(english: str, language: str) -> str:
    """A sentence of sensors.toml in the language; KeyError where nobody translated it."""
    return english if language == "en" or english.isdecimal() else _ITALIAN[english]


def _name(seat: Seat, language: str) -> str:
    word = _word(seat.name, language)
    return word if seat.name.endswith("home") else f"{word} {seat.number}"


def _ranges(looks: list[str], language: str) -> str:
    told = []
    for look in looks:
        name, _, numbers = look.partition(" ")
        word = _word(name, language)
        told.append(word if name.endswith("home") else f"{word} {numbers}")
    return ", ".join(told)


def _boards(of: dict[str, Any], language: str) -> list[str]:
    out = [_word("board_columns", language), "|---|---|---|---|---|"]
    for number, board in enumerate(of["board"], 1):
        bits = board["at"] - 0x20
        straps = [f"R{2 * bit + 2}" for bit in range(3) if bits >> bit & 1]
        out.append(
            f"| {number} | 0x{board['at']:02X} | {', '.join(straps) or _word('none', language)} "
            f"| {of['bus']['cable_m'][number - 1]:.2f} m | {_ranges(board['looks'], language)} |"
        )
    last, at = of["bus"]["cable_m"][-1], of["face_up"]["at"]
    looks = _word("faces", language)
    out.append(f"| {_word('face_up', language)} | 0x{at:02X} | - | {last:.2f} m | {looks} |")
    return out


def _plugs(of: dict[str, Any], language: str) -> list[str]:
    out = [_word("plug_columns", language), "|---|---|" + "---|" * sensors.BANK]
    by_plug = {(seat.board, seat.connector): seat for seat in sensors.seats(of)}
    for number in range(1, len(of["board"]) + 1):
        for port, bank in ((1, "A"), (2, "B")):
            row = [by_plug.get((number, f"J{port}{pin}")) for pin in range(1, sensors.BANK + 1)]
            cells = [_name(seat, language) if seat else "-" for seat in row]
            out.append(f"| {number} | {bank} | " + " | ".join(cells) + " |")
    return out


def _kinds(of: dict[str, Any], language: str) -> list[str]:
    out = [_word("kind_columns", language), "|---|---|---|---|---|---|"]
    for name, kind in of["kind"].items():
        parts = ", ".join(part for part, _ in kind["parts"])
        contacts = " | ".join(_told(contact, language) for contact in kind["contacts"])
        out.append(f"| {_word(name, language)} | {parts} | {contacts} |")
    out.append("")
    out += [
        f"- **{_word(name, language)}**: {_told(kind['told'], language)}."
        for name, kind in of["kind"].items()
    ]
    return out


def _levels(of: dict[str, Any], language: str) -> list[str]:
    out = [_word("level_columns", language), "|---|---|---|---|---|"]
    high, low = _word("high", language), _word("low", language)
    for name, kind in of["kind"].items():
        bare, card = (high, low) if kind["card"] == "low" else (low, high)
        out.append(f"| {_word(name, language)} | {high} | {bare} | {card} | {high} |")
    return out


def _lamps(of: dict[str, Any], language: str) -> list[str]:
    keys = "at", "what", "fed", "milliamps", "when"
    out = [_word("lamp_columns", language), "|---|---|---|---|---|"]
    for lamp in of["lamp"]:
        out.append("| " + " | ".join(_told(lamp[key], language) for key in keys) + " |")
    return out


def render(of: dict[str, Any], language: str) -> str:
    """The page in one of LANGUAGES."""
    row = _word("row", language).format(part=of["face_up"]["part"])
    low = of["light"]["low_volts_max"]
    reasons = [
        f"- **{_word(one['name'], language)}** ({one['count']}, {_word(one['kind'], language)}): "
        f"{_told(one['why'], language)}."
        for one in of["sense"]
    ]
    out = [f"# {_word('title', language)}", "", _word("head", language), "", *reasons, ""]
    for name, told, table in (
        ("boards", row, _boards(of, language)),
        ("plugs", _word("plug_told", language), _plugs(of, language)),
        ("kinds", "", _kinds(of, language)),
        ("levels", _word("level_told", language).format(low=low), _levels(of, language)),
        ("lamps", _word("lamp_told", language), _lamps(of, language)),
    ):
        out += [f"## {_word(name, language)}", "", *([told, ""] if told else []), *table, ""]
    return "\n".join(out)


def bought(of: dict[str, Any]) -> list[dict[str, object]]:
    """Rows of the parts list that stand in no circuit and no cable, as `shopping` takes them."""
    counts: dict[str, int] = {}
    euro: dict[str, float] = {}
    for seat in sensors.seats(of):
        for part, price in of["kind"][seat.kind]["parts"]:
            counts[part] = counts.get(part, 0) + 1
            euro[part] = price
    row = len(of["board"]) - 1  # far ends of the cables from board to board
    rows = [(part, count, euro[part]) for part, count in counts.items()]
    rows += [
        (of["face_up"]["part"], 1, of["face_up"]["euro"]),
        ("JST XHP-4", row, HOUSING_EURO),
        ("contact JST SXH-001T-P0.6", 4 * row, CONTACT_EURO),
    ]
    return [
        {"what": what, "count": count, "euro": price, "where": "sensor boards"}
        for what, count, price in rows
    ]
