namespace Hayapack;

/// <summary>How a whole message is compressed. The bytes are those of MessagePack-CSharp.</summary>
public enum MessagePackCompression
{
    /// <summary>Messages are written plain, and compressed ones are not recognised.</summary>
    None,

    /// <summary>One LZ4 block in an ext 99. Reading also takes plain messages and <see cref="Lz4BlockArray"/>.</summary>
    Lz4Block,

    /// <summary>
    /// An array of LZ4 blocks of 64 KiB each, with their sizes in an ext 98. Blocks of large messages are compressed and
    /// decompressed in parallel. Reading also takes plain messages and <see cref="Lz4Block"/>.
    /// </summary>
    Lz4BlockArray,
}
