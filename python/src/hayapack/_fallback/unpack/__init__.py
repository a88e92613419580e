"""Bytes -> values: unpackb and Unpacker."""
