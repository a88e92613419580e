using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Hayapack;

public ref partial struct MessagePackWriter
{
    /// <summary>Gets a value indicating whether all that was written is in one array, so that a header can be written later.</summary>
    internal readonly bool IsArray => output is null;

    /// <summary>Leaves space for the header of an ext, whose length is known after its payload. Only into an array.</summary>
    /// <param name="headerSize">The size that the header will probably have: 2, 3, 4 or 6.</param>
    /// <returns>Where the ext begins.</returns>
    internal int BeginExtension(int headerSize)
    {
        Reserve(MessagePackPrimitives.MaxHeaderSize);
        int start = position;
        position += headerSize;
        return start;
    }

    /// <summary>Writes the header of an ext; the payload is moved where the space has another size.</summary>
    /// <param name="start">Where the ext begins.</param>
    /// <param name="headerSize">The space that was left for the header.</param>
    /// <param name="type">The ext type.</param>
    /// <returns>The size of the header.</returns>
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

    /// <summary>Leaves space for the header of an array or a map of up to 15 items. Only into an array.</summary>
    /// <returns>Where the container begins.</returns>
    internal int BeginContainer()
    {
        Reserve(MessagePackPrimitives.MaxHeaderSize);
        return position++;
    }

    /// <summary>Writes the header of an array whose elements are written.</summary>
    internal void EndArray(int start, uint count) =>
        MessagePackPrimitives.WriteArrayHeader(ref HeaderSpace(start, count), count);

    /// <summary>Writes the header of a map whose entries are written.</summary>
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

    /// <summary>Gives a writer into an array, for a part whose length must be known before it is written here.</summary>
    /// <param name="array">The array, which <see cref="TakeScratch"/> gives back: it or a larger one.</param>
    internal readonly MessagePackWriter IntoArray(byte[] array) => new(array)
    {
        CancellationToken = CancellationToken,
        depth = depth,
        flushed = Written,
    };
}
