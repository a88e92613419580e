using System.Buffers;
using System.Collections;
using System.Numerics;
using System.Text;

namespace Hayapack.Hashing;

/// <summary>
/// Compares the keys of untyped maps: integers by value, whatever their type; byte arrays and extensions by content.
/// Hashes are keyed (see <see cref="KeyedHash"/>).
/// </summary>
internal sealed class UntypedKeyComparer : IEqualityComparer<object>, IEqualityComparer
{
    internal static readonly UntypedKeyComparer Instance = new();

    public new bool Equals(object? x, object? y)
    {
        if (ReferenceEquals(x, y))
        {
            return true;
        }

        if (x is null || y is null)
        {
            return false;
        }

        if (AsInteger(x, out long signedX, out bool largeX))
        {
            return AsInteger(y, out long signedY, out bool largeY) && signedX == signedY && largeX == largeY;
        }

        return (x, y) switch
        {
            (byte[] a, byte[] b) => a.AsSpan().SequenceEqual(b),
            (ExtensionResult a, ExtensionResult b) =>
                a.TypeCode == b.TypeCode && a.Data.ToArray().AsSpan().SequenceEqual(b.Data.ToArray()),
            _ => x.GetType() == y.GetType() && x.Equals(y), // Uri also equals its text
        };
    }

    public int GetHashCode(object obj)
    {
        if (AsInteger(obj, out long value, out _))
        {
            return KeyedHash.Of(value);
        }

        return obj switch
        {
            string text => text.GetHashCode(),
            double number => KeyedComparers.OfDouble(number),
            float number => KeyedComparers.OfDouble(number),
            DateTime time => KeyedHash.Of(time.Ticks),
            byte[] bytes => KeyedHash.Of(bytes),
            ExtensionResult extension => KeyedHash.Of(((long)KeyedHash.Of(extension.Data.ToArray()) << 8) | (byte)extension.TypeCode),
            Guid guid => KeyedHash.Of(guid),
            decimal number => KeyedComparers.OfDecimal(number),
            DateTimeOffset time => KeyedHash.Of(time.UtcTicks),
            TimeSpan span => KeyedHash.Of(span.Ticks),
            char character => KeyedHash.Of(character),
            IKeyedHashCode => obj.GetHashCode(),
            Uri uri => KeyedComparers.OfUri(uri),
            Version version => KeyedComparers.OfVersion(version),
            BigInteger number => KeyedComparers.OfBigInteger(number),
            Int128 number => KeyedHash.Of(number),
            UInt128 number => KeyedHash.Of(number),
            Half number => KeyedComparers.OfDouble((double)number),
            DateOnly date => KeyedHash.Of(date),
            TimeOnly time => KeyedHash.Of(time),
            Rune rune => KeyedHash.Of(rune),
            bool or Nil => obj.GetHashCode(),
            null => 0,
            _ => throw KeyedComparers.Unknown(obj.GetType()),
        };
    }

    private static bool AsInteger(object value, out long number, out bool isLarge)
    {
        isLarge = false;
        switch (value)
        {
            case byte n: number = n; return true;
            case sbyte n: number = n; return true;
            case int n: number = n; return true;
            case ushort n: number = n; return true;
            case short n: number = n; return true;
            case uint n: number = n; return true;
            case long n: number = n; return true;
            case ulong n:
                number = (long)n;
                isLarge = n > long.MaxValue;
                return true;
            default: number = 0; return false;
        }
    }
}
