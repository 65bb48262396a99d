"""A guest computer that runs one command of this checkout under Debian's kernel.

It boots in QEMU without hardware virtualisation, from a busybox and a few modules; the root folder
of this computer is its root folder, read-only, with a layer of working memory on top. So the
guest runs the very same Python and files as the host. What the command writes into `/mnt` comes
back. Rule of the file: the guest can change nothing here but that one folder, and it has an end.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

from tests.kernel.debian import image, kernel, modules

REPOSITORY = Path(__file__).resolve().parents[2]
FOLDER = REPOSITORY / "build" / "kernel"
MODULES = (
    "virtio_pci",
    "9p",
    "9pnet_virtio",
    "overlay",
    "i2c_dev",
    "i2c_stub",
    "uhid",
    "hid_mcp2221",
)
ARGUMENTS = {"i2c_stub": "chip_addr=0x20,0x50"}
MEMORY_MB = 1024
# Mitigations cost time and guard nothing here. Without no_timer_check the kernel panics at its
# start where other programs keep the emulated timer from ticking: "IO-APIC + timer doesn't work".
EMULATED = "mitigations=off no_timer_check"

INIT = """#!/bin/busybox sh
/bin/busybox --install -s /bin
mkdir -p /proc /sys /dev /host /layer /whole
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
while read module arguments; do insmod /modules/$module $arguments; done < /modules/order
mount -t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=262144 root /host
mount -t tmpfs tmpfs /layer
mkdir /layer/upper /layer/work
mount -t overlay -o lowerdir=/host,upperdir=/layer/upper,workdir=/layer/work overlay /whole
for one in proc sys dev; do mount -o bind /$one /whole/$one; done
mkdir /dev/pts /dev/shm
mount -t devpts -o ptmxmode=666 devpts /whole/dev/pts
mount -t tmpfs tmpfs /whole/dev/shm
mount -t tmpfs tmpfs /whole/run
mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144 given /whole/mnt
ip link set lo up
chroot /whole /bin/sh /mnt/command > /dev/ttyS0 2>&1
echo $? > /whole/mnt/exit
sync
poweroff -f
"""


class Ended:
    """exit: of the command, None where the guest did not come so far. seconds, console: of it."""

    def __init__(self, code: int | None, seconds: float, console: str) -> None:
        self.exit = code
        self.seconds = seconds
        self.console = console


def boot(command: str, given: Path, seconds_max: float, *, echo: bool = False) -> Ended:
    """Run a shell command in the guest, in this checkout; `NoKernel` where there is none.

    given: a folder, `/mnt` in the guest. echo: show the console while it runs.
    """
    root = kernel(FOLDER)
    shutil.rmtree(given, ignore_errors=True)
    given.mkdir(parents=True)
    (given / "command").write_text(
        "export HOME=/root LANG=C.UTF-8 PYTHONDONTWRITEBYTECODE=1 MAZZIERE_KERNEL=1\n"
        "export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\n"
        f"cd '{REPOSITORY}' && {command}\n"
    )
    words = [
        "qemu-system-x86_64",
        *("-accel", "tcg", "-cpu", "max", "-smp", "1", "-m", str(MEMORY_MB)),
        *(
            "-display",
            "none",
            "-serial",
            "stdio",
            "-monitor",
            "none",
            "-no-reboot",
            "-nic",
            "none",
        ),
        *("-kernel", str(image(root)), "-initrd", str(_initramfs(root, given.parent))),
        *("-append", "console=ttyS0 quiet panic=-1 random.trust_cpu=on " + EMULATED),
        *("-fsdev", "local,id=root,path=/,security_model=none,readonly=on,multidevs=remap"),
        *("-device", "virtio-9p-pci,fsdev=root,mount_tag=root"),
        *("-fsdev", f"local,id=given,path={given},security_model=none"),
        *("-device", "virtio-9p-pci,fsdev=given,mount_tag=given"),
    ]
    began = time.monotonic()
    console = given / "console"
    with console.open("wb") as said:
        guest = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=None if echo else said,
            stderr=subprocess.STDOUT,
        )
        try:
            guest.wait(timeout=seconds_max)
        except subprocess.TimeoutExpired:
            pass
        finally:
            guest.kill()
            guest.wait()
    told = given / "exit"
    code = int(told.read_text()) if told.exists() else None
    return Ended(code, time.monotonic() - began, console.read_text(errors="replace"))


def _initramfs(root: Path, folder: Path) -> Path:
    """Pack busybox, the modules and the first program."""
    packed = folder / "initramfs.cpio"
    staged = folder / "initramfs"
    shutil.rmtree(staged, ignore_errors=True)
    (staged / "bin").mkdir(parents=True)
    (staged / "modules").mkdir()
    busybox = shutil.which("busybox")
    if busybox is None:
        raise FileNotFoundError("busybox")
    shutil.copy(busybox, staged / "bin" / "busybox")
    order = []
    for name, content in modules(root, list(MODULES)):
        (staged / "modules" / name).write_bytes(content)
        order.append(name + " " + ARGUMENTS.get(name.removesuffix(".ko"), ""))
    (staged / "modules" / "order").write_text("\n".join(order) + "\n")
    (staged / "init").write_text(INIT)
    (staged / "init").chmod(0o755)
    names = "\n".join(
        str(path.relative_to(staged)) for path in [staged, *sorted(staged.rglob("*"))]
    )
    with packed.open("wb") as into:
        subprocess.run(
            ["cpio", "--create", "--format=newc", "--quiet"],
            cwd=staged,
            input=names.encode(),
            stdout=into,
            check=True,
        )
    return packed
