"""From raw noise to an unbiased order: health tests, conditioning, DRBG, permutation."""
