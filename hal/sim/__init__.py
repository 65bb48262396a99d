"""The table without a table: chips, mechanics, clock and store in virtual time."""
