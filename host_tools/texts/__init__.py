"""One catalogue of texts, Italian and English."""
