"""What the technician's check says, in English and in Italian: one row a text.

A verdict is kept as the name of a text and what fills it, so that it can be told in either
language. Names of devices and the drivers' own details stay as they are: they are what a
technician looks for in this repository. Rule of the file: every text stands in both languages.
"""

from __future__ import annotations

LANGUAGES = ("en", "it")

# text, English, Italian
_TEXTS = (
    ("good", "good", "buono"),
    ("bad", "NOT GOOD", "NON BUONO"),
    ("open", "open", "aperto"),
    ("closed", "closed", "chiuso"),
    ("turned", "turned", "girata"),
    ("at_rest", "at rest", "a riposo"),
    ("free", "{} MiB free or more", "{} MiB liberi o più"),
    (
        "no_key",
        "no key: the heads of the log are not signed",
        "nessuna chiave: le teste del registro non sono firmate",
    ),
    ("key", "signs with the key {}", "firma con la chiave {}"),
    # parts; the number of one that is there several times comes last
    ("power", "power", "alimentazione"),
    ("lid", "lid", "coperchio"),
    ("floor_key", "floor_key", "chiave di sala"),
    ("order_memory", "order_memory", "memoria dell'ordine"),
    ("noise", "noise", "sorgente di rumore"),
    ("second_noise", "second_noise", "seconda sorgente"),
    ("signer", "signer", "chip delle firme"),
    ("store", "store", "registro"),
    ("card_machine", "card_machine", "macchina delle carte"),
    ("panel", "panel{}", "pannello {}"),
    ("seat", "seat{}", "display del posto {}"),
    ("centre", "centre{}", "display centrale {}"),
    ("link", "link", "linea col computer della sala"),
    ("watchdog", "watchdog", "watchdog"),
    # kinds of trouble, hal/errors.py
    ("nack", "nack", "non risponde (nack)"),
    ("timeout", "timeout", "tempo scaduto (timeout)"),
    ("stuck", "stuck", "linea bloccata (stuck)"),
    ("busy", "busy", "occupato (busy)"),
    ("absent", "absent", "assente (absent)"),
    ("corrupt", "corrupt", "risposta guasta (corrupt)"),
    ("refused", "refused", "rifiutato (refused)"),
    ("unhealthy", "unhealthy", "si dice guasto (unhealthy)"),
    ("jam", "jam", "inceppato (jam)"),
    ("overflow", "overflow", "eventi persi (overflow)"),
    ("full", "full", "pieno (full)"),
    ("io", "io", "errore del sistema (io)"),
    ("lost", "lost", "cavo staccato (lost)"),
    # details that the check itself gives
    (
        "failing",
        "the 24 V are failing, or its wire is broken",
        "i 24 V mancano, o il suo filo è rotto",
    ),
    ("differ", "two readings differ", "due letture diverse"),
)


def text(name: str, language: str, *values: object) -> str:
    """The text of that name in one of LANGUAGES, filled in; the name itself where none has it."""
    column = 1 + LANGUAGES.index(language)
    for row in _TEXTS:
        if row[0] == name:
            return row[column].format(*values)
    return name


def detail(english: str, language: str) -> str:
    """What a driver said of its trouble; in its own words where no text is as it."""
    for row in _TEXTS:
        if row[1] == english:
            return text(row[0], language)
    return english
