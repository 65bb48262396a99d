"""Raw noise: captured by the driver as it came, and judged as a whole."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from firmware.randomness.pipeline import HEALTHY, Pipeline
from hal.errors import UNHEALTHY, HalError
from hal.sim import capture as source
from hal.sim.noise import SimNoise
from host_tools.lab import raw
from host_tools.lab.capture import NoteWrong, capture, note_path, read
from tests.unit.randomness.noise import good_noise

GOOD = good_noise(300_000, "raw")


def test_captured_bytes_are_the_packets_of_the_chip_one_after_the_other(tmp_path):
    note = capture(tmp_path / "noise", count=1000, seed="x")
    expected = SimNoise(hashlib.sha256(b"capture" + b"x").digest())
    whole = b"".join(expected.read() for _ in range(63))[:1000]
    assert (tmp_path / "noise").read_bytes() == whole
    assert note["bytes"] == 1000
    assert note["packets"] == 63
    assert note["provenance"] == "simulated"
    assert note["sha256"] == hashlib.sha256(whole).hexdigest()


def test_captured_stream_is_never_that_of_a_table_with_the_same_seed(tmp_path):
    capture(tmp_path / "noise", count=160, seed="lab")
    table = SimNoise(b"lab")
    assert (tmp_path / "noise").read_bytes()[:16] != table.read()


def test_every_restart_switches_the_chip_off_and_on(tmp_path):
    assert source.main(["--bytes", "40", "--restarts", "5", str(tmp_path / "rows")]) == 0
    assert len((tmp_path / "rows").read_bytes()) == 200
    bench = source.Bench(b"")
    assert len(b"".join(bench.stream(40, 5))) == 200
    assert bench.driver.starts == 5


def test_trouble_ends_a_capture_and_nothing_is_made_up(tmp_path, monkeypatch, capsys):
    def refuse(_bench):
        raise HalError(UNHEALTHY, "noise", "status 0x2")

    monkeypatch.setattr(source.Bench, "packet", refuse)
    assert source.main(["--bytes", "40", str(tmp_path / "rows")]) == source.EXIT_REFUSED
    assert (tmp_path / "rows").read_bytes() == b""
    assert "unhealthy" in capsys.readouterr().err


@pytest.mark.parametrize("stop", [KeyboardInterrupt, subprocess.TimeoutExpired("capture", 1)])
def test_capture_that_is_broken_off_leaves_what_was_there(tmp_path, monkeypatch, stop):
    path = tmp_path / "noise"
    note = capture(path, count=100)

    def broken_off(words, **_how):
        Path(words[-1]).write_bytes(b"half of it")
        raise stop

    monkeypatch.setattr(subprocess, "run", broken_off)
    for wanted in (path, tmp_path / "other"):
        with pytest.raises((KeyboardInterrupt, subprocess.TimeoutExpired)):
            capture(wanted, count=100)
    assert read(path).note == note
    assert sorted(one.name for one in tmp_path.iterdir()) == ["noise", "noise.json"]


def test_note_goes_with_its_bytes_only(tmp_path):
    path = tmp_path / "noise"
    capture(path, count=100)
    assert read(path).model == "simulated"
    path.write_bytes(path.read_bytes()[:-1] + b"\x00")
    with pytest.raises(NoteWrong, match="other_bytes"):
        read(path)
    note_path(path).write_text("[]")
    with pytest.raises(NoteWrong, match="no_note"):
        read(path)
    note_path(path).unlink()
    assert read(path).note == {"provenance": "unknown", "model": "unknown"}


def test_good_noise_passes_as_a_whole():
    look = raw.look_at(GOOD, 8000)
    assert look.passed, look.verdict.rejected
    assert look.blocks == 119
    assert look.hard_alarms == 0
    assert 7.7 < look.entropy["most common value"] < 8
    assert 0.99 < look.entropy["Markov, bits"] <= 1


def echo(octets: np.ndarray, lag: int, rng: np.random.Generator) -> np.ndarray:
    """One byte in fifty is that of `lag` places before."""
    return np.where(rng.random(len(octets)) < 0.02, np.roll(octets, lag), octets)


@pytest.mark.parametrize(
    ("name", "spoil"),
    [
        ("one bit leans", lambda octets, rng: octets | (rng.random(len(octets)) < 0.02)),
        ("one value too often", lambda o, rng: np.where(rng.random(len(o)) < 0.004, 7, o)),
        ("like the byte before", lambda octets, rng: echo(octets, 1, rng)),
        ("like 100 bytes before", lambda octets, rng: echo(octets, 100, rng)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_spoiled_noise_is_found(name, spoil):
    """Faults too small for the table's own tests, which see collapse and not drift."""
    rng = np.random.default_rng(4)
    octets = spoil(np.frombuffer(GOOD, np.uint8), rng).astype(np.uint8)
    look = raw.look_at(octets.tobytes(), 8000)
    assert not look.passed, name


def test_alarms_of_the_tables_own_tests_are_told():
    look = raw.look_at(GOOD[:150_000] + bytes(5) + GOOD[150_000:], 8000)
    assert look.alarms[0].startswith("repetition_count at byte 1500")
    assert look.hard_alarms == 0
    assert raw.look_at(GOOD[:150_000] + bytes(64) + GOOD[150_000:], 8000).hard_alarms


def test_too_little_noise_is_refused():
    with pytest.raises(ValueError, match="too_short"):
        raw.look_at(GOOD[:99_999], 8000)


def block(**counts: int) -> np.ndarray:
    """A good block in which one count is pushed to or over its limit."""
    bits = np.unpackbits(np.frombuffer(good_noise(2500, "block"), np.uint8))
    ones = int(bits.sum())
    wanted = counts["ones"]
    rng = np.random.default_rng(1)
    places = rng.permutation(np.flatnonzero(bits == (ones > wanted)))[: abs(ones - wanted)]
    bits[places] = ones < wanted
    return np.packbits(bits)


@pytest.mark.parametrize(
    ("ones", "fails"), [(9725, True), (9726, False), (10274, False), (10275, True)]
)
def test_block_limits_are_those_of_2001(ones, fails):
    assert raw.block_fails(block(ones=ones)) is fails


def test_long_run_of_26_fails_a_block():
    bits = np.unpackbits(np.frombuffer(good_noise(2500, "block"), np.uint8))
    for length, fails in ((25, False), (26, True)):
        bits[5000 : 5000 + length] = 1
        bits[4999] = bits[5000 + length] = 0
        assert raw.block_fails(np.packbits(bits)) is fails


def test_equal_words_in_a_row_fail_a_block():
    assert not raw.fips_failures(np.frombuffer(GOOD[:2504], np.uint8)).any()
    spoiled = bytearray(GOOD[:2504])
    spoiled[4:8] = spoiled[0:4]
    assert raw.fips_failures(np.frombuffer(bytes(spoiled), np.uint8)).all()


@pytest.mark.slow
def test_ten_thousand_good_blocks_fail_as_rarely_as_they_should_and_alarm_nobody():
    """4e-4 to 1.5e-3 of a good source's blocks fail; no four of a hundred in a row."""
    octets = np.random.default_rng(20).integers(0, 256, 25_000_004, np.uint8)
    failed = raw.fips_failures(octets)
    assert len(failed) == 10_000
    assert 4 <= failed.sum() <= 15
    hits = np.convolve(failed, np.ones(100, np.int64))
    assert hits.max() <= raw.BLOCKS_OF_100_MAX


def test_four_failed_blocks_of_a_hundred_are_no_bad_luck():
    """One never counts; a fourth among a hundred does. None of them stops a table."""
    spoiled = bytearray(GOOD)
    for number in range(4):
        at = 4 + (10 + 20 * number) * raw.BLOCK_BYTES
        spoiled[at : at + 4] = spoiled[at + 4 : at + 8]
        assert raw.worst_hundred(raw.fips_failures(np.frombuffer(spoiled, np.uint8))) == number + 1
    look = raw.look_at(bytes(spoiled), 8000)
    assert look.worst_hundred == 4
    assert look.hard_alarms == 0
    assert not look.passed


needs_rngtest = pytest.mark.skipif(
    shutil.which("rngtest") is None, reason="rngtest (rng-tools5) is not installed"
)
BLOCKS_100 = 100 * raw.BLOCK_BYTES + raw.WORD_BYTES


def drawn_bytes(count: int) -> bytes:
    """What the shipped road gives, from captured noise through health tests and generator."""
    bench, pipeline, drawn = source.Bench(b"drawn"), Pipeline(8000, b"rngtest"), b""
    while len(drawn) < count:
        if pipeline.state == HEALTHY:
            pipeline.request_draw()
        while pipeline.wanted:
            pipeline.feed(bench.packet())
        if pipeline.is_ready:
            drawn += pipeline.draw_bytes(10_000)
    return drawn[:count]


@needs_rngtest
def test_rngtest_takes_a_captured_file_and_drawn_bytes_as_they_are(tmp_path):
    """A good source fails one block in 1,250; four of a hundred come once in 1.7 million."""
    captured, drawn = tmp_path / "captured", tmp_path / "drawn"
    capture(captured, count=BLOCKS_100, seed="rngtest")
    drawn.write_bytes(drawn_bytes(BLOCKS_100))
    for path in (captured, drawn):
        with path.open("rb") as file:
            done = subprocess.run(["rngtest"], stdin=file, capture_output=True, check=False)
        told = done.stderr.decode()
        successes = int(told.split("FIPS 140-2 successes: ")[1].split()[0])
        failures = int(told.split("FIPS 140-2 failures: ")[1].split()[0])
        assert successes + failures == 100
        assert failures <= raw.BLOCKS_OF_100_MAX


@needs_rngtest
def test_block_failures_are_those_of_rngtest():
    octets = np.random.default_rng(21).integers(0, 256, 2_000_004, np.uint8)
    octets[900_000:900_040] = 0  # one block in trouble
    ours = int(raw.fips_failures(octets).sum())
    done = subprocess.run(["rngtest"], input=octets.tobytes(), capture_output=True, check=False)
    told = done.stderr.decode()
    theirs = int(told.split("FIPS 140-2 failures: ")[1].split()[0])
    successes = int(told.split("FIPS 140-2 successes: ")[1].split()[0])
    assert (ours, 800 - ours) == (theirs, successes)
    assert ours >= 1


def test_estimates_are_those_of_the_standards_example():
    """SP 800-90B 6.3.1 (the example of 20 samples) and 6.3.3 (that of 40 bits)."""
    samples = np.array([0, 1, 1, 2, 0, 1, 2, 2, 0, 1, 0, 1, 1, 0, 2, 2, 1, 0, 2, 1], np.uint8)
    assert raw.most_common_value(samples) == pytest.approx(0.5363, abs=1e-4)
    bits = np.array([int(b) for b in "1000111001010101110011110111000000110011"[:40]], np.uint8)
    assert 0 < raw.markov(bits) <= 1
    alternating = np.array([0, 1] * 500, np.uint8)
    assert raw.markov(alternating) == pytest.approx(1 / 128)


def test_note_is_readable(tmp_path):
    capture(tmp_path / "noise", count=16)
    note = json.loads(note_path(tmp_path / "noise").read_text())
    assert {"version", "provenance", "model", "serial", "sha256", "captured"} <= set(note)
