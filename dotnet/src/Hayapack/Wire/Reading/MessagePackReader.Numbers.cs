using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Hayapack;

public ref partial struct MessagePackReader
{
    /// <summary>Reads nil.</summary>
    /// <returns><see cref="Nil"/>.</returns>
    public Nil ReadNil()
    {
        if (NextCode != MessagePackCode.Nil)
        {
            ThrowUnexpected("nil");
        }

        position++;
        return Nil.Default;
    }

    /// <summary>Reads nil if the next value is nil; otherwise reads nothing.</summary>
    /// <returns>True if nil was read.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadNil()
    {
        if (NextCode != MessagePackCode.Nil)
        {
            return false;
        }

        position++;
        return true;
    }

    /// <summary>Reads a boolean.</summary>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool ReadBoolean()
    {
        uint value = (uint)NextCode - MessagePackCode.False;
        if (value > 1)
        {
            ThrowUnexpected("a bool");
        }

        position++;
        return value != 0;
    }

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

    /// <summary>Reads a float, or an integer converted to a float. Rounds to 32 bits.</summary>
    /// <returns>The value.</returns>
    public float ReadSingle()
    {
        if (NextCode != MessagePackCode.Float32)
        {
            return ReadSingleFromOther();
        }

        if (!Ensure(5))
        {
            ThrowTruncated(Consumed);
        }

        // Not by way of a double, which would make a signalling NaN quiet.
        float value = BinaryPrimitives.ReadSingleBigEndian(Span(1, 4));
        position += 5;
        return value;
    }

    /// <summary>Reads a float, or an integer converted to a float.</summary>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public double ReadDouble()
    {
        if (NextCode == MessagePackCode.Float64 && length - position >= 9)
        {
            double value = BitConverter.UInt64BitsToDouble(BigEndian64());
            position += 9;
            return value;
        }

        return ReadDoubleFromOther();
    }

    private float ReadSingleFromOther()
    {
        byte code = NextCode;
        if (code == MessagePackCode.Float64)
        {
            return (float)ReadDouble();
        }

        return code == MessagePackCode.UInt64 ? ReadUInt64()
            : IsNextTextNumber ? (float)ReadTextFloat()
            : ReadBounded(long.MinValue, long.MaxValue, "a float", "a float");
    }

    private double ReadDoubleFromOther()
    {
        switch (NextCode)
        {
            case MessagePackCode.Float32:
                return ReadSingle();
            case MessagePackCode.Float64:
                if (!Ensure(9))
                {
                    ThrowTruncated(Consumed);
                }

                double wide = BitConverter.UInt64BitsToDouble(BigEndian64());
                position += 9;
                return wide;
            case MessagePackCode.UInt64:
                return ReadUInt64();
            default:
                return IsNextTextNumber ? ReadTextFloat() : ReadBounded(long.MinValue, long.MaxValue, "a float", "a float");
        }
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
