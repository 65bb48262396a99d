"""The line form: golden lines, every message, texts, damage and chunks, the same on both."""

from __future__ import annotations

from firmware.lines.chain import Chain, genesis
from firmware.lines.grammar import LineError
from firmware.lines.mac import command_tag
from firmware.lines.parser import parse
from firmware.lines.splitter import Splitter
from firmware.lines.texts import is_utf8
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from firmware.schema.messages_fields import (
    EQUALLY_LONG,
    FIELDS,
    TYPE_ENUM,
    TYPE_HEX,
    TYPE_INT,
    TYPE_WORD,
)
from tests.interpreters.chance import Chance

TABLE = "MZ-0007"
LOG = bytes.fromhex("9f3a01c25b7d4e60")
BOOT = bytes.fromhex("00000001c0ffee42")
TEXTS = ("-", "Zoë B", "%", "a/b:c.d_e-f", "\x00\n", "日本", "𝄞", "x" * 24)

chance = Chance(7)


def item(field):
    """One drawn value of the field."""
    kind, args = field[1], field[2]
    if kind == TYPE_INT:
        return args[0] + chance.below(min(65536, args[1] - args[0] + 1))
    if kind == TYPE_ENUM:
        return chance.below(len(args))
    if kind == TYPE_WORD:
        return ("F-RNG-01", "a", "0.1:x_y")[chance.below(3)]
    if kind == TYPE_HEX:
        return chance.octets(args[0] + chance.below(args[1] - args[0] + 1))
    return TEXTS[chance.below(len(TEXTS))]


def drawn(number):
    """One drawn message of this id."""
    values = []
    for field in FIELDS[number]:
        if field[3] and chance.below(2):
            values.append(None)
        elif field[5]:
            count = 1 + chance.below(field[5])
            for first, second in EQUALLY_LONG.get(number, ()):
                if second == len(values) + 1:
                    count = len(values[first - 1])
            values.append(tuple([item(field) for _ in range(count)]))
        else:
            values.append(item(field))
    return (number,) + tuple(values)


def told(octets):
    """What the parser says of the bytes."""
    try:
        line = parse(octets)
    except LineError as error:
        return (error.code, error.column, error.field)
    # the two interpreters spell a text that is not ASCII differently
    values = tuple([one.encode() if isinstance(one, str) else one for one in line.message])
    return (line.seq, line.ms, values, line.tag, line.extra)


head = genesis(TABLE, LOG)
chain = Chain(head)
golden = (
    (m.SEGMENT_OPENED, TABLE, LOG, 1, BOOT, head),
    (m.HAND_STARTED, 1, 3, (1, 3, 4), (1000, 1000, 1000)),
)
for seq, message in enumerate(golden):
    body = write(message, seq + 1, 5 * seq)
    line = seal(body, chain.add(body))
    print(line.decode(), end="")
    print(told(line))
body = write((m.REQUEST_PAUSE, 7, m.ROLE_FLOOR, None), 7, 52001)
print(seal(body, command_tag(bytes(32), TABLE, BOOT, body)).decode(), end="")

lines = []
for number in range(1, len(m.NAMES)):
    if m.NAMES[number] and m.VISIBILITY[number] != m.VISIBILITY_DEVICE:
        for _ in range(5):
            message = drawn(number)
            body = write(message, len(lines) + 1, len(lines) * 7)
            line = seal(body, chain.add(body))
            lines.append(line)
            print(line.decode(), end="")
            if parse(line).message != message:
                print("read back as", told(line))

for _ in range(1500):
    damaged = bytearray(lines[chance.below(len(lines))])
    damaged[chance.below(len(damaged))] = chance.octet()
    print(told(bytes(damaged)))

for spelled in (
    "seat=01", "seat=+1", "seat=-0", "seat=1_0", "seat=", "seat=11", "seat=4 a=%c3",
    "seat=4 why=%C3%AB",
    "seat=4 a=%ED%A0%80", "seat=4 a=%F4%90%80%80", "seat=4 a=%C0%80", "seat=4 seat=4",
):  # fmt: skip
    body = ("2 5 seat_left " + spelled).encode()
    print(spelled, told(seal(body, bytes(8))))
print(told(seal("2 5 seat_left seat=٣".encode(), bytes(8))))
print(told(b"2 5 seat_left seat=\xff #- ~00000000\n"))
body = b"2 5 hand_started hand=1 button=3 seats=1,3,4 stacks=1000,1000"
print(told(seal(body, bytes(8))))
try:
    print(write((m.HAND_FINISHED, 1, (1, 3), (1000,)), 2, 5))
except LineError as error:
    print(error.code, error.field)
for text in ("\ud800",):
    try:
        print(write((m.FLOOR_RULED, 0, text, None), 1, 0))
    except LineError as error:
        print(error.code)

count = 0
for _ in range(4000):
    count += is_utf8(bytes((0xC0 + chance.below(64), 0x70 + chance.below(96))) + chance.octets(1))
print("utf8", count)

splitter = Splitter()
stream = b"".join(lines[:50]) + b"\xff" * 900 + b"\n" + lines[0]
out = []
place = 0
while place < len(stream):
    step = 1 + chance.below(900)
    out += splitter.feed(stream[place : place + step])
    place += step
print(len(out), out == lines[:50] + [lines[0]], splitter.lines_dropped, splitter.bytes_dropped)
