NAME = "tiny: map of 3"
SENTENCE = "One map of an integer, a text and a boolean per message."
SIZE = 1
EXTRA = True


def make(seed, size):
    return [{"id": seed % 1000 + i, "name": f"n{i}", "ok": i % 2 == 0} for i in range(64)]
