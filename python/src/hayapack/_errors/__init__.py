"""Exceptions and their texts, paths in them, and what all modules use: late imports, classes by their names."""
