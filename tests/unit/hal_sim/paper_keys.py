"""A firmware made of paper: the key rules of `firmware/docs/keys.md` for one seat.

Only what the simulated people need to be tested against; it drives a display and a lamp through
the board's ports and reads the levels every 10 ms. It knows no hand: a question is put by the
test.
"""

from __future__ import annotations

from hal.ports import KEY_CALL, KEY_DOWN, KEY_FOLD, KEY_RAISE, KEY_UP

KEYS = (KEY_FOLD, KEY_CALL, KEY_RAISE, KEY_UP, KEY_DOWN)
GLYPH = {
    **dict(zip("0123456789", bytes.fromhex("3f065b4f666d7d077f6f"), strict=True)),
    **dict(zip(" ACLnHECSOFOLdI", bytes.fromhex("0077393854767939 6d3f713f385e30"), strict=True)),
}


class PaperKeys:
    """One seat's question and what the keys have answered."""

    def __init__(self, table, seat):
        self.table, self.seat = table, seat
        self.answer = None
        self.presses = 0
        self.kind = None
        self._before, self._since = 0, {}
        table.clock.after(10, self._sample)

    def ask_turn(self, call, raise_min, raise_max, stack=10**9):
        self.kind, self.legal, self.stack = "offer", (call, raise_min, raise_max), stack
        self._begin()

    def ask_cut(self):
        self.kind, self.amount, self.place = "cut", 0, 3
        self._begin()

    def ask_show(self):
        self.kind = "show"
        self._begin()

    def _begin(self):
        self.answer, self.opened_ms = None, self.table.clock.now_ms()
        self._light(True)
        self._paint()

    def _light(self, on):
        panel = self.table.board.panels[(self.seat - 1) // 2]
        panel.light(on and self.seat % 2 == 1, on and self.seat % 2 == 0)

    def _end(self, answer):
        self.answer, self.kind = answer, None
        self._light(False)

    # --- keys --------------------------------------------------------------------------------

    def _sample(self):
        bits = self.table.board.panels[(self.seat - 1) // 2].read()[(self.seat - 1) % 2]
        now = self.table.clock.now_ms()
        for key in KEYS:
            if bits & key and not self._before & key:
                self._since[key] = now
            if self._before & key and not bits & key and key in self._since and self.kind:
                self.presses += 1
                self._act(key, now - self._since.pop(key))
            held_ms = now - self._since.get(key, now)
            if key == KEY_UP and self.kind == "entry" and held_ms >= 1500:
                self.amount = self.legal[2]
                self._since.pop(key)
                self._paint()
        self._before = bits
        self.table.clock.after(10, self._sample)

    def _act(self, key, held_ms):
        getattr(self, "_" + self.kind.replace(" ", "_"))(key, held_ms)
        if self.kind:
            self._paint()

    def _offer(self, key, held_ms):
        call, raise_min, raise_max = self.legal
        if key == KEY_FOLD and held_ms >= 400:
            if call:
                self._end(("fold", 0))
            else:
                self.kind = "sure fold"
        elif key == KEY_CALL:
            if call and 2 * call >= self.stack:
                self.kind = "sure call"
            else:
                self._end(("call", 0))
        elif key == KEY_RAISE and raise_max:
            self.kind, self.amount = "entry", raise_min
            self.place = len(str(raise_min)) - 1
            self.opened_ms = self.table.clock.now_ms()

    def _sure_fold(self, key, held_ms):
        if key == KEY_FOLD and held_ms >= 400:
            self._end(("fold", 0))
        elif key != KEY_FOLD:
            self.kind = "offer"

    def _sure_call(self, key, held_ms):
        if key == KEY_CALL:
            self._end(("call", 0))
        else:
            self.kind = "offer"

    def _entry(self, key, held_ms):
        _, raise_min, raise_max = self.legal
        step = 10**self.place
        if key == KEY_FOLD:
            self.kind = "offer"
        elif key == KEY_CALL:
            self.place = self.place - 1 if self.place else len(str(raise_max)) - 1
        elif key == KEY_UP:
            self.amount = min(self.amount + step, raise_max)
        elif key == KEY_DOWN:
            self.amount = max(self.amount - step, raise_min)
        elif self.table.clock.now_ms() - self.opened_ms >= 600:
            self._end(("raise", self.amount))

    def _cut(self, key, held_ms):
        digit = self.amount // 10**self.place % 10
        if key == KEY_CALL:
            self.place = (self.place - 1) % 4
        elif key in (KEY_UP, KEY_DOWN):
            turned = (digit + (1 if key == KEY_UP else -1)) % 10
            self.amount += (turned - digit) * 10**self.place
        elif key == KEY_RAISE and self.table.clock.now_ms() - self.opened_ms >= 600:
            self._end(("cut", self.amount))

    def _show(self, key, held_ms):
        if key == KEY_CALL:
            self._end(("show", True))
        elif key == KEY_FOLD and held_ms >= 400:
            self._end(("show", False))

    # --- display -----------------------------------------------------------------------------

    def _paint(self):
        points = ()
        if self.kind == "cut":
            text, points = f"  C {self.amount:04d}", (7 - self.place,)
        elif self.kind == "show":
            text = "     SHO"
        elif self.kind == "sure fold":
            text = "15  FOLd"
        elif self.kind == "entry":
            wide = self.legal[2] >= 1_000_000
            all_in = self.amount == self.legal[2] == self.stack
            text = "ALL In" if all_in else str(self.amount)
            text = text.rjust(8) if wide else "15" + text.rjust(6)
            points = (7 - self.place,)
        else:
            text = "15" + (str(self.legal[0]) if self.legal[0] else "CHEC").rjust(6)
            points = (0, 1, 2) if self.legal[2] else (0, 1)
        lit = bytearray(GLYPH[character] for character in text)
        for point in points:
            lit[point] |= 0x80
        self.table.board.seat_displays[self.seat - 1].show(bytes(lit))
