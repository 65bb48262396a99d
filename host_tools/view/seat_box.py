"""One seat on the screen: name, cards, chips, what was done last, lamp and display.

The box of the seat whose turn it is has heavy lines, a folded one is grey, a winner's is green;
all three are also said in words. The rule of the file: every line has the width it was asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from host_tools.view import looks

if TYPE_CHECKING:
    from host_tools.texts import Texts
    from host_tools.view.looks import Glyphs
    from host_tools.view.onlooker import Lit
    from host_tools.view.seat_state import Seat

SMALL_HEIGHT = 5
LARGE_HEIGHT = 6
LARGE_WIDTH = 24
"""From this width on two large cards and the chips stand side by side."""


class SeatBox:
    """Draws seats in one language and one set of characters."""

    def __init__(self, say: Texts, glyphs: Glyphs) -> None:
        self.say = say
        self.glyphs = glyphs

    def lines(
        self,
        seat: Seat,
        width: int,
        is_large: bool,
        *,
        is_turn: bool,
        has_button: bool,
        seconds: int | None,
        lit: Lit | None,
    ) -> list[Text]:
        """The box; `seconds` left on the clock, `lit` what an onlooker sees, None when unknown."""
        edge = looks.TURN if is_turn else looks.WINNER if seat.won else looks.SEAT
        inside = width - 2
        pad = 1 if is_large else 0
        lights = self._lights(lit)
        body = self._large(seat, inside - 2 * pad, seconds) if is_large else (
            self._small(seat, inside, seconds)
        )  # fmt: skip
        body.append(lights)
        box = self.glyphs.turn_box if is_turn else self.glyphs.box
        lines = [self._top(seat, width, box, edge, is_turn, has_button)]
        for row in body:
            padded = looks.fit(row, inside - 2 * pad, self.glyphs)
            padded.pad(pad)
            lines.append(Text.assemble((box[5], edge), padded, (box[5], edge)))
        lines.append(self._bottom(seat, width, box, edge))
        if seat.is_folded:
            for line in lines:
                line.stylize("dim", 0, width - 6)  # the button stays bright
                line.stylize("dim", width - 2)
            for line in lines[1:] if has_button else lines:
                line.stylize("dim")
        return lines

    def _top(
        self, seat: Seat, width: int, box: str, edge: str, is_turn: bool, has_button: bool
    ) -> Text:
        button = Text(" D ", "bold reverse") if has_button else Text()
        room = width - 4 - button.cell_len
        mark = f"{self.glyphs.turn} " if is_turn else ""
        name = f"{seat.number} {seat.player}"
        if not seat.player:
            name = self.say("live.seat", seat=seat.number)
            if len(mark) + len(name) + 2 > room:
                name = str(seat.number)
        title = Text(f" {mark}{name} ", looks.TURN if is_turn else "bold")
        if title.cell_len > room:
            title = looks.fit(title, room, self.glyphs)
        rule = box[4] * (width - 4 - title.cell_len - button.cell_len)
        return Text.assemble(
            (box[0] + box[4], edge), title, (rule, edge), button, (box[4] + box[1], edge)
        )

    def _bottom(self, seat: Seat, width: int, box: str, edge: str) -> Text:
        word = f" {self.say(f'category.{seat.category}')} " if seat.category else ""
        label = Text(word, "italic")
        if label.cell_len > width - 4:
            label = looks.fit(label, width - 4, self.glyphs)
        rule = box[4] * (width - 4 - label.cell_len)
        return Text.assemble((box[3] + box[4], edge), label, (rule, edge), (box[4] + box[2], edge))

    def did(self, seat: Seat) -> Text:
        """What the seat did last, or won."""
        if seat.won:
            return Text(f"{self.glyphs.star} {self.say('live.wins')}", looks.WINNER)
        if seat.is_all_in:
            return Text(self.say("live.all_in"), "bold")
        if not seat.is_dealt_in and seat.stack == 0:
            return Text(self.say("live.out"), looks.SOFT)
        return Text(self.say(f"live.{seat.did}") if seat.did else "")

    def _stack(self, seat: Seat, width: int) -> Text:
        return Text(looks.amount_that_fits(seat.stack, width, self.say), "bold")

    def _clock(self, seconds: int | None) -> Text:
        return Text("" if seconds is None else f"{seconds} s", looks.TURN)

    def _small(self, seat: Seat, width: int, seconds: int | None) -> list[Text]:
        cards = Text(" ").join([looks.small_card(card, self.glyphs) for card in seat.cards])
        cards = looks.fit(cards, 5, self.glyphs)
        did = looks.fit(self.did(seat), width - 6, self.glyphs, "right")
        clock = self._clock(seconds)
        stack = looks.fit(self._stack(seat, width - clock.cell_len), width - clock.cell_len,
                          self.glyphs)  # fmt: skip
        return [Text.assemble(cards, " ", did), Text.assemble(stack, clock)]

    def _large(self, seat: Seat, width: int, seconds: int | None) -> list[Text]:
        cards = [looks.large_card(card, self.glyphs) for card in seat.cards]
        wide = 2 * looks.CARD_WIDTH + 1
        beside = width - wide - 1
        notes = [self._stack(seat, beside), self.did(seat), self._clock(seconds)]
        return [
            Text.assemble(
                looks.fit(Text(" ").join([card[row] for card in cards]), wide, self.glyphs),
                " ",
                looks.fit(notes[row], beside, self.glyphs, "right"),
            )
            for row in range(looks.CARD_HEIGHT)
        ]

    def _lights(self, lit: Lit | None) -> Text:
        if lit is None:
            return Text()
        glyphs = self.glyphs
        lamp = Text(f"{glyphs.lamp_lit} ", looks.TURN) if lit.lamp else (
            Text(f"{glyphs.lamp_dark} ", looks.SOFT)
        )  # fmt: skip
        return Text.assemble(lamp, display(lit))


def display(lit: Lit) -> Text:
    """Eight digits as they glow; a lit point is an underlined digit."""
    text = Text()
    for place, digit in enumerate(lit.shows, 1):
        text.append(digit, looks.LED_POINT if place in lit.points else looks.LED)
    if lit.blinks:
        text.stylize("blink")
    return text
