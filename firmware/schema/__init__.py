"""The words of the table: every input, effect, report, command, fault, setting and display word.

One source in TOML, read by all other rooms through generated code. This room imports nothing.
"""
