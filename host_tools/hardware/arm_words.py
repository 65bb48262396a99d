"""The labels of the arm's and the hub's drawings, in English and in Italian: one row a label.

Rule of the file: no number stands here; those come from mechanics.toml.
"""

from __future__ import annotations

from host_tools.hardware.part_paper import label

_WORDS = {
    "above": (
        "Arm, from above: plate, shafts and belts; outward is to the right",
        "Braccio, dall'alto: piastra, alberi e cinghie; verso fuori è a destra",
    ),
    "side": (
        "Arm, from its right: rollers on their shafts, sensors, belts above the plate",
        "Braccio, da destra: rulli sui loro alberi, sensori, cinghie sopra la piastra",
    ),
    "hub": (
        "Hub: what stands above each other at the axis, in section",
        "Mozzo: che cosa sta l'uno sull'altro all'asse, in sezione",
    ),
    "reader": (
        "reader's window, on the right, camera within {:.0f}",
        "finestra del lettore, a destra, camera entro {:.0f}",
    ),
    "gauge": ("thickness gauge", "spessimetro"),
    "face_up": ("face-up sensor", "sensore di carta scoperta"),
    "entry": ("entry beam", "barriera d'entrata"),
    "exit": ("exit beam", "barriera d'uscita"),
    "rod": ("rod, {:.0f} out, {:.0f} up", "asta, {:.0f} in fuori, a {:.0f}"),
    "path_motor": ("path's motor, {:.1f} / {:.1f}", "motore della via, {:.1f} / {:.1f}"),
    "ejector_motor": (
        "ejector's motor, {:.1f} / {:.1f}",
        "motore dell'espulsore, {:.1f} / {:.1f}",
    ),
    "countershaft": ("countershaft, {:.1f} / {:.1f}", "albero di rinvio, {:.1f} / {:.1f}"),
    "rollers_1": ("first rollers, {:.1f} / {:.2f}", "primi rulli, {:.1f} / {:.2f}"),
    "rollers_2": ("second rollers, {:.1f} / {:.2f}", "secondi rulli, {:.1f} / {:.2f}"),
    "launch": ("launch rollers, {:.1f} / {:.2f}", "rulli di lancio, {:.1f} / {:.2f}"),
    "tube": ("hub's tube, {:.0f} x {:.0f}", "tubo del mozzo, {:.0f} x {:.0f}"),
    "belt": (
        "belt from {}: {} and {} teeth, GT2, {} long, {} wide, shafts {:.2f} apart",
        "cinghia da {}: {} e {} denti, GT2, lunga {}, larga {}, alberi a {:.2f}",
    ),
    "path motor to countershaft": (
        "path motor to countershaft (layer 1)",
        "motore della via ad albero di rinvio (piano 1)",
    ),
    "countershaft to first rollers": (
        "countershaft to first rollers (layer 2, dashed)",
        "albero di rinvio a primi rulli (piano 2, tratteggiata)",
    ),
    "first to second rollers": (
        "first to second rollers (layer 1)",
        "primi a secondi rulli (piano 1)",
    ),
    "countershaft to launch rollers": (
        "countershaft to launch rollers (layer 3, thin)",
        "albero di rinvio a rulli di lancio (piano 3, sottile)",
    ),
    "axis to turret motor": ("hub to turret motor", "mozzo a motore della torretta"),
    "feeder motor to pair": ("feeder motor to pair", "motore del carico alla coppia"),
    "pair to pick roller": ("pair to pick roller", "coppia al rullo prenditore"),
    "idler": (
        "an idler (bearing 623 on an eccentric pin) takes up to {:.1f} from the belt of layer 3;"
        " motor and countershaft stand in slots of 3; second shaft's bracket in one of 1",
        "un tendicinghia (cuscinetto 623 su perno eccentrico) toglie fino a {:.1f} alla cinghia"
        " del piano 3; motore e albero di rinvio in asole da 3, il supporto dei secondi rulli da"
        " 1",
    ),
    "weight": (
        "outside the hub {:.0f} g, at most {:.0f}; all that turns {:.1f} kg cm2: weigh every part"
        " before it is mounted",
        "fuori dal mozzo {:.0f} g, al più {:.0f}; tutto ciò che gira {:.1f} kg cm2: pesate ogni"
        " pezzo prima di montarlo",
    ),
    "finger_told": (
        "ejector below the plate: {} and {} teeth of module 0.5; on the wheel's shaft, {:.0f} /"
        " {:.0f}, a one-way bearing and {} teeth of module 1 into the finger's rack (below)",
        "espulsore sotto la piastra: {} e {} denti modulo 0.5; sull'albero della ruota, {:.0f} /"
        " {:.0f}, un cuscinetto unidirezionale e {} denti modulo 1 nella cremagliera del dito"
        " (sotto)",
    ),
    "above_free": (
        "Free: holes that make it lighter, how bearings are held, idlers. Not free: shafts"
        " (x outward / y to the left of it), layers, what has a number.",
        "Liberi: fori che lo alleggeriscono, come si tengono i cuscinetti, tendicinghia. Non"
        " liberi: alberi (x in fuori / y a sinistra), piani, ciò che ha un numero.",
    ),
    "shafts_told": (
        "shafts of 3 mm, each in two bearings MR63; rollers {:.0f} x {:.0f}, rubber of 50 Shore"
        " A; a free one on the right on a rocker, {:.1f} N",
        "alberi da 3 mm, ognuno in due cuscinetti MR63; rulli {:.0f} x {:.0f}, gomma 50 Shore A;"
        " quello folle a destra su bilanciere, {:.1f} N",
    ),
    "slip_told": (
        "first and second rollers on slip hubs: felt disc and spring on the shaft, {:.2f} N at"
        " the rim both ways, so the launch rollers (fixed to theirs, free one {:.1f} N) pull a"
        " card through",
        "primi e secondi rulli su mozzi a frizione: disco di feltro e molla sull'albero, {:.2f} N"
        " sull'orlo nei due versi; i rulli di lancio (fissi, folle {:.1f} N) tirano la carta"
        " attraverso",
    ),
    "forks_told": (
        "forks of both beams hang from the plate, open downward, their light {:.1f} above the"
        " cards' lower edge; there the walls leave 4, elsewhere 8",
        "le forcelle delle due barriere pendono dalla piastra, aperte in basso, la luce {:.1f}"
        " sopra il bordo inferiore delle carte; lì le pareti lasciano 4, altrove 8",
    ),
    "side_free": (
        "Free: walls between what has a number, floor strip of {:.0f}. Not free: matt black"
        " behind the reader's window, no edge against either way.",
        "Liberi: le pareti fra ciò che ha un numero, fondo da {:.0f}. Non liberi: nero opaco"
        " dietro la finestra del lettore, nessuno spigolo in nessuno dei due versi.",
    ),
    "drum_motor": ("carousel's motor", "motore della giostra"),
    "base": ("base plate", "piastra di base"),
    "drum": ("drum", "tamburo"),
    "hoop": ("hoop", "cerchio fisso"),
    "plate": ("arm's plate, {:.0f}", "piastra del braccio, {:.0f}"),
    "code": ("rims of the code", "orli del codice"),
    "path_motor_here": ("path's motor, shaft down", "motore della via, albero in basso"),
    "ejector_motor_here": (
        "ejector's motor, shaft down",
        "motore dell'espulsore, albero in basso",
    ),
    "finger_wheel": ("ejector's wheel", "ruota dell'espulsore"),
    "blade": ("finger, its blade {:.1f} thick", "dito, lama spessa {:.1f}"),
    "turret_wheel": ("wheel of the turret's belt", "ruota della cinghia della torretta"),
    "bridge": ("bridge, {:.0f} x {:.0f}", "ponte, {:.0f} x {:.0f}"),
    "lid": ("lid", "coperchio"),
    "cloth": ("cloth", "panno"),
    "hub_told": (
        "tube {:.0f} x {:.0f}, glued into the plate's bore; two bearings 6805 (25 x 37 x 7); the"
        " arm's wires and the rod's wire in its tube come along the bridge and hang in a loop"
        " around it",
        "tubo {:.0f} x {:.0f}, incollato nel foro della piastra; due cuscinetti 6805 (25 x 37 x"
        " 7); i fili del braccio e quello dell'asta nel suo tubo vengono lungo il ponte e gli"
        " pendono attorno",
    ),
    "ring_told": (
        "bridge: a ring {:.0f} outside, {:.0f} inside, as high as the bar, two M4 into the bar's"
        " end; bar to R {:.0f}, post below it",
        "ponte: un anello {:.0f} esterno, {:.0f} interno, alto come la barra, due M4 nella testa"
        " della barra; barra fino a R {:.0f}, sotto il montante",
    ),
    "blade_told": (
        "finger: tip R {:.0f} at rest, R {:.0f} out; rack's pitch line {:.0f} beside the slot;"
        " blade {:.0f} to {:.0f} up, wheel {:.0f} up; two guides of PTFE under the plate; its"
        " spring hooks {:.0f} behind the axis",
        "dito: punta R {:.0f} a riposo, R {:.0f} fuori; primitiva della cremagliera {:.0f}"
        " accanto allo scomparto; lama da {:.0f} a {:.0f}, ruota a {:.0f}; due guide di PTFE sotto"
        " la piastra; molla {:.0f} dietro l'asse",
    ),
    "turret_told": (
        "the turret's motor stands upright on the base plate, {:.0f} degrees beside the feeder,"
        " toward mouth 1; bridge and post stand on the other side, toward mouth 18",
        "il motore della torretta sta in piedi sulla base, {:.0f} gradi accanto al carico, verso"
        " la bocca 1; ponte e montante dall'altro lato, verso la bocca 18",
    ),
    "hub_free": (
        "Free: how post and pedestal are made. Not free: heights, nothing"
        " of the bridge outside the feeder's sector.",
        "Liberi: come si fanno montante e piedistallo. Non liberi: le"
        " altezze, niente del ponte fuori dal settore del carico.",
    ),
}


def word(name: str, language: str, *values: object) -> str:
    """The label in one of LANGUAGES, filled in, with that language's decimal mark."""
    return label(_WORDS, name, language, *values)
