"""Parts of messages: get, View and columns."""
