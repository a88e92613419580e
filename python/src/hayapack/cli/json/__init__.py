"""JSON texts: written, read, and the forms of MessagePack values in them."""
