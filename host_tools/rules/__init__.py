"""The rules in words, and the house rules a room puts in a file."""
