"""Writes what a Raspberry Pi reads before any program runs: the overlay and config.txt.

The overlay gives the table bus its speed and makes the inner bus of two GPIO pins; config.txt puts
every line at its safe level while Linux is still starting, frees the serial port from Bluetooth
and turns the hardware watchdog on. Rule of the file: everything a person would have to remember
at set-up is in one of the two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from host_tools.hardware.source import Board

NOTE = "Generated from hardware/rev_a/board.toml by host_tools/hardware, do not edit."
OVERLAY_NAME = "mazziere-table"


def overlay(board: Board) -> str:
    """Device-tree overlay; labels `i2c_arm` and `gpio` exist on the Pi 3, 4 and 5 alike.

    Half a period of i2c-gpio is its delay and some microseconds of the kernel's own, so that the
    bus stays below its nominal speed.
    """
    inner, table = board.bus("inner"), board.bus("table")
    delay_us = 1_000_000 // inner.hertz // 2
    return f"""/* {NOTE} */
/dts-v1/;
/plugin/;

/ {{
	compatible = "brcm,bcm2835";

	fragment@0 {{
		target = <&i2c_arm>;
		__overlay__ {{
			status = "okay";
			clock-frequency = <{table.hertz}>;
		}};
	}};

	fragment@1 {{
		target-path = "/";
		__overlay__ {{
			mazziere_inner: i2c@{inner.linux_bus} {{
				compatible = "i2c-gpio";
				reg = <{inner.linux_bus}>;
				/* 6: open drain, high is released */
				sda-gpios = <&gpio {inner.pi_sda} 6>;
				scl-gpios = <&gpio {inner.pi_scl} 6>;
				i2c-gpio,delay-us = <{delay_us}>;
				#address-cells = <1>;
				#size-cells = <0>;
				status = "okay";
			}};
		}};
	}};
}};
"""


def config(board: Board) -> str:
    """The fragment of config.txt, between two marks that the installer looks for."""
    table = board.bus("table")
    lines = [
        "# mazziere-table begin",
        f"# {NOTE}",
        "[all]",
        "# No EEPROM is looked for, no overlay of another board is loaded.",
        "force_eeprom_read=0",
        "dtparam=spi=off",
        "dtparam=i2c_arm=on",
        f"dtparam=i2c_arm_baudrate={table.hertz}",
        f"dtoverlay={OVERLAY_NAME}",
        "# The host's serial line on the good UART, without Bluetooth on it.",
        "enable_uart=1",
        "dtoverlay=disable-bt",
        "[pi5]",
        "dtparam=uart0=on",
        "[all]",
        "dtparam=watchdog=on",
        "# Safe levels until the program takes the lines.",
    ]
    for line in board.lines:
        if line.direction == "out":
            lines.append(f"gpio={line.pi}=op,d{'h' if line.safe == 'high' else 'l'}")
        else:
            pull = {"up": "pu", "down": "pd", "none": "pn"}[line.pull]
            lines.append(f"gpio={line.pi}=ip,{pull}")
    return "\n".join([*lines, "# mazziere-table end", ""])


def read_config(text: str) -> list[tuple[str, str, str]]:
    """Read a config.txt back: section, key, value of each line, comments left out.

    Raises:
        ValueError: a line is neither a section nor key=value, or is longer than the 98 characters
            the Pi's firmware reads.
    """
    section, rows = "all", []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if len(line) > 98:
            raise ValueError(f"line {number} is longer than 98 characters")
        if not line or line.startswith("#"):
            continue
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1]
            continue
        key, mark, value = line.partition("=")
        if not mark or not key.strip() or not value.strip():
            raise ValueError(f"line {number} is not key=value: {line}")
        rows.append((section, key.strip(), value.strip()))
    return rows
