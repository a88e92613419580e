using System.Buffers;
using System.Buffers.Binary;

namespace Hayapack.Compression;

/// <summary>
/// A compressed message in memory of the pool: the header of its frame, and behind it each block in a slot of the same
/// size, not yet joined.
/// </summary>
internal readonly unsafe ref struct Lz4Packed
{
    /// <summary>The content of each block but the last.</summary>
    private const int BlockSize = 64 * 1024;

    /// <summary>Shorter messages are compressed by one thread: on busy cores, waiting for others takes longer than it saves.</summary>
    private const int LeastParallel = 4 * 1024 * 1024;

    /// <summary>A block is a bin 32, whose header begins its slot.</summary>
    private const int BinHeader = 5;

    /// <summary>The longest headers of the array and of the ext; what the primitives write beyond the end is in the slots.</summary>
    private const int FrameHeader = 5 + 6;

    private readonly byte[] memory;
    private readonly int headerLength;
    private readonly int slots;
    private readonly int slotSize;
    private readonly int count;
    private readonly bool isArray;

    /// <summary>Initializes a new instance of the <see cref="Lz4Packed"/> struct: compresses a message.</summary>
    /// <param name="message">At least 1 byte.</param>
    /// <param name="compression">The form.</param>
    internal Lz4Packed(ReadOnlySpan<byte> message, MessagePackCompression compression)
    {
        isArray = compression == MessagePackCompression.Lz4BlockArray;
        int blockSize = isArray ? Math.Min(BlockSize, message.Length) : message.Length;
        count = ((message.Length - 1) / blockSize) + 1;
        long bound = BinHeader + blockSize + (blockSize / 255L) + 16;
        long needed = FrameHeader + (count * (5 + bound));
        if (blockSize > Lz4Encoder.MaximumInput || needed > Array.MaxLength)
        {
            throw new MessagePackSerializationException(
                MessagePackErrorNames.TooLong, message.Length, $"A message of {message.Length} bytes is too large to be compressed.");
        }

        slotSize = (int)bound;
        slots = FrameHeader + (5 * count);
        memory = ArrayPool<byte>.Shared.Rent((int)needed);
        if (message.Length >= LeastParallel && count > 1 && Environment.ProcessorCount > 1)
        {
            fixed (byte* from = message)
            {
                Parallel.For(0, count, new Job((nint)from, message.Length, memory, slots, slotSize).Encode);
            }
        }
        else
        {
            for (int i = 0; i < count; i++)
            {
                ReadOnlySpan<byte> block = message[(i * blockSize)..];
                Encode(block[..Math.Min(blockSize, block.Length)], memory.AsSpan(slots + (i * slotSize), slotSize));
            }
        }

        headerLength = WriteHeader(message.Length);
        long total = headerLength;
        for (int i = 0; i < count; i++)
        {
            total += Block(i).Length;
        }

        Length = (int)total;
    }

    /// <summary>Gets the length of the result.</summary>
    internal int Length { get; }

    /// <summary>Joins the result.</summary>
    /// <param name="output">At least <see cref="Length"/> bytes.</param>
    internal void CopyTo(Span<byte> output)
    {
        memory.AsSpan(0, headerLength).CopyTo(output);
        output = output[headerLength..];
        for (int i = 0; i < count; i++)
        {
            ReadOnlySpan<byte> block = Block(i);
            block.CopyTo(output);
            output = output[block.Length..];
        }
    }

    /// <summary>Writes the result, block by block.</summary>
    /// <param name="writer">The writer.</param>
    internal void CopyTo(ref MessagePackWriter writer)
    {
        writer.WriteRaw(memory.AsSpan(0, headerLength));
        for (int i = 0; i < count; i++)
        {
            writer.WriteRaw(Block(i));
        }
    }

    /// <summary>Gives the memory back.</summary>
    internal void Dispose() => ArrayPool<byte>.Shared.Return(memory);

    private static void Encode(ReadOnlySpan<byte> block, Span<byte> slot)
    {
        int length = Lz4Encoder.Encode(block, slot[BinHeader..]);
        slot[0] = MessagePackCode.Bin32;
        BinaryPrimitives.WriteInt32BigEndian(slot[1..], length);
    }

    /// <summary>Gives a block: in an array with the header of its bin.</summary>
    private ReadOnlySpan<byte> Block(int index)
    {
        ReadOnlySpan<byte> slot = memory.AsSpan(slots + (index * slotSize), slotSize);
        int length = BinaryPrimitives.ReadInt32BigEndian(slot[1..]);
        return isArray ? slot[..(BinHeader + length)] : slot.Slice(BinHeader, length);
    }

    private int WriteHeader(int size)
    {
        // A primitive may write 8 bytes more than it returns, so the header is put together beside the slots.
        Span<byte> header = stackalloc byte[FrameHeader + 16];
        int last = size - ((count - 1) * BlockSize);
        if (!isArray)
        {
            int length = MessagePackPrimitives.WriteExtensionHeader(ref header[0], Lz4Frame.BlockType, (uint)Block(0).Length + 5);
            header[length] = MessagePackCode.Int32;
            BinaryPrimitives.WriteInt32BigEndian(header[(length + 1)..], size);
            header[..(length + 5)].CopyTo(memory);
            return length + 5;
        }

        int sizes = ((count - 1) * Integer(header, BlockSize)) + Integer(header, last);
        int at = MessagePackPrimitives.WriteArrayHeader(ref header[0], (uint)count + 1);
        at += MessagePackPrimitives.WriteExtensionHeader(ref header[at], Lz4Frame.BlockArrayType, (uint)sizes);
        header[..at].CopyTo(memory);
        for (int i = 0; i < count; i++)
        {
            int length = Integer(header, i < count - 1 ? BlockSize : last);
            header[..length].CopyTo(memory.AsSpan(at));
            at += length;
        }

        return at;
    }

    private static int Integer(Span<byte> at, int value) => MessagePackPrimitives.WriteUInt32(ref at[0], (uint)value);

    /// <summary>Compresses blocks in parallel. The message is pinned by the caller.</summary>
    private sealed class Job(nint from, int size, byte[] memory, int slots, int slotSize)
    {
        internal void Encode(int index)
        {
            int begin = index * BlockSize;
            var block = new ReadOnlySpan<byte>((byte*)from + begin, Math.Min(BlockSize, size - begin));
            Lz4Packed.Encode(block, memory.AsSpan(slots + (index * slotSize), slotSize));
        }
    }
}
