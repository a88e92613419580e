namespace Hayapack.AspNetCore.Tests;

[MessagePackObject(true)]
public sealed class Order
{
    public required int Id { get; set; }

    public string? Customer { get; set; }

    public List<Line> Lines { get; set; } = [];
}

[MessagePackObject(true)]
public sealed class Line
{
    public string? Name { get; set; }

    public int Count { get; set; }
}

/// <summary>A property that throws: an error of the server, not of the client.</summary>
[MessagePackObject(true)]
public sealed class Broken
{
    public int Value
    {
        get => 0;
        set => throw new InvalidOperationException("secret-detail-of-the-program");
    }
}

[MessagePackObject(true)]
public sealed record Item(string Name, int Count)
{
    internal static Item Pen { get; } = new("pen", 3);
}

/// <summary>Has no formatter.</summary>
public sealed class Plain
{
    public string? Name { get; set; }
}
