"""Commitment, witness, cut and public shuffle as bytes; keeps no state and draws no numbers."""
