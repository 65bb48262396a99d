"""The generated tables load on both and hold the same numbers, names, ranges and words."""

from __future__ import annotations

from firmware.schema import (
    faults,
    irregularities,
    messages,
    messages_fields,
    rulings,
    settings,
    texts,
    words,
)

print(messages.PROTOCOL_MAJOR, messages.PROTOCOL_MINOR, messages.SCHEMA_HASH.hex())
for number in range(len(messages.NAMES)):
    name = messages.NAMES[number]
    print(number, name, messages.KIND[number], messages.VISIBILITY[number])
    print(messages.by_name(name), messages_fields.FIELDS[number])
for number in range(len(settings.NAMES)):
    print(settings.NAMES[number], settings.WORDS[number])
    for word in ("0", "1", "01", "-1", "+1", "1_0", "", "all", "none", "it", "99999999999"):
        print(word, settings.parse(number, word) if number else None)
    print([defaults[number] for defaults in settings.DEFAULTS])
for table in (faults.CODES, faults.NAMES, faults.DEVICES, faults.GLYPHS, rulings.STEP_NAMES):
    print(tuple(table), [table.index(word) for word in table], "F-RNG" in table)
print(faults.SEVERITY, faults.RETRY)
print(tuple(irregularities.NAMES), irregularities.NOTICED, tuple(rulings.PROCEDURE_NAMES))
print(tuple(words.NAMES), words.GLYPHS)
print(len(texts.FAULTS), len(texts.IRREGULARITIES))
