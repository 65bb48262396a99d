"""Everything that can go wrong at a training table, a row each: when, and what happens then.

Card trouble is named by the schema's irregularities and caused in the way it comes about: a card
strays while others bet, one is turned over on its way, a person takes cards out. What only a
person can notice is reported instead, and has no row here beside its kind. Machine trouble is a
row of a fault plan, other devices break by their own names. A row waits for its moment (`armed`)
and then strikes. The rule of the file: a row says where cards and devices are touched, never what
the table should make of it.

A happening is a word and what it needs: `card …` is `hal.sim.mishaps`' row for the card that
leaves next, or at once for `stray`; `input …` is what a machine tells that contradicts itself;
`draw` is a person who takes every card out of the carousel. In braces: `{first}` the first seat
dealt to, `{other}` another seat in the hand, `{empty}` a seat that is not in it, `{last}` the
place of the last card, `{seen}` a face that lies on the board, `{unseen}` one that was not seen.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware.schema import irregularities as i


@dataclass(frozen=True, slots=True)
class Moment:
    """When: `word` names a text.

    street: 0 before the flop … 3 river, -1 whichever; phase: `any` time at all, `deal` of hole
    cards or `board` cards of that street after `sent` of them, `turn` when somebody is to act,
    `repair` when a procedure lets the betting go on.
    acted: so many players acted in this street already, at least.
    """

    word: str
    phase: str = "any"
    street: int = -1
    sent: int = 0
    acted: int = 0


NOW = Moment("now")
DEAL = tuple(Moment("deal", "deal", 0, sent) for sent in range(12))
FLOP_DEAL = Moment("flop_deal", "board", 1, 2)
TURN_DEAL = Moment("turn_deal", "board", 2, 1)
BOARD_DEAL = Moment("board_deal", "board", -1, 1)
BURN_DEAL = Moment("burn_deal", "board", -1, 0)
STREETS = ("preflop", "flop", "turn", "river")
BEFORE = tuple(Moment(f"{word}_before", "turn", at) for at, word in enumerate(STREETS))
AFTER = tuple(Moment(f"{word}_after", "turn", at, acted=1) for at, word in enumerate(STREETS))
REPAIRED = Moment("repaired", "repair")
ANY_TURN = Moment("any_turn", "turn")


@dataclass(frozen=True, slots=True)
class Cause:
    """How a kind of irregularity comes about, or a device fails.

    kind: the irregularity's id, 0 for a device. text: what the menu says where the kind alone does
    not say it (`training.…` of the catalogue). strikes: (moment, happening), one after the other.
    fault: the code that is expected, where it is a device.
    """

    kind: int
    strikes: tuple[tuple[Moment, str], ...]
    text: str = ""
    fault: str = ""

    @property
    def when(self) -> Moment:
        """The moment it waits for first."""
        return self.strikes[0][0]


def _card(kind: int, when: Moment, happening: str) -> Cause:
    return Cause(kind, ((when, happening),))


FLOP_CARDS = "burn,board1,board2,board3"

CARD_CAUSES = (
    _card(i.IRREGULARITY_PREMATURE_FLOP, BEFORE[0], f"card stray to={FLOP_CARDS}"),
    _card(i.IRREGULARITY_PREMATURE_FLOP, AFTER[0], f"card stray to={FLOP_CARDS}"),
    _card(i.IRREGULARITY_PREMATURE_TURN, BEFORE[1], "card stray to=burn,board4"),
    _card(i.IRREGULARITY_PREMATURE_TURN, AFTER[1], "card stray to=burn,board4"),
    _card(i.IRREGULARITY_PREMATURE_RIVER, BEFORE[2], "card stray to=burn,board5"),
    _card(i.IRREGULARITY_PREMATURE_RIVER, AFTER[2], "card stray to=burn,board5"),
    *(
        Cause(
            i.IRREGULARITY_PREMATURE_TURN_AND_RIVER,
            ((when, "card stray to=burn,board4"), (REPAIRED, "card stray to=burn,board5")),
        )
        for when in (BEFORE[1], AFTER[1])
    ),
    _card(i.IRREGULARITY_PREMATURE_BURN, AFTER[1], "card stray to=burn"),
    _card(i.IRREGULARITY_DOUBLE_BURN, BEFORE[1], "card stray to=burn,burn"),
    _card(i.IRREGULARITY_FLOP_TOO_MANY, FLOP_DEAL, "card double how=overlapped"),
    _card(i.IRREGULARITY_STREET_TOO_MANY, TURN_DEAL, "card double how=overlapped"),
    _card(i.IRREGULARITY_EXTRA_BOARD_CARD, BEFORE[3], "card stray to=board5"),
    _card(i.IRREGULARITY_FIRST_HOLE_CARD_EXPOSED, DEAL[0], "card flip"),
    _card(i.IRREGULARITY_HOLE_CARD_EXPOSED, DEAL[3], "card flip"),
    Cause(i.IRREGULARITY_TWO_HOLE_CARDS_EXPOSED, ((DEAL[1], "card flip"), (DEAL[3], "card flip"))),
    _card(i.IRREGULARITY_EXPOSED_CARD, BURN_DEAL, "card flip"),
    _card(i.IRREGULARITY_EXTRA_CARD_TO_FIRST, BEFORE[0], "card stray to=seat{first}"),
    _card(i.IRREGULARITY_EXTRA_CARD, BEFORE[0], "card stray to=seat{other}"),
    _card(i.IRREGULARITY_EXTRA_CARDS, BEFORE[0], "card stray to=seat{first},seat{other}"),
    _card(i.IRREGULARITY_CARD_TO_WRONG_SEAT, DEAL[1], "card misplace to={last}"),
    _card(i.IRREGULARITY_CARD_TO_EMPTY_SEAT, DEAL[1], "card misplace to=seat{empty}"),
    _card(i.IRREGULARITY_CARD_AT_WRONG_PLACE, BOARD_DEAL, "card misplace to=aside"),
    _card(i.IRREGULARITY_CARD_NOT_LANDED, DEAL[3], "card miss to=floor"),
    _card(i.IRREGULARITY_FACE_IN_DOUBT, BOARD_DEAL, "card unread tries=never"),
    _card(i.IRREGULARITY_CARD_MISREAD, TURN_DEAL, "card misread as={unseen}"),
    _card(i.IRREGULARITY_DUPLICATE_FACE, TURN_DEAL, "card misread as={seen}"),
    _card(i.IRREGULARITY_SLOT_EMPTY, BEFORE[1], "draw"),
    _card(i.IRREGULARITY_UNCOMMANDED_CARD, ANY_TURN, "input card_left unasked"),
    _card(i.IRREGULARITY_SLOT_DEALT_TWICE, ANY_TURN, "input card_left again"),
    _card(i.IRREGULARITY_WRONG_FACE_ASKED, ANY_TURN, "input face_read"),
)
"""Card trouble that senses or machines notice, and a misread, which they do not."""


def _machine(text: str, happening: str, fault: str, when: Moment = NOW) -> Cause:
    return Cause(0, ((when, f"card {happening}"),), text, fault)


def _device(name: str, fault: str) -> Cause:
    return Cause(0, ((NOW, f"break {name}"),), f"break_{name}", fault)


MACHINE_CAUSES = (
    _machine("jam_path_once", "jam stage=path tries=2", ""),
    _machine("jam_path", "jam stage=path tries=never", "F-DEAL-04"),
    _machine("jam_ejector", "jam stage=ejector tries=never", "F-DEAL-04"),
    _machine("jam_feeder", "jam stage=feeder tries=never", "F-DEAL-04"),
    _machine("feeds_nothing", "nothing tries=never", "F-DEAL-05"),
    _machine("stacked", "double how=stacked", ""),
    _machine("dead_carousel", "dead stage=carousel", "F-DEAL-07"),
    _machine("dead_turret", "dead stage=turret", "F-DEAL-07"),
    _machine("sensor_stuck", "sensor name=exit state=on", "F-DEAL-08"),
    _machine("machine_hangs", "hang", ""),
    _machine("machine_silent", "silent ms=20000", "F-DEAL-01"),
    _machine("lost_reply", "lost_reply", ""),
    _machine("machine_power", "power", "F-DEAL-09"),
    _machine("deck_foreign", "foreign face=Kh", ""),
    _machine("deck_boxed", "boxed face=Kh", ""),
    _machine("deck_lacks", "lacks face=2c", ""),
    _machine("deck_extra", "extra face=2c", ""),
)
"""What goes wrong in the card machine and with the deck; words of `hal.sim.mishaps`."""

DEVICE_CAUSES = (
    _device("noise_stuck", "F-RNG-01"),
    _device("noise_silent", "F-RNG-02"),
    _device("noise_alarm", "F-RNG-03"),
    _device("second_noise_silent", "F-RNG-04"),
    _device("memory_silent", "F-MEM-01"),
    _device("panel_silent", "F-PAN-01"),
    _device("display_silent", "F-DSP-01"),
    _device("store_failed", "F-STO-01"),
    _device("supply_failing", "F-PWR-02"),
    _device("lid_open", "F-LID-01"),
    _device("floor_key_stuck", "F-KEY-01"),
    _device("key_stuck", "F-KEY-02"),
    _device("cable", "F-LNK-01"),
)
"""Other devices; words of `hal.sim.breakdowns`, and the cable."""

REPORTED = tuple(kind for kind in range(1, len(i.NAMES)) if i.NOTICED[kind] == i.NOTICED_REPORTED)
"""What only people see: somebody reports it."""
