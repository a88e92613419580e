using System.Buffers;

namespace Hayapack.Compression;

/// <summary>
/// Decompresses whole messages. Thread-safe. One thread decompresses all blocks: a second one gained nothing, because most
/// of the time of reading is that of making the objects.
/// </summary>
internal static class Lz4MessageDecompressor
{
    /// <summary>Decompresses the next message of a reader and advances the reader past it.</summary>
    /// <param name="reader">The reader. It does not advance if the message is not compressed.</param>
    /// <param name="limit">The largest allowed decompressed size in bytes.</param>
    /// <param name="message">
    /// A pooled array that begins with the decompressed message; the caller returns it to the pool. Null if the message is
    /// not compressed.
    /// </param>
    /// <returns>The size of the decompressed message in bytes; 0 if the message is not compressed.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// <c>invalid_lz4</c>, <c>lz4_limit</c>, <c>truncated</c>, or the frame's headers are malformed. It has a path.
    /// </exception>
    internal static int Decompress(ref MessagePackReader reader, int limit, out byte[]? message)
    {
        message = null;
        MessagePackCompression form = Lz4FrameReader.Detect(reader);
        if (form == MessagePackCompression.None)
        {
            return 0;
        }

        Lz4FrameReader frame = Lz4FrameReader.Open(reader, form, limit);
        byte[]? gathered = null;
        try
        {
            ReadOnlySpan<byte> input = Whole(ref reader, frame, ref gathered);
            message = ArrayPool<byte>.Shared.Rent(frame.Size);
            int bad = Decode(frame, input, message.AsSpan(0, frame.Size));
            if (bad >= 0)
            {
                ArrayPool<byte>.Shared.Return(message);
                message = null;
                throw frame.ContentFault(bad);
            }

            reader = frame.End;
            return frame.Size;
        }
        finally
        {
            frame.Dispose();
            if (gathered is not null)
            {
                ArrayPool<byte>.Shared.Return(gathered);
            }
        }
    }

    /// <summary>Returns the frame's bytes as one span; copies them to a pooled array if they are in several segments.</summary>
    private static ReadOnlySpan<byte> Whole(ref MessagePackReader reader, in Lz4FrameReader frame, ref byte[]? gathered)
    {
        MessagePackReader peek = reader;
        if (frame.Length <= int.MaxValue)
        {
            ReadOnlySpan<byte> span = peek.TryTakeSpan((uint)frame.Length, out bool whole);
            if (whole)
            {
                return span;
            }
        }

        // A longer block cannot be valid. Checking this first bounds the copy by the size of a valid frame.
        for (int i = 0; i < frame.Count; i++)
        {
            if (frame.Blocks[i].Length > Lz4BlockEncoder.MaximumLength(Math.Min(frame.Blocks[i].Size, Lz4BlockEncoder.MaximumBlock)))
            {
                throw frame.ContentFault(i);
            }
        }

        if (frame.Length > Array.MaxLength)
        {
            throw frame.ContentFault(frame.Count - 1);
        }

        gathered = ArrayPool<byte>.Shared.Rent((int)frame.Length);
        peek.ReadRaw(frame.Length).CopyTo(gathered);
        return gathered.AsSpan(0, (int)frame.Length);
    }

    /// <summary>Decompresses all blocks.</summary>
    /// <returns>The index of the first invalid block, or -1.</returns>
    private static int Decode(in Lz4FrameReader frame, ReadOnlySpan<byte> input, Span<byte> output)
    {
        ReadOnlySpan<Lz4FrameBlock> blocks = frame.Blocks;
        for (int i = 0; i < blocks.Length; i++)
        {
            Lz4FrameBlock block = blocks[i];
            if (!Lz4BlockDecoder.TryDecode(input.Slice((int)block.Begin, (int)block.Length), output.Slice(block.Target, block.Size)))
            {
                return i;
            }
        }

        return -1;
    }
}
