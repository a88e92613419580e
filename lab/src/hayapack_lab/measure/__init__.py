"""Runs codecs and measures them: workers, rounds, memory, composition of data; results are records of plain data."""
