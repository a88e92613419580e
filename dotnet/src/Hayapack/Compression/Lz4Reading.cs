using System.Buffers;

namespace Hayapack.Compression;

/// <summary>Decompresses messages.</summary>
internal static unsafe class Lz4Reading
{
    /// <summary>Shorter messages are decompressed by one thread: on busy cores, waiting for others takes longer than it saves.</summary>
    private const int LeastParallel = 8 * 1024 * 1024;

    /// <summary>Decompresses the message at a reader, which is then behind it.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="limit">The most bytes that the message may have.</param>
    /// <param name="message">An array of the pool with the message at its begin; null where the message is plain.</param>
    /// <returns>The length of the message.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// <c>invalid_lz4</c>, <c>lz4_limit</c>, or the frame is malformed. It has a path.
    /// </exception>
    internal static int Decompress(ref MessagePackReader reader, int limit, out byte[]? message)
    {
        message = null;
        MessagePackCompression form = Lz4Frame.Detect(reader);
        if (form == MessagePackCompression.None)
        {
            return 0;
        }

        Lz4Frame frame = Lz4Frame.Open(reader, form, limit);
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

    /// <summary>Gives the bytes of the frame in one piece.</summary>
    private static ReadOnlySpan<byte> Whole(ref MessagePackReader reader, in Lz4Frame frame, ref byte[]? gathered)
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

        // A valid block is never longer than this, so that no more memory than for a valid frame is used.
        for (int i = 0; i < frame.Count; i++)
        {
            if (frame.Blocks[i].Length > Lz4Encoder.MaximumLength(Math.Min(frame.Blocks[i].Size, Lz4Encoder.MaximumInput)))
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
    /// <returns>The first bad block, or -1.</returns>
    private static int Decode(in Lz4Frame frame, ReadOnlySpan<byte> input, Span<byte> output)
    {
        if (frame.Size >= LeastParallel && frame.Count > 1 && Environment.ProcessorCount > 1)
        {
            fixed (byte* from = input, to = output)
            {
                return new Job((nint)from, (nint)to, frame.Blocks.ToArray()).Run();
            }
        }

        ReadOnlySpan<Lz4Block> blocks = frame.Blocks;
        for (int i = 0; i < blocks.Length; i++)
        {
            Lz4Block block = blocks[i];
            if (!Lz4Decoder.TryDecode(input.Slice((int)block.Begin, (int)block.Length), output.Slice(block.Target, block.Size)))
            {
                return i;
            }
        }

        return -1;
    }

    /// <summary>Decompresses blocks in parallel. The memory is pinned by the caller.</summary>
    private sealed class Job(nint from, nint to, Lz4Block[] blocks)
    {
        private int bad = int.MaxValue;

        internal int Run()
        {
            Parallel.For(0, blocks.Length, Decode);
            return bad == int.MaxValue ? -1 : bad;
        }

        private void Decode(int index)
        {
            Lz4Block block = blocks[index];
            var source = new ReadOnlySpan<byte>((byte*)from + block.Begin, (int)block.Length);
            var target = new Span<byte>((byte*)to + block.Target, block.Size);
            if (!Lz4Decoder.TryDecode(source, target))
            {
                lock (blocks)
                {
                    bad = Math.Min(bad, index);
                }
            }
        }
    }
}
