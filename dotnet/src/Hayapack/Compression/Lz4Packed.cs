using System.Buffers;
using System.Buffers.Binary;

namespace Hayapack.Compression;

/// <summary>
/// A compressed message in a pooled array: the header of the frame, followed by slots of equal size with one block each.
/// The slots have gaps; <c>CopyTo</c> writes the message without them.
/// </summary>
internal readonly unsafe ref struct Lz4Packed
{
    /// <summary>The decompressed size in bytes of each block except the last.</summary>
    private const int BlockSize = 64 * 1024;

    /// <summary>
    /// Messages of fewer bytes are compressed by one thread: on busy cores, waiting for other threads costs more than they
    /// save.
    /// </summary>
    private const int LeastParallel = 4 * 1024 * 1024;

    /// <summary>The size of the bin 32 header at the beginning of each slot.</summary>
    private const int BinHeader = 5;

    /// <summary>The largest size of the headers of the array and the ext.</summary>
    private const int FrameHeader = 5 + 6;

    private readonly byte[] memory;
    private readonly int headerLength;
    private readonly int slots;
    private readonly int slotSize;
    private readonly int count;
    private readonly bool isArray;

    /// <summary>Initializes a new instance of the <see cref="Lz4Packed"/> struct: compresses a message.</summary>
    /// <param name="message">At least 1 byte.</param>
    /// <param name="compression">The format.</param>
    /// <exception cref="MessagePackSerializationException"><c>too_long</c>: the message is too large.</exception>
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

    /// <summary>Gets the length of the compressed message in bytes.</summary>
    internal int Length { get; }

    /// <summary>Copies the compressed message to a span.</summary>
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

    /// <summary>Writes the compressed message, block by block.</summary>
    /// <param name="writer">The writer.</param>
    internal void CopyTo(ref MessagePackWriter writer)
    {
        writer.WriteRaw(memory.AsSpan(0, headerLength));
        for (int i = 0; i < count; i++)
        {
            writer.WriteRaw(Block(i));
        }
    }

    /// <summary>Returns the array to the pool. Call it once.</summary>
    internal void Dispose() => ArrayPool<byte>.Shared.Return(memory);

    private static void Encode(ReadOnlySpan<byte> block, Span<byte> slot)
    {
        int length = Lz4Encoder.Encode(block, slot[BinHeader..]);
        slot[0] = MessagePackCode.Bin32;
        BinaryPrimitives.WriteInt32BigEndian(slot[1..], length);
    }

    /// <summary>Returns a compressed block; in the array format, with the header of its bin.</summary>
    private ReadOnlySpan<byte> Block(int index)
    {
        ReadOnlySpan<byte> slot = memory.AsSpan(slots + (index * slotSize), slotSize);
        int length = BinaryPrimitives.ReadInt32BigEndian(slot[1..]);
        return isArray ? slot[..(BinHeader + length)] : slot.Slice(BinHeader, length);
    }

    private int WriteHeader(int size)
    {
        // A primitive can write 8 bytes more than it returns. A temporary buffer keeps them out of the slots.
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

    /// <summary>The body of the parallel loop. The caller pins the message; each call writes only its own slot.</summary>
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
