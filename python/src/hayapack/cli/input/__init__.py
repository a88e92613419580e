"""Files, standard input, compressed data."""
