using System.Buffers;
using Hayapack.Compression;

namespace Hayapack;

public static partial class MessagePackSerializer
{
    /// <summary>Returns from the first headers of a message in which form it is compressed. Does not throw.</summary>
    /// <param name="message">The first bytes of the message; 12 bytes are enough.</param>
    /// <returns>
    /// The form; <see cref="MessagePackCompression.None"/> if it is not compressed or the bytes end before it is known. Another
    /// program may use the same ext for something else: only <see cref="Decompress"/> tells.
    /// </returns>
    public static MessagePackCompression DetectCompression(ReadOnlySpan<byte> message) => Lz4FrameReader.Detect(new MessagePackReader(message));

    /// <summary>Returns the content of a compressed message. The content is not validated.</summary>
    /// <param name="message">The message, in either form of LZ4. Bytes after it are ignored.</param>
    /// <param name="maximumSize">The largest allowed size of the content in bytes, for example that of <see cref="MessagePackSecurity"/>.</param>
    /// <returns>The content; null if the message is not compressed.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// <c>invalid_lz4</c>, <c>lz4_limit</c> or <c>truncated</c>, with a path. Nothing is allocated for the content before all
    /// declared sizes were checked.
    /// </exception>
    public static byte[]? Decompress(ReadOnlySpan<byte> message, int maximumSize = 64 << 20)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(maximumSize);
        var reader = new MessagePackReader(message);
        int length = Lz4MessageDecompressor.Decompress(ref reader, maximumSize, out byte[]? rented);
        if (rented is null)
        {
            return null;
        }

        byte[] content = rented.AsSpan(0, length).ToArray();
        ArrayPool<byte>.Shared.Return(rented);
        return content;
    }
}
