"""What the bring-up read and what it expects, in the words of the person at the table.

A finding is kept in English, as one sentence whatever the dialogue speaks; here it becomes the
person's own. The keys' names stand on the keys and the machine's failures in its page
(hardware/card-machine.md), so both stay as they are, and so does what a driver says. Rule of the
file: what no row fits is told as it was read.
"""

from __future__ import annotations

import re

from hal import ports

FAILURES = {
    ports.FAILED_ARGUMENT: "ARGUMENT",
    ports.FAILED_NOT_HOME: "NOT_HOME",
    ports.FAILED_EMPTY: "EMPTY",
    ports.FAILED_OCCUPIED: "OCCUPIED",
    ports.FAILED_NO_FACE: "NO_FACE",
    ports.FAILED_STOPPED: "STOPPED",
    ports.FAILED_JAM: "JAM",
    ports.FAILED_PATH: "PATH",
    ports.FAILED_NOTHING: "NOTHING",
    ports.FAILED_DOUBLE: "DOUBLE",
    ports.FAILED_MOTOR: "MOTOR",
    ports.FAILED_SENSOR: "SENSOR",
}

# As it is kept (a regular expression), and in Italian.
_ITALIAN = (
    (r"on", "attivo"),
    (r"off", "a riposo"),
    (r"yes", "sì"),
    (r"no", "no"),
    (r"nothing", "niente"),
    (r"done", "fatto"),
    (r"fed (\d+)", r"carta nello scomparto \1"),
    (r"landed (\d+)", r"arrivata al posto \1"),
    (r"landed nowhere, sent to (\d+)", r"non arrivata, mandata al posto \1"),
    (r"hopper (\d+) carousel (\d+)", r"caricatore \1 giostra \2"),
    (r"emptied (\d+) left (\d+)", r"svuotati \1 rimasti \2"),
    (r"returned (\d+) cards (\d+)", r"dal posto \1 carte \2"),
    (r"failed (\w+) (\d+)", r"fallito: \1 \2"),
    (r"seat (\d+)", r"posto \1"),
    (r"centre (\d+)", r"centro \1"),
    (r"board (\d+)", r"board \1"),
    (r"home", "home, il riferimento"),
    (r"count", "conta le carte"),
    (r"slot (\d+)", r"una carta nello scomparto \1"),
    (r"empty (\d+)", r"svuota gli scomparti dal \1"),
    (r"feed for (\d+)", r"una carta per il posto \1"),
    (r"place (\d+)", r"la manda al posto \1"),
    (r"collect", "raccolta"),
    (r"return (\d+)", r"torna dal posto \1"),
    (r"burn", "vassoio delle bruciate"),
    (r"aside", "vassoio a parte"),
)
_NEIGHBOUR = " and the neighbour's "


def failure(code: int, where: int) -> str:
    """A motion that was given up: the failure's name and its stage, sensor or place."""
    return f"failed {FAILURES.get(code, code)} {where}"


def in_language(reading: str, language: str) -> str:
    """A reading, an expectation or a place as a person of that language is told it."""
    if language != "it":
        return reading
    if _NEIGHBOUR in reading:
        mine, other = reading.split(_NEIGHBOUR)
        return in_language(mine, language) + " e del vicino " + in_language(other, language)
    for kept, italian in _ITALIAN:
        if re.fullmatch(kept, reading):
            return re.sub(kept, italian, reading)
    return reading
