"""Values that are more than MessagePack's types, views and columns: what both back ends share."""
