from datetime import datetime, timedelta
from itertools import accumulate
from random import Random

NAME = "D, a graph of orders"
SENTENCE = (
    "One large object graph: orders with their customers, addresses, lines and products, "
    "customers and products are shared by reference in memory and written out at each use."
)
SIZE = 5200  # orders; about 10 MB of compact JSON (the article's graph was 137 MB)
QUICK_SIZE = 520  # about 1 MB
LARGE = 1000  # orders; from this size on there is only one graph, since it fills the caches

WORDS = (
    "the of and to for with in box set small large steel cotton blue black green red paper garden "
    "kitchen table lamp cable light water winter summer wool glass oak chair door leave ring "
    "please call before after neighbour delivery fragile gift wrap bottle brush cover holder kit tool bag "
    "classic outdoor travel compact soft heavy double single spare part filter screen frame"
).split()
WEIGHTS = list(accumulate(1 / rank for rank in range(1, len(WORDS) + 1)))  # as in natural text
GIVEN = ("Anna Ben Chloé David Elif François Grace Hiroshi Inês Jürgen Kofi Lúcia Maya Nils 陽子").split()
FAMILY = (
    "Andersen Brown Čapek Díaz Evans Fischer García Hansen Ito Jensen Kowalski Lefèvre Müller "
    "Nguyen Okafor Petrov Rossi Sørensen Tanaka Williams"
).split()
CITIES = (
    ("Berlin", "DE"), ("Lyon", "FR"), ("Leeds", "GB"), ("Porto", "PT"), ("Kraków", "PL"),
    ("Malmö", "SE"), ("Osaka", "JP"), ("Denver", "US"), ("Zürich", "CH"), ("Gent", "BE"),
)  # fmt: skip
STATES = ("delivered", "shipped", "paid", "open", "returned", "cancelled")
FIRST = datetime(2018, 1, 1)


class Maker:
    """Makes the parts of one graph from one random number generator."""

    def __init__(self, seed, orders):
        self.random = Random(seed)
        self.products = [self.product(i) for i in range(max(20, orders // 2))]
        ranks = range(10, 10 + len(self.products))
        self.popularity = list(accumulate(1 / rank for rank in ranks))
        self.customers = [self.customer(i) for i in range(max(10, orders // 3))]

    def maybe(self, share, make):
        return make() if self.random.random() < share else None

    def text(self, least, most):
        count = self.random.randint(least, most)
        return " ".join(self.random.choices(WORDS, cum_weights=WEIGHTS, k=count))

    def moment(self):
        """A time as text, to the millisecond, as .NET's JSON writes it."""
        at = FIRST + timedelta(milliseconds=self.random.randrange(700 * 86_400_000))
        return at.isoformat(timespec="milliseconds") + "Z"

    def money(self, typical):
        return round(self.random.lognormvariate(0, 0.8) * typical, 2)

    def product(self, number):
        return {
            "id": 100_000 + number,
            "sku": f"{self.random.getrandbits(40):010X}",
            "name": self.text(2, 5).capitalize(),
            "description": self.maybe(0.6, lambda: self.text(8, 30).capitalize() + "."),
            "price": self.money(25),
            "weight": self.random.lognormvariate(0, 1),
            "rating": self.maybe(0.7, lambda: self.random.uniform(1, 5)),
            "stock": self.random.randrange(500),
            "active": self.random.random() < 0.9,
            "tags": self.random.choices(WORDS, k=self.random.randrange(5)),
        }

    def address(self):
        city, country = self.random.choice(CITIES)
        return {
            "street": f"{self.random.choice(WORDS).capitalize()} {self.random.randint(1, 240)}",
            "extra": self.maybe(0.15, lambda: self.text(1, 3)),
            "postcode": f"{self.random.randrange(100_000):05}",
            "city": city,
            "country": country,
            "latitude": self.random.uniform(-60, 70),
            "longitude": self.random.uniform(-180, 180),
        }

    def customer(self, number):
        given, family = self.random.choice(GIVEN), self.random.choice(FAMILY)
        return {
            "id": 5_000_000 + number * 7,
            "name": f"{given} {family}",
            "email": self.maybe(0.95, lambda: f"user{self.random.getrandbits(32):x}@example.com"),
            "phone": self.maybe(0.5, lambda: f"+49 30 {self.random.randrange(10**7):07}"),
            "since": self.moment(),
            "newsletter": self.random.random() < 0.3,
            "credit": self.money(100) if self.random.random() < 0.2 else 0.0,
            "home": self.address(),
            "delivery": self.maybe(0.25, self.address),
        }

    def line(self, number):
        product = self.random.choices(self.products, cum_weights=self.popularity)[0]
        return {
            "number": number,
            "product": product,
            "quantity": min(99, 1 + int(self.random.expovariate(0.8))),
            "price": product["price"],
            "discount": self.maybe(0.2, lambda: self.random.uniform(0.01, 0.4)),
            "serials": [self.random.getrandbits(48) for _ in range(self.random.randrange(4))],
        }

    def order(self, number):
        count = min(40, 1 + int(self.random.expovariate(0.35)))
        lines = [self.line(i + 1) for i in range(count)]
        customer = self.random.choice(self.customers)
        return {
            "id": 900_000_000_000 + number * 13,
            "created": self.moment(),
            "paid": self.maybe(0.9, self.moment),
            "state": self.random.choices(STATES, (70, 10, 8, 5, 4, 3))[0],
            "customer": customer,
            "deliver_to": customer["delivery"] or customer["home"],
            "lines": lines,
            "total": sum(line["price"] * line["quantity"] for line in lines),
            "tax": self.random.uniform(0, 60),
            "gift": self.random.random() < 0.05,
            "note": self.maybe(0.2, lambda: self.text(4, 25)),
        }


def graph(maker, orders):
    made = [maker.order(number) for number in range(orders)]
    return {"shop": "Example", "exported": maker.moment(), "orders": made}


def make(seed, size):
    count = 1 if size >= LARGE else 2
    return [graph(Maker(f"{seed} {i}", size), size) for i in range(count)]
