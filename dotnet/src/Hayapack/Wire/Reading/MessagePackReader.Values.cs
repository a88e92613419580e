using System.Buffers;
using System.Buffers.Binary;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

namespace Hayapack;

public ref partial struct MessagePackReader
{
    /// <summary>Reads the header of an array. The elements follow.</summary>
    /// <returns>The number of elements, not more than the number of remaining bytes.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int ReadArrayHeader()
    {
        uint count = (uint)NextCode - MessagePackCode.MinFixArray;
        if (count <= 15 && length - position > (int)count)
        {
            position++;
            return (int)count;
        }

        return ReadArrayHeaderSlow();
    }

    /// <summary>Reads the header of a map. A key and a value follow for each entry.</summary>
    /// <returns>The number of entries, not more than half the number of remaining bytes.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int ReadMapHeader()
    {
        uint count = (uint)NextCode - MessagePackCode.MinFixMap;
        if (count <= 15 && length - position > (int)(count * 2))
        {
            position++;
            return (int)count;
        }

        return ReadMapHeaderSlow();
    }

    /// <summary>Reads a string, or nil as null.</summary>
    /// <returns>The string, or null.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// <c>invalid_utf8</c>, and the errors of all read methods.
    /// </exception>
    public string? ReadString()
    {
        // Fast path: short text within the window. Other input takes the slow path.
        int left = length - position;
        if (left >= 2)
        {
            ref byte code = ref Unsafe.Add(ref first, position);
            int size = code - MessagePackCode.MinFixStr;
            int header = 1;
            if (code == MessagePackCode.Str8)
            {
                size = Unsafe.Add(ref code, 1);
                header = 2;
            }

            if ((uint)(size - 1) < byte.MaxValue && (header == 2 || size <= 31) && size <= left - header
                && TextDecoder.TryDecode(MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref code, header), size)) is { } text)
            {
                position += header + size;
                return text;
            }
        }

        return ReadStringSlow();
    }

    private string? ReadStringSlow()
    {
        if (TryReadNil())
        {
            return null;
        }

        long start = Consumed;
        ReadOnlySpan<byte> span = ReadStringSpan();
        return span.Length == 0 ? string.Empty : Decode(span, start);
    }

    /// <summary>
    /// Reads a string as its bytes, without a check that they are UTF-8. The span is valid as long as the input is.
    /// </summary>
    /// <returns>The bytes.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> ReadStringSpan()
    {
        uint size = (uint)NextCode - MessagePackCode.MinFixStr;
        if (size <= 31 && length - position > (int)size)
        {
            ReadOnlySpan<byte> span = MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref first, position + 1), (int)size);
            position += 1 + (int)size;
            return span;
        }

        return ReadStringSpanSlow();
    }

    /// <summary>
    /// Reads a map key that must be a string as its bytes, without a check that they are UTF-8. For generated code.
    /// </summary>
    /// <returns>The bytes.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// <c>invalid_key</c> if the key is not a string, and the errors of all read methods.
    /// </exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> ReadKeySpan()
    {
        uint size = (uint)NextCode - MessagePackCode.MinFixStr;
        if (size <= 31 && length - position > (int)size)
        {
            ReadOnlySpan<byte> span = MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref first, position + 1), (int)size);
            position += 1 + (int)size;
            return span;
        }

        return ReadKeySpanSlow();
    }

    /// <summary>Reads an expected key of at most 8 bytes with its header, if it is the next value. For generated code.</summary>
    /// <param name="size">The number of bytes.</param>
    /// <param name="word">The bytes, little-endian, followed by zeros.</param>
    /// <returns>False if nothing was read: another value follows, or the key is not seen at the end of a window.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadKey(int size, ulong word)
    {
        if (length - position < 8 || (MessagePackPrimitives.Load64(ref first, position) & (ulong.MaxValue >> (64 - (8 * size)))) != word)
        {
            return false;
        }

        position += size;
        return true;
    }

    /// <summary>The same for a key of 9 to 16 bytes.</summary>
    /// <param name="size">The number of bytes.</param>
    /// <param name="head">The first 8 bytes.</param>
    /// <param name="tail">The last 8 bytes.</param>
    /// <returns>False if nothing was read.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadKey(int size, ulong head, ulong tail)
    {
        if (length - position < size || MessagePackPrimitives.Load64(ref first, position) != head
            || MessagePackPrimitives.Load64(ref first, position + size - 8) != tail)
        {
            return false;
        }

        position += size;
        return true;
    }

    /// <summary>The same for a key of 17 to 32 bytes.</summary>
    /// <param name="size">The number of bytes.</param>
    /// <param name="head">The first 8 bytes.</param>
    /// <param name="second">The next 8 bytes.</param>
    /// <param name="third">The 8 bytes from the 17th on, or the last ones if fewer follow.</param>
    /// <param name="tail">The last 8 bytes.</param>
    /// <returns>False if nothing was read.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadKey(int size, ulong head, ulong second, ulong third, ulong tail)
    {
        ref byte at = ref Unsafe.Add(ref first, position);
        if (length - position < size || MessagePackPrimitives.Load64(ref at, 0) != head || MessagePackPrimitives.Load64(ref at, 8) != second
            || MessagePackPrimitives.Load64(ref at, Math.Min(16, size - 8)) != third || MessagePackPrimitives.Load64(ref at, size - 8) != tail)
        {
            return false;
        }

        position += size;
        return true;
    }

    /// <summary>
    /// Reads a string as its bytes, without a check that they are UTF-8; reads nothing if the next value is nil or if the bytes
    /// are in several segments: <see cref="ReadStringSequence"/> reads both.
    /// </summary>
    /// <param name="span">The bytes.</param>
    /// <returns>False if nothing was read.</returns>
    public bool TryReadStringSpan(out ReadOnlySpan<byte> span)
    {
        span = default;
        if (IsNil)
        {
            return false;
        }

        if (segments is not null)
        {
            MessagePackReader header = this;
            uint count = header.ReadStringHeader();
            if (count > header.WindowLeft)
            {
                return false;
            }
        }

        span = ReadStringSpan();
        return true;
    }

    /// <summary>Reads a string as its bytes, without a check that they are UTF-8, or nil as null.</summary>
    /// <returns>A slice of the input, or null.</returns>
    public ReadOnlySequence<byte>? ReadStringSequence()
    {
        if (TryReadNil())
        {
            return null;
        }

        long start = Consumed;
        return Take(ReadStringHeader(), start);
    }

    /// <summary>Reads a bin, or a str as its bytes, or nil as null.</summary>
    /// <returns>A slice of the input, or null.</returns>
    public ReadOnlySequence<byte>? ReadBytes()
    {
        if (TryReadNil())
        {
            return null;
        }

        long start = Consumed;
        return Take(ReadBytesHeader(), start);
    }

    /// <summary>Reads the header of an extension. Its payload follows.</summary>
    /// <returns>The type and the payload length, not more than the number of remaining bytes.</returns>
    public ExtensionHeader ReadExtensionFormatHeader()
    {
        long start = Consumed;
        int size = ExtensionHeaderSize(out uint count);
        if (size == 0)
        {
            ThrowUnexpected("an ext");
        }

        sbyte type = (sbyte)Unsafe.Add(ref first, position + size - 1);
        position += size;
        if (count > Remaining)
        {
            ThrowTruncated(start);
        }

        return new ExtensionHeader(type, count);
    }

    /// <summary>Returns whether the next value is an extension of a type, and checks its length. The position stays.</summary>
    /// <exception cref="MessagePackSerializationException"><c>truncated</c>: the extension ends after the input.</exception>
    internal bool IsNextExtension(sbyte type)
    {
        int size = ExtensionHeaderSize(out uint count);
        if (size == 0)
        {
            return false;
        }

        if (count > Remaining - size)
        {
            ThrowTruncated(Consumed);
        }

        return (sbyte)Unsafe.Add(ref first, position + size - 1) == type;
    }

    /// <summary>Returns the size of an extension's header, which is then in the window, and the length of its payload; 0 for other values.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int ExtensionHeaderSize(out uint length)
    {
        byte code = NextCode;
        if (code is >= MessagePackCode.FixExt1 and <= MessagePackCode.FixExt16)
        {
            length = 1u << (code - MessagePackCode.FixExt1);
            NeedHeader(2);
            return 2;
        }

        length = 0;
        if (code is not (>= MessagePackCode.Ext8 and <= MessagePackCode.Ext32))
        {
            return 0;
        }

        int width = 1 << (code - MessagePackCode.Ext8);
        NeedHeader(2 + width);
        length = ReadBigEndian(width);
        return 2 + width;
    }

    /// <summary>Reads an extension.</summary>
    /// <returns>The type and the payload, a slice of the input.</returns>
    public ExtensionResult ReadExtensionFormat()
    {
        long start = Consumed;
        ExtensionHeader header = ReadExtensionFormatHeader();
        return new ExtensionResult(header.TypeCode, Take(header.Length, start));
    }

    /// <summary>Skips one value of any type and returns its bytes.</summary>
    /// <returns>A slice of the input.</returns>
    public ReadOnlySequence<byte> ReadRaw()
    {
        MessagePackReader start = this;
        Skip();
        return start.Take(Consumed - start.Consumed, start.Consumed);
    }

    /// <summary>Reads bytes without decoding them.</summary>
    /// <param name="length">The number of bytes, not negative.</param>
    /// <returns>A slice of the input.</returns>
    public ReadOnlySequence<byte> ReadRaw(long length) => Take(length, Consumed);

    /// <summary>
    /// Reads the header of a bin or str. The remaining input has at least as many bytes as it declares.
    /// </summary>
    internal uint ReadBytesHeader()
    {
        long start = Consumed;
        byte code = NextCode;
        if (code is < MessagePackCode.Bin8 or > MessagePackCode.Bin32)
        {
            if (MessagePackCode.ToMessagePackType(code) != MessagePackType.String)
            {
                ThrowUnexpected("bytes");
            }

            return ReadStringHeader();
        }

        int width = 1 << (code - MessagePackCode.Bin8);
        NeedHeader(1 + width);
        uint count = ReadBigEndian(width);
        position += 1 + width;
        if (count > Remaining)
        {
            ThrowTruncated(start);
        }

        return count;
    }

    /// <summary>Reads bytes as one span; throws <c>truncated</c> if fewer remain.</summary>
    internal ReadOnlySpan<byte> TakeSpan(uint count, long start)
    {
        if (count > int.MaxValue || !Ensure((int)count))
        {
            ThrowTruncated(start);
        }

        ReadOnlySpan<byte> span = Span(0, (int)count);
        position += (int)count;
        return span;
    }

    private static string Decode(ReadOnlySpan<byte> span, long start)
    {
        try
        {
            return TextDecoder.Decode(span);
        }
        catch (DecoderFallbackException)
        {
            ThrowInvalidUtf8(start);
            return null;
        }
    }

    /// <summary>Reads bytes if the window has all of them; otherwise reads nothing.</summary>
    internal ReadOnlySpan<byte> TryTakeSpan(uint count, out bool whole)
    {
        whole = count <= (uint)(length - position);
        if (!whole)
        {
            return default;
        }

        ReadOnlySpan<byte> span = Span(0, (int)count);
        position += (int)count;
        return span;
    }

    /// <summary>Moves the position back to an offset of the input, without passing all segments before it.</summary>
    /// <param name="offset">The offset.</param>
    /// <param name="from"><see cref="Segment"/> as it was at the offset.</param>
    internal void MoveBackTo(long offset, ReadOnlySequenceSegment<byte>? from)
    {
        segment = from;
        MoveTo(offset);
    }

    /// <summary>Moves the position forward to an offset that is known to lie within the input.</summary>
    internal void MoveTo(long offset)
    {
        windowOffset = offset;
        if (segments is null)
        {
            windowOffset = 0;
            position = (int)offset;
            return;
        }

        position = 0;
        length = 0;
    }

    private uint ReadStringHeader()
    {
        long start = Consumed;
        uint count = ReadCount(MessagePackCode.MinFixStr, MessagePackCode.MaxFixStr, MessagePackCode.Str8, MessagePackCode.Str32, 1, "a string");
        if (count > Remaining)
        {
            ThrowTruncated(start);
        }

        return count;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ReadOnlySpan<byte> ReadStringSpanSlow()
    {
        long start = Consumed;
        return TakeSpan(ReadStringHeader(), start);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ReadOnlySpan<byte> ReadKeySpanSlow()
    {
        byte code = NextCode;
        if (code != MessagePackCode.NeverUsed && MessagePackCode.ToMessagePackType(code) != MessagePackType.String)
        {
            throw Fault(MessagePackErrorNames.InvalidKey, Consumed, $"Expected a string as a key, found {Found()}.");
        }

        return ReadStringSpanSlow();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int ReadArrayHeaderSlow()
    {
        long start = Consumed;
        uint count = ReadCount(MessagePackCode.MinFixArray, MessagePackCode.MaxFixArray, MessagePackCode.Array16, MessagePackCode.Array32, 2, "an array");
        CheckCount(count, start);
        return (int)count;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int ReadMapHeaderSlow()
    {
        long start = Consumed;
        uint count = ReadCount(MessagePackCode.MinFixMap, MessagePackCode.MaxFixMap, MessagePackCode.Map16, MessagePackCode.Map32, 2, "a map");
        CheckCount(count * 2L, start);
        if (count > int.MaxValue)
        {
            throw Fault(MessagePackErrorNames.TooLong, start, $"The map has {count} entries, more than a .NET dictionary can hold.");
        }

        return (int)count;
    }

    /// <summary>Reads a header: its count is in the format byte, or in the bytes after it: <paramref name="width"/>, twice as many, ...</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private uint ReadCount(byte minFix, byte maxFix, byte shortest, byte longest, int width, string expected)
    {
        byte code = NextCode;
        if (code >= minFix && code <= maxFix)
        {
            position++;
            return (uint)(code - minFix);
        }

        if (code < shortest || code > longest)
        {
            ThrowUnexpected(expected);
        }

        width <<= code - shortest;
        NeedHeader(1 + width);
        uint count = ReadBigEndian(width);
        position += 1 + width;
        return count;
    }

    private void CheckCount(long values, long start)
    {
        if (values > Remaining)
        {
            throw Fault(MessagePackErrorNames.Truncated, start, $"The container needs {Counted(values, "value")}, {Counted(Remaining, "byte")} left.");
        }

        if (values > uint.MaxValue)
        {
            throw Fault(MessagePackErrorNames.TooLong, start, "The container has more values than a .NET collection can hold.");
        }

        Declare(values, start);
    }

    /// <summary>Ensures that the window contains a header of the given size.</summary>
    private void NeedHeader(int size)
    {
        if (!Ensure(size))
        {
            ThrowTruncated(Consumed);
        }
    }

    /// <summary>Loads the 1, 2 or 4 bytes after the format byte. The window must contain them.</summary>
    private readonly uint ReadBigEndian(int width) => width switch
    {
        1 => Unsafe.Add(ref first, position + 1),
        2 => BinaryPrimitives.ReadUInt16BigEndian(Span(1, 2)),
        _ => BinaryPrimitives.ReadUInt32BigEndian(Span(1, 4)),
    };

    private ReadOnlySequence<byte> Take(long count, long start)
    {
        if (count > Remaining)
        {
            ThrowTruncated(start);
        }

        long at = Consumed;
        ReadOnlySequence<byte> part;
        if (segments is not null)
        {
            part = segments.Slice(segment, at, count);
        }
        else if (memory.Length == total)
        {
            part = new ReadOnlySequence<byte>(memory.Slice((int)at, (int)count));
        }
        else
        {
            part = new ReadOnlySequence<byte>(Span(0, (int)count).ToArray());
        }

        if (length - position >= count)
        {
            position += (int)count;
        }
        else
        {
            // The window now ends before the position; the next read moves it.
            windowOffset = at + count;
            position = 0;
            length = 0;
        }

        return part;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly ReadOnlySpan<byte> Span(int from, int count) =>
        MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref first, position + from), count);
}
