"""`hayapack run`, apart from the other commands, whose imports it does not need."""
