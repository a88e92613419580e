"""The loops of `hayapack inspect` and `hayapack stats`."""
