namespace Shop;

public enum Status
{
    New,
    Paid,
    Sent,
}

public sealed class Order
{
    // Declared as object, so MessagePack-CSharp writes the type's name.
    public required object Customer { get; init; }

    public required Guid Id { get; init; }

    public required DateTime Placed { get; init; }

    public required List<Line> Lines { get; init; }

    public required Dictionary<string, object> Properties { get; init; }

    public Status Status { get; init; }

    public string? Note { get; init; }

    public byte[] Signature { get; init; } = [];
}

public sealed class Company
{
    public required string Name { get; init; }

    public required string City { get; init; }
}

public sealed class Line
{
    public required string Article { get; init; }

    public required decimal Price { get; init; }

    public required int Count { get; init; }
}
