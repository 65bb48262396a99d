"""The truth: what is written, how it survives a power cut, how it is replayed."""
