using System.Buffers.Binary;
using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Hayapack;

// Reads runs of values of bounded size, for generated code. TryPeek returns a reference to as many bytes
// as the run can take. Each Take method reads the value at an offset from that reference and returns the offset of the
// next value. Advance ends the run. The offset stays in a register, unlike the reader's position. Each
// number must have MaxRunValue bytes from its offset on, a boolean 1, a timestamp 15.
public ref partial struct MessagePackReader
{
    /// <summary>The bytes from its offset on that reading a number needs, whatever its format.</summary>
    public const int MaxRunValue = 9;

    private const int ShortTime = 10;

    /// <summary>Reads an integer in any format; throws <c>int_range</c> if it does not fit.</summary>
    /// <param name="start">The reference that <see cref="TryPeek"/> returned.</param>
    /// <param name="offset">The offset of the value in bytes from <paramref name="start"/>.</param>
    /// <param name="value">The value.</param>
    /// <returns>The offset of the next value.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TakeInt32(ref byte start, int offset, out int value)
    {
        byte code = Unsafe.Add(ref start, offset);
        if (code <= MessagePackCode.MaxFixInt)
        {
            value = code;
            return offset + 1;
        }

        long packed = TakeWide32(ref Unsafe.Add(ref start, offset));
        value = (int)packed;
        return packed == 0 ? FailInt32(offset) : offset + (int)(packed >>> 32);
    }

    /// <inheritdoc cref="TakeInt32(ref byte, int, out int)"/>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TakeInt64(ref byte start, int offset, out long value)
    {
        byte code = Unsafe.Add(ref start, offset);
        if (code <= MessagePackCode.MaxFixInt)
        {
            value = code;
            return offset + 1;
        }

        return TakeInt64Slow(offset, out value);
    }

    /// <summary>Reads a boolean.</summary>
    /// <inheritdoc cref="TakeInt32(ref byte, int, out int)" path="/param|/returns"/>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TakeBoolean(ref byte start, int offset, out bool value)
    {
        uint code = (uint)Unsafe.Add(ref start, offset) - MessagePackCode.False;
        if (code > 1)
        {
            FailBoolean(offset);
        }

        value = code != 0;
        return offset + 1;
    }

    /// <summary>Reads a float, or an integer converted to a float.</summary>
    /// <inheritdoc cref="TakeInt32(ref byte, int, out int)" path="/param|/returns"/>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TakeDouble(ref byte start, int offset, out double value)
    {
        ref byte code = ref Unsafe.Add(ref start, offset);
        if (code == MessagePackCode.Float64)
        {
            value = BitConverter.UInt64BitsToDouble(LoadBigEndian64(ref Unsafe.Add(ref code, 1)));
            return offset + 9;
        }

        return TakeDoubleSlow(offset, out value);
    }

    /// <summary>Reads a timestamp.</summary>
    /// <param name="start">The reference that <see cref="TryPeek"/> returned.</param>
    /// <param name="offset">The offset of the value in bytes from <paramref name="start"/>.</param>
    /// <param name="value">The time, of kind UTC.</param>
    /// <returns>The offset of the next value.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public int TakeDateTime(ref byte start, int offset, out DateTime value)
    {
        if (TakeShortTime(ref Unsafe.Add(ref start, offset), out value) is > 0 and var size)
        {
            return offset + size;
        }

        int saved = Enter(offset);
        value = ReadDateTime();
        return Leave(saved);
    }

    /// <summary>Reads a timestamp of 6 or 10 bytes, of which <see cref="ShortTime"/> bytes can be read.</summary>
    /// <returns>The size in bytes; 0 if the value is no such timestamp, or not valid.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int TakeShortTime(ref byte code, out DateTime value)
    {
        // 0 for fixext 4, 256 for fixext 8: without a branch, since which times have a fraction of a second is often random.
        ushort head = Unsafe.ReadUnaligned<ushort>(ref code);
        int isLong = (BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(head) : head) - ((MessagePackCode.FixExt4 << 8) | 0xff);
        if ((isLong & ~0x100) == 0)
        {
            ulong both = LoadBigEndian64(ref Unsafe.Add(ref code, 2)) >> (32 - (isLong >> 3));
            uint nanoseconds = (uint)(both >> 34);
            if (nanoseconds <= 999_999_999)
            {
                long seconds = (long)(both & 0x3ffffffff);
                value = new DateTime(DateTime.UnixEpoch.Ticks + (seconds * TimeSpan.TicksPerSecond) + (nanoseconds / 100), DateTimeKind.Utc);
                return 6 + (isLong >> 6);
            }
        }

        value = default;
        return 0;
    }

    /// <summary>
    /// Reads an integer that is not a positive fixint. Returns its value in the low 32 bits and its size in bytes in
    /// the high 32; 0 if it is not an integer or out of range.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long TakeWide32(ref byte code)
    {
        uint kind = (uint)code - MessagePackCode.UInt8;
        if (kind < 8)
        {
            int size = 1 << (int)(kind & 3);
            long value = Widen(LoadBigEndian64(ref Unsafe.Add(ref code, 1)), kind);

            // A uint 64 of 2^63 or more looks negative here.
            return value == (int)value && (kind != 3 || value >= 0) ? ((long)(size + 1) << 32) | (uint)(int)value : 0;
        }

        return code >= MessagePackCode.MinNegativeFixInt ? (1L << 32) | (uint)(sbyte)code : 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong LoadBigEndian64(ref byte source)
    {
        ulong word = Unsafe.ReadUnaligned<ulong>(ref source);
        return BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(word) : word;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int TakeInt64Slow(int offset, out long value)
    {
        int saved = Enter(offset);
        value = ReadInt64();
        return Leave(saved);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int TakeDoubleSlow(int offset, out double value)
    {
        int saved = Enter(offset);
        value = ReadDouble();
        return Leave(saved);
    }

    // The value is not an integer or out of range. Reading it again with ReadInt32 throws the right error.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int FailInt32(int offset)
    {
        int saved = Enter(offset);
        ReadInt32();
        return Leave(saved);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FailBoolean(int offset)
    {
        Enter(offset);
        ReadBoolean();
    }

    /// <summary>
    /// Moves the position to a value of the run. The run's bytes are in the window, so reading does not move the
    /// window.
    /// </summary>
    internal int Enter(int offset)
    {
        int saved = position;
        position += offset;
        return saved;
    }

    /// <summary>
    /// Moves the position back to the start of the run and returns the offset of the byte after the value.
    /// </summary>
    internal int Leave(int saved)
    {
        int offset = position - saved;
        position = saved;
        return offset;
    }
}
