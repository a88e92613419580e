from . import _documents

NAME = "twitter.json, fresh"
SENTENCE = "A page of search results, much of it Japanese, its strings never encoded before."
SIZE = 1
DOCUMENT = True
FRESH = True


def make(seed, size):
    return _documents.load("twitter.json", 2)
