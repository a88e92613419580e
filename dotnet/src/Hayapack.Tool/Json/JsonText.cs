using System.Buffers;

namespace Hayapack.Tool;

/// <summary>Collects JSON. The memory is used again for the next text.</summary>
internal sealed class JsonText : IBufferWriter<byte>
{
    private byte[] bytes = new byte[128 * 1024];

    /// <summary>Gets or sets the number of bytes; a smaller value truncates the text.</summary>
    internal int Count { get; set; }

    /// <summary>Gets the text, valid until the next write.</summary>
    internal ReadOnlySpan<byte> Text => bytes.AsSpan(0, Count);

    /// <inheritdoc/>
    public void Advance(int count) => Count += count;

    /// <inheritdoc/>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        if (bytes.Length - Count < Math.Max(sizeHint, 1))
        {
            Grow(Math.Max(sizeHint, 1));
        }

        return bytes.AsMemory(Count);
    }

    /// <inheritdoc/>
    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    internal void Write(ReadOnlySpan<byte> text)
    {
        text.CopyTo(GetSpan(text.Length));
        Count += text.Length;
    }

    private void Grow(int size)
    {
        long needed = (long)Count + size;
        if (needed > Array.MaxLength)
        {
            throw new MessagePackSerializationException(MessagePackErrorNames.TooLong, -1, "The JSON text is larger than an array can be.");
        }

        Array.Resize(ref bytes, (int)Math.Min(Array.MaxLength, Math.Max(needed, bytes.Length * 2L)));
    }
}
