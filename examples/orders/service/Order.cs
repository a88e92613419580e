using Hayapack;

namespace Shop;

/// <summary>An order as it is in the stream: a map with the names of these members.</summary>
[MessagePackObject(true)]
public sealed class Order
{
    public required int Id { get; init; }

    public required string Customer { get; init; }

    public required List<Line> Lines { get; init; }
}

/// <summary>One article of an order.</summary>
[MessagePackObject(true)]
public sealed record Line(string Article, int Quantity, long Cents);
