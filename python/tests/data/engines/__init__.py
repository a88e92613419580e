"""Tests of the engines: a package, so that its conftest.py is not taken for that of all tests."""
