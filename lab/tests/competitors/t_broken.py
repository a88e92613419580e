"""A file that fails while it is read."""

1 / 0
