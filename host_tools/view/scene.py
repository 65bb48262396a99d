"""The whole table on one screen: seats around the felt, the board, the machine, the record.

Draws a `TableState` into any terminal of 80 by 24 characters or more, in Italian or English. Seats
run clockwise: the upper row from left to right, the lower one back. The rule of the file: it draws
what the state holds and works nothing out, except how much fits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from firmware.schema import messages as m
from firmware.schema import settings as s
from host_tools.view import looks
from host_tools.view.banner import banner
from host_tools.view.onlooker import Lights
from host_tools.view.seat_box import LARGE_HEIGHT, LARGE_WIDTH, SMALL_HEIGHT, SeatBox, display

if TYPE_CHECKING:
    from host_tools.texts import Texts
    from host_tools.view.looks import Glyphs
    from host_tools.view.seat_state import Seat
    from host_tools.view.table_state import TableState

WIDTH_MIN = 80
HEIGHT_MIN = 24
BOX_WIDTH_MAX = 28
STATUS_LINES = 3
FELT_LINES = 7  # rail, bets, three lines of cards, bets, rail
LARGE_FROM = 1 + 2 * LARGE_HEIGHT + FELT_LINES + 2 + 1 + STATUS_LINES + 4
"""Height from which the seats' cards are drawn large and the felt has room: 30."""
BOARD_CARDS = 5
BOARD_WIDTH = BOARD_CARDS * (looks.CARD_WIDTH + 1) - 1


class Scene:
    """Draws one table's states."""

    def __init__(self, say: Texts, glyphs: Glyphs = looks.UNICODE) -> None:
        self.say = say
        self.glyphs = glyphs
        self.box = SeatBox(say, glyphs)

    def lines(
        self,
        state: TableState,
        width: int,
        height: int,
        *,
        lights: Lights | None = None,
        link: str = "",
        told: Sequence[str] = (),
        now_ms: int | None = None,
    ) -> list[Text]:
        """`height` lines of `width` characters. told: sentences, newest last; link: how the line
        to the table is; now_ms: the table's clock, when it is known better than by the last line.
        """
        lights = lights or Lights()
        now_ms = state.ms if now_ms is None else now_ms
        seats = [state.seats[number] for number in sorted(state.seats)]
        upper, lower = seats[: (len(seats) + 1) // 2], seats[(len(seats) + 1) // 2 :]
        lower.reverse()
        columns = max(len(upper), 1)
        box_width = min(width // columns, BOX_WIDTH_MAX)
        is_large = box_width >= LARGE_WIDTH and height >= LARGE_FROM

        def row(row_seats: list[Seat]) -> list[Text]:
            return self._row(state, row_seats, width, box_width, is_large, lights, now_ms)

        lines = [banner(state, self.say, self.glyphs, width) or self._header(state, width)]
        lines += row(upper)
        lines += self._felt(state, upper, lower, width, is_large, lights)
        lines += row(lower)
        lines += [Text(" " * width)] * is_large
        lines += self._status(state, width, link)
        lines += self._told(told, width, height - len(lines))
        if self.glyphs is looks.ASCII:
            lines = [looks.in_ascii(line) for line in lines]
        return lines[:height]

    # --- seats -----------------------------------------------------------------------------------

    def _row(
        self,
        state: TableState,
        seats: list[Seat],
        width: int,
        box_width: int,
        is_large: bool,
        lights: Lights,
        now_ms: int,
    ) -> list[Text]:
        height = LARGE_HEIGHT if is_large else SMALL_HEIGHT
        if not seats:
            return [Text(" " * width) for _ in range(height)]
        boxes = [
            self.box.lines(
                seat,
                box_width,
                is_large,
                is_turn=state.turn is not None and state.turn.seat == seat.number,
                has_button=state.button == seat.number,
                seconds=self._seconds(state, seat, now_ms),
                lit=lights.seats.get(seat.number),
            )
            for seat in seats
        ]
        return [self._spread([box[line] for box in boxes], width) for line in range(height)]

    def _seconds(self, state: TableState, seat: Seat, now_ms: int) -> int | None:
        """Whole seconds left to this seat, the last one counted to its end."""
        turn = state.turn
        if turn is None or turn.seat != seat.number or not turn.clock_ms:
            return None
        left_ms = turn.since_ms + turn.clock_ms - max(now_ms, turn.since_ms)
        return max(-(-left_ms // 1000), 0)

    def _spread(self, pieces: list[Text], width: int, style: str = "") -> Text:
        """Pieces in equal columns, each in the middle of its own."""
        line = Text()
        for at, piece in enumerate(pieces):
            end = (at + 1) * width // len(pieces)
            cell = looks.fit(piece, end - line.cell_len, self.glyphs, "center")
            line.append_text(cell)
        line.stylize_before(style)
        return line

    # --- felt ------------------------------------------------------------------------------------

    def _felt(
        self,
        state: TableState,
        upper: list[Seat],
        lower: list[Seat],
        width: int,
        is_large: bool,
        lights: Lights,
    ) -> list[Text]:
        inside = width - 4
        left, right = self._felt_left(state), self._felt_right(state, lights)
        side = (inside - BOARD_WIDTH) // 2
        body = [self._bets(upper, inside)]
        body += [Text(" " * inside)] * is_large
        for row, cards in enumerate(self._board(state)):
            body.append(
                Text.assemble(
                    looks.fit(left[row], side, self.glyphs),
                    cards,
                    looks.fit(right[row], inside - side - BOARD_WIDTH, self.glyphs, "right"),
                )
            )
        body += [Text(" " * inside)] * is_large
        body.append(self._bets(lower, inside))
        box, rail = self.glyphs.box, looks.RAIL
        lines = [Text(box[0] + box[4] * (width - 2) + box[1], rail)]
        for line in body:
            felt = Text.assemble(" ", line, " ")
            felt.stylize_before(looks.ON_FELT)
            lines.append(Text.assemble((box[5], rail), felt, (box[5], rail)))
        lines.append(Text(box[3] + box[4] * (width - 2) + box[2], rail))
        return lines

    def _bets(self, seats: list[Seat], width: int) -> Text:
        """What lies before each seat of a row."""
        if not seats:
            return Text(" " * width)
        room = width // len(seats) - 2
        bets = [
            Text(f"{self.glyphs.chip} {looks.amount_that_fits(seat.bet, room, self.say)}",
                 looks.STRONG_ON_FELT) if seat.bet else Text()
            for seat in seats
        ]  # fmt: skip
        return self._spread(bets, width)

    def _board(self, state: TableState) -> list[Text]:
        places = [looks.large_card(card, self.glyphs) for card in state.board]
        places += [looks.empty_place(self.glyphs)] * (BOARD_CARDS - len(places))
        return [
            Text(" ").join([place[row] for place in places]) for row in range(looks.CARD_HEIGHT)
        ]

    def _felt_left(self, state: TableState) -> list[Text]:
        """Street, pot, and the pots apart once they are formed."""
        say = self.say
        if not state.hand:
            return [Text(), Text(say("live.no_hand"), looks.SOFT_ON_FELT), Text()]
        pots = ""
        if len(state.pots) > 1:
            pots = f" {self.glyphs.dot} ".join(say.chips(pot) for pot in state.pots)
        street = say(f"live.{m.STREET_WORDS[state.street]}" if state.is_playing else "live.over")
        pot = state.total_pot()
        return [
            Text(street, looks.SOFT_ON_FELT),
            Text(say("live.pot", amount=say.chips(pot)) if pot else "", looks.STRONG_ON_FELT),
            Text(pots, looks.SOFT_ON_FELT),
        ]

    def _felt_right(self, state: TableState, lights: Lights) -> list[Text]:
        """The card machine, and the display in the middle of the table."""
        machine, say = state.machine, self.say
        words = say(f"live.{machine.doing}")
        second = Text()
        if machine.doing == "dealing":
            where = m.PLACE_WORDS[machine.place]
            place = say("live.to_seat", seat=machine.place) if where.startswith("seat") else (
                say("live.to_board") if where.startswith("board") else say(f"live.to_{where}")
            )  # fmt: skip
            second = Text(f"{machine.card} {self.glyphs.arrow} {place}", looks.ON_FELT)
        elif machine.doing == "loading":
            second = Text(f"{machine.card}/{machine.to_load}", looks.ON_FELT)
        centre = display(lights.centre) if lights.centre is not None else Text()
        return [Text(words, looks.SOFT_ON_FELT), second, centre]

    # --- lines above and below -------------------------------------------------------------------

    def _header(self, state: TableState, width: int) -> Text:
        say, dot = self.say, f" {self.glyphs.dot} "
        rules = state.rules if state.is_playing else state.settings
        small, big = rules[s.SETTING_SMALL_BLIND], rules[s.SETTING_BIG_BLIND]
        words = [say("live.table", table=state.record.table)] if state.record.table else []
        if state.hand:
            words.append(say("live.hand", hand=state.hand))
        words.append(say("live.blinds", small=say.chips(small), big=say.chips(big)))
        left = Text.assemble((" MAZZIERE  ", "bold"), dot.join(words))
        noise = state.order.provenance
        right = Text(say(f"live.noise_{noise}") + " " if noise else "", looks.SOFT)
        room = max(width - right.cell_len, 0)
        return looks.fit(Text.assemble(looks.fit(left, room, self.glyphs), right), width,
                         self.glyphs)  # fmt: skip

    def _status(self, state: TableState, width: int, link: str) -> list[Text]:
        rows = (("order", self._order(state)), ("journal", self._journal(state)), ("link", link))
        label = max(len(self.say(f"live.label_{name}")) for name, _ in rows) + 2
        return [
            looks.fit(
                Text.assemble(
                    " ", (self.say(f"live.label_{name}").ljust(label), looks.SOFT), value
                ),
                width,
                self.glyphs,
            )
            for name, value in rows
        ]

    def _order(self, state: TableState) -> Text:
        order, say = state.order, self.say
        if not order.commit:
            return Text(say("live.unsealed"), looks.SOFT)
        witness = Text(say(f"live.witness_{order.witness}"), WITNESS_STYLES.get(order.witness, ""))
        steps = [Text(say("live.sealed", commit=order.commit[:4].hex())), witness]
        if order.cut >= 0:
            cut = say(f"live.cut_{order.cut_by}", cut=f"{order.cut:04}", seat=order.cut_seat)
            steps.append(Text(cut))
        if order.is_revealed:
            steps.append(Text(say("live.revealed")))
        return Text(f" {self.glyphs.dot} ").join(steps)

    def _journal(self, state: TableState) -> Text:
        record, say = state.record, self.say
        steps = [Text(say("live.lines", lines=say.chips(record.lines)))]
        if record.broken_at:
            steps.append(Text(say("live.chain_broken", seq=record.broken_at), looks.ALARM))
        elif record.head:
            steps.append(Text(say("live.chain_ok", head=record.head[:4].hex())))
        return Text(f" {self.glyphs.dot} ").join(steps)

    def _told(self, told: Sequence[str], width: int, room: int) -> list[Text]:
        """The newest sentences, the last one bright."""
        shown = [*told][-room:] if room > 0 else []
        lines = [
            looks.fit(Text(f" {sentence}", "" if at == len(shown) - 1 else looks.SOFT), width,
                      self.glyphs)
            for at, sentence in enumerate(shown)
        ]  # fmt: skip
        return lines + [Text(" " * width) for _ in range(room - len(lines))]


WITNESS_STYLES = {
    "promised": looks.WINNER,
    "opened": looks.WINNER,
    "missing": looks.TURN,
    "failed": looks.ALARM,
}
