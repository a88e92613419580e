NAME = "tiny: one text"
SENTENCE = "One text of about 10 letters per message."
SIZE = 1
EXTRA = True


def make(seed, size):
    return [f"message{seed % 1000 + i}" for i in range(64)]
