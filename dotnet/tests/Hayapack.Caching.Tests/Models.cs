namespace Hayapack.Caching.Tests;

[MessagePackObject]
public sealed record Order([property: Key(0)] int Id, [property: Key(1)] string Customer, [property: Key(2)] double[] Prices);

[Union(0, typeof(Circle))]
[Union(1, typeof(Square))]
public interface IShape;

[MessagePackObject]
public sealed record Circle([property: Key(0)] double Radius) : IShape;

[MessagePackObject]
public sealed record Square([property: Key(0)] double Side) : IShape;

/// <summary>Has no formatter in StandardResolver.</summary>
public sealed record Plain(int Number);

/// <summary>Has a formatter, but its member has none.</summary>
[MessagePackObject]
public sealed class Holder
{
    [Key(0)]
    public object? Value { get; set; }
}

/// <summary>A large entry.</summary>
[MessagePackObject(true)]
public sealed record Picture(int Id, byte[] Pixels);

/// <summary>A small part of a <see cref="Picture"/>: reading it skips the rest.</summary>
[MessagePackObject(true)]
public sealed record PictureId(int Id);

#pragma warning disable HAYA012 // what is tested
/// <summary>Has a formatter, but its member's type has none.</summary>
[MessagePackObject]
public sealed class Outer
{
    [Key(0)]
    public Plain? Inner { get; set; }
}
#pragma warning restore HAYA012

/// <summary>Contains itself.</summary>
[MessagePackObject]
public sealed class Tree
{
    [Key(0)]
    public List<Tree>? Children { get; set; }
}
