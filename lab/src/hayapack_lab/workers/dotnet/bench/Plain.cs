#if MESSAGEPACK
using MessagePack;
#else
using Hayapack;
#endif

namespace Bench;

/// <summary>A record of members of all widths: integers, floats, a time, booleans and a short text.</summary>
[MessagePackObject]
public sealed partial class Trade
{
    [Key(0)]
    public int Id { get; set; }

    [Key(1)]
    public string? Symbol { get; set; }

    [Key(2)]
    public double Price { get; set; }

    [Key(3)]
    public long Volume { get; set; }

    [Key(4)]
    public DateTime Time { get; set; }

    [Key(5)]
    public bool IsBuy { get; set; }

    [Key(6)]
    public float Share { get; set; }

    [Key(7)]
    public byte Venue { get; set; }

    [Key(8)]
    public short Lot { get; set; }
}

/// <summary>A point of a measurement: a small struct of numbers.</summary>
[MessagePackObject]
public partial struct Point
{
    [Key(0)]
    public float X { get; set; }

    [Key(1)]
    public float Y { get; set; }

    [Key(2)]
    public ushort Depth { get; set; }

    [Key(3)]
    public byte Kind { get; set; }
}

/// <summary>Generates values of the workloads that models.py lists in PLAIN, all different, from fixed seeds.</summary>
internal static class Plain
{
    private static readonly DateTime Begin = new(2024, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    private static readonly Dictionary<string, string> Letters = new()
    {
        ["latin"] = "etaoinshrdlcumwfgypbvk   ",
        ["accents"] = "etaoinshrdlcumwfgypbvk   äüé",
        ["cyrillic"] = "оеаинтсрвлкмдпуяы   ",
        ["japanese"] = "東京都の人口は日本語で書く、。",
    };

    public static readonly string[] Keys = [.. Enumerable.Range(0, 200).Select(i => $"key {i * 7919}")];

    /// <summary>Returns texts of 3 to 40 characters in a script: latin, cyrillic, or japanese; accents is latin with some letters of 2 bytes.</summary>
    public static string[] Texts(Random random, string script, int length) => Array(length, () =>
        string.Create(random.Next(3, 41), (random, Letters[script]), static (span, state) =>
        {
            for (var i = 0; i < span.Length; i++)
            {
                span[i] = state.Item2[state.random.Next(state.Item2.Length)];
            }
        }));

    /// <summary>Returns a time: of whole seconds or of ticks, as services and measurements have them.</summary>
    public static DateTime Time(Random random) =>
        Begin.AddSeconds(random.Next(100_000_000)).AddTicks(random.Next(2) * random.Next(10_000_000));

    /// <summary>Returns an integer of any encoded width and either sign.</summary>
    public static long Mixed(Random random) => (random.NextInt64() >> random.Next(63)) * (random.Next(2) == 0 ? 1 : -1);

    public static Guid Identifier(Random random)
    {
        var bytes = new byte[16];
        random.NextBytes(bytes);
        return new Guid(bytes);
    }

    public static Trade Trade(Random random) => new()
    {
        Id = random.Next(1_000_000),
        Symbol = "SYM" + random.Next(1000),
        Price = random.NextDouble() * 1000,
        Volume = random.NextInt64() >> random.Next(63),
        Time = Time(random),
        IsBuy = random.Next(2) == 0,
        Share = random.NextSingle(),
        Venue = (byte)random.Next(256),
        Lot = (short)random.Next(-1000, 1000),
    };

    public static Point Point(Random random) => new()
    {
        X = random.NextSingle() * 100,
        Y = random.NextSingle() * 100,
        Depth = (ushort)random.Next(65536),
        Kind = (byte)random.Next(5),
    };

    public static List<Trade>[] Lists(Random random) => Many(() => Array(200, () => Trade(random)).ToList());

    public static T[][] Rows<T>(Func<T> next) => Many(() => Array(1000, next));

    public static T[] Many<T>(Func<T> next) => Array(32, next);

    public static T[] Array<T>(int length, Func<T> next)
    {
        var items = new T[length];
        for (var i = 0; i < length; i++)
        {
            items[i] = next();
        }

        return items;
    }
}
