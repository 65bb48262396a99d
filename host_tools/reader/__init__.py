"""What a technician does with the reader of faces from a computer: install, teach, try."""
