using System.Buffers;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Dynamic;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Hayapack.Fuzz;

/// <summary>
/// Deserializes an input as various types. Each call must return a value or throw MessagePackSerializationException with a
/// path, with the same result for an input in one segment and in several.
/// </summary>
internal static class Typed
{
    private static readonly Target[] Targets =
    [
        Into<int>, Into<ulong>, Into<double>, Into<string>, Into<byte[]>, Into<int[]>, Into<double[]>, Into<List<string>>,
        Into<DateTime>, Into<DateTimeOffset>, Into<Guid>, Into<decimal>, Into<bool?>, Into<Int128>, Into<int[,]>, Into<object[,,]>,
        Into<BitArray>, Into<ExpandoObject>, Into<Hashtable>, Into<Dictionary<string, object>>, Into<Dictionary<int, List<double>>>,
        Into<(int, string)>, Into<Tuple<object, object>>, Into<HashSet<long>>, Into<ILookup<string, int>>, Into<Uri>, Into<DayOfWeek>,
        Into<ReadOnlySequence<byte>>, Into<Node>, Into<Node>, Into<Record>, Into<Record>, Into<IShape>, Into<Lazy<int[]>>,
        Into<PriorityQueue<int, int>>, Into<System.Numerics.BigInteger>, Into<System.Numerics.Vector3>, Into<Stack<object>>,
        Into<object>, Into<MessagePackValue>, Into<TypedValue>, Into<Dictionary<object, object>>, Into<HashSet<object>>, Into<IDictionary>,
        Into<Dictionary<Uri, int>>, Into<HashSet<Uri>>, Into<Dictionary<Version, object>>, Into<HashSet<System.Numerics.BigInteger>>,
        Into<HashSet<decimal>>, Into<HashSet<double>>, Into<HashSet<byte[]>>, Into<Dictionary<DateTime, int>>, Into<Dictionary<Guid, int>>,
        Into<FrozenDictionary<string, object>>, Into<FrozenSet<string>>, Into<ConcurrentDictionary<string, int>>, Into<ImmutableHashSet<int>>,
        Into<ImmutableDictionary<string, object>>, Into<OrderedDictionary<string, int>>, Into<SortedDictionary<int, object>>,
        Into<SortedList<int, int>>, Into<ImmutableSortedSet<long>>, Into<System.Collections.Specialized.OrderedDictionary>,
        Into<System.Collections.Specialized.ListDictionary>, Into<Dictionary<(int, int), int>>,
        Into<Own.LongMap>, Into<Own.LongSet>, Into<Own.RefusedMap>, Into<Own.Headers>, Into<Own.Tree>, Into<Own.Items>, Into<Own.Numbers>,
        Into<Own.Untyped>, Into<Own.ShortTree>, Into<Own.Links>, Into<Own.RefusedLinks>, Into<Own.Table>, Into<Own.Snapshot>,
        Into<Own.ReadOnly>, Into<Own.Sequence>, Into<Own.RefusedConcurrent>, Into<Own.Holder>, Into<Own.Holder>,
        Into<Dictionary<Own.Point, int>>, Into<HashSet<Own.Point>>, Into<Dictionary<Uri, Lazy<int>>>, Into<Lazy<Uri>>,
        Into<Lazy<object>>, Into<Lazy<Lazy<string>>>, AsJson<JsonElement>, AsJson<JsonElement[]>, AsJson<JsonNode>,
        AsJson<Dictionary<string, JsonNode>>, Into<System.Net.IPAddress>, Into<System.Net.IPEndPoint>, Into<System.Globalization.CultureInfo>,
        Into<System.Text.Encoding>, Into<nint[]>, Into<Range>, Into<Index[]>, Into<Choice>, Into<Choice[]>, Into<Tagged>, Into<List<Tagged>>, Into<Animal>, Into<List<Animal>>, Into<List<Lazy<Record>>>, Typeless, Typeless,
        RunTimeTypes, RunTimeTypes, Streams, FromJson<Record>, FromJson<Node>, FromJson<byte[][]>, FromJson<Dictionary<int, DateTime>>,
        FromJson<Dictionary<double, object>>, FromJson<object>,
    ];

    /// <summary>Reads a message as a type, alone and in segments, and compares the results.</summary>
    internal delegate void Target(byte[] input, ReadOnlySequence<byte> split, Action<string?, string?, string> expect);

    internal static void Check(byte[] input, ReadOnlySequence<byte> split, Mutator random, Action<string?, string?, string> expect) =>
        Targets[random.Below(Targets.Length)](input, split, expect);

    internal static void Into<T>(byte[] input, ReadOnlySequence<byte> split, Action<string?, string?, string> expect) => Compare(
        input, split, static bytes => MessagePackSerializer.Deserialize<T>(bytes), static value => MessagePackSerializer.Serialize(value), typeof(T).Name, expect);

    internal static void Typeless(byte[] input, ReadOnlySequence<byte> split, Action<string?, string?, string> expect) => Compare(
        input, split, static bytes => MessagePackSerializer.Typeless.Deserialize(bytes), static value => MessagePackSerializer.Typeless.Serialize(value), nameof(Typeless), expect);

    /// <summary>Collections of classes without a formatter are written as arrays and dictionaries of the same elements.</summary>
    internal static void RunTimeTypes(byte[] input, ReadOnlySequence<byte> split, Action<string?, string?, string> expect)
    {
        object? value = null;
        if (Fault(() => value = MessagePackSerializer.Deserialize<object>(input)) is null)
        {
            expect(Written(() => MessagePackSerializer.Serialize(value)), Written(() => MessagePackSerializer.Serialize(Hidden(value))), nameof(RunTimeTypes));
        }
    }

    private static object? Hidden(object? value) => value switch
    {
        object?[] items => items.Select(Hidden),
        Dictionary<object, object?> map => new HiddenMap(map.Select(pair => KeyValuePair.Create(pair.Key, Hidden(pair.Value))).ToArray()),
        _ => value,
    };

    /// <summary>A stream gets the same bytes, or nothing or the first of them if there is an error, whatever the threshold.</summary>
    internal static void Streams(byte[] input, ReadOnlySequence<byte> split, Action<string?, string?, string> expect)
    {
        object? value = null;
        if (Fault(() => value = MessagePackSerializer.Deserialize<object>(split)) is null)
        {
            var stream = new MemoryStream();
            MessagePackSerializerOptions options = MessagePackSerializerOptions.Standard.WithStreamFlushThreshold(input.Length % 3);
            string whole = Written(() => MessagePackSerializer.Serialize(value));
            string streamed = Written(() =>
            {
                MessagePackSerializer.Serialize(stream, value, options);
                return stream.ToArray();
            });
            expect(whole, streamed, nameof(Streams));
        }
    }

    /// <summary>JSON of any message is read, or refused with a name and a path.</summary>
    internal static void FromJson<T>(byte[] input, ReadOnlySequence<byte> split, Action<string?, string?, string> expect)
    {
        string json = "";
        if (Fault(() => json = MessagePackSerializer.ConvertToJson(input)) is null)
        {
            T? value = default;
            string? fault = Fault(() => value = MessagePackSerializer.DeserializeFromJson<T>(json));
            expect(fault, Fault(() => MessagePackSerializer.DeserializeFromJson<T>(json)), "from JSON");
            if (fault is null)
            {
                _ = MessagePackSerializer.Serialize(value);
            }
        }
    }

    /// <summary>JSON's types: what is read is written, and read again. Whole floats become integers in JSON, so the bytes may differ.</summary>
    internal static void AsJson<T>(byte[] input, ReadOnlySequence<byte> split, Action<string?, string?, string> expect)
    {
        T? value = default;
        string? fault = Fault(() => value = MessagePackSerializer.Deserialize<T>(input));
        expect(fault, Fault(() => MessagePackSerializer.Deserialize<T>(split)), typeof(T).Name);
        if (fault is null)
        {
            expect(null, Fault(() => MessagePackSerializer.Deserialize<T>(MessagePackSerializer.Serialize(value))), typeof(T).Name + " written");
        }
    }

    private static string Written(Func<byte[]> write)
    {
        try
        {
            return Convert.ToHexString(write());
        }
        catch (MessagePackSerializationException fault)
        {
            return fault.ErrorName;
        }
    }

    /// <summary>
    /// Reads the input in one segment and in several, writes what was read, reads that and writes it again. The bytes
    /// written have the same length each time; their order can differ in collections that are ordered by hash.
    /// </summary>
    private static void Compare<T>(
        byte[] input, ReadOnlySequence<byte> split, Func<ReadOnlySequence<byte>, T> read, Func<T, byte[]> write, string name, Action<string?, string?, string> expect)
    {
        string? Pass(ReadOnlySequence<byte> bytes, out byte[]? written)
        {
            T? value = default;
            written = null;
            string? fault = Fault(() => value = read(bytes));
            written = fault is null ? write(value!) : null;
            return fault;
        }

        string? fault = Pass(new ReadOnlySequence<byte>(input), out byte[]? one);
        expect(fault, Pass(split, out byte[]? other), name);
        if (fault is null)
        {
            expect($"{one!.Length} bytes", $"{other!.Length} bytes", name + " in segments, written");
            string? back = Pass(new ReadOnlySequence<byte>(one), out byte[]? again);

            // A nil key of an untyped map becomes Nil, which a Dictionary<object, object> by name can't be read with.
            if (back?.StartsWith("invalid_key ", StringComparison.Ordinal) != true || name != nameof(Typeless))
            {
                expect(null, back, name + " written");
                expect($"{one.Length} bytes", $"{again!.Length} bytes", name + " written twice");
            }
        }
    }

    private static string? Fault(Func<object?> read)
    {
        try
        {
            read();
            return null;
        }
        catch (MessagePackSerializationException fault) when (Differential.IsOfInput(fault))
        {
            return Differential.Describe(fault);
        }
    }
}

/// <summary>A dictionary that keeps its order and has no formatter.</summary>
internal sealed class HiddenMap(KeyValuePair<object, object?>[] entries) : IReadOnlyDictionary<object, object?>
{
    public IEnumerable<object> Keys => entries.Select(entry => entry.Key);

    public IEnumerable<object?> Values => entries.Select(entry => entry.Value);

    public int Count => entries.Length;

    public object? this[object key] => throw new NotSupportedException();

    public bool ContainsKey(object key) => throw new NotSupportedException();

    public bool TryGetValue(object key, out object? value) => throw new NotSupportedException();

    public IEnumerator<KeyValuePair<object, object?>> GetEnumerator() => entries.AsEnumerable().GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}

/// <summary>An object with integer keys that contains others of its type.</summary>
[MessagePackObject]
public class Node
{
    /// <summary>Gets or sets a number.</summary>
    [Key(0)]
    public int Id { get; set; }

    /// <summary>Gets or sets objects of the same type.</summary>
    [Key(1)]
    public List<Node>? Children { get; set; }

    /// <summary>Gets or sets a string.</summary>
    [Key(3)]
    public string? Name { get; set; }
}

/// <summary>An object with string keys that occur in the vectors.</summary>
[MessagePackObject(true)]
public record Record(object? A, int B = 1)
{
    /// <summary>Gets or sets a map.</summary>
    [Key("a")]
    public Dictionary<string, Record?>? Inner { get; set; }
}

/// <summary>A union of two types.</summary>
[Union(0, typeof(Circle))]
[Union(1, typeof(Square))]
public interface IShape;

/// <summary>The first type of the union.</summary>
[MessagePackObject]
public class Circle : IShape
{
    /// <summary>Gets or sets a length.</summary>
    [Key(0)]
    public double Radius { get; set; }
}

/// <summary>The second type of the union.</summary>
[MessagePackObject]
public class Square : IShape
{
    /// <summary>Gets or sets a nested union.</summary>
    [Key(0)]
    public IShape? Inner { get; set; }
}
