from random import Random

NAME = "Japanese, cached"
SENTENCE = "1000 Japanese and emoji strings that codecs may have encoded before."
SIZE = 1000

LETTERS = [chr(c) for c in range(0x3042, 0x3094)] + list("日本語東京速い読書猫空海") + list("😀🚀🎉🐍")


def make(seed, size):
    random = Random(seed)

    def one():
        return "".join(random.choices(LETTERS, k=random.randrange(4, 40)))

    return [[one() for _ in range(size)] for _ in range(3)]
