"""What lets anybody check a deal afterwards: commitment, witness, public shuffle, reveal."""
