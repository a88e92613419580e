from . import _documents

NAME = "citm_catalog.json"
SENTENCE = "A catalogue of concerts: many small maps with numeric texts as keys."
SIZE = 1
DOCUMENT = True


def make(seed, size):
    return _documents.load("citm_catalog.json", 2)
