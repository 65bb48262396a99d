"""When a simulated table whose evening is over may go."""

from __future__ import annotations

from hal.sim.main.parting import BACK_SECONDS, Parting, Seen

NOBODY = Seen(is_held=False, moved_bytes=0, has_all=False)


def host(moved: int, has_all: bool = False) -> Seen:
    return Seen(is_held=True, moved_bytes=moved, has_all=has_all)


def test_a_table_that_may_not_linger_goes_at_once():
    assert Parting(7.0, 0.0).is_over(7.0, NOBODY)
    assert Parting(7.0, 0.0).is_over(7.0, host(3))


def test_a_table_that_no_host_ever_asks_goes_after_its_time():
    parting = Parting(0.0, 20.0)
    assert not parting.is_over(19.9, NOBODY)
    assert parting.is_over(20.0, NOBODY)


def test_a_host_that_has_all_lets_the_table_go():
    parting = Parting(0.0, 20.0)
    assert not parting.is_over(0.1, host(100))
    assert parting.is_over(0.2, host(200, has_all=True))


def test_a_slow_host_gets_its_time_again_with_every_byte_and_a_silent_one_does_not():
    parting = Parting(0.0, 20.0)
    assert not any(parting.is_over(19.0 * look, host(look)) for look in range(1, 9))
    assert not parting.is_over(19.0 * 8 + 19.9, host(8))
    assert parting.is_over(19.0 * 8 + 20.0, host(8))


def test_a_plug_that_fell_out_and_is_in_again_costs_no_line():
    parting = Parting(0.0, 20.0)
    assert not parting.is_over(1.0, host(100))
    assert not parting.is_over(1.1, NOBODY._replace(moved_bytes=100))
    assert not parting.is_over(1.0 + BACK_SECONDS, NOBODY._replace(moved_bytes=100))
    assert not parting.is_over(3.05, host(100))
    assert not parting.is_over(23.0, host(100))
    assert parting.is_over(23.05, host(100))


def test_a_host_that_left_for_good_is_not_waited_for_as_long_as_one_that_may_come():
    parting = Parting(0.0, 20.0)
    assert not parting.is_over(1.0, host(100))
    assert not parting.is_over(1.1, NOBODY)
    assert parting.is_over(1.1 + BACK_SECONDS, NOBODY)


def test_a_table_with_little_patience_waits_for_no_return_longer_than_for_anything_else():
    parting = Parting(0.0, 0.5)
    assert not parting.is_over(0.1, host(100))
    assert not parting.is_over(0.2, NOBODY)
    assert parting.is_over(0.7, NOBODY)
