"""Simulated tables on a laptop: the demo and the policies that play on it."""
