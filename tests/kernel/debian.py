"""Debian's kernel for the guest: fetched by apt, unpacked, its modules in the order they need.

Nothing of it is kept in the repository: it lies below `build/kernel`. Rule of the file: the newest
kernel that this Debian offers, since older ones ask a stick for its pins before they listen to it.
"""

from __future__ import annotations

import lzma
import re
import shutil
import subprocess
from pathlib import Path

_UNFINISHED = ".new"  # of a folder that is being unpacked into
PACKAGES = ("linux-image-6.12-amd64", "linux-image-amd64")  # the first that apt knows
TOOLS = {
    "qemu-system-x86_64": "qemu-system-x86",
    "busybox": "busybox-static",
    "cpio": "cpio",
    "apt-get": "apt",
    "dpkg-deb": "dpkg",
}
FETCH_S_MAX = 240


class NoKernel(Exception):
    """What is missing for it, in words."""


def missing_tools() -> list[str]:
    """Debian packages that are not installed."""
    return sorted({package for tool, package in TOOLS.items() if shutil.which(tool) is None})


def kernel(folder: Path) -> Path:
    """Return the unpacked package below `folder`; `NoKernel` where apt cannot fetch one.

    One that was unpacked before is taken as it is, and apt not asked, which costs it a second of
    a processor each time; `make clean` has the newest one fetched again.
    """
    for had in sorted(folder.glob("linux-image-*"), reverse=True):
        if had.suffix != _UNFINISHED and (had / "boot").is_dir():
            return had
    name = _named()
    root = folder / name
    folder.mkdir(parents=True, exist_ok=True)
    _run(["apt-get", "download", name], folder)
    for package in folder.glob(name + "_*.deb"):
        beside = folder / (name + _UNFINISHED)
        shutil.rmtree(beside, ignore_errors=True)
        _run(["dpkg-deb", "-x", str(package), str(beside)], folder)
        package.unlink()
        beside.rename(root)
        return root
    raise NoKernel(f"apt fetched no {name}")


def _named() -> str:
    """The package with the kernel in it, which the others only point at."""
    for pointer in PACKAGES:
        try:
            told = _run(["apt-cache", "depends", pointer], Path("/"))
        except NoKernel:
            continue
        found = re.search(r"Depends: (linux-image-\S+)", told)
        if found:
            return found[1]
    raise NoKernel("apt knows no " + " and no ".join(PACKAGES) + "; is this Debian?")


def _run(words: list[str], folder: Path) -> str:
    try:
        done = subprocess.run(
            words, cwd=folder, check=True, capture_output=True, text=True, timeout=FETCH_S_MAX
        )
    except (OSError, subprocess.SubprocessError) as failed:
        said = getattr(failed, "stderr", "") or str(failed)
        raise NoKernel(f"{words[0]}: {said.strip().splitlines()[-1]}") from failed
    return done.stdout


def image(root: Path) -> Path:
    """The kernel itself."""
    return next((root / "boot").glob("vmlinuz-*"))


def modules(root: Path, wanted: list[str]) -> list[tuple[str, bytes]]:
    """File name and content of each module that is wanted, after those it needs.

    What is built into the kernel is left out.
    """
    files = {
        re.sub(r"\.ko.*", "", path.name).replace("-", "_"): path
        for path in root.glob("lib/modules/*/kernel/**/*.ko*")
    }
    loaded: dict[str, bytes] = {}

    def load(name: str) -> None:
        if name in loaded or name not in files:
            return
        content = files[name].read_bytes()
        if files[name].suffix == ".xz":
            content = lzma.decompress(content)
        needs = re.search(rb"\0depends=([^\0]*)\0", content)
        for need in (needs[1].decode() if needs else "").split(","):
            load(need.replace("-", "_"))
        loaded[name] = content

    for name in wanted:
        load(name.replace("-", "_"))
    return [(name + ".ko", content) for name, content in loaded.items()]
