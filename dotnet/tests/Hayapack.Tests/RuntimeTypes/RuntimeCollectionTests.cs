using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.ObjectModel;
using Hayapack.Resolvers;
using Xunit;

namespace Hayapack.Tests.RuntimeTypes;

/// <summary>
/// Collections whose class nobody declares, in each position where the class of the instance decides: all elements are
/// written, as a list or dictionary of them would be.
/// </summary>
public class RuntimeCollectionTests
{
    private static readonly int[] Numbers = [1, 2, 300];
    private static readonly Dictionary<string, int> Map = new() { ["a"] = 1, ["b"] = 300 };

    private static readonly Dictionary<string, IEnumerable<int>> Sequences = new()
    {
        ["collection expression"] = (IReadOnlyList<int>)[1, 2, Numbers[2]],
        ["collection expression of one"] = (IEnumerable<int>)[Numbers[2]],
        ["empty"] = Enumerable.Empty<int>(),
        ["Where"] = new List<int>(Numbers).Where(static number => number > 0),
        ["Where of an array"] = Numbers.Where(static number => number > 0),
        ["Select"] = Numbers.Select(static number => number + 1),
        ["OrderBy"] = Numbers.OrderByDescending(static number => number),
        ["Range"] = Enumerable.Range(1, 300),
        ["Concat"] = Numbers.Concat(Numbers),
        ["Distinct"] = Numbers.Distinct(),
        ["Append"] = Numbers.Append(4),
        ["Reverse"] = Enumerable.Reverse(Numbers),
        ["Skip"] = new List<int>(Numbers).Skip(1),
        ["DefaultIfEmpty"] = Numbers.DefaultIfEmpty(),
        ["iterator"] = Iterator(),
        ["values of a dictionary"] = Map.Values,
        ["keys of a dictionary"] = new Dictionary<int, int> { [7] = 8 }.Keys,
        ["keys of a sorted dictionary"] = new SortedDictionary<int, int> { [7] = 8 }.Keys,
        ["values of a sorted list"] = new SortedList<int, int> { [7] = 8 }.Values,
        ["keys of a read-only dictionary"] = new ReadOnlyDictionary<int, int>(new Dictionary<int, int> { [7] = 8 }).Keys,
        ["keys of a concurrent dictionary"] = new ConcurrentDictionary<int, int> { [7] = 8 }.Keys,
        ["frozen set"] = Numbers.ToFrozenSet(),
        ["frozen set of few"] = new[] { 5 }.ToFrozenSet(),
        ["AsReadOnly"] = Array.AsReadOnly(Numbers),
        ["AsQueryable"] = Numbers.AsQueryable(),
        ["own list"] = new OwnList(Numbers),
        ["list without a parameterless constructor"] = new Named("n", Numbers),
        ["own struct"] = new OwnStruct(Numbers),
    };

    private static readonly Dictionary<string, IEnumerable<KeyValuePair<string, int>>> Maps = new()
    {
        ["frozen dictionary"] = Map.ToFrozenDictionary(),
        ["frozen dictionary with a comparer"] = Map.ToFrozenDictionary(StringComparer.Ordinal),
        ["own map"] = new OwnMap(Map),
    };

    private static readonly Dictionary<string, MessagePackSerializerOptions> Forms = new()
    {
        ["standard"] = MessagePackSerializerOptions.Standard,
        ["private"] = StandardResolverAllowPrivate.Options,
        ["contractless"] = ContractlessStandardResolver.Options,
        ["enums by name"] = MessagePackSerializerOptions.Standard.WithResolver(
            CompositeResolver.Create(DynamicEnumAsStringResolver.Instance, StandardResolver.Instance)),
    };

    public static TheoryData<string, string> SequenceCases => Product(Sequences.Keys, Forms.Keys);

    public static TheoryData<string, string> MapCases => Product(Maps.Keys, Forms.Keys);

    public static TheoryData<string> SequenceNames => [.. Sequences.Keys];

    [Theory]
    [MemberData(nameof(SequenceCases))]
    public void ASequenceIsWrittenWholeInEachPosition(string name, string form)
    {
        IEnumerable<int> value = Sequences[name];
        int[] expected = [.. value];
        MessagePackSerializerOptions options = Forms[form];
        Assert.Equal(expected, MessagePackSerializer.Deserialize<int[]>(MessagePackSerializer.Serialize(value.GetType(), value, options))!);
        Assert.Equal(expected, MessagePackSerializer.Deserialize<int[]>(MessagePackSerializer.Serialize(value, options))!);
        foreach (byte[] written in InEachPosition(value, options))
        {
            Assert.Equal(expected, MessagePackSerializer.Deserialize<int[]>(written)!);
        }
    }

    [Theory]
    [MemberData(nameof(MapCases))]
    public void ADictionaryIsWrittenWholeInEachPosition(string name, string form)
    {
        IEnumerable<KeyValuePair<string, int>> value = Maps[name];
        MessagePackSerializerOptions options = Forms[form];
        byte[] root = MessagePackSerializer.Serialize(value.GetType(), value, options);
        foreach (byte[] written in InEachPosition(value, options).Append(root))
        {
            Assert.Equal(Map, MessagePackSerializer.Deserialize<Dictionary<string, int>>(written)!);
        }
    }

    /// <summary>Typed values name a type that can be read, with the types of its elements.</summary>
    [Theory]
    [MemberData(nameof(SequenceNames))]
    public void TypelessKeepsTheElements(string name)
    {
        IEnumerable<int> value = Sequences[name];
        if (value is OwnList or Named or OwnStruct or EnumerableQuery)
        {
            // Public types, whose names a program can register.
            return;
        }

        byte[] bytes = MessagePackSerializer.Typeless.Serialize(value);
        Assert.Equal(value, Assert.IsAssignableFrom<IEnumerable<int>>(MessagePackSerializer.Typeless.Deserialize(bytes)));
        bytes = MessagePackSerializer.Typeless.Serialize(new object[] { value });
        object?[] read = Assert.IsType<object?[]>(MessagePackSerializer.Typeless.Deserialize(bytes));
        Assert.Equal(value, Assert.IsAssignableFrom<IEnumerable<int>>(read[0]));
    }

    [Fact]
    public void TypelessKeepsDictionaries()
    {
        object? read = MessagePackSerializer.Typeless.Deserialize(MessagePackSerializer.Typeless.Serialize(Map.ToFrozenDictionary()));
        Assert.Equal(Map, Assert.IsAssignableFrom<IReadOnlyDictionary<string, int>>(read).OrderBy(static pair => pair.Key));
    }

    [Fact]
    public void GroupsAndLookups()
    {
        ILookup<bool, int> lookup = Numbers.ToLookup(static number => number > 2);
        IGrouping<bool, int> group = lookup.First();
        byte[] expected = MessagePackSerializer.Serialize(group);
        Assert.Equal(expected, MessagePackSerializer.Serialize<object>(group));
        Assert.Equal(expected, MessagePackSerializer.Serialize<object>(Numbers.GroupBy(static number => number > 2).First()));
        Assert.Equal(MessagePackSerializer.Serialize(lookup), MessagePackSerializer.Serialize<object>(lookup));
        Assert.Equal(lookup[true], MessagePackSerializer.Deserialize<ILookup<bool, int>>(MessagePackSerializer.Serialize<object>(lookup))[true]);
    }

    [Fact]
    public void ElementsAreWrittenByTheirOwnRules()
    {
        Row[] rows = [new() { Id = 1 }, new() { Id = 2 }];
        byte[] expected = MessagePackSerializer.Serialize(rows);
        Assert.Equal(expected, MessagePackSerializer.Serialize<object>(rows.Where(static row => row.Id > 0)));
        Assert.Equal(expected, MessagePackSerializer.Serialize<object>(new Dictionary<string, Row> { ["a"] = rows[0], ["b"] = rows[1] }.Values));
        Assert.Equal(expected, MessagePackSerializer.Serialize<object>((IReadOnlyList<Row>)[rows[0], rows[1]]));
        var anonymous = rows.Select(static row => new { row.Id });
        Assert.Equal("[{\"Id\":1},{\"Id\":2}]", MessagePackSerializer.ConvertToJson(MessagePackSerializer.Serialize<object>(anonymous)));
        object mixed = new Mixed();
        Assert.Equal("[1,\"a\"]", MessagePackSerializer.ConvertToJson(MessagePackSerializer.Serialize(mixed)));
        Assert.Equal("[1,\"a\"]", MessagePackSerializer.ConvertToJson(MessagePackSerializer.Serialize<object>(new ArrayList { 1, "a" }.GetRange(0, 2))));
    }

    /// <summary>What an application's type says of itself goes before its being a collection, as for a declared type.</summary>
    [Fact]
    public void AttributesAndMembersGoFirst()
    {
        Assert.Equal([0x91, 5], MessagePackSerializer.Serialize<object>(new Attributed { Count = 5 }));
        byte[] members = MessagePackSerializer.Serialize<object>(new Page { Number = 3 }, ContractlessStandardResolver.Options);
        Assert.Equal("{\"Number\":3}", MessagePackSerializer.ConvertToJson(members));
    }

    /// <summary>No resolver, no depth and no mutation is overlooked on the way to the interface.</summary>
    [Fact]
    public void LimitsHold()
    {
        IEnumerable<object?> cycle = [];
        var list = new OwnObjects();
        list.Items.Add(list);
        Assert.Equal("too_deep", Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Serialize<object>(list)).ErrorName);
        for (int i = 0; i < 70; i++)
        {
            IEnumerable<object?> inner = cycle;
            cycle = new object?[] { inner }.Where(static _ => true);
        }

        Assert.Equal("too_deep", Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Serialize<object>(cycle)).ErrorName);
        Assert.Equal("unsupported_type", Assert.Throws<FormatterNotRegisteredException>(() => MessagePackSerializer.Serialize<object>(
            Numbers.Select(static number => new Plain()))).ErrorName);
        Assert.Throws<FormatterNotRegisteredException>(() => MessagePackSerializer.Serialize<object>(
            Numbers.Skip(1), MessagePackSerializerOptions.Standard.WithResolver(PrimitiveObjectAndNothing.Instance)));
    }

    /// <summary>A declared type that cannot be read is not written either: it is no run-time type.</summary>
    [Fact]
    public void ADeclaredTypeNeedsAFormatter()
    {
        Assert.Throws<FormatterNotRegisteredException>(() => MessagePackSerializer.Serialize<Dictionary<string, int>.KeyCollection>(Map.Keys));
        Assert.Throws<FormatterNotRegisteredException>(() =>
            MessagePackSerializer.Serialize<Dictionary<string, int>.KeyCollection>(Map.Keys, ContractlessStandardResolver.Options));
    }

    private static IEnumerable<byte[]> InEachPosition(object value, MessagePackSerializerOptions options)
    {
        yield return MessagePackSerializer.Serialize<object>(value, options);
        yield return MessagePackSerializer.Serialize(new object[] { value }, options)[1..];
        yield return MessagePackSerializer.Serialize(new List<object> { value }, options)[1..];
        yield return MessagePackSerializer.Serialize(new Dictionary<string, object> { [""] = value }, options)[2..];
        yield return MessagePackSerializer.Serialize(new ArrayList { value }, options)[1..];
        yield return MessagePackSerializer.Serialize(Tuple.Create(value), options)[1..];
        yield return MessagePackSerializer.Serialize(new Holder { Value = value }, options)[1..];
        yield return MessagePackSerializer.Serialize<object>(new Holder { Value = value }, options)[1..];
    }

    private static IEnumerable<int> Iterator()
    {
        yield return 1;
        yield return 300;
    }

    private static TheoryData<string, string> Product(IEnumerable<string> first, IEnumerable<string> second)
    {
        var product = new TheoryData<string, string>();
        foreach (string one in first)
        {
            foreach (string other in second)
            {
                product.Add(one, other);
            }
        }

        return product;
    }

    [MessagePackObject]
    public class Holder
    {
        [Key(0)]
        public object? Value { get; set; }
    }

    [MessagePackObject]
    public class Row
    {
        [Key(0)]
        public int Id { get; set; }
    }

    public class Plain
    {
        public int Id { get; set; }
    }

    [MessagePackObject]
    public class Attributed : IEnumerable<int>
    {
        [Key(0)]
        public int Count { get; set; }

        public IEnumerator<int> GetEnumerator() => Enumerable.Range(0, Count).GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    public class Page : IEnumerable<int>
    {
        public int Number { get; set; }

        public IEnumerator<int> GetEnumerator() => Enumerable.Range(0, Number).GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    private sealed class OwnList(IReadOnlyList<int> items) : IReadOnlyList<int>
    {
        public int Count => items.Count;

        public int this[int index] => items[index];

        public IEnumerator<int> GetEnumerator() => items.GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    private sealed class OwnObjects : IEnumerable<object>
    {
        internal List<object> Items { get; } = [];

        public IEnumerator<object> GetEnumerator() => Items.GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    private sealed class Mixed : IEnumerable<int>, IEnumerable<string>
    {
        IEnumerator IEnumerable.GetEnumerator() => new object[] { 1, "a" }.GetEnumerator();

        IEnumerator<int> IEnumerable<int>.GetEnumerator() => throw new NotSupportedException();

        IEnumerator<string> IEnumerable<string>.GetEnumerator() => throw new NotSupportedException();
    }

    private readonly struct OwnStruct(int[] items) : IEnumerable<int>
    {
        public IEnumerator<int> GetEnumerator() => items.AsEnumerable().GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    private sealed class Named : List<int>
    {
        internal Named(string name, IEnumerable<int> items)
            : base(items) => Name = name;

        public string Name { get; }
    }

    private sealed class OwnMap(IReadOnlyDictionary<string, int> entries) : IReadOnlyDictionary<string, int>
    {
        public IEnumerable<string> Keys => entries.Keys;

        public IEnumerable<int> Values => entries.Values;

        public int Count => entries.Count;

        public int this[string key] => entries[key];

        public bool ContainsKey(string key) => entries.ContainsKey(key);

        public bool TryGetValue(string key, out int value) => entries.TryGetValue(key, out value);

        public IEnumerator<KeyValuePair<string, int>> GetEnumerator() => entries.GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    private sealed class PrimitiveObjectAndNothing : IFormatterResolver
    {
        internal static readonly PrimitiveObjectAndNothing Instance = new();

        public Formatters.IMessagePackFormatter<T>? GetFormatter<T>() =>
            typeof(T) == typeof(object) ? StandardResolver.Instance.GetFormatter<T>() : null;
    }
}
