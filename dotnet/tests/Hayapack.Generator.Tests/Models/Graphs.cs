using Hayapack.Formatters;

namespace Hayapack.Generator.Tests.Models;

[Union(0, typeof(Circle))]
[Union(300, typeof(Square))]
[Union(-40, typeof(Dot))]
public interface IShape;

[MessagePackObject]
public class Circle : IShape
{
    [Key(0)]
    public double Radius { get; set; }
}

[MessagePackObject]
public class Square : IShape
{
    [Key(0)]
    public int Side { get; set; }

    [Key(1)]
    public IShape? Inner { get; set; }
}

[MessagePackObject]
public struct Dot : IShape
{
    [Key(0)]
    public int X { get; set; }
}

public class Unlisted : IShape;

/// <summary>Lists a union, two of its classes (one of them itself) and no others.</summary>
[Union(0, typeof(Frame))]
[Union(1, typeof(IRound))]
[Union(2, typeof(Disc))]
public interface IPart;

[Union(5, typeof(Wheel))]
[Union(6, typeof(Disc))]
public interface IRound : IPart;

[MessagePackObject]
public class Frame : IPart
{
    [Key(0)]
    public int Number { get; set; }
}

[MessagePackObject]
public class Wheel : IRound
{
    [Key(0)]
    public double Size { get; set; }
}

[MessagePackObject]
public class Disc : IRound
{
    [Key(0)]
    public int Size { get; set; }
}

public class Spare : IRound;

[MessagePackObject]
public class Drawing
{
    [Key(0)]
    public List<IShape?>? Shapes { get; set; }

    [Key(1)]
    public IShape? Main { get; set; }

    [Key(2)]
    public Dot? Dot { get; set; }

    [Key(3)]
    public Dot[]? Dots { get; set; }
}

[MessagePackObject]
public class Box<T>
{
    [Key(0)]
    public T? Content { get; set; }

    [Key(1)]
    public Box<T>? Next { get; set; }

    [Key(2)]
    internal T? Hidden { get; private set; }

    public void Hide(T value) => Hidden = value;

    public T? Reveal() => Hidden;
}

[MessagePackObject]
public class Boxes
{
    [Key(0)]
    public Box<int>? Numbers { get; set; }

    [Key(1)]
    public Box<string>? Texts { get; set; }
}

public partial class Outer
{
    [Key(0)]
    private readonly int unused;

    public static byte[] Write(int value) => MessagePackSerializer.Serialize(new Secret { Value = value, Kind = Secret.Level.High });

    public static string Read(byte[] bytes)
    {
        Secret secret = MessagePackSerializer.Deserialize<Secret>(bytes)!;
        return secret.Value + " " + secret.Kind + " " + unusedOf(new Outer());
    }

    private static int unusedOf(Outer outer) => outer.unused;

    [MessagePackObject]
    private partial class Secret
    {
        [Key(0)]
        public int Value { get; set; }

        [Key(1)]
        internal Level Kind { get; set; }

        [Key(2)]
        private Deep? Inner { get; set; } = new();

        internal enum Level
        {
            Low,
            High,
        }

        [MessagePackObject]
        private class Deep
        {
            [Key(0)]
            public int Depth { get; set; } = 3;
        }
    }

    [MessagePackObject]
    public class Inner
    {
        [Key(0)]
        public int Value { get; set; }
    }
}

[MessagePackObject]
public class WithFormatters
{
    [Key(0)]
    [MessagePackFormatter(typeof(HexFormatter))]
    public int Hex { get; set; }

    [Key(1)]
    [MessagePackFormatter(typeof(PrefixFormatter), "p:", 2)]
    public string? Prefixed { get; set; }

    [Key(2)]
    public Temperature Temperature { get; set; }
}

public sealed class HexFormatter : IMessagePackFormatter<int>
{
    public static readonly HexFormatter Instance = new();

    private HexFormatter()
    {
    }

    public void Serialize(ref MessagePackWriter writer, int value, MessagePackSerializerOptions options) => writer.Write(value.ToString("x"));

    public int Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => Convert.ToInt32(reader.ReadString(), 16);
}

public sealed class PrefixFormatter(string prefix, int times) : IMessagePackFormatter<string?>
{
    private readonly string all = string.Concat(Enumerable.Repeat(prefix, times));

    public void Serialize(ref MessagePackWriter writer, string? value, MessagePackSerializerOptions options) => writer.Write(all + value);

    public string? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => reader.ReadString()![all.Length..];
}

[MessagePackFormatter(typeof(TemperatureFormatter))]
public readonly record struct Temperature(double Degrees);

public sealed class TemperatureFormatter : IMessagePackFormatter<Temperature>
{
    public void Serialize(ref MessagePackWriter writer, Temperature value, MessagePackSerializerOptions options) => writer.Write(value.Degrees);

    public Temperature Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => new(reader.ReadDouble());
}

[MessagePackObject]
public class Growing
{
    [Key(0)]
    public List<Grower> Items { get; set; } = [];
}

[MessagePackObject]
public class Grower
{
    [IgnoreMember]
    public Growing? Owner { get; set; }

    [Key(0)]
    public int Value
    {
        get
        {
            Owner?.Items.Add(new Grower());
            return 1;
        }

        set => _ = value;
    }
}
