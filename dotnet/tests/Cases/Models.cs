using System.Runtime.Serialization;
#if MESSAGEPACK
using MessagePack;
#else
using Hayapack;
#endif

namespace Cases;

// The kinds of typed objects. They have MessagePack-CSharp's attributes if it is referenced, otherwise hayapack's.

[MessagePackObject]
public sealed class IndexedObject
{
    [Key(0)]
    public int Number { get; set; }

    [Key(1)]
    public string? Text { get; set; }

    [Key(2)]
    public double? Maybe { get; set; }

    [Key(3)]
    public int[]? Numbers { get; set; }

    [Key(4)]
    public IndexedObject? Inner { get; set; }

    [Key(5)]
    public Dictionary<string, int>? Map { get; set; }

    [Key(6)]
    public SmallEnum Small { get; set; }

    [Key(7)]
    public Guid Id { get; set; }

    [Key(8)]
    public DateTime Time { get; set; }

    [IgnoreMember]
    public int Ignored { get; set; }
}

[MessagePackObject]
public sealed class HoledObject
{
    [Key(1)]
    public int First { get; set; }

    [Key(4)]
    public string? Second { get; set; }

    [Key(20)]
    public bool Third;
}

[MessagePackObject]
public sealed class EmptyObject;

[MessagePackObject]
public sealed class NamedObject
{
    [Key("number")]
    public int Number { get; set; }

    [Key("text")]
    public string? Text { get; set; }

    [Key("a longer key, of more than 31 bytes")]
    public double Value { get; set; }

    [Key("日本語")]
    public bool Flag { get; set; }

    [Key("inner")]
    public NamedObject? Inner { get; set; }

    [Key("list")]
    public List<NamedObject>? List { get; set; }
}

[MessagePackObject(true)]
public sealed class PropertyNames
{
    public int Id { get; set; }

    public string? Name { get; set; }

    public long Ticks;

    public decimal Price { get; set; }

    public TimeSpan? Length { get; set; }

    public Choices Choices { get; set; }

    [IgnoreMember]
    public string? Ignored { get; set; }
}

[MessagePackObject(true)]
public sealed class EmptyNames;

[MessagePackObject]
public struct PlainStruct
{
    [Key(0)]
    public int X;

    [Key(1)]
    public int Y { get; set; }
}

[MessagePackObject]
public readonly struct ReadOnlyPoint(int x, int y)
{
    [Key(0)]
    public int X { get; } = x;

    [Key(1)]
    public int Y { get; } = y;
}

[MessagePackObject(true)]
public readonly record struct NamedPoint(int X, double Y, string? Label);

[MessagePackObject]
public record PositionalRecord([property: Key(0)] int Id, [property: Key(1)] string? Name, [property: Key(2)] IReadOnlyList<int>? Items);

[MessagePackObject(true)]
public record InitRecord
{
    public int Id { get; init; }

    public string? Name { get; init; }

    public InitRecord? Next { get; init; }
}

[MessagePackObject]
public sealed class ByConstructor
{
    [SerializationConstructor]
    public ByConstructor(string? name, int id)
    {
        Name = name;
        Id = id;
    }

    public ByConstructor(int id)
        : this("of one", id)
    {
    }

    [Key(1)]
    public int Id { get; }

    [Key(0)]
    public string? Name { get; }
}

[MessagePackObject(true)]
public sealed class ByMatchedConstructor(int id, string? name)
{
    public int Id { get; } = id;

    public string? Name { get; } = name;

    public bool Other { get; set; }
}

[MessagePackObject]
public class BaseObject
{
    [Key(0)]
    public int Id { get; set; }

    [Key(1)]
    public virtual string? Name { get; set; }
}

[MessagePackObject]
public class DerivedObject : BaseObject
{
    [Key(2)]
    public bool Extra { get; set; }

    [Key(1)]
    public override string? Name { get; set; }
}

public abstract class NamedBase
{
    public int Id { get; set; }
}

[MessagePackObject(true)]
public sealed class NamedDerived : NamedBase
{
    public string? Text { get; set; }
}

[Union(0, typeof(Circle))]
[Union(1, typeof(Rectangle))]
[Union(300, typeof(Named))]
public interface IShape;

[MessagePackObject]
public sealed class Circle : IShape
{
    [Key(0)]
    public double Radius { get; set; }
}

[MessagePackObject]
public sealed class Rectangle : IShape
{
    [Key(0)]
    public double Width { get; set; }

    [Key(1)]
    public double Height { get; set; }
}

[MessagePackObject(true)]
public sealed class Named : IShape
{
    public string? Name { get; set; }

    public IShape? Shape { get; set; }
}

[Union(0, typeof(Dog))]
[Union(1, typeof(Cat))]
[MessagePackObject]
public abstract class Animal
{
    [Key(0)]
    public string? Name { get; set; }
}

[MessagePackObject]
public sealed class Dog : Animal
{
    [Key(1)]
    public int Barks { get; set; }
}

[MessagePackObject]
public sealed class Cat : Animal
{
    [Key(1)]
    public bool Indoor { get; set; }
}

[MessagePackObject]
public class GenericObject<T>
{
    [Key(0)]
    public T? Value { get; set; }

    [Key(1)]
    public List<T>? List { get; set; }
}

[MessagePackObject]
public sealed class GenericHolder
{
    [Key(0)]
    public GenericObject<int>? Ints { get; set; }

    [Key(1)]
    public GenericObject<string>? Texts { get; set; }

    [Key(2)]
    public GenericObject<PlainStruct>? Structs { get; set; }
}

[MessagePackObject]
public sealed class WithCallbacks : IMessagePackSerializationCallbackReceiver
{
    [Key(0)]
    public int Value { get; set; }

    [Key(1)]
    public int Before { get; set; }

    [IgnoreMember]
    public int After { get; private set; }

    public void OnBeforeSerialize() => Before = Value + 1;

    public void OnAfterDeserialize() => After = Value + 2;
}

[DataContract]
public sealed class ContractObject
{
    [DataMember(Order = 0)]
    public int Number { get; set; }

    [DataMember(Order = 1)]
    public string? Text { get; set; }

    [IgnoreDataMember]
    public int Ignored { get; set; }
}

[DataContract]
public sealed class NamedContractObject
{
    [DataMember(Name = "n")]
    public int Number { get; set; }

    [DataMember]
    public string? Text { get; set; }

    public int NotAMember { get; set; }
}

[MessagePackObject]
public sealed class Everything
{
    [Key(0)]
    public byte[]? Bytes { get; set; }

    [Key(1)]
    public Dictionary<int, List<string>>? Table { get; set; }

    [Key(2)]
    public (int, string)? Pair { get; set; }

    [Key(3)]
    public object? Any { get; set; }

    [Key(4)]
    public IShape? Shape { get; set; }

    [Key(5)]
    public List<IndexedObject?>? Objects { get; set; }

    [Key(6)]
    public PlainStruct? Struct { get; set; }

    [Key(7)]
    public DateTimeOffset Offset { get; set; }

    [Key(8)]
    public HashSet<string>? Set { get; set; }

    [Key(9)]
    public char Letter { get; set; }

    [Key(10)]
    public float Single { get; set; }

    [Key(11)]
    public ulong Large { get; set; }

    [Key(12)]
    public Uri? Link { get; set; }

    [Key(13)]
    public Dictionary<string, NamedObject?>? ByName { get; set; }

    [Key(14)]
    public WideEnum? Wide { get; set; }

    [Key(15)]
    public int[,]? Grid { get; set; }
}

[MessagePackFormatter(typeof(MoneyFormatter))]
public struct Money
{
    public decimal Amount { get; set; }

    public string? Currency { get; set; }
}

[MessagePackObject]
public sealed class WithFormatters
{
    [Key(0)]
    public Money Price { get; set; }

    [Key(1)]
    [MessagePackFormatter(typeof(HexFormatter))]
    public int Mask { get; set; }

    [Key(2)]
    public Money[]? Prices { get; set; }

    [Key(3)]
    [MessagePackFormatter(typeof(UpperCaseFormatter))]
    public string? Text { get; set; }
}

public enum RenamedEnum
{
    [EnumMember(Value = "the first")]
    First,
    Second,
    [EnumMember(Value = "third")]
    Third,
}

[Flags]
public enum RenamedFlags
{
    None = 0,
    [EnumMember(Value = "one")]
    One = 1,
    Two = 2,
    [EnumMember(Value = "four")]
    Four = 4,
}
