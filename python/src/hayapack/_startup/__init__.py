"""A folder for PYTHONPATH: Python imports its sitecustomize when it starts (see launch.py)."""
