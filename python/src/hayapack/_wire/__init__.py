"""The wire format in Python, for both back ends and the command line tool."""
