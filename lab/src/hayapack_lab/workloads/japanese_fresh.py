from .japanese_cached import SIZE, make  # noqa: F401

NAME = "Japanese, fresh"
SENTENCE = "1000 Japanese and emoji strings, none ever encoded before."
FRESH = True
