"""What all other modules use."""
