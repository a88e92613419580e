"""What cannot be had on this machine."""


class NotAvailable(Exception):
    """The codec is not installed, or not in the required form."""


class NotFetched(Exception):
    """A document is neither in the registry nor in the cache."""
