using System.Buffers;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Text;

namespace Bench;

/// <summary>
/// The same bytes, written by hand for one model each: no null, capacity, depth or surrogate checks, no lookups; texts are
/// ASCII of at most 255 characters, arrays have at most 65,535 elements. A library can't be faster by much.
/// </summary>
internal static unsafe class HandWritten
{
    // Pinned, because the methods keep pointers to it.
    private static readonly byte[] Buffer = GC.AllocateUninitializedArray<byte>(1 << 20, pinned: true);

    private static byte* Start => (byte*)Unsafe.AsPointer(ref Buffer[0]);

    public static byte[] Write(Trade value) => Copied(Put(Start, value));

    public static void Write(IBufferWriter<byte> output, Trade value)
    {
        fixed (byte* start = output.GetSpan(256))
        {
            output.Advance((int)(Put(start, value) - start));
        }
    }

    public static byte[] Write(List<Trade> values)
    {
        byte* at = PutCount(Start, values.Count, 0x90, 0xdc);
        foreach (var value in values)
        {
            at = Put(at, value);
        }

        return Copied(at);
    }

    public static byte[] Write(string[] values)
    {
        byte* at = PutCount(Start, values.Length, 0x90, 0xdc);
        foreach (var value in values)
        {
            at = Put(at, value);
        }

        return Copied(at);
    }

    public static byte[] Write(Dictionary<string, int> values)
    {
        byte* at = PutCount(Start, values.Count, 0x80, 0xde);
        foreach (var (key, value) in values)
        {
            at = Put(Put(at, key), value);
        }

        return Copied(at);
    }

    private static byte[] Copied(byte* end) => new ReadOnlySpan<byte>(Start, (int)(end - Start)).ToArray();

    private static byte* Put(byte* at, Trade value)
    {
        *at++ = 0x99;
        at = Put(at, value.Id);
        at = Put(at, value.Symbol!);
        *at = 0xcb;
        Unsafe.WriteUnaligned(at + 1, BinaryPrimitives.ReverseEndianness(BitConverter.DoubleToUInt64Bits(value.Price)));
        at = Put(at + 9, value.Volume);
        at = Put(at, value.Time);
        *at++ = value.IsBuy ? (byte)0xc3 : (byte)0xc2;
        *at = 0xca;
        Unsafe.WriteUnaligned(at + 1, BinaryPrimitives.ReverseEndianness(BitConverter.SingleToUInt32Bits(value.Share)));
        return Put(Put(at + 5, value.Venue), value.Lot);
    }

    private static byte* Put(byte* at, string text)
    {
        var header = text.Length < 32 ? 1 : 2;
        if (header == 1)
        {
            *at = (byte)(0xa0 | text.Length);
        }
        else
        {
            *at = 0xd9;
            at[1] = (byte)text.Length;
        }

        Ascii.FromUtf16(text, new Span<byte>(at + header, text.Length), out _);
        return at + header + text.Length;
    }

    private static byte* Put(byte* at, long value)
    {
        if (value is >= -32 and < 128)
        {
            *at = (byte)value;
            return at + 1;
        }

        // The code and the number of bytes of the shortest form.
        var (code, size) = value switch
        {
            >= 0 and <= byte.MaxValue => (0xcc, 1),
            >= 0 and <= ushort.MaxValue => (0xcd, 2),
            >= 0 and <= uint.MaxValue => (0xce, 4),
            >= 0 => (0xcf, 8),
            >= sbyte.MinValue => (0xd0, 1),
            >= short.MinValue => (0xd1, 2),
            >= int.MinValue => (0xd2, 4),
            _ => (0xd3, 8),
        };
        *at = (byte)code;
        Unsafe.WriteUnaligned(at + 1, BinaryPrimitives.ReverseEndianness((ulong)value << (64 - (8 * size))));
        return at + 1 + size;
    }

    private static byte* Put(byte* at, DateTime time)
    {
        var ticks = time.Ticks - DateTime.UnixEpoch.Ticks;
        var (seconds, rest) = Math.DivRem(ticks, TimeSpan.TicksPerSecond);
        if (rest == 0 && seconds is >= 0 and <= uint.MaxValue)
        {
            *at = 0xd6;
            at[1] = 0xff;
            Unsafe.WriteUnaligned(at + 2, BinaryPrimitives.ReverseEndianness((uint)seconds));
            return at + 6;
        }

        *at = 0xd7;
        at[1] = 0xff;
        Unsafe.WriteUnaligned(at + 2, BinaryPrimitives.ReverseEndianness(((ulong)(rest * 100) << 34) | (ulong)seconds));
        return at + 10;
    }

    private static byte* PutCount(byte* at, int count, byte small, byte large)
    {
        if (count < 16)
        {
            *at = (byte)(small | count);
            return at + 1;
        }

        *at = large;
        Unsafe.WriteUnaligned(at + 1, BinaryPrimitives.ReverseEndianness((ushort)count));
        return at + 3;
    }
}
