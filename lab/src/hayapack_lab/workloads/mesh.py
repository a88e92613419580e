from . import _documents

NAME = "mesh.json"
SENTENCE = "A 3D model: long lists of doubles and integers."
SIZE = 1
DOCUMENT = True


def make(seed, size):
    return _documents.load("mesh.json", 2)
