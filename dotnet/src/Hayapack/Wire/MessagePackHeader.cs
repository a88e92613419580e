namespace Hayapack;

/// <summary>The decoded header of a value: its format byte, and what the bytes after it declare. Immutable.</summary>
public readonly record struct MessagePackHeader
{
    internal MessagePackHeader(byte code, in Head head)
    {
        Code = code;
        Type = head.Type;
        PayloadLength = head.Payload;
        Count = head.Count;
        ExtensionTypeCode = head.ExtensionType;
    }

    /// <summary>Gets the format byte; <see cref="MessagePackCode.ToFormatName"/> returns its name.</summary>
    public byte Code { get; }

    /// <summary>Gets the type of the value.</summary>
    public MessagePackType Type { get; }

    /// <summary>
    /// Gets the length of the header in bytes, 1 to 6: the format byte, the length or count after it, and the type of an ext.
    /// </summary>
    public int Length => MessagePackCode.HeaderLength(Code);

    /// <summary>
    /// Gets the declared length in bytes of what follows the header: of a number, str, bin or ext; 0 for all others, containers
    /// included.
    /// </summary>
    public uint PayloadLength { get; }

    /// <summary>Gets the declared number of elements of an array or of entries of a map; 0 for all others.</summary>
    public uint Count { get; }

    /// <summary>Gets the type of an ext, -128 to 127; 0 for all others.</summary>
    public sbyte ExtensionTypeCode { get; }

    /// <summary>Gets a value indicating whether it is the header of an array or a map.</summary>
    public bool IsContainer => Type is MessagePackType.Array or MessagePackType.Map;

    /// <summary>Decodes a header. The payload does not have to be there. Thread-safe.</summary>
    /// <param name="bytes">The first bytes of a value.</param>
    /// <param name="header">The header; the default value if the result is false.</param>
    /// <returns>False if the bytes end before or inside the header.</returns>
    /// <exception cref="MessagePackSerializationException"><c>reserved_byte</c>: the format byte is c1.</exception>
    public static bool TryRead(ReadOnlySpan<byte> bytes, out MessagePackHeader header)
    {
        if (bytes.IsEmpty || bytes.Length < MessagePackCode.HeaderLength(bytes[0]))
        {
            header = default;
            return false;
        }

        header = new MessagePackHeader(bytes[0], new MessagePackReader(bytes).ReadHead());
        return true;
    }
}
