using System.IO.Compression;
using System.Runtime.InteropServices;
using Shop.Model;

namespace Hayapack.Lab;

/// <summary>Another codec's output, compressed at the compressor's default level.</summary>
/// <param name="inner">The other codec.</param>
/// <param name="pack">Returns a stream that compresses into another, which it leaves open.</param>
/// <param name="unpack">Returns a stream that decompresses from another.</param>
internal sealed class CompressedCodec(Codec inner, Func<Stream, Stream> pack, Func<Stream, Stream> unpack) : Codec
{
    /// <summary>The levels in words.</summary>
    internal const string Levels =
        "gzip and Brotli at CompressionLevel.Optimal (zlib's level 6, Brotli's quality 4), zstd at its default level (3)";

    private readonly ReusedBuffer packed = new();
    private readonly ReusedBuffer unpacked = new();

    internal override string Version => inner.Version;

    internal static CompressedCodec Gzip(Codec inner) => new(
        inner,
        to => new GZipStream(to, CompressionLevel.Optimal, leaveOpen: true),
        from => new GZipStream(from, CompressionMode.Decompress));

    internal static CompressedCodec Brotli(Codec inner) => new(
        inner,
        to => new BrotliStream(to, CompressionLevel.Optimal, leaveOpen: true),
        from => new BrotliStream(from, CompressionMode.Decompress));

#if ZSTD
    internal static CompressedCodec Zstd(Codec inner) => new(
        inner,
        to => new ZstdSharp.CompressionStream(to, leaveOpen: true),
        from => new ZstdSharp.DecompressionStream(from));
#endif

    internal override ReadOnlyMemory<byte> Write(Export value)
    {
        using (Stream stream = pack(packed.ClearedStream()))
        {
            stream.Write(inner.Write(value).Span);
        }

        return packed.Written;
    }

    internal override Export Read(ReadOnlyMemory<byte> bytes)
    {
        MemoryMarshal.TryGetArray(bytes, out ArraySegment<byte> segment);
        using var input = new MemoryStream(segment.Array!, segment.Offset, segment.Count);
        using Stream stream = unpack(input);
        stream.CopyTo(unpacked.ClearedStream());
        return inner.Read(unpacked.Written);
    }

    internal override byte[] WriteOnce(Export value)
    {
        using var output = new MemoryStream();
        using (Stream stream = pack(output))
        {
            stream.Write(inner.WriteOnce(value));
        }

        return output.ToArray();
    }

    internal override Export ReadOnce(byte[] bytes)
    {
        using var input = new MemoryStream(bytes);
        using Stream stream = unpack(input);
        using var output = new MemoryStream();
        stream.CopyTo(output);
        return inner.ReadOnce(output.ToArray());
    }
}
