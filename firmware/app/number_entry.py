"""Dialling a number with three keys: UP and DOWN turn the lit digit, CALL moves the light.

Two kinds. An amount to raise to is turned with carry and never leaves what is legal; a cut is four
wheels, each turned alone. How they look on the display is told in `displays`; when they open and
what RAISE does with the number is told in `keys`. Rule of the file: whatever is pressed, the
number stays one that the table may be told.
"""

from __future__ import annotations

THOUSANDS_FROM = 100000000  # does not fit eight digits: shown in thousands from here on
_THOUSANDS_POWER = 3  # the lowest digit that is then shown
_LAST_WHOLE_POWER = 7  # the highest of eight digits
CUT_DIGITS = 4


def _powers_of_ten(power: int) -> int:
    value = 1
    for _ in range(power):
        value *= 10
    return value


class AmountEntry:
    """An amount between `least` and `most` chips; `power` is the lit digit's power of ten."""

    def __init__(self, least: int, most: int) -> None:
        self.least = least
        self.most = most
        self.amount = least
        self.power = len(str(least)) - 1

    @property
    def is_all_in(self) -> bool:
        """Whether it is the most the seat has."""
        return self.amount == self.most

    def step(self, direction: int) -> None:
        """UP (1) or DOWN (-1) by one of the lit digit; a step beyond stops at the end."""
        amount = self.amount + direction * _powers_of_ten(self.power)
        self.amount = min(max(amount, self.least), self.most)
        self._keep_shown()

    def move(self) -> None:
        """The light goes one digit to the right, and from the last to the first of `most`."""
        if self.power > self._lowest():
            self.power -= 1
        else:
            self.power = self._highest()

    def to_most(self) -> None:
        """All-in."""
        self.amount = self.most
        self._keep_shown()

    def _keep_shown(self) -> None:
        """Only a digit that is shown can be lit."""
        self.power = min(max(self.power, self._lowest()), self._highest())

    def _lowest(self) -> int:
        return _THOUSANDS_POWER if self.amount >= THOUSANDS_FROM else 0

    def _highest(self) -> int:
        highest = len(str(self.most)) - 1
        return highest if self.amount >= THOUSANDS_FROM else min(highest, _LAST_WHOLE_POWER)


class CutEntry:
    """Four digits, 0000 at first; `lit` is the digit that turns, 0 leftmost."""

    def __init__(self) -> None:
        self.digits = [0] * CUT_DIGITS
        self.lit = 0

    @property
    def cut(self) -> int:
        """The number the digits make."""
        value = 0
        for digit in self.digits:
            value = value * 10 + digit
        return value

    def step(self, direction: int) -> None:
        """UP (1) or DOWN (-1): the lit digit alone, 9 to 0 and 0 to 9."""
        self.digits[self.lit] = (self.digits[self.lit] + direction) % 10

    def move(self) -> None:
        """The light goes one digit to the right, and from the last to the first."""
        self.lit = (self.lit + 1) % CUT_DIGITS
