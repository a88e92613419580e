using System.Buffers;
using System.Buffers.Text;
using System.Runtime.CompilerServices;

namespace Hayapack.Json;

/// <summary>
/// Collects JSON in UTF-8 in a pooled array. With an output, the collected text is written to it in pieces; without one,
/// the array grows to the size of the whole text.
/// </summary>
internal ref struct JsonBuffer(IBufferWriter<byte>? output)
{
    /// <summary>The initial capacity in bytes.</summary>
    private const int First = 16 * 1024;

    /// <summary>With an output: the number of bytes collected before they are written to it.</summary>
    private const int Piece = 64 * 1024;

    private readonly IBufferWriter<byte>? output = output;
    private byte[] bytes = ArrayPool<byte>.Shared.Rent(First);
    private int count;

    /// <summary>
    /// Gets or sets a value indicating whether growing does not flush: the caller might truncate the text by setting
    /// <see cref="Count"/>.
    /// </summary>
    internal bool IsHeld { get; set; }

    /// <summary>Gets or sets the number of collected bytes; a smaller value truncates the text.</summary>
    internal int Count
    {
        readonly get => count;
        set => count = value;
    }

    /// <summary>Gets the collected text, valid until the next write.</summary>
    internal readonly ReadOnlySpan<byte> Text => bytes.AsSpan(0, count);

    internal void Dispose()
    {
        ArrayPool<byte>.Shared.Return(bytes);
        bytes = [];
        count = 0;
    }

    /// <summary>Writes the collected text to the output and clears it.</summary>
    internal void Flush()
    {
        output?.Write(bytes.AsSpan(0, count));
        count = 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Byte(byte one)
    {
        if (count == bytes.Length)
        {
            Grow(1);
        }

        bytes[count++] = one;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Raw(ReadOnlySpan<byte> text)
    {
        text.CopyTo(Space(text.Length));
        count += text.Length;
    }

    internal void Number(long value)
    {
        Utf8Formatter.TryFormat(value, Space(20), out int written);
        count += written;
    }

    internal void Number(ulong value)
    {
        Utf8Formatter.TryFormat(value, Space(20), out int written);
        count += written;
    }

    internal void Base64(in ReadOnlySequence<byte> data)
    {
        ReadOnlySpan<byte> span = data.IsSingleSegment ? data.FirstSpan : data.ToArray();
        Byte((byte)'"');
        System.Buffers.Text.Base64.EncodeToUtf8(
            span, Space(System.Buffers.Text.Base64.GetMaxEncodedToUtf8Length(span.Length)), out _, out int written);
        count += written;
        Byte((byte)'"');
    }

    /// <summary>Writes valid UTF-8 as a JSON string; see <see cref="JsonEscapes"/> for what is escaped.</summary>
    internal void String(ReadOnlySpan<byte> utf8)
    {
        Byte((byte)'"');
        while (true)
        {
            int plain = utf8.IndexOfAny(JsonEscapes.Suspicious);
            if (plain < 0)
            {
                Raw(utf8);
                break;
            }

            Raw(utf8[..plain]);
            int size = JsonEscapes.Write(utf8[plain..], Space(12), out int written);
            count += written;
            utf8 = utf8[(plain + size)..];
        }

        Byte((byte)'"');
    }

    /// <summary>Returns at least <paramref name="size"/> bytes of free space; report their use to <see cref="Written"/>.</summary>
    internal Span<byte> Space(int size)
    {
        if (bytes.Length - count < size)
        {
            Grow(size);
        }

        return bytes.AsSpan(count);
    }

    internal void Written(int size) => count += size;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(int size)
    {
        if (output is not null && !IsHeld && count >= Piece)
        {
            Flush();
            if (bytes.Length >= size)
            {
                return;
            }
        }

        long needed = (long)count + size;
        if (needed > Array.MaxLength)
        {
            throw new MessagePackSerializationException(MessagePackErrorNames.TooLong, -1, "The JSON text is larger than an array can be.");
        }

        byte[] larger = ArrayPool<byte>.Shared.Rent((int)Math.Min(Array.MaxLength, Math.Max(needed, bytes.Length * 2L)));
        bytes.AsSpan(0, count).CopyTo(larger);
        ArrayPool<byte>.Shared.Return(bytes);
        bytes = larger;
    }
}
