using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Globalization;
using System.Net;
using System.Numerics;
using System.Reflection;
using System.Runtime.Loader;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Hayapack.Registry;
using Hayapack.Resolvers;
using Xunit;

namespace Hayapack.Tests;

/// <summary>The encodings of built-in types, written by hand from the table of MessagePack-CSharp v3's formats.</summary>
public class BuiltinTypeTests
{
    public enum Color : byte
    {
        Red = 1,
        Green = 200,
    }

    [Fact]
    public void EachIsLookedUpByItsNamespace()
    {
        Type[] types = [.. BuiltinFormatters.Types()];
        Assert.True(types.Length > 50);
        Assert.All(types, type => Assert.True(StandardLookup.CanBeBuiltIn(type), type.FullName));
        Assert.All(types.Where(type => type.IsValueType), type => Assert.True(StandardLookup.CanBeBuiltIn(type.MakeArrayType()), type.FullName));
    }

    /// <summary>
    /// The first call of a program may be one with a <see cref="Type"/>, also of a program without reflection: in a new copy of the
    /// library, options alone make the built-in types known.
    /// </summary>
    [Fact]
    public void AreKnownByTypeBeforeAnyFormatterIsUsed()
    {
        var context = new AssemblyLoadContext("new copy", isCollectible: true);
        Assembly copy = context.LoadFromAssemblyPath(typeof(MessagePackSerializer).Assembly.Location);
        Type options = copy.GetType(typeof(MessagePackSerializerOptions).FullName!)!;
        MethodInfo find = copy.GetType(typeof(TypeRegistry).FullName!)!.GetMethod(nameof(TypeRegistry.Find), BindingFlags.NonPublic | BindingFlags.Static)!;
        Assert.NotNull(options.GetProperty(nameof(MessagePackSerializerOptions.Standard))!.GetValue(null));
        Assert.All(
            [typeof(int), typeof(string), typeof(Guid?), typeof(object), typeof(IPAddress)],
            type => Assert.NotNull(find.Invoke(null, [type])));
        context.Unload();
    }

    [Fact]
    public void Scalars()
    {
        Check('A', "41");
        Check(Color.Green, "CCC8");
        Check(new DateOnly(1, 1, 3), "02");
        Check(new TimeOnly(0, 0, 0, 1), "CD2710");
        Check(TimeSpan.FromTicks(-1), "FF");
        Check((Half)1.5f, "CA3FC00000");
        Check(new Rune('é'), "CCE9");
        Check(1.10m, "A4312E3130");
        Check(decimal.MinValue, "BE" + Convert.ToHexString(Encoding.ASCII.GetBytes("-79228162514264337593543950335")));
        Check(Guid.Empty, "D924" + Convert.ToHexString(Encoding.ASCII.GetBytes("00000000-0000-0000-0000-000000000000")));
        Check(new Uri("http://a/b?c#d"), "AE" + Convert.ToHexString("http://a/b?c#d"u8));
        Check(new Version(1, 2, 3), "A5312E322E33");
        Check(new BigInteger(-2), "C401FE");
        Check((Int128)(-1), "C410" + new string('F', 32));
        Check(UInt128.One, "C41001" + new string('0', 30));
        Check(new Complex(1, 2), "92CB3FF0000000000000CB4000000000000000");
        Check(new Vector2(1, 2), "92CA3F800000CA40000000");
        Check(new DateTime(1970, 1, 1, 0, 0, 1, DateTimeKind.Utc), "D6FF00000001");
        Check(new DateTimeOffset(1970, 1, 1, 1, 0, 0, TimeSpan.FromHours(1)), "92D6FF00000E103C");
        Check((int?)null, "C0");
        Check((int?)5, "05");
        Check(Nil.Default, "C0");
        Check(new byte[] { 1, 2 }, "C4020102");
        Check(new List<byte> { 1, 200 }, "9201CCC8");
        Check(new ReadOnlyMemory<byte>([7]).ToArray(), "C40107");
    }

    /// <summary>Types that MessagePack-CSharp has no formatter for.</summary>
    [Fact]
    public void SmallTypesOfDotNet()
    {
        Check((nint)(-2), "FE");
        Check((nuint)200, "CCC8");
        Check((nint?)null, "C0");
        Check(IPAddress.Parse("10.0.0.1"), "A831302E302E302E31");
        Check(IPAddress.IPv6Loopback, "A33A3A31");
        Check(IPEndPoint.Parse("[::1]:80"), "A85B3A3A315D3A3830");
        Check(new IPEndPoint(IPAddress.Parse("10.0.0.1"), 80), "AB31302E302E302E313A3830");
        Check(CultureInfo.InvariantCulture, "A0");
        Check<Encoding>(Encoding.UTF8, "A57574662D38");
        Check(TimeZoneInfo.Utc, "A3555443");
        Check<Index>(3, "A133");
        Check<Index?>(^0, "A25E30");
        Check(1..^2, "A5312E2E5E32");
        Check(Range.All, "A5302E2E5E30");
        foreach ((Type type, string hex) in new[]
        {
            (typeof(IPAddress), "A3302E31"), (typeof(IPAddress), "A9303137372E302E302E31"), (typeof(IPAddress), "A131"), (typeof(IPEndPoint), "A131"),
            (typeof(CultureInfo), "A3212121"), (typeof(Encoding), "A17E"), (typeof(Encoding), "A57574662D37"),
            (typeof(TimeZoneInfo), "AF2E2E2F2E2E2F6574632F706173737764"),
            (typeof(Index), "A0"), (typeof(Index), "A22D31"), (typeof(Index), "AA32313437343833363438"), (typeof(Range), "A131"), (typeof(Range), "A3312E2E"), (typeof(Range), "C0"),
        })
        {
            var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize(type, Convert.FromHexString(hex)));
            Assert.Equal((type, hex, MessagePackErrorNames.InvalidValue, "$"), (type, hex, fault.ErrorName, fault.Path));
        }
    }

    /// <summary>JSON's types are the values of their JSON, with every resolver and where no type is declared.</summary>
    [Fact]
    public void Json()
    {
        const string Text = "{\"a\":[1,-2.5,\"b\",true,null,{}]}";
        const string Hex = "81A1619601CBC004000000000000A162C3C080";
        JsonNode node = JsonNode.Parse(Text)!;
        using JsonDocument document = JsonDocument.Parse(Text);
        foreach (MessagePackSerializerOptions options in new[] { MessagePackSerializerOptions.Standard, Resolvers.ContractlessStandardResolver.Options })
        {
            Same(document.RootElement, Text, item => item.GetRawText());
            Same(document, Text, item => item.RootElement.GetRawText());
            Same(node, Text, item => item.ToJsonString());
            Same(node.AsObject(), Text, item => item.ToJsonString());
            Same<JsonElement?>(document.RootElement, Text, item => item!.Value.GetRawText());
            Assert.Equal(Hex, Convert.ToHexString(MessagePackSerializer.Serialize<object>(node, options)));
            Assert.Equal(Hex, Convert.ToHexString(MessagePackSerializer.Serialize<object>(document.RootElement, options)));
            Assert.Equal("C0", Convert.ToHexString(MessagePackSerializer.Serialize(default(JsonElement), options)));
            Assert.Equal("[1]", Read<JsonArray>("9101").ToJsonString());
            Assert.Equal(5, Read<JsonValue>("05").GetValue<int>());
            Assert.Equal(JsonValueKind.Null, Read<JsonElement>("C0").ValueKind);
            Assert.Equal("\"AQ==\"", Read<JsonElement>("C40101").GetRawText());
            Assert.Equal(JsonValueKind.Object, Read<Dictionary<string, JsonElement>>("81A16180")["a"].ValueKind);
            Assert.Equal((MessagePackErrorNames.UnexpectedType, 1L, "$[0]"), Fault<JsonArray[]>("9180"));
            Assert.Equal((MessagePackErrorNames.InvalidUtf8, 2L, "$[0][0]"), Fault<JsonElement[]>("9191A1FF"));
            Assert.Equal((MessagePackErrorNames.DuplicateKey, 1L, "$[0]"), Fault<JsonNode[]>("9182A16101A16102"));
            Assert.Equal(MessagePackErrorNames.TooDeep, Fault<JsonElement>(string.Concat(Enumerable.Repeat("91", 80)) + "00").Name);
            Assert.Equal(MessagePackErrorNames.Truncated, Fault<JsonElement>("92").Name);

            string deep = new string('[', 60) + new string(']', 60);
            using JsonDocument nested = JsonDocument.Parse(deep);
            MessagePackSerializer.Serialize(nested, options);
            Assert.Equal(
                MessagePackErrorNames.TooDeep,
                Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Serialize(new[] { new[] { new[] { new[] { new[] { nested } } } } }, options)).ErrorName);

            void Same<T>(T value, string text, Func<T, string> shown)
            {
                Assert.Equal(Hex, Convert.ToHexString(MessagePackSerializer.Serialize(value, options)));
                Assert.Equal(text, shown(Read<T>(Hex)));
            }

            T Read<T>(string hex) => MessagePackSerializer.Deserialize<T>(Convert.FromHexString(hex), options);

            (string Name, long Offset, string? Path) Fault<T>(string hex)
            {
                var fault = Assert.Throws<MessagePackSerializationException>(() => Read<T>(hex));
                return (fault.ErrorName, fault.Offset, fault.Path);
            }
        }
    }

    [Fact]
    public void BoxedIntegersHaveTheWidthOfTheirType()
    {
        Check<object>(1, "D200000001", 1);
        Check<object>((byte)1, "CC01", (byte)1);
        Check<object>((short)1, "D10001", (short)1);
        Check<object>(1UL, "CF0000000000000001", 1UL);
        Check<object>(Color.Red, "CC01", (byte)1);
        Assert.Equal("80", Hex(new object()));
        Assert.Equal("9101", Hex<object>(new[] { 1 }));
        Assert.Equal("91D200000001", Hex<object>(new object[] { 1 }));
    }

    [Fact]
    public void Collections()
    {
        Check(new[] { 1, 2 }, "920102");
        Check(new List<string> { "a" }, "91A161");
        Check(new LinkedList<int>([1, 2]), "920102");
        Check(new Queue<int>([1, 2]), "920102");
        Check(new Stack<int>([1, 2]), "920201");
        Check(new HashSet<int> { 1, 2 }, "920102");
        Check(new SortedSet<int> { 2, 1 }, "920102");
        Check(new ReadOnlyCollection<int>([1]), "9101");
        Check(new ObservableCollection<int>([1]), "9101");
        Check(new ConcurrentQueue<int>([1, 2]), "920102");
        Check(new ConcurrentStack<int>([1, 2]), "920201");
        Check<IList<int>>(new List<int> { 1 }, "9101");
        Check<IEnumerable<int>>(Enumerable.Range(1, 2), "920102");
        Check<IReadOnlyList<int>>(new[] { 1 }, "9101");
        Check<ISet<int>>(new HashSet<int> { 1 }, "9101");
        Check(ImmutableArray.Create(1), "9101");
        Check(ImmutableList.Create(1), "9101");
        Check(ImmutableStack.Create(1, 2), "920201");
        Check(new[] { 1 }.ToFrozenSet(), "9101");
        Check(new int[,] { { 1, 2 }, { 3, 4 } }, "93020294" + "01020304");
        Check(new int[1, 1, 2], "94010102920000");
        Check(new ArraySegment<int>([1, 2, 3], 1, 1), "9102");
        Check(new BitArray([true, false]), "92C3C2");
    }

    [Fact]
    public void MapsAndTuples()
    {
        Check(new Dictionary<string, int> { ["a"] = 1 }, "81A16101");
        Check(new SortedDictionary<int, string?> { [1] = null }, "8101C0");
        Check(new SortedList<int, int> { [1] = 2 }, "810102");
        Check(new ConcurrentDictionary<string, int>([KeyValuePair.Create("a", 1)]), "81A16101");
        Check<IReadOnlyDictionary<string, int>>(new Dictionary<string, int> { ["a"] = 1 }, "81A16101");
        Check(new OrderedDictionary<string, int> { ["z"] = 1, ["a"] = 2 }, "82A17A01A16102");
        Check(ImmutableDictionary<string, int>.Empty.Add("a", 1), "81A16101");
        Check(new Hashtable { ["a"] = "b" }, "81A161A162");
        Check(KeyValuePair.Create(1, "a"), "9201A161");
        Check((1, "a"), "9201A161");
        Check(Tuple.Create(1, "a", true), "9301A161C3");
        Check((1, 2, 3, 4, 5, 6, 7, 8, 9), "9801020304050607920809");
        Check(Tuple.Create(1, 2, 3, 4, 5, 6, 7, 8), "98010203040506079108");
        Assert.Equal("920102", Hex(new Lazy<int[]>(() => [1, 2])));
        var lookup = new[] { (1, "a"), (1, "b") }.ToLookup(pair => pair.Item1, pair => pair.Item2);
        Assert.Equal("91920192A161A162", Hex(lookup));
        ILookup<int, string> read = MessagePackSerializer.Deserialize<ILookup<int, string>>(Convert.FromHexString("91920192A161A162"));
        Assert.Equal(["a", "b"], read[1]);
        var queue = new PriorityQueue<string, int>([("a", 1)]);
        Assert.Equal("9192A16101", Hex(queue));
        Assert.Equal("a", MessagePackSerializer.Deserialize<PriorityQueue<string, int>>(Convert.FromHexString("9192A16101")).Dequeue());
    }

    private static string Hex<T>(T value) => Convert.ToHexString(MessagePackSerializer.Serialize(value));

    private static void Check<T>(T value, string hex) => Check(value, hex, value);

    private static void Check<T>(T value, string hex, object? expected)
    {
        Assert.Equal(hex, Hex(value));
        byte[] bytes = Convert.FromHexString(hex);
        MessagePackType form = Hayapack.Formatters.BuiltinWireTypes.Of(typeof(T));
        Assert.True(value is null || form == MessagePackType.Unknown || form == MessagePackCode.ToMessagePackType(bytes[0]), $"{typeof(T)} is not {form}");
        T read = MessagePackSerializer.Deserialize<T>(bytes);
        Same(expected, read);
        for (int i = 0; i <= bytes.Length; i++)
        {
            Same(expected, MessagePackSerializer.Deserialize<T>(Segments.Split(bytes, i)));
        }
    }

    private static void Same(object? expected, object? actual)
    {
        if (expected is IEnumerable and not string and not IDictionary)
        {
            Assert.Equal(((IEnumerable)expected).Cast<object?>(), ((IEnumerable)actual!).Cast<object?>());
        }
        else
        {
            Assert.Equal(expected, actual);
        }
    }
}
