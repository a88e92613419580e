using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text;

namespace Hayapack.Hashing;

/// <summary>A comparer that differs from the default one only in its hashes.</summary>
internal interface IKeyedDefault;

/// <summary>
/// Compares with the default equality and hashes with a key, so that an attacker cannot construct collisions.
/// </summary>
internal sealed class KeyedComparer<T>(Func<T, int> hash) : IEqualityComparer<T>, IKeyedDefault
{
    public bool Equals(T? x, T? y) => EqualityComparer<T>.Default.Equals(x, y);

    public int GetHashCode(T obj) => obj is null ? 0 : hash(obj);
}

/// <summary>
/// Compares with the default equality and hashes the bytes, for types whose equal values have equal bytes.
/// </summary>
internal sealed class KeyedBitsComparer<T> : IEqualityComparer<T>, IKeyedDefault
    where T : unmanaged
{
    public bool Equals(T x, T y) => EqualityComparer<T>.Default.Equals(x, y);

    public int GetHashCode(T obj) => KeyedHash.Of(obj);
}

/// <summary>Finds the comparer for a type of dictionary keys.</summary>
internal static class KeyedComparers
{
    /// <summary>Collections that are read with at most this many keys get the default comparer.</summary>
    internal const int Few = 8;

    /// <summary>Returns the comparer of a type.</summary>
    /// <exception cref="MessagePackSerializationException"><c>invalid_key</c>: no comparer that resists collisions is known.</exception>
    internal static IEqualityComparer<T> Known<T>() => Cache<T>.Comparer ?? throw Unknown(typeof(T));

    /// <summary>
    /// Returns the comparer for <c>FrozenDictionary</c> and <c>FrozenSet</c>. They hash strings without a key if the
    /// comparer is the default one; all other collections of .NET change to a keyed hash when strings collide.
    /// </summary>
    internal static IEqualityComparer<T> ForFrozen<T>(MessagePackSecurity security)
    {
        IEqualityComparer<T> comparer = security.GetEqualityComparer<T>();
        return typeof(T) == typeof(string) && security.HashCollisionResistant && ReferenceEquals(comparer, EqualityComparer<T>.Default)
            ? (IEqualityComparer<T>)(object)TextComparer.Instance
            : comparer;
    }

    /// <summary>Returns the error for keys of a type without a comparer that resists collisions.</summary>
    internal static MessagePackSerializationException Unknown(Type type) => new(
        MessagePackErrorNames.InvalidKey,
        -1,
        $"No comparer that resists colliding keys is known for {type}: derive from MessagePackSecurity, or use MessagePackSecurity.TrustedData.");

    /// <summary>Returns the hash of a float. All NaN have the same hash, and both zeros.</summary>
    internal static int OfDouble(double value) => KeyedHash.Of(double.IsNaN(value) ? double.NaN : value == 0 ? 0.0 : value);

    /// <summary>Returns the hash of a decimal, independent of trailing zeros.</summary>
    internal static int OfDecimal(decimal value) =>
        string.GetHashCode((value / 1.0000000000000000000000000000m).ToString("G29", CultureInfo.InvariantCulture));

    /// <summary>
    /// Returns the hash of a URI. .NET hashes the text that it compares (without user information and fragment, and
    /// without the case of a path of a file) as a string, which is keyed.
    /// </summary>
    internal static int OfUri(Uri value) => value.GetHashCode();

    internal static int OfVersion(Version value) => string.GetHashCode(value.ToString());

    internal static int OfBigInteger(BigInteger value) => KeyedHash.Of(value.ToByteArray());

    private static object? Make(Type type)
    {
        if (type == typeof(string))
        {
            return EqualityComparer<string>.Default;
        }

        if (type == typeof(object))
        {
            return UntypedKeyComparer.Instance;
        }

        if (type.IsEnum)
        {
            return null;
        }

        return Type.GetTypeCode(type) switch
        {
            TypeCode.Boolean => new KeyedBitsComparer<bool>(),
            TypeCode.Char => new KeyedBitsComparer<char>(),
            TypeCode.SByte => new KeyedBitsComparer<sbyte>(),
            TypeCode.Byte => new KeyedBitsComparer<byte>(),
            TypeCode.Int16 => new KeyedBitsComparer<short>(),
            TypeCode.UInt16 => new KeyedBitsComparer<ushort>(),
            TypeCode.Int32 => new KeyedBitsComparer<int>(),
            TypeCode.UInt32 => new KeyedBitsComparer<uint>(),
            TypeCode.Int64 => new KeyedBitsComparer<long>(),
            TypeCode.UInt64 => new KeyedBitsComparer<ulong>(),
            TypeCode.Single => new KeyedComparer<float>(static value => OfDouble(value)),
            TypeCode.Double => new KeyedComparer<double>(OfDouble),
            TypeCode.Decimal => new KeyedComparer<decimal>(OfDecimal),
            TypeCode.DateTime => new KeyedComparer<DateTime>(static value => KeyedHash.Of(value.Ticks)),
            _ => MakeOther(type),
        };
    }

    private static object? MakeOther(Type type) =>
        type == typeof(Guid) ? new KeyedBitsComparer<Guid>() :
        type == typeof(DateTimeOffset) ? new KeyedComparer<DateTimeOffset>(static value => KeyedHash.Of(value.UtcTicks)) :
        type == typeof(TimeSpan) ? new KeyedBitsComparer<TimeSpan>() :
        type == typeof(DateOnly) ? new KeyedBitsComparer<DateOnly>() :
        type == typeof(TimeOnly) ? new KeyedBitsComparer<TimeOnly>() :
        type == typeof(Int128) ? new KeyedBitsComparer<Int128>() :
        type == typeof(UInt128) ? new KeyedBitsComparer<UInt128>() :
        type == typeof(Rune) ? new KeyedBitsComparer<Rune>() :
        type == typeof(Half) ? new KeyedComparer<Half>(static value => OfDouble((double)value)) :
        type == typeof(BigInteger) ? new KeyedComparer<BigInteger>(OfBigInteger) :
        type == typeof(Uri) ? new KeyedComparer<Uri>(OfUri) :
        type == typeof(Version) ? new KeyedComparer<Version>(OfVersion) :
        type == typeof(byte[]) ? BytesComparer.Instance :
        type == typeof(Nil) ? EqualityComparer<Nil>.Default :
        null;

    private static class Cache<T>
    {
        internal static readonly IEqualityComparer<T>? Comparer =
            (IEqualityComparer<T>?)Make(typeof(T)) ?? (typeof(T).IsEnum ? new KeyedEnumComparer<T>() : null);
    }
}

/// <summary>Compares enums by their numbers.</summary>
internal sealed class KeyedEnumComparer<T> : IEqualityComparer<T>, IKeyedDefault
{
    public bool Equals(T? x, T? y) => EqualityComparer<T>.Default.Equals(x, y);

    public int GetHashCode(T obj) => KeyedHash.Of(Unsafe.SizeOf<T>() switch
    {
        1 => Unsafe.As<T, byte>(ref obj),
        2 => Unsafe.As<T, ushort>(ref obj),
        4 => Unsafe.As<T, uint>(ref obj),
        _ => Unsafe.As<T, ulong>(ref obj),
    });
}

/// <summary>Compares byte arrays by their content.</summary>
internal sealed class BytesComparer : IEqualityComparer<byte[]>
{
    internal static readonly BytesComparer Instance = new();

    public bool Equals(byte[]? x, byte[]? y) => ReferenceEquals(x, y) || (x is not null && y is not null && x.AsSpan().SequenceEqual(y));

    public int GetHashCode(byte[] obj) => KeyedHash.Of(obj);
}

/// <summary>Compares strings by their characters, with the runtime's keyed hash.</summary>
internal sealed class TextComparer : IEqualityComparer<string>, IAlternateEqualityComparer<ReadOnlySpan<char>, string>
{
    internal static readonly TextComparer Instance = new();

    public bool Equals(string? x, string? y) => string.Equals(x, y);

    public int GetHashCode(string obj) => obj is null ? 0 : obj.GetHashCode();

    public bool Equals(ReadOnlySpan<char> alternate, string other) => alternate.SequenceEqual(other);

    public int GetHashCode(ReadOnlySpan<char> alternate) => string.GetHashCode(alternate);

    public string Create(ReadOnlySpan<char> alternate) => alternate.ToString();
}
