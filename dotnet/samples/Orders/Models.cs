using Hayapack;

[assembly: GenerateFormatter(typeof(Dictionary<string, List<Orders.Order>>))]
[assembly: GenerateFormatter(typeof(Orders.IEvent[]))]

namespace Orders;

public enum Status
{
    Open,
    Paid,
}

/// <summary>Integer keys: written as an array, the most compact form.</summary>
[MessagePackObject]
public class Order
{
    [Key(0)]
    public required int Id { get; init; }

    [Key(1)]
    public Customer? Customer { get; set; }

    [Key(2)]
    public List<Line> Lines { get; set; } = [];

    [Key(3)]
    public Status Status { get; set; }

    [Key(4)]
    public DateTime Placed { get; set; }

    [Key(5)]
    public IPayment? Payment { get; set; }

    [Key(6)]
    public Dictionary<string, decimal?>? Discounts { get; set; }

    [Key(7)]
    private string? Note { get; set; }

    public void Remark(string note) => Note = note;

    public string? Remarked() => Note;
}

/// <summary>String keys: written as a map, which programs in other languages can read without this class.</summary>
[MessagePackObject(true, NamingPolicy = KeyNamingPolicy.CamelCase)]
public record Customer(string FirstName, string? LastName = null);

[MessagePackObject]
public readonly record struct Line([property: Key(0)] string Article, [property: Key(1)] int Count, [property: Key(2)] Guid Lot);

[Union(0, typeof(Cash))]
[Union(1, typeof(Card))]
public interface IPayment;

[MessagePackObject]
public class Cash : IPayment
{
    [Key(0)]
    public (int Euros, int Cents) Amount { get; set; }
}

[MessagePackObject]
public class Card : IPayment
{
    [Key(0)]
    public string? Number { get; set; }
}

[MessagePackObject]
public class Page<T>
{
    [Key(0)]
    public T[] Items { get; set; } = [];

    [Key(1)]
    public int? Next { get; set; }
}

/// <summary>Existing values are populated, defaults left out, and members of a later version kept.</summary>
[MessagePackObject(true, ObjectCreationHandling = ObjectCreationHandling.Populate, OmitDefaults = OmitDefaults.Default)]
public class Settings
{
    public string? Theme { get; set; }

    public int Size { get; set; }

    public Page<string> Recent { get; set; } = new() { Next = 3 };

    public Dictionary<string, int> Counts { get; } = new(StringComparer.OrdinalIgnoreCase);

    [ExtensionData]
    public UnknownMembers? Others { get; set; }
}

/// <summary>Members of a later version as values.</summary>
[MessagePackObject(true)]
public class Draft
{
    public required int Id { get; set; }

    [ExtensionData]
    public Dictionary<string, object?>? Others { get; set; }
}

[MessagePackObject]
public class Catalog
{
    [Key(0)]
    public Page<Line>? Lines { get; set; }

    [Key(1)]
    public HashSet<Status>? States { get; set; }
}

[UnionKey("type")]
[Union("shipped", typeof(Shipped))]
[Union("returned", typeof(Returned))]
public interface IEvent;

[MessagePackObject(true)]
public sealed record Shipped(int Order, DateTime At) : IEvent;

[MessagePackObject(true)]
public sealed class Returned : IEvent
{
    public required int Order { get; init; }

    public (int Euros, int Cents)? Refund { get; init; }
}

[Union("paid", typeof(Paid))]
public interface IState;

[MessagePackObject(true)]
public readonly record struct Paid(Status From) : IState;
