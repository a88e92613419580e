"""Data with the structure of GLD.SerializerBenchmark's objects, as maps; dates are ISO 8601 text.

Its Integer is the row "tiny: one int". Its ObjectGraph refers to itself, which MessagePack cannot write.
"""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from random import Random
from string import ascii_lowercase
from uuid import UUID

EXTRA = True
MESSAGES = 16
REUSED = 0.1  # the probability that a text is one of those made before
NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)


class _Texts:
    """Random words and phrases, some of which are repeated."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.made: list[str] = []

    def _text(self, make) -> str:
        if self.made and self.random.random() < REUSED:
            return self.random.choice(self.made)
        text = make()
        self.made.append(text)
        return text

    def word(self) -> str:
        return self._text(lambda: "".join(self.random.choices(ascii_lowercase, k=self.random.randint(3, 10))))

    def name(self) -> str:
        return self._text(lambda: self.word().capitalize())

    def phrase(self) -> str:
        return self._text(lambda: " ".join([self.name(), *(self.word() for _ in range(self.random.randint(2, 6)))]))


def _moment(random: Random) -> str:
    return (NOW + timedelta(microseconds=random.randrange(10**14))).isoformat()


def _person(random: Random, size: int) -> dict:
    texts = _Texts(random)
    return {
        "FirstName": texts.name(),
        "LastName": texts.name(),
        "Age": random.randint(0, 120),
        "Gender": random.randint(0, 1),
        "Passport": {
            "Number": str(random.randrange(10**7, 10**12)),
            "Authority": texts.phrase(),
            "ExpirationDate": _moment(random),
        },
        "PoliceRecords": [{"Id": i, "CrimeCode": texts.name()} for i in range(size)],
    }


def _simple(random: Random, size: int) -> dict:
    return {"Id": random.randrange(10**5), "Name": "a simple object", "Timestamp": _moment(random), "IsActive": True}


def _strings(random: Random, size: int) -> dict:
    texts = _Texts(random)
    return {"Items": [texts.phrase() for _ in range(size)]}


def _telemetry(random: Random, size: int) -> dict:
    return {
        "Id": str(UUID(int=random.getrandbits(128))),
        "DataSource": str(UUID(int=random.getrandbits(128))),
        "TimeStamp": _moment(random),
        "Param1": random.randrange(-(2**31), 2**31),
        "Param2": random.randrange(2**32),
        "Measurements": [random.random() for _ in range(size)],
        "AssociatedProblemID": 123,
        "AssociatedLogID": 89032,
        "WasProcessed": True,
    }


def _claim(random: Random, number: int) -> dict:
    return {
        "ClaimId": f"CLP-{number}",
        "PatientName": f"Patient {number}",
        "TotalCharge": random.randrange(10**5) / 100,
        "PaymentAmount": random.randrange(10**5) / 100,
        "Lines": [
            {
                "ServiceCode": f"9921{line}",
                "ChargeAmount": random.randrange(10**4) / 100,
                "AdjudicatedAmount": random.randrange(10**4) / 100,
            }
            for line in range(3)
        ],
    }


def _edi_835(random: Random, size: int) -> dict:
    return {
        "PayerName": "a health insurance",
        "PayeeName": "a general hospital",
        "PaymentDate": _moment(random),
        "TotalActualAmount": random.randrange(10**6) / 100,
        "TransactionControlNumber": f"TRN-{random.randrange(10**8)}",
        "Claims": [_claim(random, number) for number in range(size)],
    }


def _row(name, sentence, size, one):
    def make(seed, size):
        random = Random(seed)
        return [one(random, size) for _ in range(MESSAGES)]

    return {"NAME": f"GLD {name}", "SENTENCE": sentence, "SIZE": size, "make": make}


WORKLOADS = {
    "gld_person": _row("Person", "A person with a passport and 5 records.", 5, _person),
    "gld_simple": _row("SimpleObject", "An object of 4 fields.", 1, _simple),
    "gld_strings": _row("StringArray", "100 phrases of 3 to 7 words.", 100, _strings),
    "gld_telemetry": _row("Telemetry", "100 doubles, and 8 other fields.", 100, _telemetry),
    "gld_edi_835": _row("EDI_835", "A payment with 5 claims of 3 lines.", 5, _edi_835),
}
