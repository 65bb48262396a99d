"""Somebody who reads the table's record over its shoulder: which hand, whose turn, what is
allowed.

The simulated people need to know what everybody at a table knows: that it is their turn, what
there is to call, how often they have acted. They learn it from the public lines of the journal, as
a host does, and after a restart from the lines that are there already. Rule of the file: it reads
what is public and written down; it never asks the firmware.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hal.ports import Store
    from hal.sim.policies import Legal

_WITNESS = (
    "order_committed", "witness_promised", "witness_missing", "cut_asked", "order_cut",
    "witness_opened", "witness_failed", "deal_card",
)  # fmt: skip
# Most lines: where cards lie, and chain heads. Nobody at the table acts on what stands in them.
_UNREAD = frozenset(
    (
        b"card_fed", b"card_left", b"card_landed", b"hole_card_dealt",
        b"open_face", b"face_opened", b"erase_face", b"face_read", b"log_head",
    )
)  # fmt: skip
_HOLDS = ("hand_held", "floor_ruled", "fault_raised", "fault_cleared")
_CHIPS = (
    "seat_taken", "player_seated", "seat_left", "chips_added", "stack_set", "chips_cashed",
)  # fmt: skip
_POWER_WAS_LOST = "F-PWR-01"
_ORDER_LOST = "F-ORD-01"


class Spectator:
    """What the journal's lines say of the table now."""

    def __init__(self) -> None:
        self.start_over()

    def start_over(self) -> None:
        """Know nothing, as before the first line."""
        self.hand = 0  # the running, or last, hand's number
        self.hands_ended = 0  # finished or voided
        self.is_playing = False
        self.is_held = False
        self._held_by = ""  # the reason, where a device's fault may clear it
        self.is_revealed = True  # the last epoch's order was told: the table gathers again
        self.awaits_witness = False  # the order is promised or cut, the witness is to answer
        self.has_witness = True  # none was missed lately
        self.stacks: dict[int, int] = {}  # of every seat taken
        self.paused_by = ""  # who lets no further hand be dealt, "" when hands are dealt
        self.is_resumed = False  # somebody let hands be dealt since the last one ended
        self.settings: dict[str, str] = {}  # house rules that were changed, as they are now
        self.settings_refused = 0
        self.pairings: list[str] = []  # roles, in the order in which they were paired
        self.line_count = 0
        self._turn: tuple[int, int, int, int] | None = None
        self._acted: dict[int, int] = {}
        self._setting: tuple[str, str | None] = ("", None)  # the last change, and what was before
        self._chips_before: tuple[str, dict[int, int]] = ("", {})  # the same of who moved chips
        self._rest = b""

    def legal(self, seat: int) -> Legal | None:
        """What the seat may do when it is its turn."""
        if self._turn is None or self._turn[0] != seat:
            return None
        return (self.hand, self._acted.get(seat, 0), *self._turn[1:])

    def read(self, content: bytes) -> None:
        """Go on reading; a line that is not whole yet waits for its end."""
        *lines, self._rest = (self._rest + content).split(b"\n")
        self.line_count += len(lines)
        for line in lines:
            head = line.split(b" ", 3)
            if len(head) > 2 and head[2] not in _UNREAD:
                words = line.decode("ascii", "replace").split(" ")
                fields = dict([word.split("=", 1) for word in words[3:] if "=" in word])
                self._take(words[2], fields)

    def _take(self, name: str, fields: dict[str, str]) -> None:
        if name == "turn_opened":
            self._turn = (
                int(fields["seat"]),
                int(fields["call"]),
                int(fields.get("raise_min", 0)),
                int(fields.get("raise_max", 0)),
            )
        elif name == "action_taken":
            seat = int(fields["seat"])
            self._acted[seat] = self._acted.get(seat, 0) + 1
            self.stacks[seat] = int(fields["stack"])
            if self._turn is not None and self._turn[0] == seat:  # a leaver folds out of turn
                self._turn = None
        elif name == "hand_started":
            self.hand = int(fields["hand"])
            self.is_playing, self.is_revealed = True, False
            self._acted = {}
            self._turn = None
            self._keep_stacks(fields)
        elif name in ("hand_finished", "hand_voided"):
            self.hands_ended += 1
            self.is_resumed = False
            self.is_playing, self.is_held = False, False
            self._turn = None
            if name == "hand_finished":
                self._keep_stacks(fields)
        elif name == "order_revealed":
            self.is_revealed = True
        elif name in _WITNESS:
            self._take_witness(name)
        elif name in _HOLDS:
            self._take_hold(name, fields)
        else:
            self._take_people(name, fields)

    def _take_hold(self, name: str, fields: dict[str, str]) -> None:
        """What makes the floor come: a held hand, or a start after which the floor must look."""
        reason = fields.get("reason", fields.get("code", ""))
        if name == "fault_cleared" and reason == _ORDER_LOST:
            self.is_revealed = True  # nobody waits for it any more
        is_of_device = reason.startswith("F-") or reason == "floor_called"
        if (name == "hand_held" and is_of_device) or (
            name == "fault_raised" and reason == _POWER_WAS_LOST
        ):
            self.is_held = True
            self._held_by = reason
        elif name == "floor_ruled" or (name == "fault_cleared" and reason == self._held_by):
            self.is_held = False

    def _take_people(self, name: str, fields: dict[str, str]) -> None:
        if name in _CHIPS:
            self._take_chips(name, fields)
        elif name == "role_paired":
            self.pairings.append(fields["role"])
        elif name in ("table_paused", "table_resumed"):
            self.paused_by = fields.get("by", "?") if name == "table_paused" else ""
            self.is_resumed = name == "table_resumed"
        elif name == "setting_changed":
            self._setting = (fields["name"], self.settings.get(fields["name"]))
            self.settings[fields["name"]] = fields["value"]
        elif name == "input_refused":
            if fields["input"] == "setting_changed":
                self._take_back_setting()
            elif fields["input"] == self._chips_before[0]:
                self.stacks = self._chips_before[1]

    def _take_chips(self, name: str, fields: dict[str, str]) -> None:
        """Chips that a person moves; the table may refuse it behind, then they lie as before."""
        self._chips_before = (name, dict(self.stacks))
        seat = int(fields["seat"])
        if name in ("seat_left", "chips_cashed"):
            self.stacks.pop(seat, None)
        elif name == "chips_added":
            self.stacks[seat] = self.stacks.get(seat, 0) + int(fields["amount"])
        else:  # who drew a seat has it without chips
            self.stacks[seat] = int(fields.get("stack", 0))

    def _take_witness(self, name: str) -> None:
        self.awaits_witness = name in ("order_committed", "order_cut")
        if name == "witness_missing":
            self.has_witness = False
        elif name == "witness_promised":
            self.has_witness = True

    def _take_back_setting(self) -> None:
        """The refusal follows its input: the house rule is what it was."""
        self.settings_refused += 1
        name, before = self._setting
        if before is None:
            self.settings.pop(name, None)
        else:
            self.settings[name] = before

    def _keep_stacks(self, fields: dict[str, str]) -> None:
        seats, stacks = fields["seats"].split(","), fields["stacks"].split(",")
        for seat, stack in zip(seats, stacks, strict=True):
            self.stacks[int(seat)] = int(stack)


class WatchedStore:
    """A store (`hal.ports.Store`) that a spectator reads along with; changes nothing of it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.spectator = Spectator()
        self._lengths: dict[int, int] = {}  # segment -> bytes of it that were read
        self._read_all()

    def segments(self) -> tuple[int, ...]:
        """Numbers of the segments."""
        return self._store.segments()

    def read(self, segment: int) -> bytes:
        """All of a segment."""
        return self._store.read(segment)

    def append(self, segment: int, content: bytes) -> None:
        """Add to the end of a segment."""
        self._store.append(segment, content)
        self._read(segment, content)

    def sync(self, segment: int) -> None:
        """Make a segment durable."""
        self._store.sync(segment)

    def cut(self, segment: int, length: int) -> None:
        """Drop a segment's end."""
        self._store.cut(segment, length)
        if self._lengths.get(segment) != length:  # else what was dropped was never read
            self._read_all()

    def remove(self, segment: int) -> None:
        """Drop a segment."""
        self._store.remove(segment)
        self._lengths.pop(segment, None)

    def snapshots(self) -> tuple[int, ...]:
        """Numbers of the snapshots."""
        return self._store.snapshots()

    def read_snapshot(self, number: int) -> bytes:
        """All of a snapshot."""
        return self._store.read_snapshot(number)

    def write_snapshot(self, number: int, content: bytes) -> None:
        """Keep a snapshot."""
        self._store.write_snapshot(number, content)

    def remove_snapshot(self, number: int) -> None:
        """Drop a snapshot."""
        self._store.remove_snapshot(number)

    def free_bytes(self) -> int:
        """Room left."""
        return self._store.free_bytes()

    def _read_all(self) -> None:
        self.spectator.start_over()
        self._lengths = {}
        for segment in self._store.segments():
            self._read(segment, self._store.read(segment))

    def _read(self, segment: int, content: bytes) -> None:
        self._lengths[segment] = self._lengths.get(segment, 0) + len(content)
        self.spectator.read(content)
