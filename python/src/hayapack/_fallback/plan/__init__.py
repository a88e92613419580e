"""The pure back end of plans: reads and writes objects of the user's classes."""
