using System.Buffers;
using System.Buffers.Binary;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

namespace Hayapack;

public ref partial struct MessagePackReader
{
    /// <summary>Reads the header of an array; its elements follow.</summary>
    /// <returns>The number of elements: at most as many as bytes are left.</returns>
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

    /// <summary>Reads the header of a map; a key and a value follow for each entry.</summary>
    /// <returns>The number of entries: at most half as many as bytes are left.</returns>
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

    /// <summary>Reads text, nil as null.</summary>
    /// <returns>The text.</returns>
    /// <exception cref="MessagePackSerializationException"><c>invalid_utf8</c> and others.</exception>
    public string? ReadString()
    {
        // Short ASCII text in one piece; the slow path has the rest.
        int left = length - position;
        if (left >= 2)
        {
            ref byte lead = ref Unsafe.Add(ref first, position);
            int size = lead - MessagePackCode.MinFixStr;
            int header = 1;
            if (lead == MessagePackCode.Str8)
            {
                size = Unsafe.Add(ref lead, 1);
                header = 2;
            }

            if ((uint)(size - 1) < byte.MaxValue && (header == 2 || size <= 31) && size <= left - header
                && AsciiText.TryDecode(MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref lead, header), size)) is { } text)
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

    /// <summary>Reads the bytes of text, which are not looked at. They are valid as long as the input.</summary>
    /// <returns>The bytes, in one piece.</returns>
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

    /// <summary>Reads a map key that must be text: its bytes, which are not looked at. For generated code.</summary>
    /// <returns>The bytes, in one piece.</returns>
    /// <exception cref="MessagePackSerializationException"><c>invalid_key</c> and others.</exception>
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

    /// <summary>Gives the bytes of text without looking at them where they are next.</summary>
    /// <param name="span">The bytes, in one piece.</param>
    /// <returns>False for nil, which is not read.</returns>
    public bool TryReadStringSpan(out ReadOnlySpan<byte> span)
    {
        if (IsNil)
        {
            span = default;
            return false;
        }

        span = ReadStringSpan();
        return true;
    }

    /// <summary>Reads the bytes of text, which are not looked at, nil as null.</summary>
    /// <returns>The bytes: a part of the input.</returns>
    public ReadOnlySequence<byte>? ReadStringSequence()
    {
        if (TryReadNil())
        {
            return null;
        }

        long start = Consumed;
        return Take(ReadStringHeader(), start);
    }

    /// <summary>Reads bytes, nil as null; text is read as its bytes.</summary>
    /// <returns>The bytes: a part of the input.</returns>
    public ReadOnlySequence<byte>? ReadBytes()
    {
        if (TryReadNil())
        {
            return null;
        }

        long start = Consumed;
        return Take(ReadBytesHeader(), start);
    }

    /// <summary>Reads the header of an ext; its payload follows.</summary>
    /// <returns>The type and the length: at most as many bytes as are left.</returns>
    public ExtensionHeader ReadExtensionFormatHeader()
    {
        byte code = NextCode;
        long start = Consumed;
        int size;
        uint count;
        if (code is >= MessagePackCode.FixExt1 and <= MessagePackCode.FixExt16)
        {
            count = 1u << (code - MessagePackCode.FixExt1);
            size = 1;
            NeedHeader(2);
        }
        else if (code is >= MessagePackCode.Ext8 and <= MessagePackCode.Ext32)
        {
            int width = 1 << (code - MessagePackCode.Ext8);
            NeedHeader(2 + width);
            count = ReadBigEndian(width);
            size = 1 + width;
        }
        else
        {
            ThrowUnexpected("an ext");
            return default;
        }

        sbyte type = (sbyte)Unsafe.Add(ref first, position + size);
        position += size + 1;
        if (count > Remaining)
        {
            ThrowTruncated(start);
        }

        return new ExtensionHeader(type, count);
    }

    /// <summary>Reads an ext.</summary>
    /// <returns>Its type and payload: a part of the input.</returns>
    public ExtensionResult ReadExtensionFormat()
    {
        long start = Consumed;
        ExtensionHeader header = ReadExtensionFormatHeader();
        return new ExtensionResult(header.TypeCode, Take(header.Length, start));
    }

    /// <summary>Reads one value of any type and gives its bytes.</summary>
    /// <returns>A part of the input.</returns>
    public ReadOnlySequence<byte> ReadRaw()
    {
        MessagePackReader start = this;
        Skip();
        return start.Take(Consumed - start.Consumed, start.Consumed);
    }

    /// <summary>Gives the next bytes, whatever they are.</summary>
    /// <param name="length">How many.</param>
    /// <returns>A part of the input.</returns>
    public ReadOnlySequence<byte> ReadRaw(long length) => Take(length, Consumed);

    /// <summary>Reads the header of a bin, or of text; as many bytes are there.</summary>
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

    /// <summary>Gives the next bytes in one piece; as many are there.</summary>
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

    /// <summary>Gives the next bytes and reads them where they are in one piece.</summary>
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

    /// <summary>Goes back to an offset of the input.</summary>
    internal void MoveBackTo(long offset)
    {
        segment = segments?.Start;
        MoveTo(offset);
    }

    /// <summary>Goes forward to an offset of the input that was seen to be there.</summary>
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
        byte code = NextCode;
        uint count;
        if (code is >= MessagePackCode.MinFixStr and <= MessagePackCode.MaxFixStr)
        {
            count = (uint)code & 31;
            position++;
        }
        else if (code is >= MessagePackCode.Str8 and <= MessagePackCode.Str32)
        {
            int width = 1 << (code - MessagePackCode.Str8);
            NeedHeader(1 + width);
            count = ReadBigEndian(width);
            position += 1 + width;
        }
        else
        {
            ThrowUnexpected("a string");
            return 0;
        }

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
            throw Fault(
                MessagePackErrorNames.InvalidKey, Consumed, $"Expected a string as a key, found {MessagePackCode.ToFormatName(code)}.");
        }

        return ReadStringSpanSlow();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int ReadArrayHeaderSlow()
    {
        long start = Consumed;
        byte code = NextCode;
        uint count;
        if (code is >= MessagePackCode.MinFixArray and <= MessagePackCode.MaxFixArray)
        {
            count = (uint)code & 15;
            position++;
        }
        else if (code is MessagePackCode.Array16 or MessagePackCode.Array32)
        {
            int width = code == MessagePackCode.Array16 ? 2 : 4;
            NeedHeader(1 + width);
            count = ReadBigEndian(width);
            position += 1 + width;
        }
        else
        {
            ThrowUnexpected("an array");
            return 0;
        }

        CheckCount(count, start);
        return (int)count;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int ReadMapHeaderSlow()
    {
        long start = Consumed;
        byte code = NextCode;
        uint count;
        if (code is >= MessagePackCode.MinFixMap and <= MessagePackCode.MaxFixMap)
        {
            count = (uint)code & 15;
            position++;
        }
        else if (code is MessagePackCode.Map16 or MessagePackCode.Map32)
        {
            int width = code == MessagePackCode.Map16 ? 2 : 4;
            NeedHeader(1 + width);
            count = ReadBigEndian(width);
            position += 1 + width;
        }
        else
        {
            ThrowUnexpected("a map");
            return 0;
        }

        CheckCount(count * 2L, start);
        if (count > int.MaxValue)
        {
            throw Fault(MessagePackErrorNames.TooLong, start, $"{count} entries are more than a map of .NET holds.");
        }

        return (int)count;
    }

    private readonly void CheckCount(long values, long start)
    {
        if (values > Remaining)
        {
            throw Fault(MessagePackErrorNames.Truncated, start, $"The container needs {Counted(values, "value")}, {Counted(Remaining, "byte")} left.");
        }

        if (values > uint.MaxValue)
        {
            throw Fault(MessagePackErrorNames.TooLong, start, "The container has more values than a .NET collection can hold.");
        }
    }

    /// <summary>Makes sure that a header is in the window.</summary>
    private void NeedHeader(int size)
    {
        if (!Ensure(size))
        {
            ThrowTruncated(Consumed);
        }
    }

    /// <summary>Reads 1, 2 or 4 bytes after the format byte; they are in the window.</summary>
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
            // The window stays behind; the next read moves it from here.
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
