"""The table on a Raspberry Pi: pins, buses, serial line and watchdog as Linux offers them.

Rule of the room: whatever Linux or a library reports goes up as `HalError`; nothing waits.
"""
