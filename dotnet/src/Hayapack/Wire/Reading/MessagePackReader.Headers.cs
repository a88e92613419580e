namespace Hayapack;

// Headers of values whose rest may be missing, for programs that receive a message in parts.
public ref partial struct MessagePackReader
{
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
}
