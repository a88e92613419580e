using System.Buffers;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

namespace Hayapack;

public ref partial struct MessagePackReader
{
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

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ReadOnlySpan<byte> ReadStringSpanSlow()
    {
        long start = Consumed;
        return TakeSpan(ReadStringHeader(), start);
    }
}
