"""The labels of the mechanical drawings, in English and in Italian: one row a label.

Rule of the file: no number stands here; those come from mechanics.toml.
"""

from __future__ import annotations

from host_tools.hardware.part_paper import label

_WORDS = {
    "plan": ("Drum, turret and mouths, from above", "Tamburo, torretta e bocche, dall'alto"),
    "drum": ("drum, {} slots", "tamburo, {} scomparti"),
    "hoop": ("hoop", "cerchio fisso"),
    "arm": ("turret's arm with the card path", "braccio della torretta con la via delle carte"),
    "mouths": (
        "{} mouths, numbered as their places; drum, arm and mouths count clockwise",
        "{} bocche, coi numeri dei loro posti; tamburo, braccio e bocche contano in senso orario",
    ),
    "sweep": ("{:.1f} degrees from mouth 1 to 18", "{:.1f} gradi dalla bocca 1 alla 18"),
    "pitch": ("{:.2f} degrees", "{:.2f} gradi"),
    "hopper": ("hopper", "caricatore"),
    "feed_roller": ("feed roller", "rullo di carico"),
    "places": (
        "place 0 of the drum is before mouth 1, place {} k before the k-th mouth after it,"
        " place {} before the feeder",
        "il posto 0 del tamburo è davanti alla bocca 1, il posto {} k davanti alla k-esima bocca"
        " dopo di lei, il posto {} davanti al carico",
    ),
    "stop": ("stop and reference", "fermo e riferimento"),
    "free": (
        "left free for feeder and hopper: {:.0f} degrees",
        "libero per carico e caricatore: {:.0f} gradi",
    ),
    "axis": ("axis of drum, turret and ejector", "asse di tamburo, torretta ed espulsore"),
    "path": (
        "Card path on the turret's arm, from the side: the card stands on its long edge",
        "Via delle carte sul braccio della torretta, di lato: la carta sta sul lato lungo",
    ),
    "from_above": ("the same from above", "la stessa dall'alto"),
    "rim": ("drum's rim", "orlo del tamburo"),
    "entry": ("entry beam", "barriera d'entrata"),
    "gauge": ("thickness gauge", "spessimetro"),
    "reader": ("reader (face's side)", "lettore (lato faccia)"),
    "picture": (
        "reader's picture, {:.0f} long, at the upper edge",
        "immagine del lettore, lunga {:.0f}, all'orlo superiore",
    ),
    "face_up": ("face-up sensor (back's side)", "sensore di carta scoperta (lato dorso)"),
    "exit": ("exit beam", "barriera d'uscita"),
    "rollers": ("path's rollers, {} m/s", "rulli della via, {} m/s"),
    "launch": ("launch rollers, {} m/s", "rulli di lancio, {} m/s"),
    "mouth": ("mouth and its beam", "bocca e la sua barriera"),
    "ejector": ("ejector's stroke", "corsa dell'espulsore"),
    "card": ("card {} x {} mm", "carta {} x {} mm"),
    "slot": (
        "Slots and the beam that looks into one",
        "Scomparti e la barriera che guarda in uno",
    ),
    "slot_above": ("three slots at the rim, from above", "tre scomparti all'orlo, dall'alto"),
    "slot_section": ("section through a slot", "sezione di uno scomparto"),
    "throat": ("throat", "gola"),
    "wall": ("wall, {} at the narrowest", "parete, {} nel punto più stretto"),
    "floor": ("drum's floor ends here", "qui finisce il fondo del tamburo"),
    "lamp": ("lamp, on the plate below", "luce, sulla piastra di sotto"),
    "receiver": (
        "receiver, behind a hole of {:.0f} in the hoop",
        "ricevitore, dietro un foro da {:.0f} nel cerchio",
    ),
    "crosses": (
        "the beam passes the card at radius {:.0f}, {:.0f} above its edge",
        "la barriera passa la carta al raggio {:.0f}, {:.0f} sopra il bordo",
    ),
    "sideways": (
        "lamp {:.0f} to one side of the card, receiver {:.0f} to the other",
        "luce {:.0f} da un lato della carta, ricevitore {:.0f} dall'altro",
    ),
    "cut": (
        "walls end with the floor up to this height",
        "fino a quest'altezza le pareti finiscono col fondo",
    ),
    "well": ("A well", "Un pozzetto"),
    "well_side": ("section", "sezione"),
    "well_above": ("from above", "dall'alto"),
    "lean": (
        "the channel's last {:.0f} mm lean the card over: on its face in a well, on its"
        " back on the board",
        "gli ultimi {:.0f} mm del canale adagiano la carta: sulla faccia in un pozzetto,"
        " sul dorso al centro",
    ),
    "slant": ("floor {:.0f} degrees", "fondo {:.0f} gradi"),
    "window": ("window, reflective sensor {} below", "finestra, sensore a riflessione {} sotto"),
    "player": ("player's side, open", "lato del giocatore, aperto"),
    "beam_hand": (
        "panel's beam (J3, J5), through the lying card",
        "barriera del pannello (J3, J5), attraverso la carta",
    ),
    "channel": (
        "channel from the mouth, at most {:.0f} mm",
        "canale dalla bocca, {:.0f} mm al più",
    ),
    "mm": (
        "Millimetres. Drawn from mechanics.toml; a picture of what is wanted, not of a"
        " machine that was built.",
        "Millimetri. Disegnato da mechanics.toml; figura di ciò che si vuole, non di una"
        " macchina costruita.",
    ),
}


def word(name: str, language: str, *values: object) -> str:
    """The label in one of LANGUAGES, filled in, with that language's decimal mark."""
    return label(_WORDS, name, language, *values)
