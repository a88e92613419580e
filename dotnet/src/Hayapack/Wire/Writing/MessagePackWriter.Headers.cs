using System.Runtime.CompilerServices;

namespace Hayapack;

public ref partial struct MessagePackWriter
{
    /// <summary>Writes the header of an array. The caller then writes the elements.</summary>
    /// <param name="count">The number of elements, not negative.</param>
    /// <exception cref="OverflowException">The number is negative.</exception>
    public void WriteArrayHeader(int count) => WriteArrayHeader(checked((uint)count));

    /// <summary>Writes the header of an array. The caller then writes the elements.</summary>
    /// <param name="count">The number of elements.</param>
    public void WriteArrayHeader(uint count) =>
        Commit(MessagePackPrimitives.WriteArrayHeader(ref Reserve(MessagePackPrimitives.MaxHeaderSize), count));

    /// <summary>Writes the header of a map. The caller then writes a key and a value for each entry.</summary>
    /// <param name="count">The number of entries, not negative.</param>
    /// <exception cref="OverflowException">The number is negative.</exception>
    public void WriteMapHeader(int count) => WriteMapHeader(checked((uint)count));

    /// <summary>Writes the header of a map. The caller then writes a key and a value for each entry.</summary>
    /// <param name="count">The number of entries.</param>
    public void WriteMapHeader(uint count) =>
        Commit(MessagePackPrimitives.WriteMapHeader(ref Reserve(MessagePackPrimitives.MaxHeaderSize), count));

    /// <summary>
    /// Writes the header of a bin, or of a str if <see cref="OldSpec"/> is set. The caller then writes the bytes with
    /// <see cref="WriteRaw(ReadOnlySpan{byte})"/>.
    /// </summary>
    /// <param name="length">The number of bytes, not negative.</param>
    /// <exception cref="OverflowException">The number is negative.</exception>
    public void WriteBinHeader(int length)
    {
        if (OldSpec)
        {
            WriteStringHeader(length);
            return;
        }

        Commit(MessagePackPrimitives.WriteBinHeader(ref Reserve(MessagePackPrimitives.MaxHeaderSize), checked((uint)length)));
    }

    /// <summary>
    /// Writes the header of a str. The caller then writes the UTF-8 with <see cref="WriteRaw(ReadOnlySpan{byte})"/>.
    /// </summary>
    /// <param name="byteCount">The number of bytes of UTF-8, not negative.</param>
    /// <exception cref="OverflowException">The number is negative.</exception>
    public void WriteStringHeader(int byteCount)
    {
        ref byte destination = ref Reserve(MessagePackPrimitives.MaxHeaderSize);
        if (OldSpec && byteCount is > 31 and <= byte.MaxValue)
        {
            destination = MessagePackCode.Str16;
            Unsafe.Add(ref destination, 1) = 0;
            Unsafe.Add(ref destination, 2) = (byte)byteCount;
            Commit(3);
            return;
        }

        Commit(MessagePackPrimitives.WriteStringHeader(ref destination, checked((uint)byteCount)));
    }

    /// <summary>
    /// Writes the header of an extension. The caller then writes the payload with
    /// <see cref="WriteRaw(ReadOnlySpan{byte})"/>.
    /// </summary>
    /// <param name="extHeader">The extension type and the payload length in bytes.</param>
    public void WriteExtensionFormatHeader(ExtensionHeader extHeader) => Commit(MessagePackPrimitives.WriteExtensionHeader(
        ref Reserve(MessagePackPrimitives.MaxHeaderSize), extHeader.TypeCode, extHeader.Length));
}
