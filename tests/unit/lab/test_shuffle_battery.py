"""The battery lets the table's own decks pass and finds every machine that is unfair by design."""

from __future__ import annotations

import math
from itertools import islice

import numpy as np
import pytest

from firmware.evaluator import evaluate
from firmware.evaluator.ranks import category
from firmware.randomness.permutation import Reservoir, shuffled
from host_tools.cli.shuffle import PLANTED as PLANTED_WORDS
from host_tools.lab import nulls
from host_tools.lab.battery import ALARM, Outcome, adjacent_test, judge, look, position_test
from host_tools.lab.draws import (
    DOCUMENTED,
    PATHS,
    PLANTED,
    NoiseEnded,
    NoiseRefused,
    chunks,
    orders,
    planted,
    recorded_packets,
    simulated_packets,
)
from host_tools.lab.power import catch, smallest_error
from host_tools.lab.tally import HISTOGRAMS, Tally
from host_tools.lab.trial import farthest_from_even, run
from tests.unit.randomness.noise import good_noise
from tests.untraced import untraced


def tally_of(decks: np.ndarray, size: int = 1000) -> Tally:
    tally = Tally()
    for at in range(0, len(decks), size):
        tally.add(decks[at : at + size])
    return tally


def good_decks(count: int, seed: int = 3) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.argsort(rng.random((count, 52)), axis=1).astype(np.uint8)


@pytest.mark.slow
def test_a_hundred_thousand_decks_of_the_shipped_draw_pass():
    """Conditioning, a generator reseeded for each deck, and the permutation."""
    with untraced():
        verdict = run(100_000, path="permutation", seed="every change").verdict()
    assert len(verdict.outcomes) == 250
    assert verdict.passed, verdict.rejected
    parts = [one for one in verdict.outcomes if one.family == "p-values of parts"]
    assert len(parts) == 2
    assert min(one.p for one in parts) > 1e-4


@pytest.mark.slow
def test_ten_thousand_decks_of_the_whole_road_pass():
    """Health tests and all: what a table does between two hands."""
    with untraced():
        trial = run(10_000, path="pipeline", seed="every change")
    assert trial.tally.decks == 10_000
    assert trial.verdict().passed, trial.verdict().rejected


@pytest.mark.parametrize("name", PLANTED)
def test_unfair_machine_is_found_in_time(name):
    found = catch(name)
    assert found.is_in_time, found
    assert found.holm < ALARM


def test_command_knows_every_unfair_machine():
    assert tuple(PLANTED) == PLANTED_WORDS
    assert set(DOCUMENTED) == set(PLANTED)


def test_good_seeds_give_even_p_values():
    """Two hundred trials of good decks: neither test favours small or large p."""
    p: dict[str, list[float]] = {}
    for seed in range(200):
        tally = Tally()
        tally.count_tables(good_decks(600, seed))
        for one in (position_test(tally.position, 600), adjacent_test(tally.adjacent, 600)):
            p.setdefault(one.family, []).append(one.p)
    for values in p.values():
        assert nulls.kolmogorov_tail(farthest_from_even(values), len(values)) > 1e-4


def test_shelf_machine_lets_a_guesser_be_right_nine_times():
    """Ten shelves, one pass: Diaconis, Fulman and Holmes count 9.5 against 4.54 by chance."""
    tally = Tally()
    for rows in chunks(planted("ten_shelves", 2), 2000):
        tally.add(rows)
    counts = tally.histograms["guess_direction"]
    mean = float((np.arange(53) * counts).sum()) / 2000
    assert 9.0 < mean < 9.7


def test_clumps_of_a_compartment_are_found_beside_the_place_they_come_from():
    tally = Tally()
    for rows in chunks(planted("clumps", 2), 1000):
        tally.add(rows)
    found = {f"{one.family}: {one.name}" for one in judge(look(tally)).rejected}
    assert "neighbours: ordered pairs" in found


def test_learning_guessers_are_asked_once_they_know_enough():
    tally = tally_of(good_decks(8000))
    assert tally.histograms["guess_place"].sum() == 3000
    assert tally.histograms["guess_neighbour"].sum() == 3000


def test_poker_classes_are_those_of_the_evaluator():
    """Five cards from the top, by this counting and by the table's own evaluator."""
    decks = good_decks(3000, 9)
    # Rare classes on purpose: wheel, broadway, straight flush, quads, full house.
    for at, five in enumerate(
        [(0, 5, 10, 15, 48), (32, 37, 42, 47, 48), (0, 4, 8, 12, 48), (0, 1, 2, 3, 9),
         (0, 1, 2, 5, 6), (4, 8, 12, 16, 24), (0, 1, 2, 9, 14)]
    ):  # fmt: skip
        rest = [card for card in range(52) if card not in five]
        decks[at] = [*five, *rest]
    expected = np.zeros(9, np.int64)
    for deck in decks:
        expected[8 - category(evaluate([int(card) for card in deck[:5]]))] += 1
    assert tally_of(decks).histograms["poker"].tolist() == expected.tolist()
    assert expected.min() > 0


def test_cuts_between_chunks_change_nothing_but_who_learns_when():
    decks = good_decks(5000)
    small, large = tally_of(decks, 137), tally_of(decks, 5000)
    for name in HISTOGRAMS:
        if not name.startswith("guess_"):
            assert small.histograms[name].tolist() == large.histograms[name].tolist(), name
    assert small.steps == large.steps == 4999
    assert small.changes.tolist() == large.changes.tolist()
    assert small.before_sum == pytest.approx(large.before_sum)


def test_benches_are_added():
    both, one, other = Tally(), tally_of(good_decks(1000, 1)), tally_of(good_decks(2000, 2))
    both.merge(one)
    both.merge(other)
    assert both.decks == 3000
    assert both.position.sum() == 3000 * 52
    assert both.histograms["cycles"].sum() == 3000
    assert both.steps == 999 + 1999


def test_two_processes_draw_different_decks_and_are_added():
    trial = run(2000, path="permutation", seed="two", processes=2)
    assert trial.tally.decks == 2000
    assert trial.tally.histograms["lag_1"].sum() == 1998
    assert trial.verdict().passed


def test_holm_corrects_for_the_number_of_tests():
    def outcome(p: float) -> Outcome:
        return Outcome("family", "name", 0, 0, p)

    verdict = judge([outcome(p) for p in (0.001, 0.9, 0.004, 0.03)])
    assert [one.holm for one in verdict.outcomes] == pytest.approx([0.004, 0.9, 0.012, 0.06])
    assert [one.p for one in verdict.rejected] == [0.001]
    assert not verdict.is_fault
    assert judge([outcome(1e-9)]).is_fault


def test_nothing_is_drawn_from_refused_noise():
    raw = good_noise(20_000) + bytes(20_000)
    drawn = orders("pipeline", recorded_packets(raw))
    with pytest.raises(NoiseRefused) as refused:
        list(drawn)
    assert refused.value.test == "repetition_count"
    assert refused.value.sample < 20_000 + 6


@pytest.mark.parametrize(("path", "decks"), [("pipeline", 16), ("permutation", 30)])
def test_noise_that_ends_says_after_how_many_decks(path, decks):
    """4096 bytes: start-up and a look ahead take their share, each deck 128 bytes and more."""
    drawn = orders(path, recorded_packets(good_noise(4096)))
    given = list(islice(drawn, decks))
    with pytest.raises(NoiseEnded) as ended:
        next(drawn)
    assert ended.value.decks == len(given) == decks


@pytest.mark.parametrize("path", PATHS)
def test_same_seed_gives_the_same_decks(path):
    first, again, other = (
        list(islice(orders(path, simulated_packets(seed)), 20)) for seed in (b"a", b"a", b"b")
    )
    assert first == again != other
    assert all(sorted(deck) == list(range(52)) for deck in first)


def test_a_million_decks_show_a_third_of_a_per_cent():
    assert smallest_error(1_000_000) == pytest.approx(0.0035, abs=0.0003)
    assert smallest_error(10_000_000) == pytest.approx(0.0035 / math.sqrt(10), abs=0.0001)


def test_decks_are_kept_as_they_were_drawn(tmp_path):
    kept = tmp_path / "decks"
    run(1000, path="permutation", seed="kept", keep=kept)
    expected = b"".join(islice(orders("permutation", simulated_packets(b"kept")), 1000))
    assert kept.read_bytes() == expected


@pytest.mark.parametrize("m", [2, 3, 29, 40, 44, 47, 52])
def test_order_of_fewer_cards_keeps_them_and_is_even(m):
    """After a dealer error fewer cards are shuffled: exactly those, each place as likely."""
    slots = bytes(range(54 - m, 54))
    octets = (packet for packet in simulated_packets(b"fewer"))
    reservoir = Reservoir(lambda: next(octets))
    decks = 3000
    counts = np.zeros((m, m), np.int64)
    for _ in range(decks):
        order = shuffled(slots, reservoir)
        assert sorted(order) == list(slots)
        counts[np.arange(m), np.frombuffer(bytes(order), np.uint8) - (54 - m)] += 1
    expected = decks / m
    total = float(((counts - expected) ** 2).sum() / expected) * (m - 1) / m
    assert nulls.two_sided(nulls.chi_square_tail(total, (m - 1) ** 2)) > 1e-6
