using System.Buffers;

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

    public static IEnumerable<Case> All() =>
        Numbers().Concat(Times()).Concat(new[] { "latin", "accents", "cyrillic", "japanese" }.SelectMany(Texts)).Concat(Records()).Concat(Outputs()).Concat(Inputs());

    // The lambdas are written out for each type: see Case<TValue, TMessage>.
    private static IEnumerable<Case> Numbers()
    {
        var random = new Random(20261127);
        var booleans = new Model<bool[]>("bool[1000]", Rows(() => random.Next(2) == 0), value => Ours.Serialize(value));
        yield return booleans.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<bool[]>(message));
        yield return booleans.Minimum(value => Ours.Serialize(value), value => value.AsSpan().ToArray());
        var floats = new Model<float[]>("float[1000]", Rows(() => (random.NextSingle() * 2000) - 1000), value => Ours.Serialize(value));
        yield return floats.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<float[]>(message));
        yield return floats.Minimum(value => Ours.Serialize(value), value => value.AsSpan().ToArray());
        var small = new Model<long[]>("long[1000], small", Rows(() => (long)random.Next(101)), value => Ours.Serialize(value));
        yield return small.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<long[]>(message));
        yield return small.Minimum(value => Ours.Serialize(value), value => value.AsSpan().ToArray());
        var mixed = new Model<long[]>("long[1000], mixed", Rows(() => Mixed(random)), value => Ours.Serialize(value));
        yield return mixed.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<long[]>(message));
        yield return mixed.Minimum(value => Ours.Serialize(value), value => value.AsSpan().ToArray());
        var large = new Model<long[]>("long[1000], large", Rows(() => random.NextInt64(long.MinValue, long.MaxValue)), value => Ours.Serialize(value));
        yield return large.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<long[]>(message));
        yield return large.Minimum(value => Ours.Serialize(value), value => value.AsSpan().ToArray());
#if MESSAGEPACK
        yield return booleans.Codec("v3", value => V3.Serialize(value), message => V3.Deserialize<bool[]>(message), isSame: true);
        yield return floats.Codec("v3", value => V3.Serialize(value), message => V3.Deserialize<float[]>(message), isSame: true);
        yield return small.Codec("v3", value => V3.Serialize(value), message => V3.Deserialize<long[]>(message), isSame: true);
        yield return mixed.Codec("v3", value => V3.Serialize(value), message => V3.Deserialize<long[]>(message), isSame: true);
        yield return large.Codec("v3", value => V3.Serialize(value), message => V3.Deserialize<long[]>(message), isSame: true);
#endif
    }

    private static IEnumerable<Case> Times()
    {
        var random = new Random(20261128);
        var times = new Model<DateTime[]>("DateTime[1000]", Rows(() => Plain.Time(random)), value => Ours.Serialize(value));
        yield return times.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<DateTime[]>(message));
        yield return times.Minimum(value => Ours.Serialize(value), value => value.AsSpan().ToArray());
        var bytes = new byte[16];
        var ids = new Model<Guid[]>("Guid[1000]", Rows(() => Identifier(random, bytes)), value => Ours.Serialize(value));
        yield return ids.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<Guid[]>(message));
        yield return ids.Minimum(value => Ours.Serialize(value), value => value.AsSpan().ToArray());
#if MESSAGEPACK
        yield return times.Codec("v3", value => V3.Serialize(value), message => V3.Deserialize<DateTime[]>(message), isSame: true);
        yield return ids.Codec("v3", value => V3.Serialize(value), message => V3.Deserialize<Guid[]>(message), isSame: true);
#endif
    }

    private static IEnumerable<Case> Texts(string script)
    {
        var random = new Random(20261129);
        var model = new Model<string[]>($"string[{Entries}], {script}", Many(() => Plain.Texts(random, script, Entries)), value => Ours.Serialize(value));
        yield return model.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<string[]>(message));
        yield return model.Minimum(value => Ours.Serialize(value), value => Array.ConvertAll(value, text => new string(text.AsSpan())));
        if (script == "latin")
        {
            yield return model.Codec("hand", ByHand.Write, read: null, isSame: true);
        }

#if MESSAGEPACK
        yield return model.Codec("v3", value => V3.Serialize(value), message => V3.Deserialize<string[]>(message), isSame: true);
#endif
    }

    private static IEnumerable<Case> Records()
    {
        var random = new Random(20261130);
        var names = Enumerable.Range(0, Entries).Select(i => $"key {i * 7919}").ToArray();
        var numbers = new Model<Dictionary<string, int>>(
            $"Dictionary<string, int> of {Entries}", Many(() => names.ToDictionary(name => name, _ => random.Next(100_000))), value => Ours.Serialize(value));
        yield return numbers.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<Dictionary<string, int>>(message));
        yield return numbers.Codec("hand", ByHand.Write, read: null, isSame: true);
        var byNumber = new Model<Dictionary<int, Trade>>(
            $"Dictionary<int, record> of {Entries}", Many(() => Enumerable.Range(0, Entries).ToDictionary(i => i * 31, _ => Plain.Trade(random))), value => Ours.Serialize(value));
        yield return byNumber.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<Dictionary<int, Trade>>(message));
        var list = new Model<List<Trade>>($"List<record> of {Entries}", Many(() => Plain.Array(Entries, () => Plain.Trade(random)).ToList()), value => Ours.Serialize(value));
        yield return list.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<List<Trade>>(message));
        yield return list.Codec("hand", ByHand.Write, read: null, isSame: true);
        var one = new Model<Trade>("one record", Plain.Array(Length, () => Plain.Trade(random)), value => Ours.Serialize(value));
        yield return one.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<Trade>(message));
        yield return one.Codec("hand", ByHand.Write, read: null, isSame: true);
        var structs = new Model<Point[]>($"struct[{Length}]", Rows(() => Plain.Point(random)), value => Ours.Serialize(value));
        yield return structs.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<Point[]>(message));
#if MESSAGEPACK
        yield return numbers.Codec("v3", value => V3.Serialize(value), message => V3.Deserialize<Dictionary<string, int>>(message), isSame: true);
        yield return byNumber.Codec("v3", value => V3.Serialize(value), message => V3.Deserialize<Dictionary<int, Trade>>(message), isSame: true);
        yield return list.Codec("v3", value => V3.Serialize(value), message => V3.Deserialize<List<Trade>>(message), isSame: true);
        yield return one.Codec("v3", value => V3.Serialize(value), message => V3.Deserialize<Trade>(message), isSame: true);
        yield return structs.Codec("v3", value => V3.Serialize(value), message => V3.Deserialize<Point[]>(message), isSame: true);
#endif
    }

    /// <summary>Writing into a buffer writer, which is cleared before each message.</summary>
    private static IEnumerable<Case> Outputs()
    {
        var random = new Random(20261131);
        var doubles = new Model<double[]>("double[1000] to IBufferWriter", Rows(() => random.NextDouble()), value => Ours.Serialize(value));
        yield return doubles.Writing("hayapack", (buffer, value) => Ours.Serialize(buffer, value));
        var booleans = new Model<bool[]>("bool[1000] to IBufferWriter", Rows(() => random.Next(2) == 0), value => Ours.Serialize(value));
        yield return booleans.Writing("hayapack", (buffer, value) => Ours.Serialize(buffer, value));
        var floats = new Model<float[]>("float[1000] to IBufferWriter", Rows(() => random.NextSingle()), value => Ours.Serialize(value));
        yield return floats.Writing("hayapack", (buffer, value) => Ours.Serialize(buffer, value));
        var one = new Model<Trade>("one record to IBufferWriter", Plain.Array(Length, () => Plain.Trade(random)), value => Ours.Serialize(value));
        yield return one.Writing("hayapack", (buffer, value) => Ours.Serialize(buffer, value));
        yield return one.Writing("hand", ByHand.Write);
        var list = new Model<List<Trade>>($"List<record> of {Entries} to IBufferWriter", Many(() => Plain.Array(Entries, () => Plain.Trade(random)).ToList()), value => Ours.Serialize(value));
        yield return list.Writing("hayapack", (buffer, value) => Ours.Serialize(buffer, value));
#if MESSAGEPACK
        yield return doubles.Writing("v3", (buffer, value) => V3.Serialize(buffer, value));
        yield return booleans.Writing("v3", (buffer, value) => V3.Serialize(buffer, value));
        yield return floats.Writing("v3", (buffer, value) => V3.Serialize(buffer, value));
        yield return one.Writing("v3", (buffer, value) => V3.Serialize(buffer, value));
        yield return list.Writing("v3", (buffer, value) => V3.Serialize(buffer, value));
#endif
    }

    /// <summary>Reading messages in three segments of about the same size.</summary>
    private static IEnumerable<Case> Inputs()
    {
        var random = new Random(20261132);
        var list = new Model<List<Trade>>($"List<record> of {Entries} in 3 segments", Many(() => Plain.Array(Entries, () => Plain.Trade(random)).ToList()), value => Ours.Serialize(value));
        yield return list.Reading("hayapack", message => Ours.Deserialize<List<Trade>>(message));
        var one = new Model<Trade>("one record in 3 segments", Plain.Array(Length, () => Plain.Trade(random)), value => Ours.Serialize(value));
        yield return one.Reading("hayapack", message => Ours.Deserialize<Trade>(message));
        var longs = new Model<long[]>("long[1000], mixed, in 3 segments", Rows(() => Mixed(random)), value => Ours.Serialize(value));
        yield return longs.Reading("hayapack", message => Ours.Deserialize<long[]>(message));
#if MESSAGEPACK
        yield return list.Reading("v3", message => V3.Deserialize<List<Trade>>(message));
        yield return one.Reading("v3", message => V3.Deserialize<Trade>(message));
        yield return longs.Reading("v3", message => V3.Deserialize<long[]>(message));
#endif
    }

    private static long Mixed(Random random) => (random.NextInt64() >> random.Next(63)) * (random.Next(2) == 0 ? 1 : -1);

    private static Guid Identifier(Random random, byte[] bytes)
    {
        random.NextBytes(bytes);
        return new Guid(bytes);
    }

    private static T[][] Rows<T>(Func<T> next) => Many(() => Plain.Array(Length, next));

    private static T[] Many<T>(Func<T> next) => Plain.Array(Count, next);
}
