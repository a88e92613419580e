from . import _documents

NAME = "canada.json"
SENTENCE = "The outline of a country: 111,000 doubles in small lists."
SIZE = 1
DOCUMENT = True


def make(seed, size):
    return _documents.load("canada.json", 2)
