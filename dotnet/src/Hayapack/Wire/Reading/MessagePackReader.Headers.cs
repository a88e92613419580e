using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Hayapack;

public ref partial struct MessagePackReader
{
    /// <summary>Reads the header of an array. The elements follow.</summary>
    /// <returns>The number of elements, not more than the number of remaining bytes.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int ReadArrayHeader()
    {
        uint count = (uint)NextCode - MessagePackCode.MinFixArray;
        if (count <= 15 && length - position > (int)count)
        {
            position++;
            return (int)count;
        }

        return ReadArrayHeaderSlow();
    }

    /// <summary>Reads the header of a map. A key and a value follow for each entry.</summary>
    /// <returns>The number of entries, not more than half the number of remaining bytes.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int ReadMapHeader()
    {
        uint count = (uint)NextCode - MessagePackCode.MinFixMap;
        if (count <= 15 && length - position > (int)(count * 2))
        {
            position++;
            return (int)count;
        }

        return ReadMapHeaderSlow();
    }

    /// <summary>Reads the header of an extension. Its payload follows.</summary>
    /// <returns>The type and the payload length, not more than the number of remaining bytes.</returns>
    public ExtensionHeader ReadExtensionFormatHeader()
    {
        long start = Consumed;
        int size = ExtensionHeaderSize(out uint count);
        if (size == 0)
        {
            ThrowUnexpected("an ext");
        }

        sbyte type = (sbyte)Unsafe.Add(ref first, position + size - 1);
        position += size;
        if (count > Remaining)
        {
            ThrowTruncated(start);
        }

        return new ExtensionHeader(type, count);
    }

    /// <summary>Returns whether the next value is an extension of a type, and checks its length. The position stays.</summary>
    /// <exception cref="MessagePackSerializationException"><c>truncated</c>: the extension ends after the input.</exception>
    internal bool IsNextExtension(sbyte type)
    {
        int size = ExtensionHeaderSize(out uint count);
        if (size == 0)
        {
            return false;
        }

        if (count > Remaining - size)
        {
            ThrowTruncated(Consumed);
        }

        return (sbyte)Unsafe.Add(ref first, position + size - 1) == type;
    }

    /// <summary>Returns the size of an extension's header, which is then in the window, and the length of its payload; 0 for other values.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int ExtensionHeaderSize(out uint length)
    {
        byte code = NextCode;
        if (code is >= MessagePackCode.FixExt1 and <= MessagePackCode.FixExt16)
        {
            length = 1u << (code - MessagePackCode.FixExt1);
            NeedHeader(2);
            return 2;
        }

        length = 0;
        if (code is not (>= MessagePackCode.Ext8 and <= MessagePackCode.Ext32))
        {
            return 0;
        }

        int width = 1 << (code - MessagePackCode.Ext8);
        NeedHeader(2 + width);
        length = ReadBigEndian(width);
        return 2 + width;
    }

    /// <summary>
    /// Reads the header of an array, unless the input ends before its end: the position then stays. Unlike
    /// <see cref="ReadArrayHeader"/> it does not compare the count with the rest of the input: allocate nothing by it.
    /// </summary>
    /// <param name="count">The number of elements.</param>
    /// <returns>False if the input ends before the end of the header.</returns>
    public bool TryReadArrayHeader(out int count) => TryReadCount(MessagePackCode.MinFixArray, MessagePackCode.Array16, "an array", out count);

    /// <summary>
    /// Reads the header of a map, unless the input ends before its end: the position then stays. Unlike
    /// <see cref="ReadMapHeader"/> it does not compare the count with the rest of the input: allocate nothing by it.
    /// </summary>
    /// <param name="count">The number of entries.</param>
    /// <returns>False if the input ends before the end of the header.</returns>
    public bool TryReadMapHeader(out int count) => TryReadCount(MessagePackCode.MinFixMap, MessagePackCode.Map16, "a map", out count);

    /// <summary>
    /// Reads the header of an extension, unless the input ends before its end: the position then stays. Unlike
    /// <see cref="ReadExtensionFormatHeader"/> it does not compare the length with the rest of the input.
    /// </summary>
    /// <param name="extensionHeader">The type and the length of the payload in bytes.</param>
    /// <returns>False if the input ends before the end of the header.</returns>
    public bool TryReadExtensionFormatHeader(out ExtensionHeader extensionHeader)
    {
        extensionHeader = default;
        if (Remaining == 0)
        {
            return false;
        }

        if (MessagePackCode.ToMessagePackType(NextCode) != MessagePackType.Extension)
        {
            ThrowUnexpected("an ext");
        }

        if (!Ensure(MessagePackCode.HeaderLength(NextCode)))
        {
            return false;
        }

        MessagePackPrimitives.TryReadExtensionHeader(Span(0, length - position), out extensionHeader, out int size);
        position += size;
        return true;
    }

    private bool TryReadCount(byte fix, byte field16, string expected, out int count)
    {
        count = 0;
        if (Remaining == 0)
        {
            return false;
        }

        byte code = NextCode;
        if ((code & 0xf0) == fix)
        {
            count = code & 15;
            position++;
            return true;
        }

        if (code != field16 && code != field16 + 1)
        {
            ThrowUnexpected(expected);
        }

        int width = code == field16 ? 2 : 4;
        if (!Ensure(1 + width))
        {
            return false;
        }

        uint declared = ReadBigEndian(width);
        if (declared > int.MaxValue)
        {
            throw Fault(MessagePackErrorNames.TooLong, Consumed, $"The container declares {declared} elements or entries, more than {int.MaxValue}.");
        }

        count = (int)declared;
        position += 1 + width;
        return true;
    }

    /// <summary>
    /// Reads the header of a bin or str. The remaining input has at least as many bytes as it declares.
    /// </summary>
    internal uint ReadBytesHeader()
    {
        long start = Consumed;
        byte code = NextCode;
        if (code is < MessagePackCode.Bin8 or > MessagePackCode.Bin32)
        {
            if (MessagePackCode.ToMessagePackType(code) != MessagePackType.String)
            {
                ThrowUnexpected("bytes");
            }

            return ReadStringHeader();
        }

        int width = 1 << (code - MessagePackCode.Bin8);
        NeedHeader(1 + width);
        uint count = ReadBigEndian(width);
        position += 1 + width;
        if (count > Remaining)
        {
            ThrowTruncated(start);
        }

        return count;
    }

    private uint ReadStringHeader()
    {
        long start = Consumed;
        uint count = ReadCount(MessagePackCode.MinFixStr, MessagePackCode.MaxFixStr, MessagePackCode.Str8, MessagePackCode.Str32, 1, "a string");
        if (count > Remaining)
        {
            ThrowTruncated(start);
        }

        return count;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int ReadArrayHeaderSlow()
    {
        long start = Consumed;
        uint count = ReadCount(MessagePackCode.MinFixArray, MessagePackCode.MaxFixArray, MessagePackCode.Array16, MessagePackCode.Array32, 2, "an array");
        CheckCount(count, start);
        return (int)count;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int ReadMapHeaderSlow()
    {
        long start = Consumed;
        uint count = ReadCount(MessagePackCode.MinFixMap, MessagePackCode.MaxFixMap, MessagePackCode.Map16, MessagePackCode.Map32, 2, "a map");
        CheckCount(count * 2L, start);
        if (count > int.MaxValue)
        {
            throw Fault(MessagePackErrorNames.TooLong, start, $"The map has {count} entries, more than a .NET dictionary can hold.");
        }

        return (int)count;
    }

    /// <summary>Reads a header: its count is in the format byte, or in the bytes after it: <paramref name="width"/>, twice as many, ...</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private uint ReadCount(byte minFix, byte maxFix, byte shortest, byte longest, int width, string expected)
    {
        byte code = NextCode;
        if (code >= minFix && code <= maxFix)
        {
            position++;
            return (uint)(code - minFix);
        }

        if (code < shortest || code > longest)
        {
            ThrowUnexpected(expected);
        }

        width <<= code - shortest;
        NeedHeader(1 + width);
        uint count = ReadBigEndian(width);
        position += 1 + width;
        return count;
    }

    private void CheckCount(long values, long start)
    {
        if (values > Remaining)
        {
            throw Fault(MessagePackErrorNames.Truncated, start, $"The container needs {Counted(values, "value")}, {Counted(Remaining, "byte")} left.");
        }

        if (values > uint.MaxValue)
        {
            throw Fault(MessagePackErrorNames.TooLong, start, "The container has more values than a .NET collection can hold.");
        }

        Declare(values, start);
    }

    /// <summary>Ensures that the window contains a header of the given size.</summary>
    private void NeedHeader(int size)
    {
        if (!Ensure(size))
        {
            ThrowTruncated(Consumed);
        }
    }

    /// <summary>Loads the 1, 2 or 4 bytes after the format byte. The window must contain them.</summary>
    private readonly uint ReadBigEndian(int width) => width switch
    {
        1 => Unsafe.Add(ref first, position + 1),
        2 => BinaryPrimitives.ReadUInt16BigEndian(Span(1, 2)),
        _ => BinaryPrimitives.ReadUInt32BigEndian(Span(1, 4)),
    };
}
