"""The service and the udev rules, judged by systemd where it is there and by reading them."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from hal.boards import rev_a
from host_tools.hardware.system_code import RULES, SERVICE

if TYPE_CHECKING:
    from pathlib import Path

EXPOSURE_MAX = 2.0
"""systemd's own mark, 0 (closed) to 10; below 2 it says OK and smiles."""

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None,
    reason="systemd-analyze is missing: apt-get install systemd",
)


def analyse(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *command], capture_output=True, text=True, check=False, timeout=300
    )


def unit(folder: Path, text: str) -> str:
    path = folder / "mazziere-table.service"
    path.write_text(text.replace("@PROGRAM@", "/bin/true"))
    return str(path)


def complaints(folder: Path, text: str) -> str:
    """What systemd says of this unit; of the machine's other units it may say more."""
    done = analyse("verify", "--man=no", unit(folder, text))
    own = [line for line in done.stderr.splitlines() if "mazziere-table" in line]
    return "\n".join(own)


@needs_systemd
def test_systemd_finds_nothing_wrong_with_the_service(tmp_path: Path) -> None:
    assert complaints(tmp_path, SERVICE.read_text()) == ""


@needs_systemd
def test_misspelt_key_would_be_noticed(tmp_path: Path) -> None:
    text = SERVICE.read_text().replace("WatchdogSec", "WatchDogSecs")
    assert "WatchDogSecs" in complaints(tmp_path, text)


@needs_systemd
def test_service_is_closed_to_what_it_does_not_need(tmp_path: Path) -> None:
    done = analyse("security", "--offline=true", "--no-pager", unit(tmp_path, SERVICE.read_text()))
    mark = re.search(r"Overall exposure level for \S+: ([0-9.]+)", done.stdout)
    assert mark is not None, done.stdout + done.stderr
    assert float(mark.group(1)) < EXPOSURE_MAX


def test_service_may_open_its_own_buses_and_nothing_like_a_disk() -> None:
    allowed = re.findall(r"^DeviceAllow=(\S+) rw$", SERVICE.read_text(), re.M)
    assert f"/dev/i2c-{rev_a.INNER_BUS[5]}" in allowed
    assert f"/dev/i2c-{rev_a.TABLE_BUS[5]}" in allowed
    assert rev_a.LINK_DEVICE in allowed
    assert len(allowed) == len(re.findall("^DeviceAllow=", SERVICE.read_text(), re.M))
    assert not [name for name in allowed if "sd" in name or name.rpartition("/")[2] == "mem"]


def test_service_is_watched_and_gives_up_after_five_starts() -> None:
    keys = dict(
        line.split("=", 1) for line in SERVICE.read_text().splitlines() if re.match(r"\w+=", line)
    )
    assert keys["Type"] == "notify"
    assert keys["NotifyAccess"] == "main"
    assert keys["WatchdogSec"] == "10"
    assert keys["Restart"] == "on-failure"
    assert keys["StartLimitBurst"] == "5"
    assert keys["StateDirectory"] == "mazziere-table"
    assert keys["User"] == "mazziere"


TOKEN = re.compile(r'^([A-Z_a-z]+)(?:\{(\w+)\})?(==|!=|\+=|-=|=)"([^"]*)"$')
MATCHES = {"SUBSYSTEM", "KERNEL", "ENV"}
ASSIGNS = {"GROUP", "MODE", "SYMLINK", "TAG", "ENV"}


def rules(text: str) -> list[list[tuple[str, str, str, str]]]:
    """Read udev rules: key, {attribute}, operator, value of each token of each line."""
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        row = []
        for token in line.split(", "):
            found = TOKEN.match(token)
            if found is None:
                raise ValueError(f"line {number}: {token}")
            row.append((found.group(1), found.group(2) or "", found.group(3), found.group(4)))
        rows.append(row)
    return rows


def test_udev_rules_match_first_and_then_assign() -> None:
    for row in rules(RULES.read_text()):
        operators = [operator in ("==", "!=") for _, _, operator, _ in row]
        assert operators == sorted(operators, reverse=True), row
        assert operators[0]
        for key, _, operator, _ in row:
            assert key in (MATCHES if operator in ("==", "!=") else ASSIGNS), key


def test_table_is_named_by_its_serial_number_on_the_host() -> None:
    named = [
        row
        for row in rules(RULES.read_text())
        if ("ENV", "ID_MODEL", "==", "Mazziere_table") in row
    ]
    assert len(named) == 1
    assert ("SYMLINK", "", "+=", "mazziere/$env{ID_SERIAL_SHORT}") in named[0]
    # usb_id fills ID_MODEL in 60-serial.rules: ours must be read after it.
    assert RULES.name > "60-serial.rules"


def test_nothing_of_the_table_is_open_to_everybody() -> None:
    modes = [
        value for row in rules(RULES.read_text()) for key, _, _, value in row if key == "MODE"
    ]
    assert modes
    assert set(modes) == {"0660"}


def test_unclosed_quote_in_a_rule_is_noticed() -> None:
    with pytest.raises(ValueError, match="line 1"):
        rules('SUBSYSTEM=="tty, GROUP="x"')
