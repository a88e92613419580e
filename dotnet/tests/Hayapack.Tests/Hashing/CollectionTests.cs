using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Specialized;
using System.Reflection;
using Hayapack.Hashing;
using Hayapack.Reflection;
using Xunit;
using Xunit.Abstractions;

namespace Hayapack.Tests.Hashing;

/// <summary>
/// Reads many keys with the same hash code into each collection type of .NET and into those of an application. Each type
/// must get by with few comparisons of keys, or must be refused.
/// </summary>
public class CollectionTests(ITestOutputHelper output)
{
    private const int Count = 1000;

    /// <summary>At most this many comparisons for each key: a sorted tree needs about 20, a list without hashes 500.</summary>
    private const int StepsPerKey = 50;

    /// <summary>A map, an array of keys, and an array of groups.</summary>
    private static readonly byte[][] Messages =
    [
        Message(0xde, key => [.. key, 1]),
        Message(0xdc, key => key),
        Message(0xdc, key => [0x92, .. key, 0x91, 1]),
    ];

    /// <summary>The collections of .NET, closed for <see cref="Step"/>.</summary>
    public static TheoryData<Type> OfDotNet()
    {
        var known = (IEnumerable<KeyValuePair<Type, Type>>)typeof(GenericFormatterFactory).GetField("Known", BindingFlags.NonPublic | BindingFlags.Static)!.GetValue(null)!;
        Assembly[] assemblies =
        [
            typeof(object).Assembly, typeof(SortedSet<>).Assembly, typeof(ConcurrentBag<>).Assembly, typeof(ListDictionary).Assembly,
            typeof(System.Collections.Immutable.ImmutableList).Assembly, typeof(System.Collections.ObjectModel.ObservableCollection<>).Assembly,
            typeof(CollectionBase).Assembly, typeof(Enumerable).Assembly, typeof(System.Dynamic.ExpandoObject).Assembly,
        ];
        return
        [
            .. known.Select(pair => pair.Key)
                .Concat(assemblies.Distinct().SelectMany(assembly => assembly.ExportedTypes).Where(type => !type.IsAbstract))
                .Where(type => typeof(IEnumerable).IsAssignableFrom(type) && !type.ContainsGenericParameters | type.IsGenericTypeDefinition)
                .Distinct().Select(Close).OfType<Type>(),
        ];
    }

    /// <summary>The collections of an application in <see cref="Own"/> with keys of type <see cref="Step"/>.</summary>
    public static TheoryData<Type> OfApplications() =>
        [.. typeof(Own).GetNestedTypes().Where(type => typeof(IEnumerable).IsAssignableFrom(type) && CustomCollectionSafety.Of(type) is var key && key != typeof(string) && key != typeof(long))];

    [Theory]
    [MemberData(nameof(OfDotNet))]
    public void CollidingKeysCostFewComparisons(Type type)
    {
        string[] answers = [.. Messages.Select(message => Read(type, message, new Step.Security()))];
        output.WriteLine($"{type}: {string.Join(", ", answers)}");
    }

    [Theory]
    [InlineData(typeof(ListDictionary))]
    [InlineData(typeof(HybridDictionary))]
    [InlineData(typeof(SortedList))]
    public void UntypedDictionariesWithoutAComparerAreRefused(Type type) => Assert.Equal("refused", Read(type, Messages[0], new Step.Security()));

    [Theory]
    [InlineData(typeof(OrderedDictionary))]
    [InlineData(typeof(Hashtable))]
    [InlineData(typeof(IDictionary))]
    [InlineData(typeof(OrderedDictionary<Step, int>))]
    [InlineData(typeof(ConcurrentDictionary<Step, int>))]
    [InlineData(typeof(SortedList<Step, int>))]
    [InlineData(typeof(ISet<Step>))]
    [InlineData(typeof(ILookup<Step, int>))]
    public void DictionariesWithAComparerAreRead(Type type) =>
        Assert.Contains("read", Messages.Select(message => Read(type, message, new Step.Security())));

    [Theory]
    [MemberData(nameof(OfApplications))]
    public void CollectionsOfApplicationsAreReadOrRefused(Type type)
    {
        bool isRefused = typeof(Own.IRefused).IsAssignableFrom(type);
        string[] untrusted = [.. Messages.Take(2).Select(message => Read(type, message, new Step.Security()))];
        string[] trusted = [.. Messages.Take(2).Select(message => Read(type, First(message), MessagePackSecurity.TrustedData))];
        Assert.Contains("read", trusted);
        Assert.Contains(isRefused ? "refused" : "read", untrusted);
        Assert.DoesNotContain(isRefused ? "read" : "refused", untrusted);
    }

    [Fact]
    public void AComparerIsOnlyPassedWhereItIsNeeded()
    {
        byte[] map = [0x81, 0xa1, (byte)'a', 1];
        MessagePackSerializerOptions untrusted = MessagePackSerializerOptions.Standard;
        MessagePackSerializerOptions trusted = untrusted.WithSecurity(MessagePackSecurity.TrustedData);
        Assert.Equal(1, MessagePackSerializer.Deserialize<Own.Headers>(map, untrusted)!["A"]);
        map = [0x81, 1, 1];
        Assert.IsType<KeyedBitsComparer<long>>(MessagePackSerializer.Deserialize<Own.NumberedMap>(map, untrusted)!.Comparer);
        Assert.IsNotType<KeyedBitsComparer<long>>(MessagePackSerializer.Deserialize<Own.NumberedMap>(map, trusted)!.Comparer);
    }

    [Fact]
    public void AConstructorWithAComparerDoesNotChangeTheBytes() => Assert.Equal(
        MessagePackSerializer.Serialize(new Own.NumberedMap { [5] = 6 }), MessagePackSerializer.Serialize(new Own.PlainNumberedMap { [5] = 6 }));

    [Fact]
    public void ARefusalHasAnOffsetAndAPath()
    {
        byte[] bytes = [0x92, 0xc0, 0x81, 1, 1];
        var fault = Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Deserialize<Own.StepMap[]>(bytes, Step.Options(new Step.Security())));
        Assert.Equal(("invalid_key", 2L, "$[1]"), (fault.ErrorName, fault.Offset, fault.Path));
        Assert.Contains("IEqualityComparer<Hayapack.Tests.Hashing.Step>", fault.Message, StringComparison.Ordinal);
        Assert.Contains("TrustedData", fault.Message, StringComparison.Ordinal);
        fault = Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Deserialize<HashSet<(int, int)>[]>(new byte[] { 0x92, 0xc0, 0x91, 0x92, 1, 1 }));
        Assert.Equal(("invalid_key", 2L, "$[1]"), (fault.ErrorName, fault.Offset, fault.Path));
    }

    private static string Read(Type type, byte[] message, MessagePackSecurity security)
    {
        Step.Steps = 0;
        string answer = "read";
        try
        {
            Assert.NotNull(MessagePackSerializer.Deserialize(type, message, Step.Options(security)));
        }
        catch (MessagePackSerializationException fault)
        {
            bool isRefused = fault.ErrorName == "invalid_key" && fault.Message.Contains("MessagePackSecurity.TrustedData", StringComparison.Ordinal);
            answer = isRefused ? "refused" : fault.ErrorName;
        }

        Assert.InRange(Step.Steps, 0, Count * StepsPerKey);
        return answer;
    }

    /// <summary>Keys in descending order: a sorted list would move all the others for each.</summary>
    private static byte[] Message(byte header, Func<byte[], byte[]> entry) =>
    [
        header, Count >> 8, Count & 0xff,
        .. Enumerable.Range(0, Count).SelectMany(i => entry([0xcd, (byte)((Count - i) >> 8), (byte)(Count - i)])),
    ];

    private static byte[] First(byte[] message) => message[0] == 0xde ? [0x81, .. message[3..7]] : [0x91, .. message[3..6]];

    private static Type? Close(Type type)
    {
        if (!type.IsGenericTypeDefinition)
        {
            return type;
        }

        try
        {
            return type.MakeGenericType([.. type.GetGenericArguments().Select((_, i) => i == 0 ? typeof(Step) : typeof(int))]);
        }
        catch (ArgumentException)
        {
            return null; // a constraint
        }
    }
}
