"""Ranks a poker hand: five to seven cards in, 1 (royal flush) to 7462 out, smaller is better."""
