"""The lines of a log in the forms that other programs read: rows, events for an auditor, sums."""
