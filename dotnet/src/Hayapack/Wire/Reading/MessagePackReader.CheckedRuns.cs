using System.Buffers.Binary;
using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Hayapack;

// Reads runs of values for generated code, with a check of the remaining bytes for each value. PeekRun returns a
// reference and the number of bytes from there; the rest is as with TryPeek. If a value has fewer bytes than it
// might need, the Take methods call the read method. That cannot move the window: PeekRun starts a run only if
// all of it is in the window, or if the window is the whole input.
public ref partial struct MessagePackReader
{
    /// <summary>Reads an integer in any format; throws <c>int_range</c> if it does not fit.</summary>
    /// <param name="start">The reference that <see cref="PeekRun"/> returned.</param>
    /// <param name="offset">The offset of the value in bytes from <paramref name="start"/>.</param>
    /// <param name="left">The number of bytes that <see cref="PeekRun"/> returned.</param>
    /// <param name="value">The value.</param>
    /// <returns>The offset of the next value.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TakeInt32(ref byte start, int offset, int left, out int value)
    {
        if (offset < left && Unsafe.Add(ref start, offset) <= MessagePackCode.MaxFixInt)
        {
            value = Unsafe.Add(ref start, offset);
            return offset + 1;
        }

        return TakeOtherInt32(ref start, offset, left, out value);
    }

    /// <inheritdoc cref="TakeInt32(ref byte, int, int, out int)"/>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TakeInt64(ref byte start, int offset, int left, out long value)
    {
        if (offset < left && Unsafe.Add(ref start, offset) <= MessagePackCode.MaxFixInt)
        {
            value = Unsafe.Add(ref start, offset);
            return offset + 1;
        }

        return TakeOtherInt64(ref start, offset, left, out value);
    }

    /// <inheritdoc cref="TakeInt32(ref byte, int, int, out int)"/>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TakeByte(ref byte start, int offset, int left, out byte value)
    {
        if (offset < left && Unsafe.Add(ref start, offset) <= MessagePackCode.MaxFixInt)
        {
            value = Unsafe.Add(ref start, offset);
            return offset + 1;
        }

        return TakeOtherByte(ref start, offset, left, out value);
    }

    /// <inheritdoc cref="TakeInt32(ref byte, int, int, out int)"/>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TakeSByte(ref byte start, int offset, int left, out sbyte value)
    {
        if (offset < left && Unsafe.Add(ref start, offset) <= MessagePackCode.MaxFixInt)
        {
            value = (sbyte)Unsafe.Add(ref start, offset);
            return offset + 1;
        }

        return TakeOtherSByte(ref start, offset, left, out value);
    }

    /// <inheritdoc cref="TakeInt32(ref byte, int, int, out int)"/>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TakeInt16(ref byte start, int offset, int left, out short value)
    {
        if (offset < left && Unsafe.Add(ref start, offset) <= MessagePackCode.MaxFixInt)
        {
            value = Unsafe.Add(ref start, offset);
            return offset + 1;
        }

        return TakeOtherInt16(ref start, offset, left, out value);
    }

    /// <inheritdoc cref="TakeInt32(ref byte, int, int, out int)"/>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TakeUInt16(ref byte start, int offset, int left, out ushort value)
    {
        if (offset < left && Unsafe.Add(ref start, offset) <= MessagePackCode.MaxFixInt)
        {
            value = Unsafe.Add(ref start, offset);
            return offset + 1;
        }

        return TakeOtherUInt16(ref start, offset, left, out value);
    }

    /// <inheritdoc cref="TakeInt32(ref byte, int, int, out int)"/>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TakeUInt32(ref byte start, int offset, int left, out uint value)
    {
        if (offset < left && Unsafe.Add(ref start, offset) <= MessagePackCode.MaxFixInt)
        {
            value = Unsafe.Add(ref start, offset);
            return offset + 1;
        }

        return TakeOtherUInt32(ref start, offset, left, out value);
    }

    /// <inheritdoc cref="TakeInt32(ref byte, int, int, out int)"/>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TakeUInt64(ref byte start, int offset, int left, out ulong value)
    {
        if (offset < left && Unsafe.Add(ref start, offset) <= MessagePackCode.MaxFixInt)
        {
            value = Unsafe.Add(ref start, offset);
            return offset + 1;
        }

        return TakeOtherUInt64(ref start, offset, left, out value);
    }

    /// <inheritdoc cref="TakeInt32(ref byte, int, int, out int)"/>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TakeChar(ref byte start, int offset, int left, out char value)
    {
        if (offset < left && Unsafe.Add(ref start, offset) <= MessagePackCode.MaxFixInt)
        {
            value = (char)Unsafe.Add(ref start, offset);
            return offset + 1;
        }

        return TakeOtherChar(ref start, offset, left, out value);
    }

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
    private int TakeOtherInt32(ref byte start, int offset, int left, out int value)
    {
        int next = TryTakeWide(ref start, offset, left, out long wide);
        if (next > 0 && wide == (int)wide)
        {
            value = (int)wide;
            return next;
        }

        int saved = Enter(offset);
        value = ReadInt32();
        return Leave(saved);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int TakeOtherByte(ref byte start, int offset, int left, out byte value)
    {
        int next = TryTakeWide(ref start, offset, left, out long wide);
        if (next > 0 && wide == (byte)wide)
        {
            value = (byte)wide;
            return next;
        }

        int saved = Enter(offset);
        value = ReadByte();
        return Leave(saved);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int TakeOtherSByte(ref byte start, int offset, int left, out sbyte value)
    {
        int next = TryTakeWide(ref start, offset, left, out long wide);
        if (next > 0 && wide == (sbyte)wide)
        {
            value = (sbyte)wide;
            return next;
        }

        int saved = Enter(offset);
        value = ReadSByte();
        return Leave(saved);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int TakeOtherInt16(ref byte start, int offset, int left, out short value)
    {
        int next = TryTakeWide(ref start, offset, left, out long wide);
        if (next > 0 && wide == (short)wide)
        {
            value = (short)wide;
            return next;
        }

        int saved = Enter(offset);
        value = ReadInt16();
        return Leave(saved);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int TakeOtherUInt16(ref byte start, int offset, int left, out ushort value)
    {
        int next = TryTakeWide(ref start, offset, left, out long wide);
        if (next > 0 && wide == (ushort)wide)
        {
            value = (ushort)wide;
            return next;
        }

        int saved = Enter(offset);
        value = ReadUInt16();
        return Leave(saved);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int TakeOtherUInt32(ref byte start, int offset, int left, out uint value)
    {
        int next = TryTakeWide(ref start, offset, left, out long wide);
        if (next > 0 && wide == (uint)wide)
        {
            value = (uint)wide;
            return next;
        }

        int saved = Enter(offset);
        value = ReadUInt32();
        return Leave(saved);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int TakeOtherUInt64(ref byte start, int offset, int left, out ulong value)
    {
        int next = TryTakeWide(ref start, offset, left, out long wide);
        if (next > 0 && wide >= 0)
        {
            value = (ulong)wide;
            return next;
        }

        int saved = Enter(offset);
        value = ReadUInt64();
        return Leave(saved);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int TakeOtherChar(ref byte start, int offset, int left, out char value)
    {
        int next = TryTakeWide(ref start, offset, left, out long wide);
        if (next > 0 && wide == (char)wide)
        {
            value = (char)wide;
            return next;
        }

        int saved = Enter(offset);
        value = ReadChar();
        return Leave(saved);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int TakeOtherSingle(int offset, out float value)
    {
        int saved = Enter(offset);
        value = ReadSingle();
        return Leave(saved);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int TakeOtherInt64(ref byte start, int offset, int left, out long value)
    {
        int next = TryTakeWide(ref start, offset, left, out value);
        if (next > 0)
        {
            return next;
        }

        int saved = Enter(offset);
        value = ReadInt64();
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
