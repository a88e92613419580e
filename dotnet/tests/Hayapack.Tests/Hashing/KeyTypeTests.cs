using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Numerics;
using System.Reflection;
using System.Text;
using Hayapack.Hashing;
using Hayapack.Reflection;
using Hayapack.Registry;
using Xunit;

namespace Hayapack.Tests.Hashing;

/// <summary>
/// Each type that can be a key has a comparer whose hashes spread keys that collide by the type's own hash code, or is
/// refused by default. The tests count hash codes, not time.
/// </summary>
public class KeyTypeTests
{
    private const int Count = 4000;

    /// <summary>At most this many keys in one bucket. Of 4,000 random hashes, 13 are in one bucket once in 10 million times.</summary>
    private const int InABucket = 12;

    /// <summary>The number of buckets of a collection with <see cref="Count"/> items.</summary>
    private static readonly int Buckets = new HashSet<int>().EnsureCapacity(Count);

    /// <summary>
    /// Distinct values; where the type's own hash code has no key (those of Int128, UInt128, BigInteger and Uri have one),
    /// values that collide by it: equal hash codes, or, where the hash code is the number itself, ones in the same bucket.
    /// </summary>
    private static readonly Dictionary<Type, Func<int, object>> Values = new()
    {
        [typeof(string)] = i => "k" + i,
        [typeof(object)] = i => Crossed(i),
        [typeof(short)] = i => Short(i),
        [typeof(ushort)] = i => (ushort)InFewBuckets(i, 16),
        [typeof(char)] = i => (char)InFewBuckets(i, 16),
        [typeof(int)] = i => i * Buckets,
        [typeof(uint)] = i => (uint)(i * Buckets),
        [typeof(long)] = i => Crossed(i),
        [typeof(ulong)] = i => (ulong)Crossed(i),
        [typeof(float)] = i => BitConverter.Int32BitsToSingle(i * Buckets),
        [typeof(double)] = i => BitConverter.Int64BitsToDouble(Crossed(i)),
        [typeof(decimal)] = i => new decimal(i, i, 0, false, 0),
        [typeof(DateTime)] = i => new DateTime(Crossed(i)),
        [typeof(DateTimeOffset)] = i => new DateTimeOffset(Crossed(i), TimeSpan.Zero),
        [typeof(TimeSpan)] = i => new TimeSpan(Crossed(i)),
        [typeof(DateOnly)] = i => DateOnly.FromDayNumber(InFewBuckets(i, 900)),
        [typeof(TimeOnly)] = i => new TimeOnly(i * (long)Buckets),
        [typeof(Guid)] = i => new Guid(i, 0, 0, [0, 0, 0, 0, .. BitConverter.GetBytes(i)]),
        [typeof(Int128)] = i => new Int128((ulong)i, (ulong)i),
        [typeof(UInt128)] = i => new UInt128((ulong)i, (ulong)i),
        [typeof(Half)] = i => BitConverter.UInt16BitsToHalf((ushort)InFewBuckets(i, 15, except: 8)),
        [typeof(Rune)] = i => new Rune(InFewBuckets(i, 250, except: 14)),
        [typeof(BigInteger)] = i => new BigInteger(i) << 70,
        [typeof(Uri)] = i => new Uri("http://h/?" + i),
        [typeof(Version)] = i => new Version(i << 4, 1, 1, 1),
        [typeof(byte[])] = BitConverter.GetBytes,
        [typeof(WideEnum)] = i => (WideEnum)Crossed(i),
        [typeof(UInt64Enum)] = i => (UInt64Enum)Crossed(i),
        [typeof(DayOfWeek)] = i => (DayOfWeek)(i * Buckets),
    };

    /// <summary>Types with at most 256 values: they cannot collide often.</summary>
    private static readonly HashSet<Type> Few = [typeof(bool), typeof(byte), typeof(sbyte), typeof(Nil)];

    public enum WideEnum : long
    {
        None,
    }

    public enum UInt64Enum : ulong
    {
        None,
    }

    public record struct Pair(long One, long Two);

    public sealed record Named(string Name);

    public static TheoryData<Type> Types()
    {
        var definitions = (IEnumerable<KeyValuePair<Type, Type>>)Table(typeof(GenericFormatterFactory));
        return
        [
            .. BuiltinFormatters.Types(),
            .. BuiltinFormatters.Types().Where(type => type.IsValueType && Nullable.GetUnderlyingType(type) is null)
                .SelectMany(type => new[] { type.MakeArrayType(), typeof(List<>).MakeGenericType(type) }),
            .. definitions.Select(pair => pair.Key).Where(type => type.GetGenericArguments().Length < 7)
                .Select(type => type.MakeGenericType([.. type.GetGenericArguments().Select(_ => typeof(int))])),
            typeof(WideEnum), typeof(UInt64Enum), typeof(DayOfWeek), typeof(Pair), typeof(Named), typeof(long[,]),
        ];
    }

    [Theory]
    [MemberData(nameof(Types))]
    public void KeysAreSpreadOrRefused(Type type) =>
        GetType().GetMethod(nameof(Check), BindingFlags.NonPublic | BindingFlags.Static)!.MakeGenericMethod(type).Invoke(null, null);

    [Fact]
    public void HashesAgreeWithEquality()
    {
        Same(new Uri("http://h/a?q#f"), new Uri("HTTP://u@H:80/%61?q#g"));
        Same(new Uri("file://Server/c/A"), new Uri("file://server/C/a"));
        Same(new Uri("a/b", UriKind.Relative), new Uri("a/b", UriKind.Relative));
        Same(0.0, -0.0);
        Same(double.NaN, BitConverter.UInt64BitsToDouble(0x7ff8000000000001));
        Same(Half.NaN, BitConverter.UInt16BitsToHalf(0x7e01));
        Same(0f, -0f);
        Same(1.0m, 1.00m);
        Same(DateTime.UnixEpoch, new DateTime(DateTime.UnixEpoch.Ticks, DateTimeKind.Local));
        Same(DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.ToOffset(TimeSpan.FromHours(3)));
        Same<object>((byte)5, 5UL);
        Same<byte[]>([1, 2, 3], [1, 2, 3]);
        IEqualityComparer<object> untyped = MessagePackSecurity.UntrustedData.GetEqualityComparer<object>();
        Assert.False(untyped.Equals(new Uri("http://h/"), "http://h/"));
        Assert.False(untyped.Equals("http://h/", new Uri("http://h/")));
    }

    [Fact]
    public void NullHasAHash()
    {
        Assert.Equal(0, MessagePackSecurity.UntrustedData.GetEqualityComparer<object>().GetHashCode(null!));
        Assert.Equal(0, MessagePackSecurity.UntrustedData.GetEqualityComparer<Uri>().GetHashCode(null!));
        Assert.Equal(0, MessagePackSecurity.UntrustedData.GetEqualityComparer<Version>().GetHashCode(null!));
        Assert.Equal(0, KeyedComparers.ForFrozen<string>(MessagePackSecurity.UntrustedData).GetHashCode(null!));
        Assert.Equal(2, MessagePackSerializer.Deserialize<HashSet<object?>>(new byte[] { 0x92, 0xc0, 0x01 })!.Count);
    }

    /// <summary>A few keys cannot collide often: such a collection has the comparer that a program would have given it.</summary>
    [Theory]
    [InlineData(8)]
    [InlineData(9)]
    public void CollectionsOfFewKeysHaveTheDefaultComparer(int count)
    {
        bool isDefault = count <= 8;
        byte[] set = MessagePackSerializer.Serialize(Enumerable.Range(0, count).ToArray());
        byte[] map = MessagePackSerializer.Serialize(Enumerable.Range(0, count).ToDictionary(static i => i));
        Assert.Equal(isDefault, IsDefault(Read<Dictionary<int, int>>(map).Comparer));
        Assert.Equal(isDefault, IsDefault(Read<Dictionary<long, int>>(map).Comparer));
        Assert.Equal(isDefault, IsDefault(Read<Dictionary<DayOfWeek, int>>(map).Comparer));
        Assert.Equal(isDefault, IsDefault(Read<Dictionary<double, int>>(map).Comparer));
        Assert.Equal(isDefault, IsDefault(((Dictionary<int, int>)Read<IReadOnlyDictionary<int, int>>(map)).Comparer));
        Assert.Equal(isDefault, IsDefault(Read<System.Collections.Concurrent.ConcurrentDictionary<int, int>>(map).Comparer));
        Assert.Equal(isDefault, IsDefault(Read<System.Collections.Immutable.ImmutableDictionary<int, int>>(map).KeyComparer));
        Assert.Equal(isDefault, IsDefault(Read<HashSet<int>>(set).Comparer));
        Assert.Equal(isDefault, IsDefault(Read<System.Collections.Immutable.ImmutableHashSet<int>>(set).KeyComparer));

        // The capacity for entries this large is small, but their number is not.
        Assert.Equal(isDefault, IsDefault(Read<Dictionary<int, Large>>(
            [(byte)(0x80 | count), .. Enumerable.Range(0, count).SelectMany(static i => new byte[] { (byte)i, 0x90 })]).Comparer));

        // Another equality than the default one stays.
        Assert.IsType<UntypedKeyComparer>(Read<Dictionary<object, int>>(map).Comparer);

        static bool IsDefault<T>(IEqualityComparer<T> comparer) => ReferenceEquals(comparer, EqualityComparer<T>.Default);
        static T Read<T>(byte[] message) => MessagePackSerializer.Deserialize<T>(message)!;
    }

    [MessagePackObject]
    public struct Large
    {
        [IgnoreMember]
        public Buffer Bytes;

        [System.Runtime.CompilerServices.InlineArray(20_000)]
        public struct Buffer
        {
            private byte first;
        }
    }

    [Fact]
    public void ExtensionsOfManyTypesAreSpread()
    {
        IEqualityComparer<object> comparer = MessagePackSecurity.UntrustedData.GetEqualityComparer<object>();
        int distinct = Enumerable.Range(-125, 250)
            .Select(type => comparer.GetHashCode(new ExtensionResult((sbyte)type, new byte[] { 1 }))).Distinct().Count();
        Assert.InRange(distinct, 245, 250);
    }

    [Fact]
    public void FrozenCollectionsOfStringsHaveAKeyedHash()
    {
        byte[] map = MessagePackSerializer.Serialize(Enumerable.Range(0, 50).ToDictionary(i => "k" + i));
        FrozenDictionary<string, int> dictionary = MessagePackSerializer.Deserialize<FrozenDictionary<string, int>>(map)!;
        Assert.IsType<TextComparer>(dictionary.Comparer);
        Assert.Equal(7, dictionary["k7"]);
        Assert.Equal(8, dictionary.GetAlternateLookup<ReadOnlySpan<char>>()["k8"]);
        FrozenSet<string> set = MessagePackSerializer.Deserialize<FrozenSet<string>>(MessagePackSerializer.Serialize<string[]>([.. dictionary.Keys]))!;
        Assert.IsType<TextComparer>(set.Comparer);
        Assert.Contains("k9", (IReadOnlySet<string>)set);
        MessagePackSerializerOptions trusted = MessagePackSerializerOptions.Standard.WithSecurity(MessagePackSecurity.TrustedData);
        Assert.IsNotType<TextComparer>(MessagePackSerializer.Deserialize<FrozenDictionary<string, int>>(map, trusted)!.Comparer);
    }

    /// <summary>
    /// .NET's collections begin with a hash of strings that has no key, and change to a keyed one when 100 strings collide.
    /// </summary>
    [Fact]
    public void StringsThatCollideWithoutAKeyAreHashedAgain()
    {
        string[] keys = Colliding(2000);
        MethodInfo plain = typeof(string).GetMethod("GetNonRandomizedHashCode", BindingFlags.Instance | BindingFlags.NonPublic, [])!;
        Assert.Single(keys.Select(key => plain.Invoke(key, null)).Distinct());
        byte[] map = MessagePackSerializer.Serialize(keys.ToDictionary(key => key, _ => 1));
        byte[] array = MessagePackSerializer.Serialize(keys);
        Assert.InRange(Hashes(MessagePackSerializer.Deserialize<Dictionary<string, int>>(map)!, "hashCode"), 1900, 2001);
        Assert.InRange(Hashes(MessagePackSerializer.Deserialize<HashSet<string>>(array)!, "HashCode"), 1900, 2001);
        Assert.InRange(Hashes(MessagePackSerializer.Deserialize<OrderedDictionary<string, int>>(map)!, "HashCode"), 1900, 2001);
        ConcurrentDictionary<string, int> concurrent = MessagePackSerializer.Deserialize<ConcurrentDictionary<string, int>>(map)!;
        object tables = Private(concurrent, "_tables");
        Assert.DoesNotContain("NonRandomized", Private(tables, "_comparer").GetType().Name, StringComparison.Ordinal);
    }

    private static void Check<T>()
    {
        IEqualityComparer<T> comparer;
        try
        {
            comparer = MessagePackSecurity.UntrustedData.GetEqualityComparer<T>();
        }
        catch (MessagePackSerializationException refused)
        {
            Assert.Equal("invalid_key", refused.ErrorName);
            Assert.Contains("derive from MessagePackSecurity, or use MessagePackSecurity.TrustedData", refused.Message, StringComparison.Ordinal);
            Assert.DoesNotContain(typeof(T), Values.Keys);
            return;
        }

        if (Few.Contains(typeof(T)))
        {
            return;
        }

        T[] keys = [.. Enumerable.Range(1, Count).Select(i => (T)Values[typeof(T)](i))];
        int[] hashes = [.. keys.Select(key => comparer.GetHashCode(key!))];
        Assert.InRange(hashes.Distinct().Count(), Count - 10, Count);
        Assert.InRange(hashes.GroupBy(hash => (uint)hash % Buckets).Max(group => group.Count()), 1, InABucket);
        Assert.Equal(Count, keys.Distinct(comparer).Count());

        // The comparer of object keys supports the same types.
        IEqualityComparer<object> untyped = MessagePackSecurity.UntrustedData.GetEqualityComparer<object>();
        if (!typeof(T).IsEnum)
        {
            Assert.InRange(keys.Select(key => untyped.GetHashCode(key!)).Distinct().Count(), Count - 10, Count);
            Assert.Equal(Count, keys.Cast<object>().Distinct(untyped).Count());
        }
    }

    private static void Same<T>(T one, T other)
    {
        IEqualityComparer<T> comparer = MessagePackSecurity.UntrustedData.GetEqualityComparer<T>();
        Assert.True(comparer.Equals(one, other));
        Assert.Equal(comparer.GetHashCode(one!), comparer.GetHashCode(other!));
    }

    /// <summary>Both halves are equal, so that .NET's own hash code, their exclusive or, is 0.</summary>
    private static long Crossed(int i) => ((long)i << 32) | (uint)i;

    /// <summary>
    /// Numbers of which as many are in each bucket; without those from <paramref name="except"/> times the number of buckets
    /// on, which are not values of the type, or equal to others.
    /// </summary>
    private static int InFewBuckets(int i, int inEach, int except = int.MaxValue)
    {
        int times = i % inEach;
        return ((times < except ? times : times + 1) * Buckets) + (i / inEach);
    }

    /// <summary>15 numbers in each bucket. The hash code of a negative one, as unsigned, is 2^32 more.</summary>
    private static short Short(int i)
    {
        int bucket = i / 15;
        int times = i % 15;
        return (short)(times < 8 ? (times * Buckets) + bucket : bucket - (int)((1L << 32) % Buckets) - ((times - 7) * Buckets));
    }

    private static object Table(Type type) => type.GetField("Known", BindingFlags.NonPublic | BindingFlags.Static)!.GetValue(null)!;

    private static object Private(object of, string field) =>
        of.GetType().GetField(field, BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(of)!;

    /// <summary>Returns the number of different hash codes in a collection, from its private fields.</summary>
    private static int Hashes(IEnumerable collection, string hash)
    {
        var items = (Array)Private(collection, "_entries");
        FieldInfo field = items.GetType().GetElementType()!.GetField(hash, BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public)!;
        return items.Cast<object>().Select(field.GetValue).Distinct().Count();
    }

    /// <summary>
    /// Makes strings of 8 characters with the same hash without a key: characters 5 and 6 cancel the change that characters
    /// 1 and 2 made in the first half of the state.
    /// </summary>
    private static string[] Colliding(int count)
    {
        var made = new List<string>();
        for (uint i = 1; made.Count < count; i++)
        {
            uint first = 0x00200020 + (i & 0xff) + ((i >> 8) << 16);
            const uint start = (5381 << 16) + 5381;
            uint state = (BitOperations.RotateLeft(start, 5) + start) ^ first;
            uint second = (BitOperations.RotateLeft(state, 5) + state) ^ 0x12345678;
            string text = new([(char)first, (char)(first >> 16), 'c', 'd', (char)second, (char)(second >> 16), 'e', 'f']);
            if (!text.Any(char.IsSurrogate))
            {
                made.Add(text);
            }
        }

        return [.. made];
    }
}
