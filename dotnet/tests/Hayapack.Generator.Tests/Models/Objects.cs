using System.Diagnostics.CodeAnalysis;

namespace Hayapack.Generator.Tests.Models;

[MessagePackObject]
public class Numbers
{
    [Key(0)]
    public int Int { get; set; }

    [Key(1)]
    public long? Long { get; set; }

    [Key(2)]
    public bool Bool { get; set; }

    [Key(4)]
    public double Double { get; set; }

    [Key(5)]
    public char Char;

    [Key(6)]
    public byte? Byte { get; set; }

    [Key(7)]
    public ushort UShort { get; set; }

    [Key(8)]
    public sbyte SByte { get; set; }

    [Key(9)]
    public ulong ULong { get; set; }

    [Key(10)]
    public float? Float { get; set; }

    [Key(11)]
    public DateTime Time { get; set; }

    [Key(12)]
    public DateTime? MaybeTime { get; set; }

    [Key(13)]
    public Color Color { get; set; }

    [Key(14)]
    public Color? MaybeColor { get; set; }

    [Key(15)]
    public short Short { get; set; }

    [Key(16)]
    public uint UInt { get; set; }
}

public enum Color : byte
{
    Red,
    Green = 200,
}

[MessagePackObject(true)]
public class Person
{
    public string? Name { get; set; }

    public int Age { get; set; }

    public Person? Partner { get; set; }

    public List<Person>? Children { get; set; }

    public string[]? Tags { get; set; }

    public byte[]? Data { get; set; }

    [IgnoreMember]
    public int Secret { get; set; } = 7;
}

[MessagePackObject(true, NamingPolicy = KeyNamingPolicy.SnakeCaseLower)]
public class Snake
{
    public int UserId { get; set; }

    public string? HTTPServer2Name { get; set; }
}

[MessagePackObject]
public class StringKeys
{
    [Key("a")]
    public int A { get; set; } = 5;

    [Key("bb")]
    public int Bb { get; set; } = 6;

    [Key("ccc")]
    public int Ccc { get; set; }

    [Key("dddd")]
    public int Dddd { get; set; }

    [Key("eeeee")]
    public int Eeeee { get; set; }

    [Key("eeeef")]
    public int Eeeef { get; set; }

    [Key("longer than eight")]
    public int Long { get; set; }

    [Key("ä€😀")]
    public int Unicode { get; set; }

    [Key("0123456789012345678901234567890123456789")]
    public int Str8 { get; set; }

    [Key("")]
    public int Empty { get; set; }
}

[MessagePackObject]
public record Point([property: Key(0)] int X, [property: Key(1)] int Y);

[MessagePackObject(true)]
public record Named(string First, string? Last = null)
{
    public int Extra { get; init; } = 3;
}

[MessagePackObject]
public readonly record struct Pair([property: Key(0)] int Left, [property: Key(1)] string? Right);

[MessagePackObject]
public struct Plain
{
    [Key(0)]
    public int A;

    [Key(1)]
    public string? B { get; set; }
}

[MessagePackObject]
public struct Initialized
{
    public Initialized()
    {
    }

    [Key(0)]
    public int A { get; set; } = 42;

    [Key(1)]
    public int B { get; init; } = 43;
}

[MessagePackObject(true)]
public class WithRequired
{
    public required int Id { get; set; }

    public required string Name { get; init; }

    public int Default { get; init; } = 9;
}

[MessagePackObject(true)]
public class RequiredByConstructor
{
    [SetsRequiredMembers]
    public RequiredByConstructor() => Id = 11;

    public required int Id { get; set; }
}

[MessagePackObject]
public class ByConstructor
{
    public ByConstructor(int a)
        : this(a, -1)
    {
    }

    [SerializationConstructor]
    public ByConstructor(int b, int a)
    {
        A = a;
        B = b;
    }

    [Key(0)]
    public int A { get; }

    [Key(1)]
    public int B { get; }

    [Key(2)]
    public int C { get; set; } = 5;
}

[MessagePackObject]
public class PrivateConstructor
{
    [Key(0)]
    private int hidden;

    private PrivateConstructor()
    {
    }

    [Key(1)]
    public int Visible { get; private set; }

    public static PrivateConstructor Create(int hidden, int visible) => new() { hidden = hidden, Visible = visible };

    public int Reveal() => hidden;
}

[MessagePackObject]
public abstract class Base
{
    [Key(0)]
    public int Id { get; set; }

    [Key(1)]
    public virtual string? Text { get; set; }

    [Key(4)]
    protected int Kept { get; private set; }

    public void Keep(int value) => Kept = value;

    public int Get() => Kept;
}

[MessagePackObject]
public class Derived : Base
{
    [Key(2)]
    public int More { get; set; }

    public override string? Text { get => base.Text; set => base.Text = value + "!"; }
}

[MessagePackObject(true)]
public class Empty;

[MessagePackObject]
public class Callbacks : IMessagePackSerializationCallbackReceiver
{
    [Key(0)]
    public int Value { get; set; }

    [IgnoreMember]
    public string Log { get; private set; } = "";

    public void OnBeforeSerialize() => Log += "before";

    void IMessagePackSerializationCallbackReceiver.OnAfterDeserialize() => Log += "after" + Value;
}

[MessagePackObject]
public struct StructCallbacks : IMessagePackSerializationCallbackReceiver
{
    [Key(0)]
    public int Value { get; set; }

    [IgnoreMember]
    public int Twice { get; private set; }

    void IMessagePackSerializationCallbackReceiver.OnBeforeSerialize() => Value++;

    void IMessagePackSerializationCallbackReceiver.OnAfterDeserialize() => Twice = Value * 2;
}

[MessagePackObject]
public sealed record OptionalParameters(
    [property: Key(0)] int Id,
    [property: Key(1)] string Name = "unknown",
    [property: Key(2)] double Rate = 1.5,
    [property: Key(3)] DayOfWeek Day = DayOfWeek.Friday,
    [property: Key(4)] long? Large = -5_000_000_000,
    [property: Key(5)] char Letter = '\'',
    [property: Key(6)] byte Small = 200,
    [property: Key(7)] float Ratio = float.NegativeInfinity,
    [property: Key(8)] decimal Price = 1.10m,
    [property: Key(9)] TimeSpan Length = default);

[MessagePackObject(true)]
public sealed record OptionalNames(int Id, string Name = "a\"b", bool Flag = true);

[MessagePackObject]
public sealed class Texts
{
    [Key(0)]
    public int Number { get; set; }

    [Key(1)]
    public string? First { get; set; }

    [Key(2)]
    public double Between { get; set; }

    [Key(3)]
    public string? Second { get; set; }

    [Key(4)]
    public string? Nothing { get; set; }

    [Key(5)]
    public bool Last { get; set; }
}
