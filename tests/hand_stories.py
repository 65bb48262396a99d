"""Tables for stories: seated, settled, loaded, and played down in one line each."""

from __future__ import annotations

from firmware.core import hand_table, legal_actions
from tests.table_driver import TableDriver


def table_of(stacks: dict[int, int], **settings: object) -> TableDriver:
    """A table without clocks and witness, its deck loaded; seat 1 has the button if there.

    The settings are given in the order of their names, because keywords have none on a board; one
    that does not go together with what holds so far waits for the others.
    """
    driver = TableDriver(3)
    driver.set("witness_ms", 0)
    left = sorted(settings)
    while left:
        refused = [name for name in left if driver.set(name, settings[name]) != 0]
        assert len(refused) < len(left), refused
        left = refused
    driver.sit(stacks)
    driver.power_up()
    return driver


def hand_of(stacks: dict[int, int], **settings: object) -> TableDriver:
    """The same, with the first hand dealt up to the first turn."""
    driver = table_of(stacks, **settings)
    driver.start_hand()
    return driver


def call_down(driver: TableDriver) -> None:
    """Everybody checks or calls until nobody is to act."""
    while legal_actions(driver.table.hand) is not None:
        assert driver.call(legal_actions(driver.table.hand)[0]) == 0  # type: ignore[index]


def show_down(driver: TableDriver) -> None:
    """The same, and everybody shows."""
    call_down(driver)
    while driver.table.hand is not None and driver.table.hand.state == hand_table.SHOWING:
        assert driver.show(driver.table.hand.turn) == 0


THREE = {1: 1000, 2: 1000, 3: 1000}
TWO = {1: 1000, 2: 1000}
