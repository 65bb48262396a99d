"""The labels of the part drawings, in English and in Italian: one row a label.

Rule of the file: no number stands here; those come from mechanics.toml.
"""

from __future__ import annotations

from host_tools.hardware.part_paper import label

_WORDS = {
    "base": (
        "Base plate, from above; what hangs below it is dashed",
        "Piastra di base, dall'alto; tratteggiato ciò che pende di sotto",
    ),
    "stands_motor": ("turret's motor", "motore della torretta"),
    "stands_hopper": ("hopper", "caricatore"),
    "stands_post": ("bridge's post", "montante del ponte"),
    "stands_return": ("return", "ritorno"),
    "drilled": (
        "post, pedestals, return motor, load cell: drilled by the piece, slots of 6 where a belt"
        " is made tight, none over a board's stand-off",
        "montante, piedistalli, motore di ritorno, cella: si forano secondo il pezzo, asole da 6"
        " dove si tende una cinghia, nessun foro su un distanziale",
    ),
    "flags_rim": ("flags on R {:.0f}, degrees: {}", "bandierine su R {:.0f}, gradi: {}"),
    "flags_home": (
        "clockwise from above, 0 where the arm points; the reference's own rim R {:.0f}: one flag"
        " at {:.2f}",
        "in senso orario dall'alto, 0 dove punta il braccio; orlo del riferimento R {:.0f}: una"
        " bandierina a {:.2f}",
    ),
    "stands": (
        "above, from the feeder's line: hopper from R {:.0f}; turret's motor on R {:.0f}, {:.0f}"
        " degrees toward mouth 1; bridge's post on R {:.0f}, {:.0f} degrees toward mouth 18",
        "sopra, dalla linea del carico: caricatore da R {:.0f}; motore della torretta R {:.0f},"
        " {:.0f} gradi verso la bocca 1; montante R {:.0f}, {:.0f} gradi verso la bocca 18",
    ),
    "drum": ("Drum: floor and comb of walls", "Tamburo: fondo e pettine di pareti"),
    "hoop": (
        "Hoop, rolled out, seen from the axis: clockwise is to the right",
        "Cerchio fisso, sviluppato, visto dall'asse: il senso orario va a destra",
    ),
    "hopper_slit": ("feeder", "carico"),
    "code": (
        "Coded disc of the arm, from above, the arm before the first mouth",
        "Disco codificato del braccio, dall'alto, col braccio davanti alla prima bocca",
    ),
    "box": ("Well: floor and walls", "Pozzetto: fondo e pareti"),
    "sheet": (
        "sheet of {:.0f}, R {:.0f}; bore {:.0f}; motor: {:.1f} square, 4 x {:.1f}",
        "lastra da {:.0f}, R {:.0f}; foro {:.0f}; motore: quadrato {:.1f}, 4 x {:.1f}",
    ),
    "lamp_holes": (
        "{} lamp holes of {:.0f} on R {:.1f}, each {:.2f} degrees clockwise of its slot; the first"
        " is slot place 0",
        "{} fori di luce da {:.0f} su R {:.1f}, ognuno {:.2f} gradi in senso orario dal suo"
        " scomparto; il primo è il posto 0",
    ),
    "hoop_screws": (
        "{} screws of the hoop, {:.1f} on R {:.1f}, the first {:.1f} degrees clockwise of place 0",
        "{} viti del cerchio, {:.1f} su R {:.1f}, la prima a {:.1f} gradi in senso orario dal"
        " posto 0",
    ),
    "board_screws": (
        "boards: four M3 each, {:.1f} x {:.1f} (interface), {:.1f} x {:.1f} (sensors), stand-offs"
        " of 10; drivers are drilled by the piece",
        "schede: quattro M3 ognuna, {:.1f} x {:.1f} (interfaccia), {:.1f} x {:.1f} (sensori),"
        " distanziali da 10; i driver si forano secondo il pezzo",
    ),
    "place0": ("place 0", "posto 0"),
    "base_free": (
        "Free: outline beyond R {:.0f}, feet, sheet or plywood, where wires pass. Not free: what"
        " has a number.",
        "Liberi: contorno oltre R {:.0f}, piedi, lamiera o compensato, dove passano i fili. Non"
        " libero: ciò che ha un numero.",
    ),
    "floor": (
        "floor: sheet of {:.0f}, R {:.0f} to R {:.0f}; {} screws {:.1f} on R {:.0f}",
        "fondo: lastra da {:.0f}, da R {:.0f} a R {:.0f}; {} viti {:.1f} su R {:.0f}",
    ),
    "walls": (
        "{} slots at {:.3f} degrees, {:.2f} wide, lips of {:.0f} with a throat of {:.2f};"
        " walls {:.1f} at R {:.0f}, {:.0f} high",
        "{} scomparti a {:.3f} gradi, larghi {:.2f}, labbra da {:.0f} con gola da {:.2f}; pareti"
        " {:.1f} a R {:.0f}, alte {:.0f}",
    ),
    "cut": (
        "beyond R {:.0f} nothing below {:.0f} above the floor",
        "oltre R {:.0f} niente sotto {:.0f} dal fondo",
    ),
    "flag": (
        "flag below the floor, R {:.0f}, {:.0f} degrees, {:.0f} deep: its middle is place 0",
        "bandierina sotto il fondo, R {:.0f}, {:.0f} gradi, profonda {:.0f}: il suo mezzo è il"
        " posto 0",
    ),
    "two_slots": ("two slots, twelve times as large", "due scomparti, dodici volte più grandi"),
    "section": ("section of a wall", "sezione di una parete"),
    "drum_free": (
        "Free: hub and how it clamps the shaft (bore {:.0f}), one piece or four quarters, walls"
        " hollow or open between a comb below and one above: {:.2f} kg at most with its hub, the"
        " lighter the better.",
        "Liberi: mozzo e come stringe l'albero (foro {:.0f}), un pezzo o quattro quarti, pareti"
        " cave o aperte fra un pettine sotto e uno sopra: {:.2f} kg al più col mozzo, meglio se"
        " meno.",
    ),
    "length": (
        "inside radius {:.1f}: {:.1f} once round; wall {:.0f}",
        "raggio interno {:.1f}: {:.1f} tutto attorno; parete {:.0f}",
    ),
    "slits": (
        "{} slits of {:.0f}, {:.2f} apart, and the feeder's at {:.1f}; {:.0f} high from the cards'"
        " lower edge",
        "{} fessure da {:.0f}, a {:.2f} l'una dall'altra, e quella del carico a {:.1f}; alte"
        " {:.0f} dal bordo inferiore delle carte",
    ),
    "beam_holes": (
        "{} holes of {:.0f}, {:.2f} apart, each {:.2f} left of its slot and {:.2f} above the"
        " cards' edge; drilled outward {:.1f} degrees up and {:.1f} to the left, to the receiver",
        "{} fori da {:.0f}, a {:.2f} l'uno dall'altro, ognuno {:.2f} a sinistra del suo scomparto"
        " e {:.2f} sopra il bordo delle carte; forati verso fuori {:.1f} gradi in su e {:.1f} a"
        " sinistra, fino al ricevitore",
    ),
    "hoop_seam": (
        "seam one slot before place 0; tabs stand at the base plate's holes",
        "giunto uno scomparto prima del posto 0; linguette ai fori della base",
    ),
    "hoop_free": (
        "Free: one piece or three, ribs outside, how the receivers are held. Slits open outward"
        " by 30 degrees on both sides; no edge against a card's way.",
        "Liberi: un pezzo o tre, nervature di fuori, come si tengono i ricevitori. Le fessure si"
        " aprono in fuori di 30 gradi ai due lati; nessuno spigolo contro la carta.",
    ),
    "rims": (
        "{} rims downward, {:.0f} thick, {:.0f} deep; flags {:.0f} degrees wide, all else cut"
        " away; forks below, {:.0f} degrees from one to the next",
        "{} orli verso il basso, spessi {:.0f}, profondi {:.0f}; bandierine larghe {:.0f} gradi,"
        " il resto tagliato via; forcelle di sotto, a {:.0f} gradi l'una dall'altra",
    ),
    "bit": (
        "fork of bit {}, R {:.0f}, {:.0f} degrees",
        "forcella del bit {}, R {:.0f}, {:.0f} gradi",
    ),
    "home": (
        "fork of the reference, R {:.0f}, {:.0f} degrees",
        "forcella del riferimento, R {:.0f}, {:.0f} gradi",
    ),
    "fork_cut": (
        "cut-out {:.0f} x {:.0f} for the drum's fork, its middle on R {:.0f} at place 0",
        "apertura {:.0f} x {:.0f} per la forcella del tamburo, col mezzo su R {:.0f} al posto 0",
    ),
    "turns": (
        "The flags of mouth {} stand in the forks once the arm has turned {:.2f} degrees"
        " clockwise",
        "Le bandierine della bocca {} stanno nelle forcelle quando il braccio è girato di {:.2f}"
        " gradi in senso orario",
    ),
    "code_free": (
        "Free: hub, spokes, the bracket from the hoop that carries the forks above the feeder,"
        " where the arm never comes. EE-SX1041: slot of 5, outside 14.",
        "Liberi: mozzo, razze, la staffa dal cerchio che porta le forcelle sopra il carico, dove"
        " il braccio non arriva. EE-SX1041: gola da 5, esterno 14.",
    ),
    "from_channel": ("channel's end", "fine del canale"),
    "player": ("player", "giocatore"),
    "pane": (
        "hole of {:.0f} with a clear pane, reflective sensor {:.0f} below",
        "foro da {:.0f} con un vetrino, sensore a riflessione {:.0f} sotto",
    ),
    "beam": (
        "hole of {:.1f}: lower half of the panel's beam; upper half above the front wall",
        "foro da {:.1f}: metà inferiore della barriera del pannello; la superiore sopra la parete"
        " davanti",
    ),
    "slope": (
        "floor {:.0f} degrees down to the player; walls {:.0f} at the front's sides, open above",
        "fondo a {:.0f} gradi verso il giocatore; pareti {:.0f} ai lati davanti, aperto sopra",
    ),
    "box_burn": (
        "the burn tray (place 16) is the same without the panel's beam",
        "il vassoio degli scarti (posto 16) è lo stesso senza la barriera del pannello",
    ),
    "box_free": (
        "Free: outside, flange to"
        " the cloth, wall of {:.0f} or more, height of the back wall. Not free: inside {:.0f} x"
        " {:.0f}, no step where a card slides in.",
        "Liberi:"
        " l'esterno, la flangia verso il panno, parete da {:.0f} o più, altezza della parete"
        " dietro. Non liberi: interno {:.0f} x {:.0f}, nessuno scalino dove entra una carta.",
    ),
    "stop": (
        "Stop: holds a card where the reader looks at it; seen from the side",
        "Fermo: tiene una carta dove la guarda il lettore; di fianco",
    ),
    "stop_beam": ("entry beam", "barriera d'entrata"),
    "stop_index": ("the edge with the index", "il lato con l'indice"),
    "stop_made": (
        "matt black; feet {:.1f} thick, bar {:.0f} x {:.0f}; foot {:.1f} along the path",
        "nero opaco; piedi spessi {:.1f}, barra {:.0f} x {:.0f}; piede di {:.1f} lungo la via",
    ),
    "stop_use": (
        "one foot beside the card in the entry beam's fork, its middle in the beam; the card's"
        " leading edge at the other: {:.1f}",
        "un piede accanto alla carta nella forcella d'entrata, col mezzo sul raggio; il lato"
        " davanti della carta contro l'altro: {:.1f}",
    ),
    "stop_free": (
        "Free: how the bar is held, which side it hangs from. Not free: it touches no more than"
        " {:.0f} of the edge, away from the index.",
        "Liberi: come si tiene la barra, da che lato pende. Non libero: tocca al più {:.0f} del"
        " lato, lontano dall'indice.",
    ),
    "gauge": (
        "Thickness gauge (two: feeder, path), from above, a card between roller and wall",
        "Spessimetro (due: carico, via), dall'alto, una carta fra rullo e parete",
    ),
    "gauge_magnet": ("magnet {:.0f} x {:.0f}, N35", "magnete {:.0f} x {:.0f}, N35"),
    "gauge_sensor": (
        "DRV5055A4, its mark toward the magnet",
        "DRV5055A4, la scritta verso il magnete",
    ),
    "gauge_roller": ("roller {:.0f}, brass", "rullo {:.0f}, ottone"),
    "gauge_pivot": ("pivot, a bearing MR63", "perno, un cuscinetto MR63"),
    "gauge_told": (
        "gap with no card {:.1f}; with {:.2f} it is {:.1f}: the magnet comes nearer; a spring"
        " gives {:.1f} N at the roller",
        "distanza senza carta {:.1f}; con {:.2f} è {:.1f}: il magnete si avvicina; una molla dà"
        " {:.1f} N al rullo",
    ),
    "gauge_reads": (
        "reckoned above the sensor's rest: {}; the pole that raises the reading toward the sensor",
        "calcolato oltre il riposo del sensore: {}; verso il sensore il polo che alza la lettura",
    ),
    "gauge_safe": (
        "calibrated with nothing and 0.30, two thin cards read {:.2f}: never one",
        "tarato con niente e con 0.30, due carte sottili leggono {:.2f}: mai una",
    ),
    "gauge_free": (
        "Free: lever's shape, how it is set. Not free: no steel within 20 of the magnet, a stop"
        " before it strikes the sensor.",
        "Liberi: forma della leva, come si regola. Non liberi: niente acciaio entro 20 dal"
        " magnete, un fermo prima che tocchi il sensore.",
    ),
    "ring": (
        "Ring of mouths: three from above, one as the arm sees it",
        "Anello delle bocche: tre dall'alto, una come la vede il braccio",
    ),
    "ring_lever": (
        "lever: R {:.0f}, {:.0f} aside, {:.0f} up",
        "leva: R {:.0f}, {:.0f} a lato, {:.0f} in su",
    ),
    "ring_arm": ("arm's end", "fine del braccio"),
    "ring_front": ("from the arm", "dal braccio"),
    "ring_told": (
        "R {:.0f} to R {:.0f}, {} mouths at {:.3f} degrees, the first at place 0; edges chamfered"
        " {:.0f} on the arm's side",
        "da R {:.0f} a R {:.0f}, {} bocche a {:.3f} gradi, la prima al posto 0; spigoli smussati"
        " {:.0f} dal lato del braccio",
    ),
    "ring_beam": (
        "lamp and receiver opposite each other behind blackened holes of {:.0f}, {:.0f} behind the"
        " mouth's faces, {:.0f} above the cards' lower edge, on R {:.0f}",
        "luce e ricevitore uno di fronte all'altro dietro fori anneriti da {:.0f}, {:.0f} dietro"
        " le facce della bocca, {:.0f} sopra il bordo basso delle carte, a R {:.0f}",
    ),
    "ring_screws": (
        "ring of mouths: {} screws {:.1f} on R {:.0f}, half way between two mouths",
        "anello delle bocche: {} viti {:.1f} su R {:.0f}, a metà fra due bocche",
    ),
    "ring_stop": (
        "stop: the arm stands {:.0f} degrees beyond the first mouth, which is its reference; the"
        " rubber's face {:.1f} beside that mouth's line at R {:.0f}",
        "fermo: il braccio sta {:.0f} gradi oltre la prima bocca, che è il suo riferimento;"
        " faccia della gomma {:.1f} accanto alla linea di quella bocca a R {:.0f}",
    ),
    "ring_trays": (
        "levers at the mouths of places {} alone, a spring holds them inward",
        "leve solo alle bocche dei posti {}, una molla le tiene in dentro",
    ),
    "ring_free": (
        "Free: one piece or six, printed or sheet, where wires of lamps go. Not free: nothing at"
        " the rod's height at the other mouths.",
        "Liberi: un pezzo o sei, stampa o lamiera, dove vanno i fili delle luci. Non libero:"
        " niente all'altezza dell'asta davanti alle altre bocche.",
    ),
}


_NAMES = {
    "interface": "interfaccia",
    "sensors": "sensori",
    "carousel": "giostra",
    "turret": "torretta",
}


def part_word(name: str, language: str) -> str:
    """One word of a mounted board's name; a maker's name stays as it is."""
    return _NAMES.get(name, name) if language == "it" else name


def word(name: str, language: str, *values: object) -> str:
    """The label in one of LANGUAGES, filled in, with that language's decimal mark."""
    return label(_WORDS, name, language, *values)
