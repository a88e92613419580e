using System.Buffers;
using System.Globalization;

namespace Hayapack.Compression;

/// <summary>
/// Parses the two formats of compressed messages: ext 99 with one block, and an array that begins with ext 98. Every
/// declared count and size is checked before memory for the content is allocated.
/// </summary>
internal ref struct Lz4FrameReader
{
    /// <summary>The largest ratio of decompressed to compressed size that LZ4 can reach.</summary>
    private const int MaximumRatio = 255;

    private readonly MessagePackReader start;
    private readonly ulong limit;
    private MessagePackReader reader;
    private Lz4FrameBlock[] blocks;

    private Lz4FrameReader(MessagePackReader start, int limit)
    {
        this.start = start;
        this.limit = (ulong)limit;
        reader = start;
        blocks = [];
    }

    /// <summary>Gets a reader at the end of the frame.</summary>
    internal readonly MessagePackReader End => reader;

    /// <summary>Gets the blocks in order. They are in a pooled array, valid until <see cref="Dispose"/>.</summary>
    internal readonly ReadOnlySpan<Lz4FrameBlock> Blocks => blocks.AsSpan(0, Count);

    /// <summary>Gets the number of blocks.</summary>
    internal int Count { get; private set; }

    /// <summary>Gets the size of the decompressed message in bytes.</summary>
    internal int Size { get; private set; }

    /// <summary>Gets the length of the frame in bytes.</summary>
    internal readonly long Length => reader.Consumed - start.Consumed;

    /// <summary>Returns from the first headers of a message in which format it is compressed, if at all. Does not throw.</summary>
    internal static MessagePackCompression Detect(MessagePackReader message)
    {
        sbyte expected = ReservedExtensionTypeCodes.Lz4Block;
        if (!CanReadHead(message))
        {
            return MessagePackCompression.None;
        }

        if (message.NextMessagePackType == MessagePackType.Array)
        {
            if (message.ReadHead().Count == 0 || !CanReadHead(message))
            {
                return MessagePackCompression.None;
            }

            expected = ReservedExtensionTypeCodes.Lz4BlockArray;
        }

        return message.NextMessagePackType != MessagePackType.Extension || message.ReadHead().ExtensionType != expected
            ? MessagePackCompression.None
            : expected == ReservedExtensionTypeCodes.Lz4Block ? MessagePackCompression.Lz4Block : MessagePackCompression.Lz4BlockArray;
    }

    /// <summary>Parses and checks a frame. The caller disposes of the result.</summary>
    /// <param name="start">A reader at the frame's first byte.</param>
    /// <param name="form">The format that <see cref="Detect"/> returned.</param>
    /// <param name="limit">The largest allowed decompressed size in bytes.</param>
    /// <exception cref="MessagePackSerializationException">
    /// <c>invalid_lz4</c>, <c>lz4_limit</c> or <c>truncated</c>, with a path.
    /// </exception>
    internal static Lz4FrameReader Open(MessagePackReader start, MessagePackCompression form, int limit)
    {
        var frame = new Lz4FrameReader(start, limit);
        try
        {
            if (form == MessagePackCompression.Lz4Block)
            {
                frame.OpenBlock();
            }
            else
            {
                frame.OpenArray();
            }

            return frame;
        }
        catch
        {
            frame.Dispose();
            throw;
        }
    }

    internal void Dispose()
    {
        if (blocks.Length > 0)
        {
            ArrayPool<Lz4FrameBlock>.Shared.Return(blocks);
            blocks = [];
            Count = 0;
        }
    }

    /// <summary>Creates the exception for a block that does not decompress to its declared size.</summary>
    internal readonly MessagePackSerializationException ContentFault(int block) => Fault(
        MessagePackErrorNames.InvalidLz4,
        blocks[block].Offset,
        blocks[block].Offset == start.Consumed ? -1 : block + 1,
        "a block does not decompress to its declared size");

    private static bool CanReadHead(in MessagePackReader message)
    {
        if (message.End)
        {
            return false;
        }

        MessagePackReader peek = message;
        return message.Remaining >= MessagePackCode.HeaderLength(peek.NextCode);
    }

    /// <summary>Reads a declared size, an integer in any encoding; a negative one gives the size 0.</summary>
    /// <returns>The length of the integer's encoding in bytes; 0 if there is no complete integer.</returns>
    private static int ReadSize(ReadOnlySpan<byte> from, out ulong size)
    {
        bool isInteger = MessagePackPrimitives.ReadInteger(from, out Int128 value, out int width) == MessagePackPrimitives.DecodeResult.Success;
        size = value > 0 ? (ulong)value : 0;
        return isInteger ? width : 0;
    }

    private void OpenBlock()
    {
        long offset = reader.Consumed;
        uint payload = Payload(offset, -1);
        ReadOnlySpan<byte> declared = Peek(payload);
        int width = ReadSize(declared, out ulong size);
        CheckSize(width, size, offset, -1);
        CheckTotal(size, offset, -1);
        CheckRatio(size, payload - (uint)width, offset, -1);
        blocks = ArrayPool<Lz4FrameBlock>.Shared.Rent(1);
        blocks[0] = new Lz4FrameBlock(offset, reader.Consumed + width - offset, payload - (uint)width, 0, (int)size);
        Count = 1;
        Size = (int)size;
        reader.SkipPayload(payload, offset);
    }

    private void OpenArray()
    {
        long begin = reader.Consumed;
        Head array = reader.ReadHead();
        if (array.Count > reader.Remaining)
        {
            throw Fault(MessagePackErrorNames.Truncated, begin, -1, "The array declares more blocks than bytes remain.");
        }

        ReadSizes(array.Count - 1);
        for (int i = 0; i < Count; i++)
        {
            ReadBin(ref blocks[i], i + 1, begin);
        }
    }

    private void ReadSizes(uint expected)
    {
        long offset = reader.Consumed;
        uint payload = Payload(offset, 0);
        ReadOnlySpan<byte> sizes = reader.TryTakeSpan(payload, out bool whole);
        if (!whole)
        {
            sizes = reader.ReadRaw(payload).ToArray();
        }

        // Each size takes at least one byte, so the payload's length bounds `found`.
        uint found = 0;
        ulong total = 0;
        for (int at = 0; at < sizes.Length; found++)
        {
            int width = ReadSize(sizes[at..], out ulong size);
            CheckSize(width, size, offset, 0);
            total = size > ulong.MaxValue - total ? ulong.MaxValue : total + size;
            at += width;
        }

        if (found == 0 || found != expected)
        {
            string reason = found == 0 ? "the declared size is missing" : "the number of declared sizes differs from the number of blocks";
            throw Fault(MessagePackErrorNames.InvalidLz4, offset, 0, reason);
        }

        CheckTotal(total, offset, 0);
        blocks = ArrayPool<Lz4FrameBlock>.Shared.Rent((int)found);
        Count = (int)found;
        Size = (int)total;
        int target = 0;
        for (int i = 0, at = 0; i < Count; i++)
        {
            // Another thread might change the input between the two passes. The sizes stored here bound the memory
            // that is written, so they are checked again.
            int width = ReadSize(sizes[at..], out ulong size);
            if (width == 0 || size == 0 || size > (ulong)(Size - target))
            {
                throw Fault(MessagePackErrorNames.InvalidLz4, offset, 0, "the declared sizes changed while they were read");
            }

            at += width;
            blocks[i] = new Lz4FrameBlock(0, 0, 0, target, (int)size);
            target += (int)size;
        }

        Size = target;
    }

    private void ReadBin(ref Lz4FrameBlock block, int element, long begin)
    {
        long offset = reader.Consumed;
        if (!reader.End && reader.NextCode != MessagePackCode.NeverUsed && reader.NextMessagePackType != MessagePackType.Binary)
        {
            throw Fault(MessagePackErrorNames.InvalidLz4, offset, element, "a block is not a bin");
        }

        uint payload = Payload(offset, element);
        CheckRatio((ulong)block.Size, payload, offset, element);
        block = block with { Offset = offset, Begin = reader.Consumed - begin, Length = payload };
        reader.SkipPayload(payload, offset);
    }

    /// <summary>Reads the header of a bin or an ext and checks that its whole payload is in the input.</summary>
    private uint Payload(long offset, int element)
    {
        if (reader.End)
        {
            throw Fault(MessagePackErrorNames.Truncated, offset, element, "The input ends before a block.");
        }

        try
        {
            Head head = reader.ReadHead();
            return head.Payload <= reader.Remaining
                ? head.Payload
                : throw Fault(MessagePackErrorNames.Truncated, offset, element, "The input ends inside of a block.");
        }
        catch (MessagePackSerializationException fault) when (fault.Path is null)
        {
            fault.Path = Path(element);
            throw;
        }
    }

    /// <summary>Returns the first bytes of a payload, at most 9 (the longest integer), without advancing.</summary>
    private readonly ReadOnlySpan<byte> Peek(uint payload)
    {
        MessagePackReader peek = reader;
        uint count = Math.Min(payload, 9);
        ReadOnlySpan<byte> span = peek.TryTakeSpan(count, out bool whole);
        return whole ? span : peek.ReadRaw(count).ToArray();
    }

    private static void CheckSize(int width, ulong size, long offset, int element)
    {
        if (width == 0 || size == 0)
        {
            string reason = width == 0 ? "the declared size is missing" : "a declared size is 0 or negative";
            throw Fault(MessagePackErrorNames.InvalidLz4, offset, element, reason);
        }
    }

    private readonly void CheckTotal(ulong size, long offset, int element)
    {
        if (size > limit)
        {
            throw Fault(MessagePackErrorNames.Lz4Limit, offset, element, $"LZ4 content of {size} bytes exceeds the configured maximum of {limit}.");
        }
    }

    private static void CheckRatio(ulong size, uint block, long offset, int element)
    {
        if (size > (ulong)block * MaximumRatio)
        {
            throw Fault(MessagePackErrorNames.InvalidLz4, offset, element, "a declared size is more than 255 times the size of its block");
        }
    }

    private static string Path(int element) =>
        element < 0 ? "$" : string.Create(CultureInfo.InvariantCulture, $"$[{element}]");

    /// <summary>Creates an exception whose path is an element of the array, or the frame itself for -1.</summary>
    private static MessagePackSerializationException Fault(string name, long offset, int element, string message) =>
        new(name, offset, name == MessagePackErrorNames.InvalidLz4 ? $"Invalid LZ4: {message}." : message) { Path = Path(element) };
}

/// <summary>A compressed block in a frame.</summary>
/// <param name="Offset">The offset of the bin, or of the ext 99, in the input, for error messages.</param>
/// <param name="Begin">The offset of the compressed bytes from the beginning of the frame.</param>
/// <param name="Length">The number of compressed bytes.</param>
/// <param name="Target">The offset of the block's content in the decompressed message.</param>
/// <param name="Size">The number of decompressed bytes.</param>
internal readonly record struct Lz4FrameBlock(long Offset, long Begin, uint Length, int Target, int Size);
