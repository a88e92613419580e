namespace Hayapack;

/// <summary>The compression of whole messages. The formats are those of MessagePack-CSharp.</summary>
public enum MessagePackCompression
{
    /// <summary>Messages are written without compression. Reading does not decompress: ext 98 and 99 are ordinary ext values.</summary>
    None,

    /// <summary>
    /// One LZ4 block in an ext 99. Reading also accepts messages without compression and <see cref="Lz4BlockArray"/>.
    /// </summary>
    Lz4Block,

    /// <summary>
    /// An array of LZ4 blocks of 64 KiB each, with their sizes in an ext 98. The blocks of large messages are compressed
    /// in parallel and decompressed by one thread. Reading also accepts messages without compression and <see cref="Lz4Block"/>.
    /// </summary>
    Lz4BlockArray,
}
