"""Whole messages: the first error and its path, and reading them header by header."""
