from . import _documents

NAME = "twitter.json, cached"
SENTENCE = "The same page of search results, packed repeatedly."
SIZE = 1
EXTRA = True
DOCUMENT = True


def make(seed, size):
    return _documents.load("twitter.json", 2)
