from random import Random

NAME = "B, 1000 records"
SENTENCE = "A list of 1000 records of reference article B, each as \"B, one record\"."
SIZE = 1000
NEEDS = frozenset({"keys"})
LARGE = 10_000  # records; from this size on there is only one message, since it fills the caches

# One object in all records, as in the article: pickle writes it once. It has as many letters and newlines as the sizes
# that the article printed imply, 248 and 5: its text has 20 spaces fewer where it is printed.
PARAGRAPH = """
    A paragraph that stands where the post's was: some two hundred and
    fifty letters of plain English, broken into lines and indented as
    text in a program is, so that spaces and newlines are in it and
    nothing in it is beyond ASCII
    """


def record(random):
    return {
        "string": PARAGRAPH,
        "list": list(range(100)),
        "dict": {i: i * random.random() for i in range(100)},
        "int": random.randint(-(10**10), 10**10),
        "float": random.randint(-(10**10), 10**10) * random.random(),
    }


def make(seed, size):
    random = Random(seed)
    messages = 1 if size >= LARGE else 2
    return [[record(random) for _ in range(size)] for _ in range(messages)]


def one(seed, size):
    random = Random(seed)
    return [record(random) for _ in range(8)]


WORKLOADS = {
    "records_b": {},
    "record_b": {
        "NAME": "B, one record",
        "SENTENCE": "One record of reference article B: a paragraph, 100 ints, a map of 100 int to float, 2 numbers.",
        "SIZE": 1,
        "make": one,
    },
}
