"""The program of the card machine's own controller."""
