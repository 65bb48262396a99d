"""A table's files on a disk: its log, its snapshots, and the lock on their folder.

Used by every board that has an operating system. Rule of the room: durable is what was synced.
"""
