"""A file that fails on import."""

1 / 0
