"""The Arrow C data interface and C stream interface, with ctypes."""
