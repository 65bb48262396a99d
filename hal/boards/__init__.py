"""The boards a table may be built on, as tables of pins and addresses.

One module a revision, generated from its `board.toml`. Rule of the room: numbers only;
what is done with a pin is the business of the backend that owns it.
"""
