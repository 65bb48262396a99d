"""Firmware: the rules, the randomness and the shell that runs on the table."""
