"""What all parts use: downloaded documents and values."""
