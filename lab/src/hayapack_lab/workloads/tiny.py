"""Messages of a few bytes."""

SIZE = 1
EXTRA = True


def _row(name, sentence, one):
    def make(seed, size):
        return [one(seed, i) for i in range(64)]

    return {"NAME": f"tiny: {name}", "SENTENCE": f"{sentence} per message.", "make": make}


WORKLOADS = {
    "tiny_int": _row("one int", "One small integer", lambda seed, i: seed % 50 + i),
    "tiny_list": _row("list of 3", "One list of three small integers", lambda seed, i: [i, i + 1, i + 2]),
    "tiny_map": _row(
        "map of 3",
        "One map of an integer, a text and a boolean",
        lambda seed, i: {"id": seed % 1000 + i, "name": f"n{i}", "ok": i % 2 == 0},
    ),
    "tiny_text": _row("one text", "One text of about 10 letters", lambda seed, i: f"message{seed % 1000 + i}"),
}
