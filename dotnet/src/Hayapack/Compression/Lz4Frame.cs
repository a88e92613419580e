using System.Buffers;
using System.Globalization;

namespace Hayapack.Compression;

/// <summary>
/// Reads the two framings of compressed messages: ext 99 with one block, and an array that begins with ext 98. All that
/// is declared is checked before anything is decompressed or allocated for it.
/// </summary>
internal ref struct Lz4Frame
{
    internal const sbyte BlockType = 99;
    internal const sbyte BlockArrayType = 98;

    /// <summary>No LZ4 block holds more times its own size.</summary>
    private const int MaximumRatio = 255;

    private readonly MessagePackReader start;
    private readonly ulong limit;
    private MessagePackReader reader;
    private Lz4Block[] blocks;

    private Lz4Frame(MessagePackReader start, int limit)
    {
        this.start = start;
        this.limit = (ulong)limit;
        reader = start;
        blocks = [];
    }

    /// <summary>Gets a reader behind the frame.</summary>
    internal readonly MessagePackReader End => reader;

    /// <summary>Gets the blocks in their order. The array belongs to the pool.</summary>
    internal readonly ReadOnlySpan<Lz4Block> Blocks => blocks.AsSpan(0, Count);

    /// <summary>Gets the number of blocks.</summary>
    internal int Count { get; private set; }

    /// <summary>Gets the length of the message in the blocks.</summary>
    internal int Size { get; private set; }

    /// <summary>Gets the length of the frame.</summary>
    internal readonly long Length => reader.Consumed - start.Consumed;

    /// <summary>Tells by its first bytes whether a message is compressed.</summary>
    internal static MessagePackCompression Detect(MessagePackReader message)
    {
        sbyte expected = BlockType;
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

            expected = BlockArrayType;
        }

        return message.NextMessagePackType != MessagePackType.Extension || message.ReadHead().ExtensionType != expected
            ? MessagePackCompression.None
            : expected == BlockType ? MessagePackCompression.Lz4Block : MessagePackCompression.Lz4BlockArray;
    }

    /// <summary>Checks a frame; call <see cref="Dispose"/> afterwards.</summary>
    /// <param name="start">A reader at its begin.</param>
    /// <param name="form">What <see cref="Detect"/> found there.</param>
    /// <param name="limit">The most bytes that it may hold.</param>
    internal static Lz4Frame Open(MessagePackReader start, MessagePackCompression form, int limit)
    {
        var frame = new Lz4Frame(start, limit);
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
            ArrayPool<Lz4Block>.Shared.Return(blocks);
            blocks = [];
            Count = 0;
        }
    }

    /// <summary>Makes the fault of a block that does not hold what it declares.</summary>
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

    /// <summary>Reads a declared size: any form of an integer.</summary>
    /// <returns>The length of the integer, or 0 where there is none; a negative one gives the size 0.</returns>
    private static int ReadSize(ReadOnlySpan<byte> from, out ulong size)
    {
        size = 0;
        if (from.IsEmpty)
        {
            return 0;
        }

        byte code = from[0];
        if (code is <= MessagePackCode.MaxFixInt or >= MessagePackCode.MinNegativeFixInt)
        {
            size = code <= MessagePackCode.MaxFixInt ? code : 0u;
            return 1;
        }

        if (code is < MessagePackCode.UInt8 or > MessagePackCode.Int64)
        {
            return 0;
        }

        int width = 1 << ((code - MessagePackCode.UInt8) & 3);
        if (from.Length <= width)
        {
            return 0;
        }

        for (int i = 1; i <= width; i++)
        {
            size = (size << 8) | from[i];
        }

        if (code >= MessagePackCode.Int8 && (from[1] & 0x80) != 0)
        {
            size = 0;
        }

        return 1 + width;
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
        blocks = ArrayPool<Lz4Block>.Shared.Rent(1);
        blocks[0] = new Lz4Block(offset, reader.Consumed + width - offset, payload - (uint)width, 0, (int)size);
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

        // As many blocks as the frame has bytes at most.
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
        blocks = ArrayPool<Lz4Block>.Shared.Rent((int)found);
        Count = (int)found;
        Size = (int)total;
        int target = 0;
        for (int i = 0, at = 0; i < Count; i++)
        {
            // The input may be changed by others meanwhile, and what is kept here bounds the memory that is written.
            int width = ReadSize(sizes[at..], out ulong size);
            if (width == 0 || size == 0 || size > (ulong)(Size - target))
            {
                throw Fault(MessagePackErrorNames.InvalidLz4, offset, 0, "the declared sizes changed while they were read");
            }

            at += width;
            blocks[i] = new Lz4Block(0, 0, 0, target, (int)size);
            target += (int)size;
        }

        Size = target;
    }

    private void ReadBin(ref Lz4Block block, int element, long begin)
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

    /// <summary>Reads the header of a bin or an ext, whose payload is all there.</summary>
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

    /// <summary>Gives the first bytes of a payload without reading them: 9, the longest integer, or all.</summary>
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
            throw Fault(MessagePackErrorNames.Lz4Limit, offset, element, $"LZ4 content of {size} bytes exceeds the limit of {limit}.");
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

    /// <summary>Makes a fault of an element of the array, or of the frame itself for -1.</summary>
    private static MessagePackSerializationException Fault(string name, long offset, int element, string message) =>
        new(name, offset, name == MessagePackErrorNames.InvalidLz4 ? $"Invalid LZ4: {message}." : message) { Path = Path(element) };
}

/// <summary>A block in a frame.</summary>
/// <param name="Offset">The offset of the bin, or of the ext 99, in the input.</param>
/// <param name="Begin">Where the block begins, counted from the frame's begin.</param>
/// <param name="Length">Its length.</param>
/// <param name="Target">Where its content begins in the message.</param>
/// <param name="Size">The length of its content.</param>
internal readonly record struct Lz4Block(long Offset, long Begin, uint Length, int Target, int Size);
