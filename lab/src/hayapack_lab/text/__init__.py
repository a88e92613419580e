"""Sentences and tables about records, as text."""
