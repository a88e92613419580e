namespace Bench;

/// <summary>
/// Arrays of primitives, texts, records and structs, dictionaries, and the other outputs and inputs: a buffer writer, three
/// segments. Compared with MessagePack-CSharp only.
/// </summary>
internal static class PlainCases
{
    private const int Count = 32;
    private const int Length = 1000;
    private const int Entries = 200;

    public static IEnumerable<Workload> All() =>
    [
        new("bool[1000]", "numbers", Booleans),
        new("float[1000]", "numbers", Floats),
        new("long[1000], small", "numbers", () => Longs(random => random.Next(101))),
        new("long[1000], mixed", "numbers", () => Longs(Mixed)),
        new("long[1000], large", "numbers", () => Longs(random => random.NextInt64(long.MinValue, long.MaxValue))),
        new("DateTime[1000]", "times and identifiers", Times),
        new("Guid[1000]", "times and identifiers", Identifiers),
        .. new[] { "latin", "accents", "cyrillic", "japanese" }.Select(script => new Workload($"string[{Entries}], {script}", "texts", () => Texts(script))),
        new($"Dictionary<string, int> of {Entries}", "collections", Numbers),
        new($"Dictionary<int, record> of {Entries}", "collections", ByNumber),
        new($"List<record> of {Entries}", "collections", Records),
        new("one record", "objects", Record),
        new($"struct[{Length}]", "collections", Structs),
        new("double[1000] to IBufferWriter", "other outputs and inputs", DoublesToBuffer),
        new("bool[1000] to IBufferWriter", "other outputs and inputs", BooleansToBuffer),
        new("float[1000] to IBufferWriter", "other outputs and inputs", FloatsToBuffer),
        new("one record to IBufferWriter", "other outputs and inputs", RecordToBuffer),
        new($"List<record> of {Entries} to IBufferWriter", "other outputs and inputs", RecordsToBuffer),
        new($"List<record> of {Entries} in 3 segments", "other outputs and inputs", RecordsInSegments),
        new("one record in 3 segments", "other outputs and inputs", RecordInSegments),
        new("long[1000], mixed, in 3 segments", "other outputs and inputs", LongsInSegments),
    ];

    // The lambdas are written out for each type: see Case<TValue, TMessage>.
    private static IEnumerable<Case> Booleans()
    {
        var random = new Random(20261127);
        var model = new Model<bool[]>(Rows(() => random.Next(2) == 0), value => Ours.Serialize(value));
        yield return model.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<bool[]>(message));
        yield return model.Minimum(value => Ours.Serialize(value), value => value.AsSpan().ToArray());
#if MESSAGEPACK
        yield return model.Codec("messagepack", value => V3.Serialize(value), message => V3.Deserialize<bool[]>(message), isSame: true);
#endif
    }

    private static IEnumerable<Case> Floats()
    {
        var random = new Random(20261127);
        var model = new Model<float[]>(Rows(() => (random.NextSingle() * 2000) - 1000), value => Ours.Serialize(value));
        yield return model.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<float[]>(message));
        yield return model.Minimum(value => Ours.Serialize(value), value => value.AsSpan().ToArray());
#if MESSAGEPACK
        yield return model.Codec("messagepack", value => V3.Serialize(value), message => V3.Deserialize<float[]>(message), isSame: true);
#endif
    }

    private static IEnumerable<Case> Longs(Func<Random, long> next)
    {
        var random = new Random(20261127);
        var model = new Model<long[]>(Rows(() => next(random)), value => Ours.Serialize(value));
        yield return model.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<long[]>(message));
        yield return model.Minimum(value => Ours.Serialize(value), value => value.AsSpan().ToArray());
#if MESSAGEPACK
        yield return model.Codec("messagepack", value => V3.Serialize(value), message => V3.Deserialize<long[]>(message), isSame: true);
#endif
    }

    private static IEnumerable<Case> Times()
    {
        var random = new Random(20261128);
        var model = new Model<DateTime[]>(Rows(() => Plain.Time(random)), value => Ours.Serialize(value));
        yield return model.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<DateTime[]>(message));
        yield return model.Minimum(value => Ours.Serialize(value), value => value.AsSpan().ToArray());
#if MESSAGEPACK
        yield return model.Codec("messagepack", value => V3.Serialize(value), message => V3.Deserialize<DateTime[]>(message), isSame: true);
#endif
    }

    private static IEnumerable<Case> Identifiers()
    {
        var random = new Random(20261128);
        var bytes = new byte[16];
        var model = new Model<Guid[]>(Rows(() => Identifier(random, bytes)), value => Ours.Serialize(value));
        yield return model.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<Guid[]>(message));
        yield return model.Minimum(value => Ours.Serialize(value), value => value.AsSpan().ToArray());
#if MESSAGEPACK
        yield return model.Codec("messagepack", value => V3.Serialize(value), message => V3.Deserialize<Guid[]>(message), isSame: true);
#endif
    }

    private static IEnumerable<Case> Texts(string script)
    {
        var random = new Random(20261129);
        var model = new Model<string[]>(Many(() => Plain.Texts(random, script, Entries)), value => Ours.Serialize(value));
        yield return model.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<string[]>(message));
        yield return model.Minimum(value => Ours.Serialize(value), value => Array.ConvertAll(value, text => new string(text.AsSpan())));
        if (script == "latin")
        {
            yield return model.Codec("by hand", ByHand.Write, read: null, isSame: true);
        }

#if MESSAGEPACK
        yield return model.Codec("messagepack", value => V3.Serialize(value), message => V3.Deserialize<string[]>(message), isSame: true);
#endif
    }

    private static IEnumerable<Case> Numbers()
    {
        var random = new Random(20261130);
        var names = Enumerable.Range(0, Entries).Select(i => $"key {i * 7919}").ToArray();
        var model = new Model<Dictionary<string, int>>(Many(() => names.ToDictionary(name => name, _ => random.Next(100_000))), value => Ours.Serialize(value));
        yield return model.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<Dictionary<string, int>>(message));
        yield return model.Codec("by hand", ByHand.Write, read: null, isSame: true);
#if MESSAGEPACK
        yield return model.Codec("messagepack", value => V3.Serialize(value), message => V3.Deserialize<Dictionary<string, int>>(message), isSame: true);
#endif
    }

    private static IEnumerable<Case> ByNumber()
    {
        var random = new Random(20261130);
        var model = new Model<Dictionary<int, Trade>>(Many(() => Enumerable.Range(0, Entries).ToDictionary(i => i * 31, _ => Plain.Trade(random))), value => Ours.Serialize(value));
        yield return model.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<Dictionary<int, Trade>>(message));
#if MESSAGEPACK
        yield return model.Codec("messagepack", value => V3.Serialize(value), message => V3.Deserialize<Dictionary<int, Trade>>(message), isSame: true);
#endif
    }

    private static IEnumerable<Case> Records()
    {
        var random = new Random(20261130);
        var model = new Model<List<Trade>>(Lists(random), value => Ours.Serialize(value));
        yield return model.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<List<Trade>>(message));
        yield return model.Codec("by hand", ByHand.Write, read: null, isSame: true);
#if MESSAGEPACK
        yield return model.Codec("messagepack", value => V3.Serialize(value), message => V3.Deserialize<List<Trade>>(message), isSame: true);
#endif
    }

    private static IEnumerable<Case> Record()
    {
        var random = new Random(20261130);
        var model = new Model<Trade>(Plain.Array(Length, () => Plain.Trade(random)), value => Ours.Serialize(value));
        yield return model.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<Trade>(message));
        yield return model.Codec("by hand", ByHand.Write, read: null, isSame: true);
#if MESSAGEPACK
        yield return model.Codec("messagepack", value => V3.Serialize(value), message => V3.Deserialize<Trade>(message), isSame: true);
#endif
    }

    private static IEnumerable<Case> Structs()
    {
        var random = new Random(20261130);
        var model = new Model<Point[]>(Rows(() => Plain.Point(random)), value => Ours.Serialize(value));
        yield return model.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<Point[]>(message));
#if MESSAGEPACK
        yield return model.Codec("messagepack", value => V3.Serialize(value), message => V3.Deserialize<Point[]>(message), isSame: true);
#endif
    }

    // Writing into a buffer writer, which is cleared before each message.
    private static IEnumerable<Case> DoublesToBuffer()
    {
        var random = new Random(20261131);
        var model = new Model<double[]>(Rows(random.NextDouble), value => Ours.Serialize(value));
        yield return model.Writing("hayapack", (buffer, value) => Ours.Serialize(buffer, value));
#if MESSAGEPACK
        yield return model.Writing("messagepack", (buffer, value) => V3.Serialize(buffer, value));
#endif
    }

    private static IEnumerable<Case> BooleansToBuffer()
    {
        var random = new Random(20261131);
        var model = new Model<bool[]>(Rows(() => random.Next(2) == 0), value => Ours.Serialize(value));
        yield return model.Writing("hayapack", (buffer, value) => Ours.Serialize(buffer, value));
#if MESSAGEPACK
        yield return model.Writing("messagepack", (buffer, value) => V3.Serialize(buffer, value));
#endif
    }

    private static IEnumerable<Case> FloatsToBuffer()
    {
        var random = new Random(20261131);
        var model = new Model<float[]>(Rows(random.NextSingle), value => Ours.Serialize(value));
        yield return model.Writing("hayapack", (buffer, value) => Ours.Serialize(buffer, value));
#if MESSAGEPACK
        yield return model.Writing("messagepack", (buffer, value) => V3.Serialize(buffer, value));
#endif
    }

    private static IEnumerable<Case> RecordToBuffer()
    {
        var random = new Random(20261131);
        var model = new Model<Trade>(Plain.Array(Length, () => Plain.Trade(random)), value => Ours.Serialize(value));
        yield return model.Writing("hayapack", (buffer, value) => Ours.Serialize(buffer, value));
        yield return model.Writing("by hand", ByHand.Write);
#if MESSAGEPACK
        yield return model.Writing("messagepack", (buffer, value) => V3.Serialize(buffer, value));
#endif
    }

    private static IEnumerable<Case> RecordsToBuffer()
    {
        var random = new Random(20261131);
        var model = new Model<List<Trade>>(Lists(random), value => Ours.Serialize(value));
        yield return model.Writing("hayapack", (buffer, value) => Ours.Serialize(buffer, value));
#if MESSAGEPACK
        yield return model.Writing("messagepack", (buffer, value) => V3.Serialize(buffer, value));
#endif
    }

    // Reading messages in three segments of about the same size.
    private static IEnumerable<Case> RecordsInSegments()
    {
        var random = new Random(20261132);
        var model = new Model<List<Trade>>(Lists(random), value => Ours.Serialize(value));
        yield return model.Reading("hayapack", message => Ours.Deserialize<List<Trade>>(message));
#if MESSAGEPACK
        yield return model.Reading("messagepack", message => V3.Deserialize<List<Trade>>(message));
#endif
    }

    private static IEnumerable<Case> RecordInSegments()
    {
        var random = new Random(20261132);
        var model = new Model<Trade>(Plain.Array(Length, () => Plain.Trade(random)), value => Ours.Serialize(value));
        yield return model.Reading("hayapack", message => Ours.Deserialize<Trade>(message));
#if MESSAGEPACK
        yield return model.Reading("messagepack", message => V3.Deserialize<Trade>(message));
#endif
    }

    private static IEnumerable<Case> LongsInSegments()
    {
        var random = new Random(20261132);
        var model = new Model<long[]>(Rows(() => Mixed(random)), value => Ours.Serialize(value));
        yield return model.Reading("hayapack", message => Ours.Deserialize<long[]>(message));
#if MESSAGEPACK
        yield return model.Reading("messagepack", message => V3.Deserialize<long[]>(message));
#endif
    }

    private static long Mixed(Random random) => (random.NextInt64() >> random.Next(63)) * (random.Next(2) == 0 ? 1 : -1);

    private static Guid Identifier(Random random, byte[] bytes)
    {
        random.NextBytes(bytes);
        return new Guid(bytes);
    }

    private static List<Trade>[] Lists(Random random) => Many(() => Plain.Array(Entries, () => Plain.Trade(random)).ToList());

    private static T[][] Rows<T>(Func<T> next) => Many(() => Plain.Array(Length, next));

    private static T[] Many<T>(Func<T> next) => Plain.Array(Count, next);
}
