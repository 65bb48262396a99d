"""Installing a table on a Raspberry Pi OS, in a folder that looks like one."""

from __future__ import annotations

import base64
import os
import shutil
from pathlib import Path

import pytest

from hal.installer import plan
from hal.installer.files import MarksError, split_console, with_block, without_block
from hal.installer.main import HIDDEN, main
from hal.installer.system_files import CONFIG, OVERLAY, SERVICE
from hal.main import main as table_main

CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=1-02 rootfstype=ext4 rootwait\n"
CONFIG_BEFORE = "# For more options see the documentation\ndtparam=audio=on\n[cm4]\notg_mode=1\n"
SBIN = "/usr/sbin:/sbin:/usr/bin:/bin"
PROGRAM = "/opt/mazziere/bin/mazziere-table"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "boot/firmware/overlays").mkdir(parents=True)
    (tmp_path / "boot/firmware/config.txt").write_text(CONFIG_BEFORE)
    (tmp_path / "boot/firmware/cmdline.txt").write_text(CMDLINE)
    etc = tmp_path / "etc"
    etc.mkdir()
    (etc / "passwd").write_text("root:x:0:0:root:/root:/bin/bash\n")
    (etc / "shadow").write_text("root:*:19000:0:99999:7:::\n")
    (etc / "group").write_text("root:x:0:\ndialout:x:20:\ni2c:x:994:\ngpio:x:993:\n")
    (etc / "gshadow").write_text("root:*::\ndialout:*::\ni2c:!::\ngpio:!::\n")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    return tmp_path


@pytest.fixture
def tools(root: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The shadow tools, for machines without them: they edit the files as the real ones do."""
    asked: list[str] = []

    def run(command: list[str]) -> None:
        asked.append(" ".join(command))
        passwd, group = root / "etc/passwd", root / "etc/group"
        name = command[-1]
        if command[0] == "groupadd":
            group.write_text(group.read_text() + f"{name}:x:900:\n")
        elif command[0] == "useradd":
            passwd.write_text(passwd.read_text() + f"{name}:x:900:900::/nonexistent:/bin/false\n")
            joined = command[command.index("--groups") + 1].split(",")
            rows = [
                row + name if row.split(":")[0] in joined else row
                for row in group.read_text().splitlines()
            ]
            group.write_text("\n".join(rows) + "\n")
        elif command[0] in {"userdel", "groupdel"}:
            file = passwd if command[0] == "userdel" else group
            kept = [row for row in file.read_text().splitlines() if not row.startswith(name + ":")]
            kept = [row.removesuffix(name) for row in kept]
            file.write_text("\n".join(kept) + "\n")

    def with_tools(step: plan.OwnUser, root: Path) -> None:
        step.root = root
        step.run = run  # pyright: ignore[reportAttributeAccessIssue]

    monkeypatch.setattr(plan.OwnUser, "__init__", with_tools)
    return asked


def everything(root: Path) -> dict[str, str]:
    """Every file and link below a folder, with its content."""
    seen = {}
    for path in sorted(root.rglob("*")):
        if path.is_symlink():
            seen[str(path.relative_to(root))] = "-> " + os.readlink(path)
        elif path.is_file():
            seen[str(path.relative_to(root))] = path.read_bytes().decode("latin-1")
    return seen


def install(root: Path, *more: str) -> int:
    return main(["install", "--root", str(root), "--program", PROGRAM, *more])


def test_fresh_system_becomes_a_table(root: Path, tools: list[str]) -> None:
    assert install(root) == 0
    boot = root / "boot/firmware"
    assert (boot / "overlays/mazziere-table.dtbo").read_bytes() == base64.b64decode(OVERLAY)
    assert (boot / "config.txt").read_text() == CONFIG_BEFORE + "\n" + CONFIG
    assert (boot / "cmdline.txt").read_text() == CMDLINE.removeprefix("console=serial0,115200 ")
    unit = (root / "etc/systemd/system/mazziere-table.service").read_text()
    assert f"ExecStart={PROGRAM} --board rev_a" in unit
    assert "@" not in unit.replace("serial-getty@", "").replace("SystemCallFilter=@", "").replace(
        "~@privileged @resources", ""
    )
    enabled = root / "etc/systemd/system/multi-user.target.wants/mazziere-table.service"
    assert os.readlink(enabled) == "/etc/systemd/system/mazziere-table.service"
    assert os.readlink(root / "etc/systemd/system/serial-getty@ttyAMA0.service") == "/dev/null"
    assert (root / "etc/udev/rules.d/70-mazziere-table.rules").exists()
    assert (root / "etc/modules-load.d/mazziere-table.conf").read_text() == "i2c-dev\n"
    assert any("useradd" in command for command in tools)


def test_installing_twice_is_installing_once(
    root: Path, tools: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert install(root) == 0
    before, asked = everything(root), len(tools)
    capsys.readouterr()
    assert install(root) == 0
    assert "Nothing to do" in capsys.readouterr().out
    assert everything(root) == before
    assert len(tools) == asked


def test_uninstall_leaves_the_system_as_it_was(root: Path, tools: list[str]) -> None:
    before = everything(root)
    assert install(root) == 0
    assert everything(root) != before
    assert main(["uninstall", "--root", str(root)]) == 0
    assert everything(root) == before
    assert any("userdel" in command for command in tools)


@pytest.mark.usefixtures("tools")
def test_uninstall_keeps_the_records_and_their_owner(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert install(root) == 0
    record = root / plan.STATE / "journal" / "0001"
    record.parent.mkdir(parents=True)
    record.write_text("a hand")
    assert main(["uninstall", "--root", str(root)]) == 0
    assert record.read_text() == "a hand"
    assert "mazziere:x:" in (root / "etc/passwd").read_text()
    assert "records are still in" in capsys.readouterr().out


def test_dry_run_changes_nothing_and_needs_no_rights(
    root: Path,
    tools: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    before = everything(root)
    assert install(root, "--dry-run") == 0
    assert everything(root) == before
    assert tools == []
    told = capsys.readouterr().out
    assert "would set our block in /boot/firmware/config.txt" in told
    assert "would take console=serial0,115200 out of /boot/firmware/cmdline.txt" in told
    assert told.count("would ") == len(told.splitlines())


def test_what_stopped_half_way_is_finished_by_the_same_command(
    root: Path, tools: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tools == []
    real = plan.PutFile.do

    def fails(step: plan.PutFile) -> None:
        if step.path.name.endswith(".rules"):
            raise OSError("No space left on device")
        real(step)

    monkeypatch.setattr(plan.PutFile, "do", fails)
    assert install(root) == 1
    assert not (root / "etc/systemd/system/mazziere-table.service").exists()
    monkeypatch.setattr(plan.PutFile, "do", real)
    assert install(root) == 0
    assert (root / "etc/systemd/system/mazziere-table.service").exists()


@pytest.mark.usefixtures("tools")
def test_older_block_is_replaced_and_other_lines_stay(root: Path) -> None:
    config = root / "boot/firmware/config.txt"
    assert install(root) == 0
    old = config.read_text().replace("gpio=17=op,dl\n", "") + "dtparam=act_led_gpio=4\n"
    config.write_text(old)
    assert install(root) == 0
    text = config.read_text()
    assert text.count("mazziere-table begin") == 1
    assert "gpio=17=op,dl" in text
    assert "act_led_gpio=4" in text


@pytest.mark.usefixtures("tools")
def test_marks_somebody_edited_stop_it_before_anything(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = root / "boot/firmware/config.txt"
    config.write_text("# mazziere-table begin\ndtparam=i2c_arm=on\n")
    before = everything(root)
    assert install(root) == 2
    assert everything(root) == before
    (told,) = capsys.readouterr().err.splitlines()
    assert "are not there once each" in told
    assert "put the missing one back" in told


def test_other_systems_are_refused_with_advice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    for more in ([], ["--dry-run"]):
        assert main(["install", "--root", str(tmp_path), *more]) == 2
        (told,) = capsys.readouterr().err.splitlines()
        assert f"no config.txt in {tmp_path}/boot/firmware" in told
        assert "Raspberry Pi Imager" in told


def test_without_rights_it_says_how(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert install(root) == 2
    assert "sudo mazziere-table install" in capsys.readouterr().err


@pytest.mark.parametrize("program", ["mazziere-table", "/opt/a b/x", "/opt/%h/x"])
def test_path_a_service_cannot_start_is_refused(root: Path, program: str) -> None:
    assert main(["install", "--root", str(root), "--program", program]) == 2


@pytest.mark.parametrize("folder", HIDDEN)
def test_program_where_the_service_may_not_look_is_refused_with_advice(
    root: Path, folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(root.rglob("*"))
    program = folder + "/venv/bin/mazziere-table"
    assert main(["install", "--root", str(root), "--program", program]) == 2
    told = capsys.readouterr().err
    assert program in told
    assert "python3 -m venv /opt/mazziere" in told
    assert sorted(root.rglob("*")) == before
    assert main(["uninstall", "--root", str(root), "--program", program]) == 0


def test_folders_hidden_from_the_service_are_those_the_unit_hides() -> None:
    assert "ProtectHome=yes\nPrivateTmp=yes\n" in SERVICE
    assert HIDDEN == ("/home", "/root", "/run/user", "/tmp", "/var/tmp")


def test_the_command_of_the_table_leads_here(root: Path) -> None:
    assert table_main(["install", "--dry-run", "--root", str(root), "--program", PROGRAM]) == 0


@pytest.mark.skipif(
    shutil.which("useradd", path=SBIN) is None,
    reason="useradd is missing: apt-get install passwd",
)
def test_real_tools_make_and_remove_the_user(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", SBIN)
    for name in ("login.defs", "useradd"):
        there = Path("/etc") / name if name == "login.defs" else Path("/etc/default") / name
        if there.exists():
            copy = root / there.relative_to("/")
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(there, copy)
    assert install(root) == 0
    rows = {
        row.split(":")[0]: row.split(":") for row in (root / "etc/group").read_text().splitlines()
    }
    assert all(rows[name][-1] == "mazziere" for name in plan.GROUPS)
    user = (root / "etc/passwd").read_text().splitlines()[-1].split(":")
    assert user[0] == "mazziere"
    assert user[-1] == "/usr/sbin/nologin"
    assert "mazziere" not in Path("/etc/passwd").read_text()
    assert install(root) == 0
    assert main(["uninstall", "--root", str(root)]) == 0
    assert "mazziere" not in (root / "etc/passwd").read_text()


def test_console_words_go_and_everything_else_stays() -> None:
    line, taken = split_console("console=ttyAMA0,115200 console=tty1 quiet kgdboc=ttyAMA0,1\n")
    assert line == "console=tty1 quiet\n"
    assert taken == ["console=ttyAMA0,115200", "kgdboc=ttyAMA0,1"]


@pytest.mark.parametrize("text", ["", "a=1\n", "a=1", "a=1\n\n[pi4]\nb=2\n\n"])
def test_block_in_and_out_leaves_the_text(text: str) -> None:
    whole = with_block(text, CONFIG, "config.txt")
    assert with_block(whole, CONFIG, "config.txt") == whole
    back = without_block(whole, "config.txt")
    assert back == text or back == text + "\n"


def test_mark_without_its_other_half_is_refused() -> None:
    with pytest.raises(MarksError):
        without_block("# mazziere-table end\n# mazziere-table begin\n", "config.txt")
