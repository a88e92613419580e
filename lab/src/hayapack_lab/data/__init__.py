"""What all parts use: downloaded documents, values and compressors."""
