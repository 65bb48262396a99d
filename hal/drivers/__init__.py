"""Chip logic over a bus or a pin, the same on every board."""
