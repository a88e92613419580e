using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Hayapack;

public ref partial struct MessagePackReader
{
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
}
