using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Hayapack;

public ref partial struct MessagePackWriter
{
    /// <summary>
    /// Gets a value indicating whether the whole output is in one array, so that a header can be written after its
    /// content.
    /// </summary>
    internal readonly bool IsArray => output is null;

    /// <summary>
    /// Leaves space for the header of an ext whose payload length is not known yet. The output must be one array.
    /// </summary>
    /// <param name="headerSize">The expected size of the header in bytes: 2, 3, 4 or 6.</param>
    /// <returns>The offset of the ext in the array.</returns>
    internal int BeginExtension(int headerSize)
    {
        Reserve(MessagePackPrimitives.MaxHeaderSize);
        int start = position;
        position += headerSize;
        return start;
    }

    /// <summary>
    /// Writes the header of an ext before its payload; moves the payload if the header's size is not the expected one.
    /// </summary>
    /// <param name="start">The offset of the ext in the array.</param>
    /// <param name="headerSize">The space left for the header, in bytes.</param>
    /// <param name="type">The extension type.</param>
    /// <returns>The size of the header in bytes.</returns>
    internal int EndExtension(int start, int headerSize, sbyte type)
    {
        int length = position - start - headerSize;
        int size = MessagePackPrimitives.ExtensionHeaderSize((uint)length);
        if (size != headerSize)
        {
            Reserve(MessagePackPrimitives.MaxHeaderSize);
            Span<byte> all = MemoryMarshal.CreateSpan(ref Unsafe.Add(ref first, start), size + headerSize + length);
            all.Slice(headerSize, length).CopyTo(all[size..]);
            position += size - headerSize;
        }

        MessagePackPrimitives.WriteExtensionHeader(ref Unsafe.Add(ref first, start), type, (uint)length);
        return size;
    }

    /// <summary>Leaves 1 byte for the header of an array or map. The output must be one array.</summary>
    /// <returns>The offset of the container in the array.</returns>
    internal int BeginContainer()
    {
        Reserve(MessagePackPrimitives.MaxHeaderSize);
        return position++;
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

    private ref byte HeaderSpace(int start, uint count)
    {
        int more = count <= 15 ? 0 : count <= ushort.MaxValue ? 2 : 4;
        if (more > 0)
        {
            Reserve(MessagePackPrimitives.MaxHeaderSize);
            Span<byte> all = MemoryMarshal.CreateSpan(ref Unsafe.Add(ref first, start), position - start + more);
            all[1..^more].CopyTo(all[(1 + more)..]);
            position += more;
        }

        return ref Unsafe.Add(ref first, start);
    }

    /// <summary>
    /// Returns a writer into an array, for a part of this message whose length must be known before it is written here.
    /// Offsets in its errors count from the start of this message.
    /// </summary>
    /// <param name="array">The array; <see cref="TakeScratch"/> returns it or a larger one.</param>
    internal readonly MessagePackWriter IntoArray(byte[] array) => new(array)
    {
        CancellationToken = CancellationToken,
        depth = depth,
        flushed = Written,
    };
}
