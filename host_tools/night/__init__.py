"""The night report: what a table did in a night, from its log."""
