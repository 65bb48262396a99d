"""Sets a fresh Raspberry Pi OS up as a table, and takes everything away again.

Rule of the room: what was installed can be told, repeated without harm, and undone; the table's
own records are never among what is undone.
"""
