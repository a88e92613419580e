using System.Runtime.Serialization;

namespace Hayapack.SignalR.Tests;

[Union(0, typeof(Circle))]
[Union(1, typeof(Square))]
public interface IShape
{
    int Id { get; }
}

[MessagePackObject]
public sealed record Circle([property: Key(0)] int Id, [property: Key(1)] double Radius) : IShape;

[MessagePackObject]
public sealed record Square([property: Key(0)] int Id, [property: Key(1)] double Side) : IShape;

/// <summary>Implements the interface but is not listed in the union.</summary>
[MessagePackObject]
public sealed record Unlisted([property: Key(0)] int Id) : IShape;

public enum Color
{
    Red,
    Green,
    [EnumMember(Value = "sky")]
    Blue,
}

/// <summary>Has the attributes of both libraries, so that each protocol writes it by its own.</summary>
[MessagePackObject]
[MessagePack.MessagePackObject]
public sealed class Order
{
    [Key(0)]
    [MessagePack.Key(0)]
    public int Id { get; set; }

    [Key(1)]
    [MessagePack.Key(1)]
    public string? Customer { get; set; }

    [Key(2)]
    [MessagePack.Key(2)]
    public Color Color { get; set; }

    [Key(3)]
    [MessagePack.Key(3)]
    public double[] Prices { get; set; } = [];
}

/// <summary>Has no attributes: both protocols write it as a map.</summary>
public sealed class Plain
{
    public string? Name { get; set; }

    public List<int> Counts { get; set; } = [];

    public Color? Color { get; set; }
}

public static class Same
{
    public static Order Order(int id) => new() { Id = id, Customer = "Ünïcode " + id, Color = Color.Green, Prices = [1.5, id] };

    public static Plain Plain(int id) => new() { Name = "n" + id, Counts = [id, -1, 100_000], Color = SignalR.Tests.Color.Blue };
}

[MessagePackObject]
[Union(0, typeof(Animal))]
[Union(1, typeof(Cat))]
public class Animal
{
    [Key(0)]
    public int Legs { get; set; }
}

[MessagePackObject]
public sealed class Cat : Animal
{
    [Key(1)]
    public string? Name { get; set; }
}

#pragma warning disable HAYA017 // what is tested
[MessagePackObject]
[Union(1, typeof(Leaf))]
public class Plant
{
    [Key(0)]
    public int Legs { get; set; }
}
#pragma warning restore HAYA017

[MessagePackObject]
public sealed class Leaf : Plant
{
    [Key(1)]
    public string? Name { get; set; }
}

public interface IAnimals
{
    Task Feed(Animal animal);

    Task Grow(Plant plant);
}
