using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Hayapack.Formatters;

/// <summary>Reads or writes 16 integers at once if all of them are 1 byte long (-32 to 127).</summary>
internal static class OneByteIntegers
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryNarrow(ref int source, ref byte destination)
    {
        if (!Vector256.IsHardwareAccelerated)
        {
            return TryNarrowHalves(ref source, ref destination);
        }

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
        if (!Vector256.IsHardwareAccelerated)
        {
            return TryNarrowHalves(ref source, ref destination);
        }

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

    /// <summary>For processors with vectors of 16 bytes, such as ARM64.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryNarrowHalves(ref int source, ref byte destination)
    {
        Vector128<uint> bias = Vector128.Create(32u);
        Vector128<uint> limit = Vector128.Create(160u);
        Vector128<int> a = Vector128.LoadUnsafe(ref source);
        Vector128<int> b = Vector128.LoadUnsafe(ref source, 4);
        Vector128<int> c = Vector128.LoadUnsafe(ref source, 8);
        Vector128<int> d = Vector128.LoadUnsafe(ref source, 12);
        Vector128<uint> small = Vector128.LessThan(a.AsUInt32() + bias, limit) & Vector128.LessThan(b.AsUInt32() + bias, limit)
            & Vector128.LessThan(c.AsUInt32() + bias, limit) & Vector128.LessThan(d.AsUInt32() + bias, limit);
        if (small != Vector128<uint>.AllBitsSet)
        {
            return false;
        }

        Vector128.Narrow(Vector128.Narrow(a, b), Vector128.Narrow(c, d)).AsByte().StoreUnsafe(ref destination);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryNarrowHalves(ref long source, ref byte destination)
    {
        Vector128<ulong> bias = Vector128.Create(32ul);
        Vector128<ulong> limit = Vector128.Create(160ul);
        Vector128<ulong> small = Vector128<ulong>.AllBitsSet;
        for (nuint i = 0; i < 16; i += 2)
        {
            small &= Vector128.LessThan(Vector128.LoadUnsafe(ref source, i).AsUInt64() + bias, limit);
        }

        if (small != Vector128<ulong>.AllBitsSet)
        {
            return false;
        }

        Vector128<short> low = Vector128.Narrow(NarrowFour(ref source, 0), NarrowFour(ref source, 4));
        Vector128<short> high = Vector128.Narrow(NarrowFour(ref source, 8), NarrowFour(ref source, 12));
        Vector128.Narrow(low, high).AsByte().StoreUnsafe(ref destination);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<int> NarrowFour(ref long source, nuint at) =>
        Vector128.Narrow(Vector128.LoadUnsafe(ref source, at), Vector128.LoadUnsafe(ref source, at + 2));

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
