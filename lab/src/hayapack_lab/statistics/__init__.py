"""Ratios, noise floors, judgements and growth, from records."""
