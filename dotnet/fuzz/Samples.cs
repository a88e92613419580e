using System.Net;
using System.Numerics;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Hayapack.Fuzz;

/// <summary>
/// Messages that fit the types of <see cref="Typed"/>: changes to the shared vectors alone almost never give, for example,
/// two entries with Uri keys.
/// </summary>
internal static class Samples
{
    private static readonly (byte[] Message, Typed.Target Target)[] All = [.. Values()];

    /// <summary>Reads a sample, changed or not, as its type or another one.</summary>
    internal static void Check(Mutator random, Action<string?, string?, string> expect)
    {
        (byte[] sample, Typed.Target target) = All[random.Below(All.Length)];
        sample = random.Replaced(sample, random.Below(3));
        if (random.Below(8) == 0)
        {
            sample = random.Changed(sample, 1 + random.Below(2));
        }

        try
        {
            if (random.Below(16) == 0)
            {
                Typed.Check(sample, Differential.Split(sample, random), random, expect);
            }
            else
            {
                target(sample, Differential.Split(sample, random), expect);
            }
        }
        catch (Exception exception)
        {
            throw new InvalidOperationException("changed sample " + Convert.ToHexString(sample), exception);
        }
    }

    /// <summary>Returns a value as a message that is read as its declared type.</summary>
    private static (byte[] Message, Typed.Target Target) Of<T>(T value) => (MessagePackSerializer.Serialize(value), Typed.Into<T>);

    private static IEnumerable<(byte[] Message, Typed.Target Target)> Values()
    {
        Uri[] uris = [new("http://h/?0"), new("http://h/?1"), new("b", UriKind.Relative), new("", UriKind.Relative)];
        yield return Of<int[]>([1, 2, 3, 300, 70_000, -1, int.MinValue]);
        yield return Of<double[]>([1.5, double.NaN, -0.0]);
        yield return Of(uris);
        yield return Of(uris.ToHashSet());
        yield return Of((1, "a"));
        yield return Of<object?[]>([2, null, "a", 1.5, new[] { "b" }]);
        yield return Of(Enumerable.Range(0, 40).ToHashSet());
        yield return Of(Enumerable.Range(0, 20).ToDictionary(key => key, key => key * 1000));
        yield return Of(new Own.LongMap { [1L << 32] = 1, [-1] = 2, [1] = 3 });
        yield return Of(new Own.Tree { [2] = "b", [1] = "a" });
        yield return Of(new Dictionary<int, List<double>> { [2] = [1.5], [1] = [] });
        yield return Of(uris.ToDictionary(key => key, key => key.OriginalString.Length));
        yield return Of(new Own.Snapshot(uris.ToDictionary(key => key, key => (object)new object[] { key.OriginalString })));
        yield return Of(uris.ToDictionary(key => key, key => new Lazy<int>(key.OriginalString.Length)));
        yield return Of(new[] { "a", "bb", "cc" }.ToLookup(text => text, text => text.Length));
        yield return Of(new Dictionary<Guid, int> { [new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)] = 1, [Guid.Empty] = 2 });
        yield return Of(new Dictionary<Version, object> { [new(1, 2)] = 1, [new(1, 2, 3)] = "a" });
        yield return Of(new Dictionary<DateTime, int> { [DateTime.UnixEpoch] = 1, [DateTime.UnixEpoch.AddTicks(1)] = 2 });
        yield return Of(new Dictionary<(int, int), int> { [(1, 2)] = 3, [(2, 1)] = 4 });
        yield return Of(new Dictionary<Own.Point, int> { [new(1, 2)] = 3 });
        yield return Of(new HashSet<Own.Point> { new(1, 2), new(2, 1) });
        yield return Of(new HashSet<decimal> { 1.5m, 79228162514264337593543950335m });
        yield return Of(new HashSet<byte[]> { new byte[] { 1, 2 }, Array.Empty<byte>() });
        yield return Of(new HashSet<BigInteger> { 1, BigInteger.Pow(-10, 40) });
        yield return Of(Guid.Empty);
        yield return Of(1.5m);
        yield return Of(Int128.MinValue);
        yield return Of(uris[0]);
        yield return Of(DateTimeOffset.UnixEpoch);
        yield return Of(new int[2, 2] { { 1, 2 }, { 3, 4 } });
        yield return Of(new object[1, 2, 1]);
        yield return Of(new Vector3(1, 2, 3));
        yield return Of(new Node { Id = 1, Children = [new() { Id = 2, Name = "b" }, new()], Name = "a" });
        yield return Of(new Record(1) { Inner = new() { ["a"] = new(null, 3) } });
        yield return Of<List<Choice>>([new(1), new("a"), new([new(2), default]), new(new Record(1))]);
        yield return Of(new Tagged([new(1), new(2L), default]));
        yield return Of<List<Animal>>([new() { Legs = 4 }, new Cat { Legs = 4, Name = "a", Others = [null, new Cat()] }]);
        yield return Of(IPAddress.Loopback);
        yield return Of(new IPEndPoint(IPAddress.IPv6Loopback, 80));
        yield return Of(Encoding.UTF8);
        yield return Of(1..^2);
        yield return Of<IShape>(new Square { Inner = new Circle { Radius = 1.5 } });
        yield return Of(new Own.Holder
        {
            Map = new() { [1] = 2 },
            Numbers = new([1, 2]),
            Inner = new(new Own.Holder { Numbers = new([]) }),
        });

        byte[] tree = MessagePackSerializer.Serialize(new Dictionary<string, object?>
        {
            ["a"] = new object?[] { 1, -1.5, null, true, "b", new byte[] { 1 }, DateTime.UnixEpoch },
            ["A"] = new Dictionary<string, object> { ["B"] = 300, ["a"] = new Dictionary<string, object>() },
        });
        foreach (Typed.Target target in new Typed.Target[]
        {
            Typed.AsJson<JsonElement>, Typed.AsJson<JsonNode>, Typed.AsJson<Dictionary<string, JsonNode>>, Typed.FromJson<Record>,
            Typed.FromJson<object>, Typed.RunTimeTypes, Typed.Streams, Typed.Typeless,
        })
        {
            yield return (tree, target);
        }

        yield return (MessagePackSerializer.Serialize(new[] { new byte[] { 1, 2 }, [] }), Typed.FromJson<byte[][]>);
        yield return (MessagePackSerializer.Serialize(new Dictionary<int, DateTime> { [2] = DateTime.UnixEpoch }), Typed.FromJson<Dictionary<int, DateTime>>);
        yield return (MessagePackSerializer.Serialize(new Dictionary<double, object> { [1.5] = 1 }), Typed.FromJson<Dictionary<double, object>>);
    }
}
