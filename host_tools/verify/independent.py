#!/usr/bin/env python3
"""Checks the record of a Mazziere table, all by itself: one file, Python 3.9 or newer, no more.

`python3 independent.py RECORD [--heads FILE]`: a file of lines or a table's state folder, and what
the witness saw: without it, an owner can write a record anew with every hash right. Is the record
whole; was each order fixed before witness and cut, dealt so, and opened; do the chips add up?
`mazziere verify` plays the hands too, and checks a chip's signatures. Nobody can prove: that the
machine obeyed, that it and the table forgot the order, that nobody looked in, listened or filmed,
no error was meant, noise is quantum. Exit: 0 accepted, 6 as far as it goes, 7 rejected, 2 unread.
"""

import argparse
import binascii
import collections
import hashlib
import pathlib
import re
import sys

LINE = re.compile(
    rb"(([1-9][0-9]{0,9}) (?:0|[1-9][0-9]{0,9}) ([a-z][a-z0-9_]*)((?: [a-z][a-z0-9_]*=[!-~]+)*))"
    rb" #([0-9a-f]{16}) ~([0-9a-f]{8})\n"
)
INTEGERS = frozenset("of hand epoch m cut k slot count openings stack amount segment line".split())
BY_PEOPLE = "seat_taken", "chips_added", "seat_left", "award_reversed", "stack_set", "chips_cashed"
UNKNOWN = ("commit", "hw", "w", "cut", "m", "is_failed", "is_lost", "is_opened")
COUNTS = """hands finished voided epochs opened unwitnessed witness_failed default_cut order_lost
    manual openings_differ witness_again"""
Wrong = AssertionError  # what an honest table never writes


def need(holds, sentence):
    if not holds:
        raise Wrong(sentence)


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def by_public_shuffle(commit, w, cut, m):
    seed = sha(b"MZS1", commit, w, cut.to_bytes(2, "big"))
    stream = (b for j in range(2**32) for b in sha(b"MZB1", seed, j.to_bytes(4, "big")))
    a = list(range(m))
    for i in range(m - 1, 0, -1):
        r = next(b for b in stream if b < 256 - 256 % (i + 1)) % (i + 1)
        a[i], a[r] = a[r], a[i]
    return a


class Record:
    """The lines in order: each follows from the one before it, to the byte."""

    def __init__(self, pieces, heads):
        self.pieces, self.heads, self.notes, self.told = pieces, heads, [], {}
        self.first = self.seq = self.ok = self.segment = self.seen = self.signed = 0
        self.full, self.table, self.name, self.broken, self.key = b"", b"", (), (), ""

    def lines(self):
        is_named = False  # by the table; what is behind a damage is chained, and not read
        for piece in self.pieces:
            try:
                line = seq, name, f, full = self.follow(piece)
            except Wrong as wrong:
                self.broken = self.broken or (self.segment, wrong)
                continue
            need(self.heads.get(seq, full) == full, "the witness saw another line, here or before")
            lost = range(int(f["from"]), seq) if name == "tail_lost" else ()
            need(self.seen not in lost, "the witness saw what is called lost, and saw no loss")
            self.seq, self.full, self.told[seq] = seq, full, full.hex()
            if not self.broken:
                self.ok = seq
                yield line
            elif name == "log_damaged" and f["segment"] - (f["line"] == 1) == self.broken[0]:
                is_named |= not self.ok < self.seen < seq  # seen, skipped
        need(is_named or not self.broken, (self.broken or ("", ""))[1])
        need(self.first, "there is no line in it")
        need(self.seen <= self.seq, "the witness has seen later lines than this")
        self.notes += [f"what is behind line {self.ok}, damaged"] if self.broken else []

    def follow(self, piece):
        found = LINE.fullmatch(piece)
        need(found and len(piece) <= 640, "this is no line of a record")
        body, seq, name, rest, tag, crc = found.groups()
        need(binascii.crc32(piece[:-11]) == int(crc, 16), "the checksum is wrong")
        seq, name = int(seq), name.decode()
        f = dict(field.decode().split("=", 1) for field in rest.split())
        need(len(f) == rest.count(b"="), "a field stands twice")
        f.update({key: int(re.fullmatch("0|[1-9][0-9]*", f[key])[0]) for key in INTEGERS & set(f)})
        if "stacks" in f:
            f["stacks"] = dict(zip(f["seats"].split(","), map(int, f["stacks"].split(","))))
        before = self.opened(seq, f) if name == "segment_opened" else self.full
        need(seq == self.seq + 1, f"line {self.seq + 1} was to come, not {seq}")
        full = sha(before, body)
        need(full[:8].hex() == tag.decode(), "the chain is broken: here or before, a line differs")
        need(name != "log_head" or (f["head"], f["of"]) == (before.hex(), self.seq), "no head")
        if name == "head_signed":
            is_known = 0 < f["of"] < seq and self.told.get(f["of"], f["head"]) == f["head"]
            need(is_known, "a head was signed that is not of this record")
            need(f["key"] == (self.key or f["key"]), "a head was signed by another table")
            self.key, self.signed = f["key"], self.signed + 1
        return seq, name, f, full

    def opened(self, seq, f):
        name, prev, self.segment = (f["table"], f["log"]), bytes.fromhex(f["prev"]), f["segment"]
        lost = re.compile(b"[0-9]+ [0-9]+ tail_lost from=[0-9]+ to=%d " % (seq - 1)).match
        if not self.first:
            self.first, self.name, self.table = seq, name, bytes([len(name[0])]) + name[0].encode()
            self.heads = {key[2]: head for key, head in self.heads.items() if key[:2] == name}
            self.seen = max(self.heads, default=0)
            self.full = sha(b"MZG1", self.table, bytes.fromhex(name[1]))
        if seq > self.seq + 1 and (not self.seq or self.broken or any(map(lost, self.pieces))):
            need(not 0 < self.seq < self.seen < seq, "lines that the witness saw are missing")
            self.notes.append(f"what was behind line {self.seq}, and up to {seq - 1}")
            self.seq, self.full = seq - 1, prev
        need((name, prev) == (self.name, self.full), "the segment does not follow what was before")
        return prev


class Hands:
    """What the lines say of orders, faces and chips."""

    def __init__(self, record):
        self.record, self.epoch, self.hand, self.loaded, self.at = record, None, 0, 0, 0
        self.rules, self.promised, self.names, self.before = ["public_shuffle"], set(), {}, ({}, 0)
        self.count, self.reasons, self.erased = collections.Counter(), collections.Counter(), set()
        self.told, self.openings, self.stacks, self.left, self.pot = {"0" * 64: 0}, 0, {}, None, 0

    def read(self):
        lines = [line for line in self.record.lines() if line[1] != "log_head"]
        for (self.at, name, f, full), after in zip(lines, [*lines[1:], (0, "", {}, b"")]):
            if name == "tail_lost" or self.record.first == self.at > 1:
                self.epoch = self.left = self.openings = None
                self.stacks, self.rules, self.names = {}, ["public_shuffle", "rotation"], {}
            is_second = name == "order_committed" and (f["hand"], f["epoch"]) in self.promised
            if after[1] == "input_refused" and after[2]["input"] == name and not is_second:
                continue  # what was refused has changed nothing
            self.count.update(manual=name == "hand_became_manual", hands=name == "hand_started")
            self.begin(name, f, self.at, full)
            if self.epoch and name != "order_committed":
                self.cut_and_deal(name, f, self.epoch)
            self.faces(name, f)
            self.chips(name, f)

    def begin(self, name, f, seq, full):
        e, key = self.epoch, (f.get("hand", 0), f.get("epoch", 0))
        if name in ("hand_started", "reshuffle_started", "draw_started"):
            need(not e or not e.commit or e.is_opened or e.is_lost, "an order was never opened")
            is_next = key[0] > self.hand if "stacks" in f else "players" in f or not self.hand
            is_again = not e or key == (e.hand, e.number + 1)
            need(is_again if name == "reshuffle_started" else is_next, "it follows another one")
            self.hand = max(key[0], self.hand)
            self.reasons.update([f["reason"]] if name == "reshuffle_started" else [])
            rules = e.rules if e and name == "reshuffle_started" else self.rules
            seats = [*map(int, f["seats"].split(","))] if name == "draw_started" else []
            e = self.epoch = argparse.Namespace(hand=key[0], number=key[1], of=seq, of_full=full)
            vars(e).update(dict.fromkeys(UNKNOWN), slots=[], rules=rules, seats=seats)
        elif name == "order_committed":
            need(key not in self.promised, "a second promise for one order: fraud")
            self.promised.add(key)
            if e:
                need(key == (e.hand, e.number) and f["of"] == e.of, "a promise of another order")
                e.commit, e.m = bytes.fromhex(f["commit"]), f["m"]
                need((len(e.seats) or self.loaded) in (0, e.m), "a promise for another number")
                self.count["epochs"] += 1
        elif name == "setting_changed" and f["name"] == "cut":
            self.rules = [f["value"]]
        elif name == "draw_entered":
            self.names[int(f["place"])] = f["player"]

    def cut_and_deal(self, name, f, e):
        if name in ("witness_promised", "order_cut", "witness_opened", "order_revealed"):
            need(e.commit and (f["hand"], f["epoch"]) == (e.hand, e.number), "not promised before")
        if name == "witness_promised":
            need({e.hw, e.cut, e.is_failed} == {None}, "the witness's seal comes too late")
            e.hw = bytes.fromhex(f["hw"])
        elif name == "order_cut":
            need(e.cut is None and f["cut"] < 10000, "the order is cut twice, or by no number")
            e.cut = f["cut"]
            self.count.update({"unwitnessed": not e.hw, "default_cut": f["by"] == "default"})
            need(f["by"] != "default" or (e.hw and e.cut == e.hand % 10000), "a wrong default cut")
        elif name == "witness_opened":
            need(e.hw and e.cut is not None and not (e.w or e.is_failed), "it may not be opened")
            e.w = bytes.fromhex(f["w"])
            need(sha(b"MZW1", e.commit, e.w) == e.hw, "the number does not fit the witness's seal")
            self.count["witness_again"] += self.told.setdefault(f["w"], e) is not e  # it was known
        elif name in ("witness_failed", "witness_missing"):
            e.is_failed = name == "witness_failed"
            self.count["witness_failed"] += e.is_failed
            need(bool(e.hw) == e.is_failed and not e.w, "this witness did answer")
        elif name in ("deal_card", "button_drawn", "seats_drawn"):  # two come by an order of seats
            is_settled = e.cut is not None and (e.w or e.is_failed or not e.hw) and not e.is_lost
            need(is_settled and bool(e.seats) == (name != "deal_card"), "before witness and cut")
            e.slots += map(int, (f.get("seats") or f["seat"]).split(",")) if e.seats else []
        elif name in ("card_left", "slot_named", "slot_found_empty") and not e.seats:
            need(e.commit and not e.is_opened and f["k"] == len(e.slots) < e.m, "not its turn")
            e.slots.append(f["slot"])
        elif name == "order_revealed":
            need(not e.is_opened, "this order was opened before")
            new = {f["nonce"], f["order"][38:] or f["nonce"]}  # a few seats may come twice
            need(not new & self.told.keys(), "an order or a nonce told before is used again")
            self.told |= dict.fromkeys(new)
            self.check_order(e, bytes.fromhex(f["order"]), bytes.fromhex(f["nonce"]))
            e.is_opened, self.count["opened"] = True, self.count["opened"] + 1
        elif name == "player_seated":
            player = self.names.get(e.slots.index(int(f["seat"])) + 1, f["player"])
            need(e.is_opened and player == f["player"], "a player has another's seat")
        elif name == "fault_raised" and f["code"] == "F-ORD-01":
            e.is_lost, self.count["order_lost"] = True, self.count["order_lost"] + 1

    def check_order(self, e, order, nonce):
        need(len(order) == len(set(order)) == e.m and max(order) < 54, "no possible order")
        name = e.hand.to_bytes(4, "big") + bytes([e.number]) + e.of_full + bytes([e.m])
        sealed = sha(b"MZC1", self.record.table, name, order, nonce)
        need(sealed == e.commit, "the order told is not the one that was promised")
        need(set(order) == set(e.seats or order), "an order of other seats")
        if e.cut is not None:
            ways = {"public_shuffle": by_public_shuffle(e.commit, e.w or bytes(32), e.cut, e.m)}
            ways["rotation"] = [(k + e.cut) % e.m for k in range(e.m)]
            fits = [[order[k] for k in ways[rule]][: len(e.slots)] == e.slots for rule in e.rules]
            need(any(fits), "a card came from another slot than order, witness and cut say")

    def faces(self, name, f):
        if name == "deck_loaded":
            self.loaded, self.erased = f["count"], set()
        elif name == "erase_face":
            self.erased.add(f["token"])
        elif name == "face_opened":
            need(f["token"] not in self.erased, "a folded card was opened")
            self.openings = None if self.openings is None else self.openings + 1
        elif name == "cards_collected":
            self.count["openings_differ"] += self.openings not in (None, f["openings"])
            self.openings = 0

    def chips(self, name, f):
        seat, left = f.get("seat"), self.left
        if name == "hand_started":
            self.begun, self.left, self.pot = (f["stacks"], 0), {**f["stacks"]}, 0
            is_same = all(self.left.get(one, stack) == stack for one, stack in self.stacks.items())
            need(is_same and left is None, "a hand without end, or a stack is not what it was")
        elif name in BY_PEOPLE or left is None:  # people change stacks by lines that all can read
            for one in (seat, f.get("from"), f.get("to")) if name in BY_PEOPLE else ():
                self.stacks.pop(one, None)
        elif name in ("action_taken", "forced_bet_posted", "uncalled_bet_returned", "pot_awarded"):
            amount = f.get("amount", 0) * (-1 if name == "forced_bet_posted" else 1)
            stack = f.get("stack", left[seat] + amount)
            self.before = ({**left}, self.pot) if name == "action_taken" else self.before
            need(name != "action_taken" or stack <= left[seat], "chips come from nowhere")
            left[seat], self.pot = stack, self.pot + left[seat] - stack
        elif name == "action_taken_back" or f.get("step") == "return_bets":
            stacks, self.pot = self.before if name == "action_taken_back" else self.begun
            self.left = {**stacks}
        elif name == "rake_taken":
            self.pot -= f["amount"]
        elif name in ("hand_finished", "hand_voided"):
            need(name == "hand_voided" or (self.pot, f["stacks"]) == (0, left), "chips differ")
            self.stacks, self.left = self.begun[0] if name == "hand_voided" else left, None
            self.count[name[5:]] += 1


def read_pieces(path):
    folder = path / "journal" if (path / "journal").is_dir() else path
    files = sorted(folder.glob("segment-*.log")) if path.is_dir() else [path]
    pieces = [p for file in files for p in re.findall(rb"[^\n]*\n|[^\n]+", file.read_bytes())]
    if not any(re.match(rb"[0-9]+ [0-9]+ [a-z][a-z0-9_]* ", piece) for piece in pieces):
        raise ValueError("this is no record; give a file of lines, or a table's state folder")
    return pieces[:-1] if path.is_dir() and b"\n" not in pieces[-1] else pieces  # half written


def main():
    parser = argparse.ArgumentParser(description="Checks the record of a Mazziere table.")
    parser.add_argument("record", type=pathlib.Path, help="a file of lines, or a state folder")
    parser.add_argument("--heads", type=pathlib.Path, help="what the witness saw")
    told = parser.parse_args()
    try:
        rows = told.heads.read_text().splitlines() if told.heads else []
        heads = [row.split(" ") for row in rows if row[:1] not in ("", "#")]
        heads = {(one[0], one[1], int(one[2])): bytes.fromhex(one[3]) for one in heads}
        hands = Hands(record := Record(read_pieces(told.record), heads))
    except (OSError, ValueError, LookupError) as error:
        sys.exit(print(f"cannot be read: {error}", file=sys.stderr) or 2)
    try:
        hands.read()
        need(record.heads or not told.heads, "the witness saw nothing of this log")
    except (Wrong, LookupError, ValueError, TypeError, OverflowError, AttributeError) as wrong:
        what = wrong if isinstance(wrong, Wrong) else f"a field is wrong ({wrong!r})"
        sys.exit(print(f"REJECTED at line {hands.at or record.ok + 1}: {what}.") or 7)
    print("ACCEPTED: table {}, log {}, lines".format(*record.name), record.first, "to", record.seq)
    print(", ".join(f"{n} {hands.count[n]}" for n in COUNTS.split()))
    for reason, count in sorted(hands.reasons.items()):
        print(f"new orders in 100 hands, {reason}: {100 * count / hands.count['hands']:.2f}")
    anew = [] if told.heads else ["whether somebody wrote it anew; only the witness's heads tell"]
    anew += [f"{record.signed} signatures by key {record.key[:16]}"][: record.signed]
    print("".join(f"Not checked: {note}.\n" for note in record.notes + anew), end="")
    sys.exit(6 if record.notes else 0)


if __name__ == "__main__":
    main()
