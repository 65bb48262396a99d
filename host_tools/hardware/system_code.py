"""Writes `hal/installer/system_files.py`: the files a Pi needs, carried inside the package.

A table is installed with pip, which brings no `hardware/` folder; so service, udev rule,
config.txt fragment and the compiled overlay travel as one module. The overlay is compiled by dtc
when its source changed; checking needs no dtc, because the digest of the source stands beside the
bytes.
Rule of the file: the module holds what the folder says, byte for byte.
"""

from __future__ import annotations

import base64
import hashlib
import re
import subprocess
from pathlib import Path

from host_tools.hardware.source import ROOT, SourceError

MODULE = ROOT / "hal" / "installer" / "system_files.py"
SERVICE = ROOT / "hardware" / "systemd" / "mazziere-table.service"
RULES = ROOT / "hardware" / "udev" / "70-mazziere-table.rules"

_HEAD = '''"""Service, udev rule, config.txt fragment and overlay of a table on a Raspberry Pi.

Generated from hardware/ by host_tools/hardware, do not edit. OVERLAY is the compiled overlay in
base64, OVERLAY_FROM the digest of its source. @PROGRAM@ stands for the path of mazziere-table.
"""
'''


def compiled(overlay: str) -> bytes:
    """The overlay's bytes by dtc.

    Raises:
        SourceError: dtc is missing or refuses the source.
    """
    try:
        done = subprocess.run(
            ["dtc", "-@", "-I", "dts", "-O", "dtb", "-"],
            input=overlay.encode(),
            capture_output=True,
            check=False,
            timeout=60,
        )
    except FileNotFoundError:
        raise SourceError("dtc is wanted: apt-get install device-tree-compiler") from None
    if done.returncode:
        raise SourceError("dtc: " + done.stderr.decode(errors="replace").strip())
    return done.stdout


def carried(text: str) -> tuple[str, str] | None:
    """Digest and base64 of the overlay a module's text carries, None where there is none."""
    digest = re.search(r'^OVERLAY_FROM = "(\w+)"', text, re.M)
    blob = re.search(r"^OVERLAY = \(\n((?:    \"[^\"]*\"\n)+)\)", text, re.M)
    if digest is None or blob is None:
        return None
    return digest.group(1), "".join(re.findall(r'"([^"]*)"', blob.group(1)))


def render(overlay: str, config: str, module: Path = MODULE) -> str:
    """The module's text; the overlay is compiled only if the module there has an older one."""
    digest = hashlib.sha256(overlay.encode()).hexdigest()[:32]
    had = carried(module.read_text(encoding="utf-8")) if module.exists() else None
    if had is not None and had[0] == digest:
        blob = had[1]
    else:
        blob = base64.b64encode(compiled(overlay)).decode()
    out = [_HEAD]
    for name, text in (
        ("SERVICE", SERVICE.read_text(encoding="utf-8")),
        ("RULES", RULES.read_text(encoding="utf-8")),
        ("CONFIG", config),
    ):
        out.append(f'{name} = """\\\n{text}"""\n')
    out.append(f'OVERLAY_FROM = "{digest}"')
    rows = "".join(f'    "{blob[at : at + 88]}"\n' for at in range(0, len(blob), 88))
    out.append(f"OVERLAY = (\n{rows})\n")
    return "\n".join(out)
