"""Service, udev rule, config.txt fragment and overlay of a table on a Raspberry Pi.

Generated from hardware/ by host_tools/hardware, do not edit. OVERLAY is the compiled overlay in
base64, OVERLAY_FROM the digest of its source. @PROGRAM@ stands for the path of mazziere-table.
"""

SERVICE = """\
# The table's service on a Raspberry Pi. Its own user, its two buses, its pins, its serial line and
# the watchdog; nothing else of the machine. A table that has stopped turning its loop is started
# again within ten seconds; one that fails five times in five minutes stays down, because somebody
# must look.
[Unit]
Description=Mazziere dealing table
After=local-fs.target
StartLimitIntervalSec=300
StartLimitBurst=5

[Service]
Type=notify
NotifyAccess=main
ExecStart=@PROGRAM@ --board rev_a --state /var/lib/mazziere-table
User=mazziere
Group=mazziere
SupplementaryGroups=gpio i2c dialout
StateDirectory=mazziere-table
StateDirectoryMode=0700
WatchdogSec=10
TimeoutStartSec=60
TimeoutStopSec=10
Restart=on-failure
RestartSec=2
KillSignal=SIGTERM
CPUSchedulingPolicy=rr
CPUSchedulingPriority=10
OOMScoreAdjust=-900
UMask=0077

# What it may touch.
DevicePolicy=closed
DeviceAllow=/dev/i2c-1 rw
DeviceAllow=/dev/i2c-8 rw
DeviceAllow=char-gpiochip rw
DeviceAllow=/dev/gpiomem rw
DeviceAllow=/dev/gpiomem0 rw
DeviceAllow=/dev/ttyAMA0 rw
DeviceAllow=/dev/mazziere-watchdog rw
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateNetwork=yes
PrivateMounts=yes
ProtectClock=yes
ProtectHostname=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectProc=invisible
ProcSubset=all
RestrictAddressFamilies=AF_UNIX
RestrictNamespaces=yes
RestrictSUIDSGID=yes
RestrictRealtime=yes
LockPersonality=yes
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM
KeyringMode=private
RemoveIPC=yes
IPAddressDeny=any

[Install]
WantedBy=multi-user.target
"""

RULES = """\
# On the table: the group that owns the buses, the pins and the watchdog.
SUBSYSTEM=="i2c-dev", KERNEL=="i2c-1|i2c-8", GROUP="i2c", MODE="0660"
SUBSYSTEM=="gpio", KERNEL=="gpiochip[0-9]*", GROUP="gpio", MODE="0660"
SUBSYSTEM=="watchdog", KERNEL=="watchdog0", GROUP="mazziere", MODE="0660", SYMLINK+="mazziere-watchdog"
# The serial line to the host is nobody's terminal.
SUBSYSTEM=="tty", KERNEL=="ttyAMA0", GROUP="dialout", MODE="0660", ENV{ID_MM_DEVICE_IGNORE}="1", TAG-="systemd"
# On the host: a table behind its USB bridge has a name of its own, by its serial number.
SUBSYSTEM=="tty", ENV{ID_MODEL}=="Mazziere_table", ENV{ID_SERIAL_SHORT}=="?*", SYMLINK+="mazziere/$env{ID_SERIAL_SHORT}", ENV{ID_MM_DEVICE_IGNORE}="1", GROUP="dialout", MODE="0660"
"""

CONFIG = """\
# mazziere-table begin
# Generated from hardware/rev_a/board.toml by host_tools/hardware, do not edit.
[all]
# No EEPROM is looked for, no overlay of another board is loaded.
force_eeprom_read=0
dtparam=spi=off
dtparam=i2c_arm=on
dtparam=i2c_arm_baudrate=400000
dtoverlay=mazziere-table
# The host's serial line on the good UART, without Bluetooth on it.
enable_uart=1
dtoverlay=disable-bt
[pi5]
dtparam=uart0=on
[all]
dtparam=watchdog=on
# Safe levels until the program takes the lines.
gpio=17=op,dl
gpio=27=op,dl
gpio=22=op,dl
gpio=25=op,dl
gpio=5=ip,pu
gpio=6=ip,pu
gpio=12=ip,pd
gpio=7=ip,pu
# mazziere-table end
"""

OVERLAY_FROM = "52cb28dce6d6f3d33a14174cf185b542"
OVERLAY = (
    "0A3+7QAAAyoAAAA4AAACjAAAACgAAAARAAAAEAAAAAAAAACeAAACVAAAAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAA"
    "AAMAAAANAAAAAGJyY20sYmNtMjgzNQAAAAAAAAABZnJhZ21lbnRAMAAAAAAAAwAAAAQAAAAL/////wAAAAFfX292"
    "ZXJsYXlfXwAAAAADAAAABQAAABJva2F5AAAAAAAAAAMAAAAEAAAAGQAGGoAAAAACAAAAAgAAAAFmcmFnbWVudEAx"
    "AAAAAAADAAAAAgAAACkvAAAAAAAAAV9fb3ZlcmxheV9fAAAAAAFpMmNAOAAAAAAAAAMAAAAJAAAAAGkyYy1ncGlv"
    "AAAAAAAAAAMAAAAEAAAANQAAAAgAAAADAAAADAAAADn/////AAAAFwAAAAYAAAADAAAADAAAAEP/////AAAAGAAA"
    "AAYAAAADAAAABAAAAE0AAAAFAAAAAwAAAAQAAABfAAAAAQAAAAMAAAAEAAAAbgAAAAAAAAADAAAABQAAABJva2F5"
    "AAAAAAAAAAMAAAAEAAAAegAAAAEAAAACAAAAAgAAAAIAAAABX19zeW1ib2xzX18AAAAAAwAAAB4AAACCL2ZyYWdt"
    "ZW50QDEvX19vdmVybGF5X18vaTJjQDgAAAAAAAACAAAAAV9fZml4dXBzX18AAAAAAAMAAAAVAAAAkS9mcmFnbWVu"
    "dEAwOnRhcmdldDowAAAAAAAAAAMAAABUAAAAmS9mcmFnbWVudEAxL19fb3ZlcmxheV9fL2kyY0A4OnNkYS1ncGlv"
    "czowAC9mcmFnbWVudEAxL19fb3ZlcmxheV9fL2kyY0A4OnNjbC1ncGlvczowAAAAAAIAAAACAAAACWNvbXBhdGli"
    "bGUAdGFyZ2V0AHN0YXR1cwBjbG9jay1mcmVxdWVuY3kAdGFyZ2V0LXBhdGgAcmVnAHNkYS1ncGlvcwBzY2wtZ3Bp"
    "b3MAaTJjLWdwaW8sZGVsYXktdXMAI2FkZHJlc3MtY2VsbHMAI3NpemUtY2VsbHMAcGhhbmRsZQBtYXp6aWVyZV9p"
    "bm5lcgBpMmNfYXJtAGdwaW8A"
)
