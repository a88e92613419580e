using System.Runtime.CompilerServices;

namespace Hayapack;

public ref partial struct MessagePackReader
{
    /// <summary>Reads an integer in any format; throws <c>int_range</c> if it does not fit.</summary>
    /// <returns>The value.</returns>
    public sbyte ReadSByte() => (sbyte)ReadBounded(sbyte.MinValue, sbyte.MaxValue, nameof(SByte));

    /// <summary>Reads an integer in any format; throws <c>int_range</c> if it does not fit.</summary>
    /// <returns>The value.</returns>
    public short ReadInt16() => (short)ReadBounded(short.MinValue, short.MaxValue, nameof(Int16));

    /// <summary>Reads an integer in any format; throws <c>int_range</c> if it does not fit.</summary>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int ReadInt32()
    {
        byte code = NextCode;
        if (code <= MessagePackCode.MaxFixInt)
        {
            position++;
            return code;
        }

        return (int)ReadBounded(int.MinValue, int.MaxValue, nameof(Int32));
    }

    /// <summary>Reads an integer in any format; throws <c>int_range</c> if it does not fit.</summary>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public long ReadInt64()
    {
        byte code = NextCode;
        if (code <= MessagePackCode.MaxFixInt)
        {
            position++;
            return code;
        }

        return ReadBounded(long.MinValue, long.MaxValue, nameof(Int64));
    }

    /// <summary>Reads an integer in any format; throws <c>int_range</c> if it does not fit.</summary>
    /// <returns>The value.</returns>
    public byte ReadByte() => (byte)ReadBounded(byte.MinValue, byte.MaxValue, nameof(Byte));

    /// <summary>Reads an integer in any format; throws <c>int_range</c> if it does not fit.</summary>
    /// <returns>The value.</returns>
    public ushort ReadUInt16() => (ushort)ReadBounded(ushort.MinValue, ushort.MaxValue, nameof(UInt16));

    /// <summary>Reads an integer in any format; throws <c>int_range</c> if it does not fit.</summary>
    /// <returns>The value.</returns>
    public uint ReadUInt32() => (uint)ReadBounded(uint.MinValue, uint.MaxValue, nameof(UInt32));

    /// <summary>Reads a UTF-16 code unit, an integer in any format; throws <c>int_range</c> if it does not fit.</summary>
    /// <returns>The value.</returns>
    public char ReadChar() => (char)ReadBounded(char.MinValue, char.MaxValue, nameof(Char));

    /// <summary>Reads an integer in any format; throws <c>int_range</c> if it does not fit.</summary>
    /// <returns>The value.</returns>
    public ulong ReadUInt64()
    {
        if (NextCode == MessagePackCode.UInt64 && Ensure(9))
        {
            ulong value = BigEndian64();
            position += 9;
            return value;
        }

        return (ulong)ReadBounded(0, long.MaxValue, nameof(UInt64));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private long ReadBounded(long minimum, long maximum, string type, string expected = "an integer")
    {
        byte code = NextCode;
        long value;
        int size;
        uint kind = (uint)code - MessagePackCode.UInt8;
        if (kind < 8)
        {
            size = 1 + (1 << (int)(kind & 3));
            if (length - position >= 9)
            {
                value = Widen(BigEndian64(), kind);
            }
            else if (Ensure(size))
            {
                ulong raw = 0;
                for (int i = 1; i < size; i++)
                {
                    raw = (raw << 8) | Unsafe.Add(ref first, position + i);
                }

                value = Widen(raw << (72 - (size << 3)), kind);
            }
            else
            {
                ThrowTruncated(Consumed);
                return 0;
            }

            if (value < 0 && code == MessagePackCode.UInt64)
            {
                ThrowIntRange(Consumed, value, true, minimum, maximum, type);
            }
        }
        else
        {
            if (code is > MessagePackCode.MaxFixInt and < MessagePackCode.MinNegativeFixInt)
            {
                if (IsNextTextNumber)
                {
                    return ReadTextInteger(minimum, maximum, type);
                }

                ThrowUnexpected(expected);
            }

            value = (sbyte)code;
            size = 1;
        }

        if (value < minimum || value > maximum)
        {
            ThrowIntRange(Consumed, value, false, minimum, maximum, type);
        }

        position += size;
        return value;
    }

    /// <summary>
    /// Converts the number at the front of 8 big-endian bytes; <paramref name="kind"/> is the format byte minus cc.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static long Widen(ulong raw, uint kind)
    {
        int shift = 64 - (8 << (int)(kind & 3));
        return kind < 4 ? (long)(raw >> shift) : (long)raw >> shift;
    }

    /// <summary>Loads the 8 bytes after the format byte. The window must contain them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly ulong BigEndian64() => LoadBigEndian64(ref Unsafe.Add(ref first, position + 1));
}
