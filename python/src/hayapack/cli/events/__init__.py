"""Messages in pieces: events, runs of whole values, LZ4 content."""
