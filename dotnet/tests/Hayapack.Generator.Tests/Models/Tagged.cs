namespace Hayapack.Generator.Tests.Models.Tagged;

[Union("circle", typeof(Circle))]
[Union("square", typeof(Square))]
public interface INames;

[Union(0, typeof(Circle))]
[Union("square", typeof(Square))]
public interface IMixed;

[UnionKey("type")]
[Union("circle", typeof(Circle))]
[Union("square", typeof(Square))]
public interface IKey;

[UnionKey("kind")]
[Union(1, typeof(Circle))]
[Union(200, typeof(Square))]
public interface INumbers;

/// <summary>A union as in MessagePack-CSharp, which reads an unknown tag as null.</summary>
[Union(0, typeof(Circle))]
[Union(1, typeof(Square))]
public interface IOld;

[MessagePackObject]
public sealed class Circle : INames, IMixed, IKey, INumbers, IOld
{
    [Key("radius")]
    public required int Radius { get; set; }
}

[MessagePackObject]
public sealed class Square : INames, IMixed, IKey, INumbers, IOld
{
    [Key("side")]
    public required int Side { get; set; }

    [Key("name")]
    public string? Name { get; set; }
}

/// <summary>A class of one of the unions that only a program adds at run time.</summary>
[MessagePackObject(true)]
public sealed record Plugin(int Size) : IKey, INames;

/// <summary>A class that is not abstract and lists itself; the key is in the map of its subclasses, too.</summary>
[UnionKey("kind")]
[Union("node", typeof(Node))]
[Union("leaf", typeof(Leaf))]
[Union("group", typeof(Group))]
[MessagePackObject(true)]
public class Node
{
    public int Id { get; set; }

    public Node? Next { get; set; }
}

[MessagePackObject(true)]
public class Leaf : Node
{
    public string? Text { get; set; }
}

/// <summary>A union inside a union: another key, in the same map.</summary>
[UnionKey("sub")]
[Union("small", typeof(SmallGroup))]
public abstract class Group : Node
{
    public List<Node>? Nodes { get; set; }
}

[MessagePackObject(true)]
public class SmallGroup : Group;

/// <summary>As many members as a fixmap has entries, so the tag makes its header longer.</summary>
[UnionKey("t")]
[Union(7, typeof(Fifteen))]
public interface ILong;

[MessagePackObject(true)]
public sealed class Fifteen : ILong
{
    public int A0 { get; set; }

    public int A1 { get; set; }

    public int A2 { get; set; }

    public int A3 { get; set; }

    public int A4 { get; set; }

    public int A5 { get; set; }

    public int A6 { get; set; }

    public int A7 { get; set; }

    public int A8 { get; set; }

    public int A9 { get; set; }

    public int B0 { get; set; }

    public int B1 { get; set; }

    public int B2 { get; set; }

    public int B3 { get; set; }

    public string? B4 { get; set; }
}

/// <summary>A generic union with names; one class belongs only to some of its types.</summary>
[UnionKey("is")]
[Union("some", typeof(Some<>))]
[Union("none", typeof(None))]
public interface IMaybe<T>;

[MessagePackObject(true)]
public sealed record Some<T>(T Value) : IMaybe<T>;

[MessagePackObject(true)]
public struct None : IMaybe<int>;

/// <summary>Members of all kinds, for finding all errors.</summary>
[MessagePackObject]
public sealed class Everything
{
    [Key(0)]
    public int Number { get; set; }

    [Key(1)]
    public string? Text { get; set; }

    [Key(2)]
    public DateTime At { get; set; }

    [Key(3)]
    public Guid? Id { get; set; }

    [Key(4)]
    public int[]? Numbers { get; set; }

    [Key(5)]
    public Dictionary<string, Circle>? Circles { get; set; }

    [Key(6)]
    public (int, string?)? Pair { get; set; }

    [Key(7)]
    public DayOfWeek Day { get; set; }

    [Key(8)]
    public HashSet<long>? Set { get; set; }

    [Key(9)]
    public List<Circle?[]>? Deep { get; set; }

    [Key(10)]
    public IOld? Old { get; set; }

    [Key(11)]
    public object? Any { get; set; }

    [Key(12)]
    public Checked? Checked { get; set; }
}

/// <summary>A constructor that refuses values, which it must not be called with if one of them is wrong.</summary>
[MessagePackObject(true)]
public sealed class Checked
{
    public Checked(string name, int age)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentOutOfRangeException.ThrowIfNegative(age);
        Name = name;
        Age = age;
    }

    public string Name { get; }

    public int Age { get; }
}
