"""What a Pi reads at boot: the overlay as a device tree takes it, and config.txt read back."""

from __future__ import annotations

import base64
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from hal.boards import rev_a
from hal.installer.system_files import OVERLAY
from host_tools.hardware import boot_files, circuits, outputs
from host_tools.hardware.__main__ import main
from host_tools.hardware.source import read

if TYPE_CHECKING:
    from pathlib import Path

# The labels an overlay may name on the Pi 3, 4 and 5, and nothing else of a Pi.
BASE = """/dts-v1/;
/ {
    compatible = "raspberrypi,model";
    soc {
        #address-cells = <1>;
        #size-cells = <1>;
        gpio: gpio@7e200000 { reg = <0x7e200000 0xb4>; gpio-controller; #gpio-cells = <2>; };
        i2c_arm: i2c1: i2c@7e804000 {
            reg = <0x7e804000 0x1000>; status = "disabled"; clock-frequency = <100000>;
        };
    };
};
"""

needs_dtc = pytest.mark.skipif(
    shutil.which("dtc") is None or shutil.which("fdtoverlay") is None,
    reason="dtc is missing: apt-get install device-tree-compiler",
)


def tool(*command: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, input=text, capture_output=True, text=True, check=False, timeout=300
    )


def base(folder: Path, source: str = BASE) -> str:
    out = str(folder / "base.dtb")
    done = tool("dtc", "-@", "-q", "-I", "dts", "-O", "dtb", "-o", out, "-", text=source)
    assert done.returncode == 0, done.stderr
    return out


@needs_dtc
def test_overlay_on_a_pi_gives_both_buses(tmp_path: Path) -> None:
    blob = tmp_path / "mazziere-table.dtbo"
    blob.write_bytes(base64.b64decode(OVERLAY))
    merged = str(tmp_path / "merged.dtb")
    done = tool("fdtoverlay", "-i", base(tmp_path), "-o", merged, str(blob))
    assert done.returncode == 0, done.stderr

    def value(node: str, key: str, kind: str = "i") -> str:
        return tool("fdtget", "-t", kind, merged, node, key).stdout.strip()

    table = "/soc/i2c@7e804000"
    assert value(table, "status", "s") == "okay"
    assert int(value(table, "clock-frequency")) == rev_a.TABLE_HERTZ
    inner = f"/i2c@{rev_a.INNER_BUS[5]}"
    assert value(inner, "compatible", "s") == "i2c-gpio"
    assert int(value(inner, "reg")) == rev_a.INNER_BUS[5]
    sda, scl = value(inner, "sda-gpios").split(), value(inner, "scl-gpios").split()
    assert [int(sda[1]), int(scl[1])] == [rev_a.INNER_BUS[0], rev_a.INNER_BUS[1]]
    assert sda[2] == scl[2] == "6"  # open drain, active high
    fastest = 1_000_000 / (2 * int(value(inner, "i2c-gpio,delay-us")))
    assert fastest <= rev_a.INNER_HERTZ


@needs_dtc
def test_overlay_for_a_tree_without_the_bus_is_refused(tmp_path: Path) -> None:
    blob = tmp_path / "mazziere-table.dtbo"
    blob.write_bytes(base64.b64decode(OVERLAY))
    other = base(tmp_path, BASE.replace("i2c_arm: ", ""))
    assert tool("fdtoverlay", "-i", other, "-o", str(tmp_path / "x"), str(blob)).returncode == 1


@needs_dtc
def test_carried_overlay_is_the_source_compiled() -> None:
    source = tool(
        "dtc", "-@", "-q", "-I", "dts", "-O", "dts", "-", text=boot_files.overlay(read())
    )
    blob = subprocess.run(
        ["dtc", "-q", "-I", "dtb", "-O", "dts", "-"],
        input=base64.b64decode(OVERLAY), capture_output=True, check=True, timeout=300,
    )  # fmt: skip

    def properties(text: str) -> list[str]:
        lines = [line.strip() for line in text.splitlines()]
        return [line for line in lines if " = " in line and "phandle" not in line]

    compiled = properties(blob.stdout.decode())
    for line in properties(source.stdout):
        key = line.split(" = ")[0]
        assert any(other.startswith(key + " = ") for other in compiled), line


def test_config_puts_every_line_at_its_safe_level() -> None:
    rows = boot_files.read_config(boot_files.config(read()))
    asked = dict(value.split("=") for _, key, value in rows if key == "gpio")
    for name, pin, _, is_output, _, safe, pull in rev_a.LINES:
        mode, level = asked[str(pin)].split(",")
        assert mode == ("op" if is_output else "ip"), name
        if is_output:
            assert level == ("dh" if safe else "dl"), name
        else:
            assert level == {1: "pu", -1: "pd", 0: "pn"}[pull], name


def test_config_frees_the_serial_line_and_starts_the_watchdog() -> None:
    rows = boot_files.read_config(boot_files.config(read()))
    everywhere = [(key, value) for section, key, value in rows if section == "all"]
    assert ("enable_uart", "1") in everywhere
    assert ("dtoverlay", "disable-bt") in everywhere
    assert ("dtparam", "watchdog=on") in everywhere
    assert ("dtparam", f"i2c_arm_baudrate={rev_a.TABLE_HERTZ}") in everywhere
    assert ("force_eeprom_read", "0") in everywhere
    assert rows[-1][0] == "all"


@pytest.mark.parametrize("line", ["gpio", "=on", "dtparam=" + "x" * 100])
def test_config_line_the_pi_would_not_read_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="line 1"):
        boot_files.read_config(line)


def test_hardware_folder_is_fresh() -> None:
    assert main(["--check"]) == 0


def test_file_that_no_longer_fits_its_source_is_stale(tmp_path: Path) -> None:
    path, picture = tmp_path / "table.py", tmp_path / "a.svg"
    path.write_text("old")
    assert outputs.stale_texts({path: "new"}) == [path]
    assert outputs.stale_texts({path: "old"}) == []
    drawn = {picture: outputs.Picture("a -- b", lambda source: f"<svg>{source}</svg>")}
    outputs.write({path: "new"}, drawn)
    assert path.read_text() == "new"
    assert outputs.stale_pictures({picture: "a -- b"}) == []
    assert outputs.stale_pictures({picture: "a -- c"}) == [picture]


def test_picture_nothing_draws_any_more_is_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cable-forgotten.svg").write_text("<svg/>")
    monkeypatch.setattr(outputs, "GENERATED", tmp_path)
    assert outputs.left_over(read()) == [tmp_path / "cable-forgotten.svg"]


def test_both_guides_tell_the_same_steps() -> None:
    """Same headings, same pictures, as many steps, and every part they name is there."""

    def shape(name: str) -> tuple[int, list[str], int, list[str]]:
        text = (outputs.ROOT / "hardware" / name).read_text(encoding="utf-8")
        parts = sorted(set(re.findall(r"\b[A-Z]{1,2}\d{1,2}\b", text)))
        pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", text.replace(".it.svg", ".en.svg"))
        return text.count("\n## "), pictures, len(re.findall(r"^\d+\. ", text, re.M)), parts

    english, italian = shape("build.md"), shape("build.it.md")
    assert english == italian
    boards = [circuits.read(name) for name in circuits.CIRCUITS]
    fitted = {part.ref for board in boards for part in board.parts}
    bought_whole = {"N6", "P7", "P13", "P14"}  # the reader, and its pins
    bought_whole |= {"GP4", "GP5", "GP8", "GP10"}  # a Pico's
    assert set(english[3]) <= fitted | bought_whole
