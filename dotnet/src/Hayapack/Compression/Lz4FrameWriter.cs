using System.Buffers;
using System.Buffers.Binary;

namespace Hayapack.Compression;

/// <summary>
/// A compressed message in a pooled array: the header of the frame, followed by one slot for each 64 KiB of the message.
/// In the array format a slot has one block; otherwise the first slot is the beginning of the block. The slots have gaps;
/// <c>CopyTo</c> writes the message without them. The bytes do not depend on the number of threads.
/// </summary>
internal readonly unsafe ref struct Lz4FrameWriter
{
    /// <summary>The part of the message in bytes that each slot except the last has.</summary>
    internal const int BlockSize = Lz4BlockEncoder.MaximumSource;

    /// <summary>
    /// Messages of fewer bytes are compressed by one thread: on two busy cores, a second thread gained nothing for 128 to
    /// 512 KiB.
    /// </summary>
    internal const int LeastParallel = 1024 * 1024;

    /// <summary>The number of literals after the last match (4 bytes), then the header of a bin 32.</summary>
    private const int SlotHeader = 4 + BinHeader;

    private const int BinHeader = 5;

    /// <summary>The largest size of the headers of the array and the ext.</summary>
    private const int FrameHeader = 5 + 6;

    private readonly byte[] memory;
    private readonly int headerLength;
    private readonly int slots;
    private readonly int slotSize;
    private readonly int count;

    /// <summary>The length of the only block; 0 in the array format.</summary>
    private readonly int blockLength;

    /// <summary>Initializes a new instance of the <see cref="Lz4FrameWriter"/> struct: compresses a message.</summary>
    /// <param name="message">At least 1 byte.</param>
    /// <param name="compression">The format.</param>
    /// <param name="threads">The largest number of threads that compress, at least 1.</param>
    /// <param name="acceleration">See <see cref="MessagePackSerializerOptions.CompressionAcceleration"/>.</param>
    /// <exception cref="MessagePackSerializationException"><c>too_long</c>: the message is too large.</exception>
    internal Lz4FrameWriter(ReadOnlySpan<byte> message, MessagePackCompression compression, int threads, int acceleration)
    {
        bool isArray = compression == MessagePackCompression.Lz4BlockArray;
        count = ((message.Length - 1) / BlockSize) + 1;
        slotSize = SlotHeader + Lz4BlockEncoder.MaximumLength(Math.Min(BlockSize, message.Length));
        long needed = FrameHeader + (count * (5L + slotSize));
        if ((!isArray && message.Length > Lz4BlockEncoder.MaximumBlock) || needed > Array.MaxLength)
        {
            throw new MessagePackSerializationException(
                MessagePackErrorNames.TooLong, message.Length, $"A message of {message.Length} bytes is too large to be compressed.");
        }

        slots = FrameHeader + (5 * count);
        memory = ArrayPool<byte>.Shared.Rent((int)needed);
        if (message.Length >= LeastParallel && threads > 1)
        {
            fixed (byte* from = message)
            {
                new Work((nint)from, message.Length, isArray, memory, slots, slotSize, acceleration).Run(count, threads);
            }
        }
        else
        {
            for (int i = 0; i < count; i++)
            {
                Encode(Part(message, i), memory.AsSpan(slots + (i * slotSize), slotSize), isArray, acceleration);
            }
        }

        blockLength = isArray ? 0 : Join(message);
        headerLength = WriteHeader(message.Length);
        long total = headerLength + blockLength;
        for (int i = 0; isArray && i < count; i++)
        {
            total += Block(i).Length;
        }

        Length = (int)total;
    }

    /// <summary>Gets the length of the compressed message in bytes.</summary>
    internal int Length { get; }

    /// <summary>Gets the number of blocks of the compressed message.</summary>
    private int Blocks => blockLength > 0 ? 1 : count;

    /// <summary>Copies the compressed message to a span.</summary>
    /// <param name="output">At least <see cref="Length"/> bytes.</param>
    internal void CopyTo(Span<byte> output)
    {
        memory.AsSpan(0, headerLength).CopyTo(output);
        output = output[headerLength..];
        for (int i = 0; i < Blocks; i++)
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
        for (int i = 0; i < Blocks; i++)
        {
            writer.WriteRaw(Block(i));
        }
    }

    /// <summary>Returns the array to the pool. Call it once.</summary>
    internal void Dispose() => ArrayPool<byte>.Shared.Return(memory);

    private static ReadOnlySpan<byte> Part(ReadOnlySpan<byte> message, int index)
    {
        ReadOnlySpan<byte> rest = message[(index * BlockSize)..];
        return rest[..Math.Min(BlockSize, rest.Length)];
    }

    /// <summary>Compresses into a slot: a whole block for the array format, otherwise sequences for <see cref="Join"/>.</summary>
    private static void Encode(ReadOnlySpan<byte> part, Span<byte> slot, bool isArray, int acceleration)
    {
        int literals = 0;
        int length = isArray
            ? Lz4BlockEncoder.Encode(part, slot[SlotHeader..], acceleration)
            : Lz4BlockEncoder.EncodeSequences(part, slot[SlotHeader..], acceleration, out literals);
        BinaryPrimitives.WriteInt32LittleEndian(slot, literals);
        slot[SlotHeader - BinHeader] = MessagePackCode.Bin32;
        BinaryPrimitives.WriteInt32BigEndian(slot[(SlotHeader - 4)..], length);
    }

    /// <summary>Returns a compressed block; in the array format, with the header of its bin.</summary>
    private ReadOnlySpan<byte> Block(int index)
    {
        if (blockLength > 0)
        {
            return memory.AsSpan(slots + SlotHeader, blockLength);
        }

        ReadOnlySpan<byte> slot = memory.AsSpan(slots + (index * slotSize), slotSize)[(SlotHeader - BinHeader)..];
        return slot[..(BinHeader + BinaryPrimitives.ReadInt32BigEndian(slot[1..]))];
    }

    /// <summary>
    /// Joins the sequences of all slots to one block in the first slot and those after it. The literals after a slot's last
    /// match become literals of the next slot's first sequence.
    /// </summary>
    /// <remarks>
    /// The output of n parts, with their literals, is at most n * (65536 + 257) + 16 bytes, less than the distance from the
    /// first slot to slot n, so it overwrites nothing that is still to be read.
    /// </remarks>
    /// <returns>The length of the block.</returns>
    private int Join(ReadOnlySpan<byte> message)
    {
        Span<byte> output = memory.AsSpan(slots + SlotHeader);
        int end = 0;
        int pending = 0;
        for (int i = 0; i < count; i++)
        {
            ReadOnlySpan<byte> slot = memory.AsSpan(slots + (i * slotSize), slotSize);
            int literalsAfter = BinaryPrimitives.ReadInt32LittleEndian(slot);
            ReadOnlySpan<byte> sequences = slot.Slice(SlotHeader, BinaryPrimitives.ReadInt32BigEndian(slot[(SlotHeader - 4)..]));
            if (sequences.IsEmpty)
            {
                pending += literalsAfter;
                continue;
            }

            byte token = sequences[0];
            int literals = token >> 4;
            int at = 1;
            if (literals == 15)
            {
                byte more;
                do
                {
                    more = sequences[at++];
                    literals += more;
                }
                while (more == 255);
            }

            end += Lz4BlockEncoder.WriteLiteralLength(pending + literals, token & 15, output[end..]);
            message.Slice((i * BlockSize) - pending, pending).CopyTo(output[end..]);
            end += pending;
            sequences[at..].CopyTo(output[end..]);
            end += sequences.Length - at;
            pending = literalsAfter;
        }

        return end + Lz4BlockEncoder.WriteLiterals(message[^pending..], output[end..]);
    }

    private int WriteHeader(int size)
    {
        // A primitive can write 8 bytes more than it returns. A temporary buffer keeps them out of the slots.
        Span<byte> header = stackalloc byte[FrameHeader + 16];
        int last = size - ((count - 1) * BlockSize);
        if (blockLength > 0)
        {
            int length = MessagePackPrimitives.WriteExtensionHeader(ref header[0], ReservedExtensionTypeCodes.Lz4Block, (uint)blockLength + 5);
            header[length] = MessagePackCode.Int32;
            BinaryPrimitives.WriteInt32BigEndian(header[(length + 1)..], size);
            header[..(length + 5)].CopyTo(memory);
            return length + 5;
        }

        int sizes = ((count - 1) * Integer(header, BlockSize)) + Integer(header, last);
        int at = MessagePackPrimitives.WriteArrayHeader(ref header[0], (uint)count + 1);
        at += MessagePackPrimitives.WriteExtensionHeader(ref header[at], ReservedExtensionTypeCodes.Lz4BlockArray, (uint)sizes);
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

    /// <summary>Compresses in parallel. The caller pins the message; each piece is written to its own slot.</summary>
    private sealed class Work(nint from, int size, bool isArray, byte[] memory, int slots, int slotSize, int acceleration) : ParallelWork
    {
        protected override void Do(int index) =>
            Encode(Part(new ReadOnlySpan<byte>((byte*)from, size), index), memory.AsSpan(slots + (index * slotSize), slotSize), isArray, acceleration);
    }
}
