"""The program of the reader of faces: a camera beside the card path, which names what it sees."""
