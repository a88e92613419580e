using System.Globalization;
using Shop.Model;

namespace Hayapack.Lab;

/// <summary>
/// Generates the graph of workloads/d_graph.py with another random number generator: the same classes, sizes and
/// proportions, with products and customers shared by reference. The same seed gives the same graph.
/// </summary>
internal sealed class GraphGenerator
{
    private static readonly string[] Words = (
        "the of and to for with in box set small large steel cotton blue black green red paper garden " +
        "kitchen table lamp cable light water winter summer wool glass oak chair door leave ring " +
        "please call before after neighbour delivery fragile gift wrap bottle brush cover holder kit tool bag " +
        "classic outdoor travel compact soft heavy double single spare part filter screen frame").Split(' ');

    private static readonly string[] Given = "Anna Ben Chloé David Elif François Grace Hiroshi Inês Jürgen Kofi Lúcia Maya Nils 陽子".Split(' ');

    private static readonly string[] Family = (
        "Andersen Brown Čapek Díaz Evans Fischer García Hansen Ito Jensen Kowalski Lefèvre Müller " +
        "Nguyen Okafor Petrov Rossi Sørensen Tanaka Williams").Split(' ');

    private static readonly (string City, string Country)[] Cities =
    [
        ("Berlin", "DE"), ("Lyon", "FR"), ("Leeds", "GB"), ("Porto", "PT"), ("Kraków", "PL"),
        ("Malmö", "SE"), ("Osaka", "JP"), ("Denver", "US"), ("Zürich", "CH"), ("Gent", "BE"),
    ];

    private static readonly (string Name, double Until)[] States =
    [
        ("delivered", 0.7), ("shipped", 0.8), ("paid", 0.88), ("open", 0.93), ("returned", 0.97), ("cancelled", 1),
    ];

    private static readonly double[] WordWeights = Weights(1, Words.Length);

    private readonly List<Product> products = [];
    private readonly List<Customer> customers = [];
    private readonly double[] popularity;
    private ulong state;

    private GraphGenerator(ulong seed, int orders)
    {
        state = seed;
        for (int i = 0; i < Math.Max(20, orders / 2); i++)
        {
            products.Add(MakeProduct(i));
        }

        popularity = Weights(10, products.Count);
        for (int i = 0; i < Math.Max(10, orders / 3); i++)
        {
            customers.Add(MakeCustomer(i));
        }
    }

    internal static Export Make(int seed, int orders)
    {
        var graph = new GraphGenerator((ulong)seed, orders);
        var made = new Export { Shop = "Example", Orders = new List<Order>(orders) };
        for (int i = 0; i < orders; i++)
        {
            made.Orders.Add(graph.MakeOrder(i));
        }

        made.Exported = graph.Moment();
        return made;
    }

    /// <summary>
    /// Returns the cumulative sums of 1/first, 1/(first+1)...: a Zipf distribution for choosing items, as of words in a text.
    /// </summary>
    private static double[] Weights(int first, int count)
    {
        var sums = new double[count];
        double sum = 0;
        for (int i = 0; i < count; i++)
        {
            sums[i] = sum += 1.0 / (first + i);
        }

        return sums;
    }

    // SplitMix64.
    private ulong Bits()
    {
        ulong z = state += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }

    /// <summary>Returns a number from 0 (inclusive) to 1 (exclusive).</summary>
    private double Unit() => (Bits() >> 11) * (1.0 / (1UL << 53));

    private int Below(int limit) => (int)(Unit() * limit);

    private double Between(double least, double most) => least + ((most - least) * Unit());

    private double Exponential(double rate) => -Math.Log(1 - Unit()) / rate;

    private double LogNormal(double sigma) =>
        Math.Exp(sigma * Math.Sqrt(-2 * Math.Log(1 - Unit())) * Math.Cos(2 * Math.PI * Unit()));

    private bool Chance(double share) => Unit() < share;

    private T Pick<T>(IReadOnlyList<T> from) => from[Below(from.Count)];

    private T Weighted<T>(IReadOnlyList<T> from, double[] sums)
    {
        int found = Array.BinarySearch(sums, Unit() * sums[^1]);
        return from[Math.Min(found < 0 ? ~found : found, from.Count - 1)];
    }

    private string Text(int least, int most)
    {
        var words = new string[least + Below(most - least + 1)];
        for (int i = 0; i < words.Length; i++)
        {
            words[i] = Weighted(Words, WordWeights);
        }

        return string.Join(' ', words);
    }

    private static string Capital(string text) => char.ToUpperInvariant(text[0]) + text[1..];

    private string Moment() => new DateTime(2018, 1, 1).AddMilliseconds(Math.Floor(Unit() * 700 * 86_400_000))
        .ToString("yyyy-MM-ddTHH:mm:ss.fffZ", CultureInfo.InvariantCulture);

    private double Money(double typical) => Math.Round(LogNormal(0.8) * typical, 2);

    private Product MakeProduct(int number)
    {
        var product = new Product
        {
            Id = 100_000 + number,
            Sku = (Bits() >> 24).ToString("X10", CultureInfo.InvariantCulture),
            Name = Capital(Text(2, 5)),
            Description = Chance(0.6) ? Capital(Text(8, 30)) + "." : null,
            Price = Money(25),
            Weight = LogNormal(1),
            Rating = Chance(0.7) ? Between(1, 5) : null,
            Stock = Below(500),
            Active = Chance(0.9),
        };
        for (int i = Below(5); i > 0; i--)
        {
            product.Tags.Add(Pick(Words));
        }

        return product;
    }

    private Address MakeAddress()
    {
        (string city, string country) = Pick(Cities);
        return new Address
        {
            Street = $"{Capital(Pick(Words))} {1 + Below(240)}",
            Extra = Chance(0.15) ? Text(1, 3) : null,
            Postcode = Below(100_000).ToString("00000", CultureInfo.InvariantCulture),
            City = city,
            Country = country,
            Latitude = Between(-60, 70),
            Longitude = Between(-180, 180),
        };
    }

    private Customer MakeCustomer(int number) => new()
    {
        Id = 5_000_000 + (number * 7),
        Name = $"{Pick(Given)} {Pick(Family)}",
        Email = Chance(0.95) ? $"user{Bits() >> 32:x}@example.com" : null,
        Phone = Chance(0.5) ? $"+49 30 {Below(10_000_000):0000000}" : null,
        Since = Moment(),
        Newsletter = Chance(0.3),
        Credit = Chance(0.2) ? Money(100) : 0,
        Home = MakeAddress(),
        Delivery = Chance(0.25) ? MakeAddress() : null,
    };

    private Line MakeLine(int number)
    {
        Product product = Weighted(products, popularity);
        var line = new Line
        {
            Number = number,
            Product = product,
            Quantity = Math.Min(99, 1 + (int)Exponential(0.8)),
            Price = product.Price,
            Discount = Chance(0.2) ? Between(0.01, 0.4) : null,
        };
        for (int i = Below(4); i > 0; i--)
        {
            line.Serials.Add((long)(Bits() >> 16));
        }

        return line;
    }

    private Order MakeOrder(int number)
    {
        Customer customer = Pick(customers);
        var order = new Order
        {
            Id = 900_000_000_000 + (number * 13L),
            Created = Moment(),
            Paid = Chance(0.9) ? Moment() : null,
            Customer = customer,
            DeliverTo = customer.Delivery ?? customer.Home,
            Tax = Between(0, 60),
            Gift = Chance(0.05),
            Note = Chance(0.2) ? Text(4, 25) : null,
        };
        double chance = Unit();
        order.State = States.First(state => chance < state.Until).Name;
        int count = Math.Min(40, 1 + (int)Exponential(0.35));
        for (int i = 1; i <= count; i++)
        {
            order.Lines.Add(MakeLine(i));
        }

        order.Total = order.Lines.Sum(line => line.Price * line.Quantity);
        return order;
    }
}
