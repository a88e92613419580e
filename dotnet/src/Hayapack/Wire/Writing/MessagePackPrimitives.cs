using System.Buffers.Binary;
using System.ComponentModel;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Hayapack;

/// <summary>
/// Single values in memory. The Try methods check the length of the span that they get. The Write methods, for generated code,
/// do not: each returns the number of bytes written, the caller must provide the number of free bytes that its summary
/// names, and it may overwrite all of them, even if the value is shorter.
/// </summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static partial class MessagePackPrimitives
{
    /// <summary>The free bytes that writing an integer of up to 32 bits needs.</summary>
    public const int MaxInt32Size = 9;

    /// <summary>The free bytes that writing an integer of up to 64 bits needs.</summary>
    public const int MaxInt64Size = 9;

    /// <summary>The free bytes that writing a 32-bit float needs.</summary>
    public const int SingleSize = 5;

    /// <summary>The free bytes that writing a 64-bit float needs.</summary>
    public const int DoubleSize = 9;

    /// <summary>The free bytes that writing the header of an array, map, str, bin or ext needs.</summary>
    public const int MaxHeaderSize = 9;

    /// <summary>The free bytes that writing a timestamp needs.</summary>
    public const int MaxDateTimeSize = 15;

    /// <summary>Writes nil. Needs 1 free byte.</summary>
    /// <param name="destination">The first byte to write.</param>
    /// <returns>The number of bytes written: 1.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteNil(ref byte destination)
    {
        destination = MessagePackCode.Nil;
        return 1;
    }

    /// <summary>Writes a boolean. Needs 1 free byte.</summary>
    /// <param name="destination">The first byte to write.</param>
    /// <param name="value">The value.</param>
    /// <returns>The number of bytes written: 1.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteBoolean(ref byte destination, bool value)
    {
        destination = (byte)(MessagePackCode.False + (value ? 1 : 0));
        return 1;
    }

    /// <summary>Writes an integer in its shortest form. Needs <see cref="MaxInt32Size"/> free bytes.</summary>
    /// <param name="destination">The first byte to write.</param>
    /// <param name="value">The value.</param>
    /// <returns>The number of bytes written: 1 to 5.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteInt32(ref byte destination, int value)
    {
        if ((uint)(value + 32) < 160)
        {
            destination = (byte)value;
            return 1;
        }

        return WriteWide(ref destination, value);
    }

    /// <summary>Writes an integer in its shortest form. Needs <see cref="MaxInt64Size"/> free bytes.</summary>
    /// <param name="destination">The first byte to write.</param>
    /// <param name="value">The value.</param>
    /// <returns>The number of bytes written: 1 to 9.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteInt64(ref byte destination, long value)
    {
        if ((ulong)(value + 32) < 160)
        {
            destination = (byte)value;
            return 1;
        }

        return WriteWide(ref destination, value);
    }

    /// <inheritdoc cref="WriteInt32(ref byte, int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteUInt32(ref byte destination, uint value)
    {
        if (value < 128)
        {
            destination = (byte)value;
            return 1;
        }

        return WriteWide(ref destination, value);
    }

    /// <inheritdoc cref="WriteInt64(ref byte, long)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteUInt64(ref byte destination, ulong value)
    {
        if (value < 128)
        {
            destination = (byte)value;
            return 1;
        }

        return WriteEntry(ref destination, value, BitOperations.LeadingZeroCount(value));
    }

    /// <summary>Writes a 32-bit float. Needs <see cref="SingleSize"/> free bytes.</summary>
    /// <param name="destination">The first byte to write.</param>
    /// <param name="value">The value.</param>
    /// <returns>The number of bytes written: 5.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteSingle(ref byte destination, float value)
    {
        destination = MessagePackCode.Float32;
        WriteBigEndian(ref Unsafe.Add(ref destination, 1), BitConverter.SingleToUInt32Bits(value));
        return 5;
    }

    /// <summary>Writes a 64-bit float. Needs <see cref="DoubleSize"/> free bytes.</summary>
    /// <param name="destination">The first byte to write.</param>
    /// <param name="value">The value.</param>
    /// <returns>The number of bytes written: 9.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteDouble(ref byte destination, double value)
    {
        destination = MessagePackCode.Float64;
        WriteBigEndian(ref Unsafe.Add(ref destination, 1), BitConverter.DoubleToUInt64Bits(value));
        return 9;
    }

    /// <summary>Writes the header of an array. Needs <see cref="MaxHeaderSize"/> free bytes.</summary>
    /// <param name="destination">The first byte to write.</param>
    /// <param name="count">The number of elements.</param>
    /// <returns>The number of bytes written: 1, 3 or 5.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteArrayHeader(ref byte destination, uint count) =>
        WriteCount(ref destination, count, MessagePackCode.MinFixArray, MessagePackCode.Array16);

    /// <summary>Writes the header of a map. Needs <see cref="MaxHeaderSize"/> free bytes.</summary>
    /// <param name="destination">The first byte to write.</param>
    /// <param name="count">The number of entries.</param>
    /// <returns>The number of bytes written: 1, 3 or 5.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteMapHeader(ref byte destination, uint count) =>
        WriteCount(ref destination, count, MessagePackCode.MinFixMap, MessagePackCode.Map16);

    /// <summary>Writes the header of a str. Needs <see cref="MaxHeaderSize"/> free bytes.</summary>
    /// <param name="destination">The first byte to write.</param>
    /// <param name="byteCount">The length of the text in bytes of UTF-8.</param>
    /// <returns>The number of bytes written: 1, 2, 3 or 5.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteStringHeader(ref byte destination, uint byteCount)
    {
        if (byteCount <= 31)
        {
            destination = (byte)(MessagePackCode.MinFixStr | byteCount);
            return 1;
        }

        return WriteLength(ref destination, byteCount, MessagePackCode.Str8);
    }

    /// <summary>Writes the header of a bin. Needs <see cref="MaxHeaderSize"/> free bytes.</summary>
    /// <param name="destination">The first byte to write.</param>
    /// <param name="length">The length in bytes.</param>
    /// <returns>The number of bytes written: 2, 3 or 5.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteBinHeader(ref byte destination, uint length) => WriteLength(ref destination, length, MessagePackCode.Bin8);

    /// <summary>Writes the header of an ext. Needs <see cref="MaxHeaderSize"/> free bytes.</summary>
    /// <param name="destination">The first byte to write.</param>
    /// <param name="typeCode">The extension type, -128 to 127.</param>
    /// <param name="length">The length of the payload in bytes.</param>
    /// <returns>The number of bytes written: 2, 3, 4 or 6.</returns>
    public static int WriteExtensionHeader(ref byte destination, sbyte typeCode, uint length)
    {
        int size;
        if (length <= 16 && BitOperations.IsPow2(length))
        {
            destination = (byte)(MessagePackCode.FixExt1 + BitOperations.Log2(length));
            size = 1;
        }
        else
        {
            size = WriteLength(ref destination, length, MessagePackCode.Ext8);
        }

        Unsafe.Add(ref destination, size) = (byte)typeCode;
        return size + 1;
    }

    /// <summary>Returns the size of the header of an ext in bytes.</summary>
    internal static int ExtensionHeaderSize(uint length) =>
        length <= 16 && BitOperations.IsPow2(length) ? 2 : length <= byte.MaxValue ? 3 : length <= ushort.MaxValue ? 4 : 6;

    /// <summary>Writes a timestamp in its shortest form. Needs <see cref="MaxDateTimeSize"/> free bytes.</summary>
    /// <param name="destination">The first byte to write.</param>
    /// <param name="value">
    /// The time. Local time is converted to UTC; <see cref="DateTimeKind.Unspecified"/> is taken as UTC.
    /// </param>
    /// <returns>The number of bytes written: 6, 10 or 15.</returns>
    public static int WriteDateTime(ref byte destination, DateTime value)
    {
        if (value.Kind == DateTimeKind.Local)
        {
            value = value.ToUniversalTime();
        }

        ulong ticks = (ulong)value.Ticks;
        ulong seconds = ticks / TimeSpan.TicksPerSecond;
        uint rest = (uint)(ticks - (seconds * TimeSpan.TicksPerSecond));
        return WriteTimestamp(ref destination, (long)seconds - (DateTime.UnixEpoch.Ticks / TimeSpan.TicksPerSecond), rest * 100);
    }

    /// <summary>Writes a timestamp in its shortest form. Needs <see cref="MaxDateTimeSize"/> free bytes.</summary>
    /// <param name="destination">The first byte to write.</param>
    /// <param name="seconds">Seconds since 1970-01-01T00:00:00Z, negative before it.</param>
    /// <param name="nanoseconds">Nanoseconds within the second, 0 to 999,999,999.</param>
    /// <returns>The number of bytes written: 6, 10 or 15.</returns>
    public static int WriteTimestamp(ref byte destination, long seconds, uint nanoseconds)
    {
        if ((ulong)seconds >> 34 != 0)
        {
            destination = MessagePackCode.Ext8;
            Unsafe.Add(ref destination, 1) = 12;
            Unsafe.Add(ref destination, 2) = 0xff;
            WriteBigEndian(ref Unsafe.Add(ref destination, 3), nanoseconds);
            WriteBigEndian(ref Unsafe.Add(ref destination, 7), (ulong)seconds);
            return 15;
        }

        // Without a branch: which times have a fraction of a second is often random.
        ulong both = ((ulong)nanoseconds << 34) | (ulong)seconds;
        int isLong = both > uint.MaxValue ? 1 : 0;
        WriteBigEndian(ref destination, (ushort)((MessagePackCode.FixExt4 << 8) + (isLong << 8) + 0xff));
        WriteBigEndian(ref Unsafe.Add(ref destination, 2), both << (32 - (isLong << 5)));
        return 6 + (isLong << 2);
    }

    /// <summary>Copies bytes. Needs as many free bytes.</summary>
    /// <param name="destination">The first byte to write.</param>
    /// <param name="bytes">The bytes to copy.</param>
    /// <returns>The number of bytes copied.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteRaw(ref byte destination, ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(MemoryMarshal.CreateSpan(ref destination, bytes.Length));
        return bytes.Length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void WriteBigEndian(ref byte destination, ushort value) =>
        Unsafe.WriteUnaligned(ref destination, BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(value) : value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void WriteBigEndian(ref byte destination, uint value) =>
        Unsafe.WriteUnaligned(ref destination, BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(value) : value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void WriteBigEndian(ref byte destination, ulong value) =>
        Unsafe.WriteUnaligned(ref destination, BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(value) : value);

    /// <summary>Writes an integer outside -32..127. Overwrites 9 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteWide(ref byte destination, long value)
    {
        int index = BitOperations.LeadingZeroCount((ulong)(value ^ (value >> 63))) + (int)((value >> 63) & 64);
        return WriteEntry(ref destination, (ulong)value, index);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteEntry(ref byte destination, ulong value, int index)
    {
        uint entry = Unsafe.Add(ref MemoryMarshal.GetReference(IntegerTables.ByLeadingZeros), index);
        int size = (int)(entry >> 8);
        destination = (byte)entry;
        WriteBigEndian(ref Unsafe.Add(ref destination, 1), value << ((8 - size) << 3));
        return size + 1;
    }

    /// <summary>Writes a header with the count in the format byte, or with a longer count.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteCount(ref byte destination, uint count, byte fix, byte code16)
    {
        if (count <= 15)
        {
            destination = (byte)(fix | count);
            return 1;
        }

        return WriteCount(ref destination, count, code16);
    }

    /// <summary>Writes a header with an 8-bit length, or with one of the next format bytes and a longer length.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteLength(ref byte destination, uint length, byte code8)
    {
        if (length <= byte.MaxValue)
        {
            destination = code8;
            Unsafe.Add(ref destination, 1) = (byte)length;
            return 2;
        }

        return WriteCount(ref destination, length, (byte)(code8 + 1));
    }

    /// <summary>Writes a header with a 16-bit count, or with the next format byte and a 32-bit count.</summary>
    private static int WriteCount(ref byte destination, uint count, byte code16)
    {
        if (count <= ushort.MaxValue)
        {
            destination = code16;
            WriteBigEndian(ref Unsafe.Add(ref destination, 1), (ushort)count);
            return 3;
        }

        destination = (byte)(code16 + 1);
        WriteBigEndian(ref Unsafe.Add(ref destination, 1), count);
        return 5;
    }
}
