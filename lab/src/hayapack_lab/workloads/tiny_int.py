NAME = "tiny: one int"
SENTENCE = "One small integer per message."
SIZE = 1
EXTRA = True


def make(seed, size):
    return list(range(seed % 50, seed % 50 + 64))
