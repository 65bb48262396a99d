"""A journal's place on a real file system, as a board's memory card is one; on both interpreters.

For measurements: what lies on the card takes no heap. The contract is `hal.ports.Store`; nothing
is synced, because no power fails here.
"""

import os


class CardStore:
    """Segments `s1`, `s2`, and snapshots `p1` of an existing, empty folder."""

    def __init__(self, folder):
        self._folder = folder + "/"

    def segments(self):
        return self._numbers("s")

    def read(self, segment):
        return self._read("s", segment)

    def append(self, segment, content):
        with open(self._name("s", segment), "ab") as file:
            file.write(content)

    def sync(self, segment):
        pass

    def cut(self, segment, length):
        kept = self.read(segment)[:length]
        with open(self._name("s", segment), "wb") as file:
            file.write(kept)

    def remove(self, segment):
        os.remove(self._name("s", segment))

    def snapshots(self):
        return self._numbers("p")

    def read_snapshot(self, number):
        return self._read("p", number)

    def write_snapshot(self, number, content):
        with open(self._name("p", number), "wb") as file:
            file.write(content)

    def remove_snapshot(self, number):
        os.remove(self._name("p", number))

    def free_bytes(self):
        return (1 << 30) - 1

    def _name(self, kind, number):
        return self._folder + kind + str(number)

    def _read(self, kind, number):
        with open(self._name(kind, number), "rb") as file:
            return file.read()

    def _numbers(self, kind):
        names = os.listdir(self._folder)
        return tuple(sorted([int(name[1:]) for name in names if name[0] == kind]))
