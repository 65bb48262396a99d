"""Faults of devices: codes, severities, retries.

Generated from firmware/schema/faults.toml by host_tools.dev.gen: edit the source, run `make gen`.
"""
# fmt: off
# ruff: noqa

from firmware.compat.word_table import word_table

SEVERITY_NOTE = 1
SEVERITY_HOLD = 2
SEVERITY_STOP = 3

FAULT_NOISE_FAILED_HEALTH = 1
FAULT_NOISE_SILENT = 2
FAULT_MACHINE_SILENT = 3
FAULT_CARD_NOT_LANDED = 4
FAULT_DECK_COUNT_WRONG = 5
FAULT_STORE_FAILED = 6
FAULT_ORDER_LOST = 7
FAULT_LINK_LOST = 8
FAULT_PANEL_SILENT = 9
FAULT_DISPLAY_SILENT = 10
FAULT_POWER_WAS_LOST = 11
FAULT_STORE_FULL = 12
FAULT_SNAPSHOT_FAILED = 13
FAULT_STORE_SLOW = 14
FAULT_LOG_DAMAGED = 15
FAULT_LOG_LOST = 16
FAULT_MEMORY_SILENT = 17
FAULT_INNER_BUS_STUCK = 18
FAULT_TABLE_BUS_STUCK = 19
FAULT_ORDERS_LOST_TWICE = 20
FAULT_POWER_FAILING = 21
FAULT_STARTS_FAILED = 22
FAULT_CHECK_FAILED = 23
FAULT_LID_OPEN = 24
FAULT_FLOOR_KEY_STUCK = 25
FAULT_WATCHDOG_BIT = 26
FAULT_NOISE_CHIP_ALARM = 27
FAULT_SECOND_NOISE_REFUSED = 28
FAULT_CARD_JAMMED = 29
FAULT_NO_CARD_COMES = 30
FAULT_CARDS_STICK = 31
FAULT_MOTOR_DEAD = 32
FAULT_MACHINE_SENSOR = 33
FAULT_MACHINE_RESTARTED = 34
FAULT_KEY_STUCK = 35

# By fault id; index 0 is no fault.
CODES: tuple[str, ...] = word_table(
    ","
    "F-RNG-01,"
    "F-RNG-02,"
    "F-DEAL-01,"
    "F-DEAL-02,"
    "F-DEAL-03,"
    "F-STO-01,"
    "F-ORD-01,"
    "F-LNK-01,"
    "F-PAN-01,"
    "F-DSP-01,"
    "F-PWR-01,"
    "F-STO-02,"
    "F-STO-03,"
    "F-STO-04,"
    "F-LOG-01,"
    "F-LOG-02,"
    "F-MEM-01,"
    "F-BUS-01,"
    "F-BUS-02,"
    "F-ORD-02,"
    "F-PWR-02,"
    "F-BOOT-01,"
    "F-BUG-01,"
    "F-LID-01,"
    "F-KEY-01,"
    "F-WDG-01,"
    "F-RNG-03,"
    "F-RNG-04,"
    "F-DEAL-04,"
    "F-DEAL-05,"
    "F-DEAL-06,"
    "F-DEAL-07,"
    "F-DEAL-08,"
    "F-DEAL-09,"
    "F-KEY-02"
)
NAMES: tuple[str, ...] = word_table(
    ","
    "noise_failed_health,"
    "noise_silent,"
    "machine_silent,"
    "card_not_landed,"
    "deck_count_wrong,"
    "store_failed,"
    "order_lost,"
    "link_lost,"
    "panel_silent,"
    "display_silent,"
    "power_was_lost,"
    "store_full,"
    "snapshot_failed,"
    "store_slow,"
    "log_damaged,"
    "log_lost,"
    "memory_silent,"
    "inner_bus_stuck,"
    "table_bus_stuck,"
    "orders_lost_twice,"
    "power_failing,"
    "starts_failed,"
    "check_failed,"
    "lid_open,"
    "floor_key_stuck,"
    "watchdog_bit,"
    "noise_chip_alarm,"
    "second_noise_refused,"
    "card_jammed,"
    "no_card_comes,"
    "cards_stick,"
    "motor_dead,"
    "machine_sensor,"
    "machine_restarted,"
    "key_stuck"
)
DEVICES: tuple[str, ...] = word_table(
    ","
    "noise,"
    "noise,"
    "card_machine,"
    "card_machine,"
    "card_machine,"
    "store,"
    "order_memory,"
    "link,"
    "panel,"
    "display,"
    "controller,"
    "store,"
    "store,"
    "store,"
    "store,"
    "store,"
    "order_memory,"
    "inner_bus,"
    "table_bus,"
    "order_memory,"
    "supply,"
    "controller,"
    "controller,"
    "lid,"
    "floor_key,"
    "controller,"
    "noise,"
    "second_noise,"
    "card_machine,"
    "card_machine,"
    "card_machine,"
    "card_machine,"
    "card_machine,"
    "card_machine,"
    "seat"
)
# What a display shows, at most six glyphs.
GLYPHS: tuple[str, ...] = word_table(
    ","
    "rnG,"
    "rnG,"
    "dEALEr,"
    "CArd,"
    "dEC,"
    "StorE,"
    "OrdEr,"
    "LInC,"
    "PAnEL,"
    "dISPL,"
    "PoUEr,"
    "FULL,"
    "SnAP,"
    "SLo,"
    "LoG,"
    "LoG 2,"
    "FrA,"
    "bUS 1,"
    "bUS 2,"
    "Ord 2,"
    "PoUEr2,"
    "SAFE,"
    "StOP,"
    "LId,"
    "FLoor,"
    "dOG,"
    "rnG,"
    "rnG,"
    "StUC,"
    "no Crd,"
    "2 CArd,"
    "dEAd,"
    "SEnS,"
    "rESEt,"
    "SEAt"
)
SEVERITY = (
    b"\x00\x02\x02\x03\x03\x02\x03\x02\x01\x02\x01\x02\x02\x01\x01\x02\x02\x03\x03\x03"
    b"\x02\x02\x03\x03\x01\x01\x01\x02\x01\x03\x03\x03\x03\x03\x03\x01"
)
RETRY = (
    b"\x00\x00\x03\x03\x00\x00\x00\x00\x00\x03\x03\x00\x00\x00\x00\x00\x00\x03\x01\x01"
    b"\x00\x00\x02\x00\x00\x00\x00\x05\x03\x02\x02\x02\x00\x00\x00\x00"
)


def by_code(code: str) -> int:
    """The fault's id, or 0 when there is no such code."""
    return CODES.index(code) if code and code in CODES else 0


def by_name(name: str) -> int:
    """The fault's id, or 0 when there is no such name."""
    return NAMES.index(name) if name and name in NAMES else 0
