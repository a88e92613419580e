using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Hayapack.Formatters;

/// <summary>Reads or writes 16 integers at once if all of them are 1 byte long (-32 to 127).</summary>
internal static class SmallIntegers
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryNarrow(ref int source, ref byte destination)
    {
        Vector256<int> low = Vector256.LoadUnsafe(ref source);
        Vector256<int> high = Vector256.LoadUnsafe(ref source, 8);
        Vector256<uint> bias = Vector256.Create(32u);
        Vector256<uint> limit = Vector256.Create(160u);
        Vector256<uint> small = Vector256.LessThan(low.AsUInt32() + bias, limit) & Vector256.LessThan(high.AsUInt32() + bias, limit);
        if (small != Vector256<uint>.AllBitsSet)
        {
            return false;
        }

        Vector256<short> both = Vector256.Narrow(low, high);
        Vector128.Narrow(both.GetLower(), both.GetUpper()).AsByte().StoreUnsafe(ref destination);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryNarrow(ref long source, ref byte destination)
    {
        Vector256<ulong> bias = Vector256.Create(32ul);
        Vector256<ulong> limit = Vector256.Create(160ul);
        Vector256<long> a = Vector256.LoadUnsafe(ref source);
        Vector256<long> b = Vector256.LoadUnsafe(ref source, 4);
        Vector256<long> c = Vector256.LoadUnsafe(ref source, 8);
        Vector256<long> d = Vector256.LoadUnsafe(ref source, 12);
        Vector256<ulong> small = Vector256.LessThan(a.AsUInt64() + bias, limit) & Vector256.LessThan(b.AsUInt64() + bias, limit)
            & Vector256.LessThan(c.AsUInt64() + bias, limit) & Vector256.LessThan(d.AsUInt64() + bias, limit);
        if (small != Vector256<ulong>.AllBitsSet)
        {
            return false;
        }

        Vector256<short> both = Vector256.Narrow(Vector256.Narrow(a, b), Vector256.Narrow(c, d));
        Vector128.Narrow(both.GetLower(), both.GetUpper()).AsByte().StoreUnsafe(ref destination);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryWiden(ref byte source, ref int destination)
    {
        Vector128<sbyte> bytes = Vector128.LoadUnsafe(ref source).AsSByte();
        if (!Vector128.GreaterThanAll(bytes, Vector128.Create((sbyte)-33)))
        {
            return false;
        }

        (Vector128<short> low, Vector128<short> high) = Vector128.Widen(bytes);
        (Vector128<int> a, Vector128<int> b) = Vector128.Widen(low);
        (Vector128<int> c, Vector128<int> d) = Vector128.Widen(high);
        a.StoreUnsafe(ref destination);
        b.StoreUnsafe(ref destination, 4);
        c.StoreUnsafe(ref destination, 8);
        d.StoreUnsafe(ref destination, 12);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryWiden(ref byte source, ref long destination)
    {
        Vector128<sbyte> bytes = Vector128.LoadUnsafe(ref source).AsSByte();
        if (!Vector128.GreaterThanAll(bytes, Vector128.Create((sbyte)-33)))
        {
            return false;
        }

        (Vector128<short> low, Vector128<short> high) = Vector128.Widen(bytes);
        Store(low, ref destination);
        Store(high, ref Unsafe.Add(ref destination, 8));
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store(Vector128<short> values, ref long destination)
    {
        (Vector128<int> low, Vector128<int> high) = Vector128.Widen(values);
        (Vector128<long> a, Vector128<long> b) = Vector128.Widen(low);
        (Vector128<long> c, Vector128<long> d) = Vector128.Widen(high);
        a.StoreUnsafe(ref destination);
        b.StoreUnsafe(ref destination, 2);
        c.StoreUnsafe(ref destination, 4);
        d.StoreUnsafe(ref destination, 6);
    }
}
