NAME = "tiny: list of 3"
SENTENCE = "One list of three small integers per message."
SIZE = 1
EXTRA = True


def make(seed, size):
    return [[i, i + 1, i + 2] for i in range(64)]
