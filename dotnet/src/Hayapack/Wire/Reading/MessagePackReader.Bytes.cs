using System.Buffers;

namespace Hayapack;

// Bins, extensions, and values of any type as bytes.
public ref partial struct MessagePackReader
{
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
}
