"""A folder for PYTHONPATH: Python imports sitecustomize from it at startup (see launch.py)."""
