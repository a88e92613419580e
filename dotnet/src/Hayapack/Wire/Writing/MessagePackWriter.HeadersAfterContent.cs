using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Hayapack;

public ref partial struct MessagePackWriter
{
    /// <summary>The least free space in bytes of the buffer in which a part begins.</summary>
    private const int LeastPart = 256;

    /// <summary>
    /// Gets a value indicating whether all that was written is in one buffer until the end, so that a header can be written
    /// after its content.
    /// </summary>
    internal readonly bool IsOneBuffer => output is null;

    /// <summary>
    /// Leaves space for the header of an ext whose payload length is not known yet. <see cref="IsOneBuffer"/> must be true.
    /// </summary>
    /// <param name="headerSize">The expected size of the header in bytes: 2, 3, 4 or 6.</param>
    /// <returns>The offset of the ext in the buffer.</returns>
    internal int BeginExtension(int headerSize)
    {
        Reserve(MessagePackPrimitives.MaxHeaderSize);
        int start = Position;
        Commit(headerSize);
        return start;
    }

    /// <summary>
    /// Writes the header of an ext before its payload; moves the payload if the header's size is not the expected one.
    /// </summary>
    /// <param name="start">The offset of the ext in the buffer.</param>
    /// <param name="headerSize">The space left for the header, in bytes.</param>
    /// <param name="type">The extension type.</param>
    /// <returns>The size of the header in bytes.</returns>
    internal int EndExtension(int start, int headerSize, sbyte type)
    {
        int length = Position - start - headerSize;
        int size = MessagePackPrimitives.ExtensionHeaderSize((uint)length);
        if (size != headerSize)
        {
            Move(start + headerSize, size - headerSize);
        }

        MessagePackPrimitives.WriteExtensionHeader(ref Unsafe.Add(ref first, start), type, (uint)length);
        return size;
    }

    /// <summary>Leaves 1 byte for the header of an array or map. <see cref="IsOneBuffer"/> must be true.</summary>
    /// <returns>The offset of the container in the buffer.</returns>
    internal int BeginContainer()
    {
        Reserve(MessagePackPrimitives.MaxHeaderSize);
        int start = Position;
        Commit(1);
        return start;
    }

    /// <summary>
    /// Writes the header of an array whose elements are already written; moves them if the header takes more than 1
    /// byte.
    /// </summary>
    internal void EndArray(int start, uint count) =>
        MessagePackPrimitives.WriteArrayHeader(ref HeaderSpace(start, count), count);

    /// <summary>
    /// Writes the header of a map whose entries are already written; moves them if the header takes more than 1 byte.
    /// </summary>
    internal void EndMap(int start, uint count) =>
        MessagePackPrimitives.WriteMapHeader(ref HeaderSpace(start, count), count);

    /// <summary>Leaves space for an entry that <see cref="EndEntry"/> puts in front of those of the map that is written next.</summary>
    /// <param name="size">The size of the entry in bytes. <see cref="IsOneBuffer"/> must be true.</param>
    /// <returns>The offset of the map in the buffer.</returns>
    internal int BeginEntry(int size)
    {
        Reserve(size + MessagePackPrimitives.MaxHeaderSize);
        int start = Position;
        Commit(size);
        return start;
    }

    /// <summary>Gets the bytes that were written after the space that <see cref="BeginEntry"/> left.</summary>
    /// <param name="start">The offset that it returned.</param>
    /// <param name="size">The size of the entry in bytes.</param>
    internal readonly ReadOnlySpan<byte> AfterEntry(int start, int size) => Collected[(start + size)..];

    /// <summary>
    /// Adds an entry to the map that was written after it. The map's new header and the entry take the place that was left and
    /// that of the old header; only if the new header has another size, as with 15 entries, the others are moved.
    /// </summary>
    /// <param name="start">The offset that <see cref="BeginEntry"/> returned.</param>
    /// <param name="entry">The key and the value.</param>
    /// <param name="count">The number of entries of the map without it.</param>
    /// <param name="header">The size in bytes of the map's header as it was written.</param>
    internal void EndEntry(int start, ReadOnlySpan<byte> entry, uint count, int header)
    {
        int size = count < 15 ? 1 : count < ushort.MaxValue ? 3 : 5;
        if (size != header)
        {
            Move(start + entry.Length + header, size - header);
        }

        Span<byte> head = MemoryMarshal.CreateSpan(ref Unsafe.Add(ref first, start), size + entry.Length);
        MessagePackPrimitives.TryWriteMapHeader(head, count + 1, out _);
        entry.CopyTo(head[size..]);
    }

    private ref byte HeaderSpace(int start, uint count)
    {
        int more = count <= 15 ? 0 : count <= ushort.MaxValue ? 2 : 4;
        if (more > 0)
        {
            Move(start + 1, more);
        }

        return ref Unsafe.Add(ref first, start);
    }

    /// <summary>Moves what was written from an offset on, for a header whose size is another one than was expected.</summary>
    private void Move(int from, int more)
    {
        Reserve(MessagePackPrimitives.MaxHeaderSize);
        Collected[from..].CopyTo(MemoryMarshal.CreateSpan(ref Unsafe.Add(ref first, from + more), Position - from));
        Commit(more);
    }

    /// <summary>
    /// Returns a writer for the next part of this message, whose headers can be written after their content. It writes into
    /// the free bytes of this writer's buffer and, if they do not suffice, into a pooled array. Until <see cref="EndPart"/>
    /// this writer must not be used. <see cref="DropPart"/> ends the part's writer, with and without it.
    /// </summary>
    internal MessagePackWriter BeginPart()
    {
        ref byte free = ref Reserve(LeastPart);
        return new MessagePackWriter(ref free, Free, stackMark)
        {
            CancellationToken = CancellationToken,
            OldSpec = OldSpec,
            depth = depth,
            flushed = Written,
        };
    }

    /// <summary>Adds a part that is complete.</summary>
    /// <param name="part">The writer that <see cref="BeginPart"/> returned.</param>
    internal void EndPart(ref MessagePackWriter part)
    {
        if (part.scratch is null)
        {
            Commit(part.Position);
        }
        else
        {
            WriteRaw(part.Collected);
        }
    }

    /// <summary>Ends the writer of a part.</summary>
    internal void DropPart()
    {
        if (scratch is not null)
        {
            ScratchArray.Return(TakeScratch());
        }
    }
}
