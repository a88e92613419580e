"""Writes a JSON document like a social network's response: nested records, texts in several
scripts, many repeated keys. The content is the same on each run.

    python make_document.py OUT.json [STATUSES]
"""

import json
import random
import sys

WORDS = (
    "速い 小さい 正しい データ 今日 latency кодек naïve façade über stream cache "
    "queue the a of packed 🚀 bytes 👍 こんにちは message"
).split()


def text(rng, words):
    return " ".join(rng.choice(WORDS) for _ in range(words))


def user(rng):
    number = rng.randrange(1 << 32)
    return {
        "id": number,
        "id_str": str(number),
        "name": text(rng, 2),
        "screen_name": "user_%d" % (number % 100000),
        "location": text(rng, 1),
        "description": text(rng, 14),
        "url": None,
        "protected": False,
        "followers_count": rng.randrange(50000),
        "friends_count": rng.randrange(5000),
        "verified": rng.random() < 0.05,
        "statuses_count": rng.randrange(100000),
        "lang": rng.choice(["ja", "en", "ru", "fr"]),
    }


def status(rng):
    number = rng.randrange(1 << 60)
    return {
        "metadata": {"result_type": "recent", "iso_language_code": "ja"},
        "created_at": "Sun Aug 31 00:%02d:%02d +0000 2014" % (rng.randrange(60), rng.randrange(60)),
        "id": number,
        "id_str": str(number),
        "text": text(rng, 18),
        "truncated": False,
        "in_reply_to_status_id": None,
        "user": user(rng),
        "geo": None,
        "coordinates": [rng.uniform(-180, 180), rng.uniform(-90, 90)] if rng.random() < 0.3 else None,
        "retweet_count": rng.randrange(300),
        "favorite_count": rng.randrange(300),
        "entities": {
            "hashtags": [{"text": text(rng, 1), "indices": [5, 9]} for _ in range(rng.randrange(3))],
            "urls": [],
            "user_mentions": [{"screen_name": "user_%d" % rng.randrange(1000), "indices": [0, 12]}],
        },
        "favorited": False,
        "lang": "ja",
    }


def main():
    rng = random.Random(20140831)
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    document = {
        "statuses": [status(rng) for _ in range(count)],
        "search_metadata": {"completed_in": 0.087, "count": count, "query": "一"},
    }
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        json.dump(document, file, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    main()
