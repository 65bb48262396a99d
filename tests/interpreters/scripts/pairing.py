"""A role is paired over the cable, and its first command is done, on both interpreters alike.

The key itself is not printed: a fingerprint of it is.
"""

from firmware.app.controller import Controller
from firmware.compat.digest import sha256
from firmware.lines.mac import command_tag
from firmware.lines.parser import parse
from firmware.lines.splitter import Splitter
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from hal.sim.board import SimTable

table = SimTable(b"pairing", serial="MZ-0007")
controller = Controller(table.board)
host = table.cable.host
splitter = Splitter()


def passes(count):
    """Run passes; the lines that the host heard meanwhile."""
    heard = []
    for _ in range(count):
        table.clock.advance(table.clock.now_ms() + max(controller.one_pass(), 1))
        for piece in splitter.feed(host.read()):
            heard.append(parse(piece).message)
    return heard


def say(message):
    host.write(seal(write(message, None, 0), None))


passes(300)
for lid, key in ((False, True), (True, False), (True, True)):
    table.lid.put(lid)
    table.floor_key.put(key)
    passes(3)
    say((m.ASK_KEY, 7, m.ROLE_FLOOR))
    heard = [one for one in passes(100) if one[0] in (m.NEW_KEY, m.REFUSED)]
    print(lid, key, [one[:5] for one in heard])
secret = heard[0][5]
print(len(secret), sha256(secret).hex())

say((m.GREET, m.PROTOCOL_MAJOR, m.PROTOCOL_MINOR, 1))
boot = b""
for one in passes(100):
    if one[0] == m.HELLO:
        boot = one[7]
for key in (bytes(32), secret):
    body = write((m.REQUEST_PAUSE, 1, m.ROLE_FLOOR, None), 1, 0)
    host.write(seal(body, command_tag(key, "MZ-0007", boot, body)))
    print([one for one in passes(100) if one[0] in (m.COMMAND_DONE, m.REFUSED)])

again = Controller(table.board)
again.one_pass()
keys = again._parts.role_keys
print(sha256(keys.key_of(m.ROLE_FLOOR)).hex(), keys.key_of(m.ROLE_WITNESS))
