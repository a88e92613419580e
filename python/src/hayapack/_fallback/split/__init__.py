"""Where messages of a stream begin, for hayapack.stream."""
