using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Hayapack.Formatters;

/// <summary>Reads and writes several booleans at once. Each has 1 byte, in MessagePack and in memory.</summary>
internal static class BooleanRuns
{
    /// <summary>Writes booleans. A byte in memory that is neither 0 nor 1 is true, as in C#.</summary>
    internal static void Write(ref bool source, int count, ref byte destination)
    {
        ref byte values = ref Unsafe.As<bool, byte>(ref source);
        int done = 0;
        if (Vector512.IsHardwareAccelerated)
        {
            done = Write512(ref values, count, ref destination);
        }

        if (Vector256.IsHardwareAccelerated)
        {
            done = Write256(ref values, count, ref destination, done);
        }

        if (Vector128.IsHardwareAccelerated)
        {
            done = Write128(ref values, count, ref destination, done);
        }

        for (; done < count; done++)
        {
            Unsafe.Add(ref destination, done) = Unsafe.Add(ref values, done) == 0 ? MessagePackCode.False : MessagePackCode.True;
        }
    }

    /// <summary>Reads booleans up to the first value that is not one.</summary>
    /// <returns>The number of values read.</returns>
    internal static int Read(ref byte source, int count, ref bool destination)
    {
        ref byte values = ref Unsafe.As<bool, byte>(ref destination);
        int done = 0;
        if (Vector512.IsHardwareAccelerated)
        {
            done = Read512(ref source, count, ref values);
        }

        if (Vector256.IsHardwareAccelerated)
        {
            done = Read256(ref source, count, ref values, done);
        }

        if (Vector128.IsHardwareAccelerated)
        {
            done = Read128(ref source, count, ref values, done);
        }

        for (; done < count; done++)
        {
            int value = Unsafe.Add(ref source, done) - MessagePackCode.False;
            if ((uint)value > 1)
            {
                break;
            }

            Unsafe.Add(ref values, done) = (byte)value;
        }

        return done;
    }

    internal static int Write512(ref byte source, int count, ref byte destination, int done = 0)
    {
        for (; count - done >= Vector512<byte>.Count; done += Vector512<byte>.Count)
        {
            // The comparison gives -1 for false.
            Vector512<byte> isFalse = Vector512.Equals(Vector512.LoadUnsafe(ref source, (nuint)done), Vector512<byte>.Zero);
            (Vector512.Create(MessagePackCode.True) + isFalse).StoreUnsafe(ref destination, (nuint)done);
        }

        return done;
    }

    internal static int Write256(ref byte source, int count, ref byte destination, int done = 0)
    {
        for (; count - done >= Vector256<byte>.Count; done += Vector256<byte>.Count)
        {
            Vector256<byte> isFalse = Vector256.Equals(Vector256.LoadUnsafe(ref source, (nuint)done), Vector256<byte>.Zero);
            (Vector256.Create(MessagePackCode.True) + isFalse).StoreUnsafe(ref destination, (nuint)done);
        }

        return done;
    }

    internal static int Write128(ref byte source, int count, ref byte destination, int done = 0)
    {
        for (; count - done >= Vector128<byte>.Count; done += Vector128<byte>.Count)
        {
            Vector128<byte> isFalse = Vector128.Equals(Vector128.LoadUnsafe(ref source, (nuint)done), Vector128<byte>.Zero);
            (Vector128.Create(MessagePackCode.True) + isFalse).StoreUnsafe(ref destination, (nuint)done);
        }

        return done;
    }

    internal static int Read512(ref byte source, int count, ref byte destination, int done = 0)
    {
        for (; count - done >= Vector512<byte>.Count; done += Vector512<byte>.Count)
        {
            Vector512<byte> values = Vector512.LoadUnsafe(ref source, (nuint)done) ^ Vector512.Create(MessagePackCode.False);
            if ((values & Vector512.Create((byte)0xfe)) != Vector512<byte>.Zero)
            {
                break;
            }

            values.StoreUnsafe(ref destination, (nuint)done);
        }

        return done;
    }

    internal static int Read256(ref byte source, int count, ref byte destination, int done = 0)
    {
        for (; count - done >= Vector256<byte>.Count; done += Vector256<byte>.Count)
        {
            Vector256<byte> values = Vector256.LoadUnsafe(ref source, (nuint)done) ^ Vector256.Create(MessagePackCode.False);
            if ((values & Vector256.Create((byte)0xfe)) != Vector256<byte>.Zero)
            {
                break;
            }

            values.StoreUnsafe(ref destination, (nuint)done);
        }

        return done;
    }

    internal static int Read128(ref byte source, int count, ref byte destination, int done = 0)
    {
        for (; count - done >= Vector128<byte>.Count; done += Vector128<byte>.Count)
        {
            Vector128<byte> values = Vector128.LoadUnsafe(ref source, (nuint)done) ^ Vector128.Create(MessagePackCode.False);
            if ((values & Vector128.Create((byte)0xfe)) != Vector128<byte>.Zero)
            {
                break;
            }

            values.StoreUnsafe(ref destination, (nuint)done);
        }

        return done;
    }
}
