"""The shell around the pure rooms: boot, loop, keys, performers, displays.

The only room of the firmware that touches a board.
"""
