from . import _documents

NAME = "twitter.json, cached"
SENTENCE = "The same page of search results, packed again and again."
SIZE = 1
EXTRA = True
DOCUMENT = True


def make(seed, size):
    return _documents.load("twitter.json", 2)
