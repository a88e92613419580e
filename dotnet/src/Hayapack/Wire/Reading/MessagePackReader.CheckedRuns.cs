using System.Buffers.Binary;
using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Hayapack;

// Reads runs of values for generated code, with a check of the remaining bytes for each value. PeekRun returns a
// reference and the number of bytes from there; the rest is as with TryPeek. If a value has fewer bytes than it
// might need, the Take methods call the read method. That cannot move the window: PeekRun starts a run only if
// all of it is in the window, or if the window is the whole input. MessagePackReader.CheckedRunIntegers.cs has the integers.
public ref partial struct MessagePackReader
{
    /// <summary>Reads a boolean.</summary>
    /// <inheritdoc cref="TakeInt32(ref byte, int, int, out int)" path="/param|/returns"/>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TakeBoolean(ref byte start, int offset, int left, out bool value)
    {
        if (offset >= left)
        {
            FailBoolean(offset);
        }

        return TakeBoolean(ref start, offset, out value);
    }

    /// <summary>Reads a float, or an integer converted to a float.</summary>
    /// <inheritdoc cref="TakeInt32(ref byte, int, int, out int)" path="/param|/returns"/>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TakeDouble(ref byte start, int offset, int left, out double value)
    {
        if (left - offset >= MessagePackPrimitives.DoubleSize && Unsafe.Add(ref start, offset) == MessagePackCode.Float64)
        {
            value = BitConverter.UInt64BitsToDouble(LoadBigEndian64(ref Unsafe.Add(ref start, offset + 1)));
            return offset + MessagePackPrimitives.DoubleSize;
        }

        return TakeDoubleSlow(offset, out value);
    }

    /// <summary>Reads a float, or an integer converted to a float. Rounds to 32 bits.</summary>
    /// <inheritdoc cref="TakeInt32(ref byte, int, int, out int)" path="/param|/returns"/>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TakeSingle(ref byte start, int offset, int left, out float value)
    {
        if (left - offset >= MessagePackPrimitives.SingleSize && Unsafe.Add(ref start, offset) == MessagePackCode.Float32)
        {
            uint bits = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref start, offset + 1));
            value = BitConverter.UInt32BitsToSingle(BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(bits) : bits);
            return offset + MessagePackPrimitives.SingleSize;
        }

        return TakeOtherSingle(offset, out value);
    }

    /// <summary>Reads a timestamp, as a time of kind UTC.</summary>
    /// <inheritdoc cref="TakeInt32(ref byte, int, int, out int)" path="/param|/returns"/>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public int TakeDateTime(ref byte start, int offset, int left, out DateTime value)
    {
        if (left - offset >= MessagePackPrimitives.MaxDateTimeSize)
        {
            return TakeDateTime(ref start, offset, out value);
        }

        int saved = Enter(offset);
        value = ReadDateTime();
        return Leave(saved);
    }

    /// <summary>Returns whether the value at an offset of a run is a str: the name of an enum.</summary>
    /// <inheritdoc cref="TakeInt32(ref byte, int, int, out int)" path="/param"/>
    /// <returns>False also at the end of the input.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsText(ref byte start, int offset, int left) => offset < left
        && Unsafe.Add(ref start, offset) is var code && code > MessagePackCode.MaxFixInt && MessagePackCode.ToMessagePackType(code) == MessagePackType.String;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int TakeOtherSingle(int offset, out float value)
    {
        int saved = Enter(offset);
        value = ReadSingle();
        return Leave(saved);
    }

    /// <summary>Reads an integer of up to 64 signed bits, if 9 bytes are left.</summary>
    /// <returns>The offset of the next value, or 0 if nothing was read.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int TryTakeWide(ref byte start, int offset, int left, out long value)
    {
        value = 0;
        if (left - offset < MaxRunValue)
        {
            return 0;
        }

        ref byte code = ref Unsafe.Add(ref start, offset);
        uint kind = (uint)code - MessagePackCode.UInt8;
        if (kind < 8)
        {
            value = Widen(LoadBigEndian64(ref Unsafe.Add(ref code, 1)), kind);

            // A uint 64 of 2^63 or more looks negative.
            return kind == 3 && value < 0 ? 0 : offset + 1 + (1 << (int)(kind & 3));
        }

        value = (sbyte)code;
        return code >= MessagePackCode.MinNegativeFixInt ? offset + 1 : 0;
    }
}
