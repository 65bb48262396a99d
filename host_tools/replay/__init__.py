"""Recorded hands, run through the same core that runs the table."""
