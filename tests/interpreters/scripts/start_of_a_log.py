"""What a start finds of a log: whole, with snapshots, damaged, rolled back."""

from firmware.core.restoring import layout_of, restore
from firmware.core.table import Table
from firmware.journal.kept import KeptRecord
from firmware.journal.plain import PlainError, read, spell
from firmware.journal.recovery import Recovery
from firmware.journal.segments import Journal, read_head_note
from firmware.journal.snapshots import Snapshot, keep, kept_snapshots
from firmware.schema import messages as m

TABLE = "MZ-0007"
LOG = b"\x9f\x3a\x01\xc2\x5b\x7d\x4e\x60"
BOOT = b"\x00\x00\x00\x01\xc0\xff\xee\x42"
LAYOUT = b"layout 1"


class Memory:
    def __init__(self):
        self.cells = bytearray(1024)

    def read(self, offset, count):
        return bytes(self.cells[offset : offset + count])

    def write(self, offset, content):
        for at in range(len(content)):
            self.cells[offset + at] = content[at]


class Store:
    """Segments and snapshots as lists of pairs: a dict's order would show."""

    def __init__(self):
        self.kept = {}
        self.shots = {}

    def segments(self):
        return tuple(sorted(self.kept))

    def read(self, segment):
        return self.kept[segment]

    def append(self, segment, content):
        self.kept[segment] = self.kept.get(segment, b"") + content

    def sync(self, segment):
        pass

    def cut(self, segment, length):
        self.kept[segment] = self.kept[segment][:length]

    def snapshots(self):
        return tuple(sorted(self.shots))

    def read_snapshot(self, number):
        return self.shots[number]

    def write_snapshot(self, number, content):
        self.shots[number] = content

    def remove_snapshot(self, number):
        self.shots.pop(number)


def start(what, store, memory):
    heads = KeptRecord(memory, 0, 64)
    seqs = []
    begun = []
    recovery = Recovery(
        store,
        read_head_note(heads.read()),
        TABLE,
        lambda line, head: seqs.append(line.seq),
        kept_snapshots(store, TABLE, LAYOUT),
        begun.append,
    )
    while not recovery.step():
        pass
    found = recovery.found
    print(what, found.seq, found.head.hex(), found.damages, found.lost, found.replayed_from)
    print(" ", seqs[:1], seqs[-1:], len(seqs), [one.seq for one in begun], found.head_due)


def fill(journal, count):
    for n in range(count):
        if journal.is_segment_full():
            journal.open_segment(10)
        journal.append((m.TURN_OPENED, 1 + n % 10, n, None, None), 10)
        journal.sync()


def flip(store, segment, at):
    content = bytearray(store.kept[segment])
    content[at] ^= 4
    store.kept[segment] = bytes(content)


store, memory = Store(), Memory()
heads = KeptRecord(memory, 0, 64)
heads.read()
journal = Journal(store, heads, TABLE, LOG, 900)
journal.boot = BOOT
for count in (40, 30, 20):
    start("log", store, memory)
    fill(journal, count)
    table = Table()
    fresh = Table()
    restore(fresh, table.snapshot())
    keep(store, Snapshot(LOG, journal.seq, journal.head, (fresh.snapshot(), count)), TABLE, LAYOUT)
fill(journal, 9)
print(layout_of(Table()))
start("from a snapshot", store, memory)
flip(store, 2, 300)
start("old damage", store, memory)
flip(store, store.segments()[-1], 300)
start("late damage", store, memory)
flip(store, store.segments()[-1], 300)
store.cut(store.segments()[-1], 200)
start("rolled back", store, memory)
store.shots = {}
start("without snapshots", store, memory)
for value in (None, True, -5, "Zoë", b"\x00)", (1, ("a", ()), False)):
    print(spell(value), read(spell(value)) == value)
for octets in (b"", b"i01;", b"s3:ab", b"(n", b"nn", b"q"):
    try:
        print(read(octets))
    except PlainError as refused:
        print(refused.code)
