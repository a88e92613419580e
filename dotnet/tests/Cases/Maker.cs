using System.Text;

namespace Cases;

/// <summary>
/// Generates values from a seed: numbers of all encoded widths, strings in several scripts, and boundary values more often
/// than in a uniform distribution.
/// </summary>
public sealed class Maker(int seed)
{
    private static readonly long[] Ends =
    [
        0, 1, -1, 31, 32, -32, -33, 127, 128, -127, -128, -129, 255, 256, 32767, 32768, -32768, -32769, 65535, 65536, int.MaxValue, int.MinValue,
        int.MaxValue + 1L, int.MinValue - 1L, uint.MaxValue, uint.MaxValue + 1L, long.MaxValue, long.MinValue,
    ];

    private static readonly double[] Doubles =
    [
        0, -0.0, 1, -1, 0.1, 1e300, -1e-300, double.MaxValue, double.MinValue, double.Epsilon, double.NaN, double.PositiveInfinity, double.NegativeInfinity, 1 << 24,
    ];

    private static readonly int[] Lengths = [0, 1, 10, 15, 16, 31, 32, 85, 86, 255, 256, 300];

    private readonly Random random = new(seed);

    /// <summary>Returns true with probability 1/2.</summary>
    public bool Bool() => random.Next(2) == 0;

    /// <summary>Returns true with this probability in percent.</summary>
    public bool Chance(int percent) => random.Next(100) < percent;

    /// <summary>Returns an integer from 0 to the limit, exclusive.</summary>
    public int Below(int limit) => random.Next(limit);

    /// <summary>Returns an integer of any encoded width.</summary>
    public long Long()
    {
        if (Chance(20))
        {
            return Ends[Below(Ends.Length)];
        }

        var value = random.NextInt64(long.MaxValue) >> random.Next(63);
        return Bool() ? value : ~value;
    }

    /// <summary>Returns an integer of any encoded width.</summary>
    public ulong ULong() => Chance(5) ? ulong.MaxValue : (ulong)Long();

    /// <summary>Returns an integer of any encoded width up to 32 bits.</summary>
    public int Int() => (int)Long();

    /// <summary>Returns a double; special values such as NaN and the infinities are included.</summary>
    public double Double() => Below(4) switch
    {
        0 => Doubles[Below(Doubles.Length)],
        1 => Int(),
        _ => (random.NextDouble() - 0.5) * Math.Pow(10, random.Next(-20, 20)),
    };

    /// <summary>Returns this number of random bytes.</summary>
    public byte[] Bytes(int length)
    {
        var bytes = new byte[length];
        random.NextBytes(bytes);
        return bytes;
    }

    /// <summary>Returns random bytes, often with a length at which the size of a header changes.</summary>
    public byte[] Bytes() => Bytes(Length());

    /// <summary>Returns a length, often one at which the size of a header changes.</summary>
    public int Length() => Chance(60) ? Below(12) : Lengths[Below(Lengths.Length)];

    /// <summary>Returns a number of elements, usually small.</summary>
    public int Count() => Chance(90) ? Below(6) : 14 + Below(4);

    /// <summary>Returns a string, ASCII or in several scripts.</summary>
    public string Text()
    {
        var length = Length();
        var mixed = Chance(30);
        var text = new StringBuilder();
        while (text.Length < length)
        {
            text.Append(mixed && Chance(50) ? Rune().ToString() : ((char)(' ' + Below(95))).ToString());
        }

        return text.ToString();
    }

    /// <summary>Returns a short string, for keys.</summary>
    public string Key() => Chance(10) ? Text() : "k" + Below(100_000);

    /// <summary>Returns a code point that is not a surrogate.</summary>
    public Rune Rune() => Below(4) switch
    {
        0 => new Rune(Below(0x80)),
        1 => new Rune(0x80 + Below(0x780)),
        2 => new Rune(0x800 + Below(0xd000)),
        _ => new Rune(0x10000 + Below(0x100000)),
    };

    /// <summary>Returns a time in the years 1 to 9999, with a resolution of 100 nanoseconds.</summary>
    public DateTime Time(DateTimeKind kind) => Below(4) switch
    {
        0 => new DateTime(random.NextInt64(DateTime.MaxValue.Ticks), kind),
        1 => new DateTime(DateTime.UnixEpoch.Ticks + (random.NextInt64(uint.MaxValue) * TimeSpan.TicksPerSecond), kind),
        2 => new DateTime(DateTime.UnixEpoch.Ticks + (random.NextInt64(1L << 34) * TimeSpan.TicksPerSecond) + Below(10_000_000), kind),
        _ => new DateTime(DateTime.UnixEpoch.Ticks - random.NextInt64(DateTime.UnixEpoch.Ticks), kind),
    };

    /// <summary>Returns any decimal.</summary>
    public decimal Decimal() => Chance(30) ? Int() : new decimal(Int(), Int(), Chance(50) ? 0 : Int(), Bool(), (byte)Below(29));

    /// <summary>Returns an array of <see cref="Count"/> values of the function.</summary>
    public T[] Many<T>(Func<Maker, T> make)
    {
        var made = new T[Count()];
        for (var i = 0; i < made.Length; i++)
        {
            made[i] = make(this);
        }

        return made;
    }

    /// <summary>Returns the function's value, or null with probability 1/4.</summary>
    public T? Maybe<T>(Func<Maker, T> make)
        where T : struct => Chance(25) ? null : make(this);

    /// <summary>Returns the function's object, or null with probability 1/4.</summary>
    public T? MaybeObject<T>(Func<Maker, T> make)
        where T : class => Chance(25) ? null : make(this);
}
