"""The rules of the hand and nothing else: inputs in, effects and reports out."""
