"""Hands as they were played, read from the record, told and written in the formats others read."""
