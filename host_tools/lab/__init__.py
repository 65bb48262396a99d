"""The laboratory: what raw noise and drawn orders look like in numbers, and a report of it."""
