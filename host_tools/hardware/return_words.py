"""The labels of feeder, shelf and tray, in English and in Italian: one row a label.

Rule of the file: no number stands here; those come from mechanics.toml.
"""

from __future__ import annotations

from host_tools.hardware.part_paper import label

_WORDS = {
    "feeder": (
        "Feeder and hopper, from above: the drum is to the left",
        "Carico e caricatore, dall'alto: il tamburo è a sinistra",
    ),
    "drum": ("drum", "tamburo"),
    "plate": (
        "press plate, {:.1f} N by a spring of constant force",
        "piastra che preme, {:.1f} N da una molla a forza costante",
    ),
    "drawn": (
        "drawn back, held by the return motor",
        "tirata indietro, tenuta dal motore di ritorno",
    ),
    "pair": ("pair of rollers, {:.0f}", "coppia di rulli, {:.0f}"),
    "pick": (
        "pick roller on a slip hub, {:.2f} N",
        "rullo prenditore su mozzo a frizione, {:.2f} N",
    ),
    "brake": (
        "brake roller, felt, {:.2f} N; free backward",
        "rullo freno, feltro, {:.2f} N; libero all'indietro",
    ),
    "gate": ("gate's lip, {:.2f} left", "labbro, passano {:.2f}"),
    "gauge": ("thickness gauge", "spessimetro"),
    "feeder_rollers": (
        "rollers of {:.0f}, rubber; the pair's free one pressed by {:.1f} N; brake roller of"
        " {:.0f} beside the lip, on a one-way bearing with a felt disc",
        "rulli da {:.0f}, gomma; quello folle della coppia premuto con {:.1f} N; rullo freno da"
        " {:.0f} accanto al labbro, su cuscinetto unidirezionale con disco di feltro",
    ),
    "feeder_slip": (
        "pick roller: felt disc and spring between wheel and roller, set to {:.2f} N at its rim by"
        " a letter scale; narrow and hollow. {} ms backward before each card bring home the one it"
        " dragged along",
        "rullo prenditore: disco di feltro e molla fra ruota e rullo, tarato a {:.2f} N sull'orlo"
        " con un dinamometro; stretto e cavo. {} ms all'indietro prima di ogni carta riportano a"
        " casa quella trascinata",
    ),
    "feeder_gate": (
        "lip on the side of the other cards, {:.2f} from the guide on the first one's side, set by"
        " feeler gauge; brake {:.2f} N at its rim",
        "labbro dal lato delle altre carte, {:.2f} dalla guida dal lato della prima, regolato con"
        " lo spessimetro a lame; freno {:.2f} N sull'orlo",
    ),
    "feeder_drive": (
        "feeder's motor on the base plate, axis {:.0f} out and {:.1f} to the side, its foot"
        " {:.0f} up, shaft up; both belts {:.0f} up; shafts of 3, {:.0f} long",
        "motore del carico sulla base, asse a {:.0f} in fuori e {:.1f} a lato, piede a {:.0f},"
        " albero in su; le due cinghie a {:.0f}; alberi da 3, lunghi {:.0f}",
    ),
    "hopper_cell": (
        "hopper, {:.0f} high, with plate, shaft and shelf on one 1 kg load cell of {:.0f} x"
        " {:.1f} x {:.1f} beside it, {:.0f} up: inner end on the base plate, outer end carries, 1"
        " free below",
        "caricatore, alto {:.0f}, con piastra, pozzo e ripiano su una cella da 1 kg di {:.0f} x"
        " {:.1f} x {:.1f} accanto, a {:.0f}: estremo interno sulla base, l'esterno porta, 1 libero"
        " sotto",
    ),
    "return_told": (
        "return motor on the base plate, its drum R {:.0f}, {:.0f} beside the first card, axis"
        " {:.0f} up; cord and slider {:.0f} up; two hooks take the plate along, 1 clear of it at"
        " rest: the cell feels nothing",
        "motore di ritorno sulla base, tamburo a R {:.0f}, {:.0f} accanto alla prima carta, asse"
        " a {:.0f}; cordino e slitta a {:.0f}; due ganci trascinano la piastra, a riposo staccati"
        " di 1: la cella non sente",
    ),
    "return_lever": (
        "a lever on the slider, {:.0f} to {:.0f}, pushes a wire in a tube that lies with the"
        " arm's wires: {:.0f} at the arm's rod; the closing spring hooks on slider and plate's"
        " wall",
        "una leva sulla slitta, {:.0f} a {:.0f}, spinge un filo in un tubo posato coi fili del"
        " braccio: {:.0f} all'asta; la molla di chiusura sta fra slitta e parete",
    ),
    "feeder_motor": ("feeder's motor", "motore del carico"),
    "return_motor": ("return motor", "motore di ritorno"),
    "cell": ("load cell", "cella di carico"),
    "cord": ("cord and slider", "cordino e slitta"),
    "feeder_free": (
        "Free: brackets, guides (3 wide, funnels), how the lip is set, where belts run. Not free:"
        " what has a number; faces look to the side of the pick roller.",
        "Liberi: supporti, guide (larghe 3, con imbuto), come si regola il labbro, dove passano le"
        " cinghie. Non libero: ciò che ha un numero; le facce guardano il rullo prenditore.",
    ),
    "shelf": (
        "Hopper, shaft and shelf, in section, seen the way a card goes to the drum",
        "Caricatore, pozzo e ripiano, in sezione, visti nel verso di una carta che va al tamburo",
    ),
    "cloth": ("cloth, {:.0f}", "panno, {:.0f}"),
    "on_back": (
        "card from mouth {}: on its back",
        "carta dalla bocca {}: sul dorso",
    ),
    "hood": (
        "the plate's hood, {:.0f} x {:.0f}: floor of the shaft",
        "cappuccio della piastra, {:.0f} x {:.0f}: fondo del pozzo",
    ),
    "step": (
        "the wall's end, {:.1f} above the shelf",
        "fine della parete, {:.1f} sopra il ripiano",
    ),
    "slope": ("{:.0f} degrees", "{:.0f} gradi"),
    "lip": (
        "lip, rounded {:.0f}; before the shaft a fence of {:.0f}",
        "labbro, raggio {:.0f}; prima del pozzo una sponda da {:.0f}",
    ),
    "bank": (
        "the wall of channel 18, seen as a card comes",
        "la parete del canale 18, nel verso in cui arriva la carta",
    ),
    "bank_at": ("after {:.0f}", "dopo {:.0f}"),
    "bank_told": (
        "channel 18: the outer wall lies down evenly over {:.0f}, behind rollers and a floor that"
        " climbs {:.0f}, to {:.0f} degrees beyond level, and ends {:.1f} above the shelf (a deck);"
        " no lid there",
        "canale 18: la parete esterna si corica in modo uniforme su {:.0f}, dopo i rullini e un"
        " fondo che sale di {:.0f}, fino a {:.0f} gradi oltre il piano, e finisce {:.1f} sopra il"
        " ripiano (un mazzo); lì nessun coperchio",
    ),
    "shaft_told": (
        "shaft {:.0f} long at the lip, {:.0f} at the hopper: a card that sinks askew takes {:.0f};"
        " foam at its inner end stops what comes along the shelf",
        "pozzo lungo {:.0f} al labbro, {:.0f} al caricatore: una carta che scende storta ne prende"
        " {:.0f}; in fondo una gomma piuma ferma ciò che arriva lungo il ripiano",
    ),
    "pull_told": (
        "return motor on: plate and hood back to {:.0f}, cards fall in; off: a spring of {:.1f} N"
        " lets them close. Hands put cards into the shaft from above, on to the hood",
        "motore di ritorno acceso: piastra e cappuccio indietro a {:.0f}, le carte cadono;"
        " spento: una molla da {:.1f} N li richiude. A mano si mettono le carte nel pozzo, sul"
        " cappuccio",
    ),
    "weighed": (
        "Cords and springs pull straight along the plate's way, so the cell, across it, does not"
        " feel them.",
        "Cordino e molle tirano dritti nel verso della piastra, così la cella, di traverso, non li"
        " sente.",
    ),
    "shelf_free": (
        "Free: sheet or print, how the plate is guided (two rods of 3), foam. Not free: nothing"
        " catches an edge; the first card's side is vertical.",
        "Liberi: lamiera o stampa, come si guida la piastra (due aste da 3), gomma piuma. Non"
        " liberi: niente trattiene un bordo; il lato della prima carta è verticale.",
    ),
    "tray": (
        "Tray of the board or aside tray, with its channel's slope: the machine is to the left",
        "Vassoio delle carte comuni o da parte, con la pendenza del canale: la macchina è a"
        " sinistra",
    ),
    "tappet": (
        "rod on the arm, {:.0f} outward while the return motor is on",
        "asta sul braccio, {:.0f} in fuori finché il motore di ritorno è acceso",
    ),
    "lever": ("lever at the ring, a wire from it", "leva sull'anello, da lì un filo"),
    "pawl": (
        "pawl: {:.0f} above the floor, {:.0f} down",
        "nottolino: {:.0f} sul fondo, {:.0f} in giù",
    ),
    "tray_told": (
        "pawl {:.0f} wide in the middle, sloped toward the machine so that a card comes over it; a"
        " spring of {:.1f} N lifts it",
        "nottolino largo {:.0f} in mezzo, smussato verso la macchina perché una carta lo passi;"
        " una molla da {:.1f} N lo alza",
    ),
    "tray_back": (
        "a card slides back by itself: at a friction of {:.2f} it is at the launch rollers with"
        " {:.2f} m/s, at {:.2f} with {:.2f}",
        "una carta torna da sola: con attrito {:.2f} arriva ai rulli di lancio a {:.2f} m/s, con"
        " {:.2f} a {:.2f}",
    ),
    "tray_middle": (
        "thick line: the way of a card's middle; the channel's floor lies half a card below it at"
        " the ring and just under it in the tray",
        "linea grossa: la via del mezzo di una carta; il fondo del canale sta mezza carta più"
        " sotto all'anello e subito sotto nel vassoio",
    ),
    "tray_cards": (
        "at most {} cards come back at once from the aside tray; RETURN then goes on with the"
        " next",
        "dal vassoio delle carte da parte tornano al più {} carte alla volta; RETURN continua poi"
        " con le seguenti",
    ),
    "tray_places": (
        "places {}: lever, wire and pawl; no other mouth has a lever",
        "posti {}: leva, filo e nottolino; nessun'altra bocca ha una leva",
    ),
    "tray_free": (
        "Free: how the channel leans a card over while it climbs, the wire's way, sheet or print."
        " Not free: slope, no step against either way, window and sensor as in a well.",
        "Liberi: come il canale adagia la carta mentre sale, la via del filo, lamiera o stampa."
        " Non liberi: pendenza, nessuno scalino in nessuno dei due versi, finestra e sensore come"
        " in un pozzetto.",
    ),
}


def word(name: str, language: str, *values: object) -> str:
    """The label in one of LANGUAGES, filled in, with that language's decimal mark."""
    return label(_WORDS, name, language, *values)
