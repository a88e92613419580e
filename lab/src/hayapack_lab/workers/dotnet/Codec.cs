using System.Buffers;
using System.IO.Compression;
using System.Runtime.InteropServices;
using Hayapack.Resolvers;
using Shop.Model;
using static Hayapack.Lab.MessagePackCodecs;
#if MESSAGEPACK
using V3Compression = MessagePack.MessagePackCompression;
#endif

namespace Hayapack.Lab;

/// <summary>The codec is not available here; the message is the reason.</summary>
internal sealed class MissingException(string reason) : Exception(reason);

/// <summary>
/// A serializer to measure on the graph of article D. The fair method uses <see cref="Write"/>, which writes to a reused buffer, and
/// <see cref="Read"/>. The reference method uses the one-shot functions, <see cref="WriteOnce"/> and
/// <see cref="ReadOnce"/>.
/// </summary>
internal abstract class Codec
{
    internal abstract string Version { get; }

    internal abstract ReadOnlyMemory<byte> Write(Export value);

    internal abstract Export Read(ReadOnlyMemory<byte> bytes);

    internal abstract byte[] WriteOnce(Export value);

    internal virtual Export ReadOnce(byte[] bytes) => Read(bytes);

    /// <summary>Creates a codec by the name that a file in codecs/ uses.</summary>
    internal static Codec Named(string name) => name switch
    {
        "json" => SystemJsonCodec.Typed(),
        "json gzip" => CompressedCodec.Gzip(SystemJsonCodec.Typed()),
        "json brotli" => CompressedCodec.Brotli(SystemJsonCodec.Typed()),
        "json typeless" => SystemJsonCodec.Typeless(),
#if ZSTD
        "json zstd" => CompressedCodec.Zstd(SystemJsonCodec.Typed()),
#else
        "json zstd" => throw new MissingException(".NET has zstd from version 11 on, and no package source has ZstdSharp.Port"),
#endif
#if UTF8JSON
        "utf8json" => new Utf8JsonCodec(typeless: false),
        "utf8json gzip" => CompressedCodec.Gzip(new Utf8JsonCodec(typeless: false)),
        "utf8json typeless" => new Utf8JsonCodec(typeless: true),
        "utf8json typeless gzip" => CompressedCodec.Gzip(new Utf8JsonCodec(typeless: true)),
#endif
#if MEMORYPACK
        "memorypack" => MemoryPackCodec.Make(),
#else
        "memorypack" => throw new MissingException("no package source has MemoryPack"),
#endif
#if NERDBANK
        "nerdbank" => NerdbankCodec.Make(),
#else
        "nerdbank" => throw new MissingException("no package source has Nerdbank.MessagePack"),
#endif
#if MESSAGEPACK2
        "messagepack2" => CSharpTyped(V3Compression.None),
#elif MESSAGEPACK
        "messagepack" => CSharpTyped(V3Compression.None),
        "messagepack lz4 array" => CSharpTyped(V3Compression.Lz4BlockArray),
        "messagepack lz4 block" => CSharpTyped(V3Compression.Lz4Block),
        "messagepack typeless" => CSharpTypeless(V3Compression.None),
        "messagepack typeless lz4 array" => CSharpTypeless(V3Compression.Lz4BlockArray),
        "messagepack typeless lz4 block" => CSharpTypeless(V3Compression.Lz4Block),
#endif
        "hayapack" => OursTyped(MessagePackCompression.None),
        "hayapack reflection" => OursTyped(MessagePackCompression.None, StandardResolverAllowPrivate.Instance),
        "hayapack lz4 array" => OursTyped(MessagePackCompression.Lz4BlockArray),
        "hayapack lz4 block" => OursTyped(MessagePackCompression.Lz4Block),
        "hayapack typeless" => OursTypeless(MessagePackCompression.None),
        "hayapack typeless lz4 array" => OursTypeless(MessagePackCompression.Lz4BlockArray),
        "hayapack typeless lz4 block" => OursTypeless(MessagePackCompression.Lz4Block),
        _ when name.StartsWith("utf8json", StringComparison.Ordinal) => throw new MissingException("no package source has Utf8Json"),
        _ when name.StartsWith("messagepack", StringComparison.Ordinal) => throw new MissingException("no package source has this version of MessagePack"),
        _ => throw new MissingException($"there is no codec {name}"),
    };

    internal static string VersionOf(Type type)
    {
        string full = System.Diagnostics.FileVersionInfo.GetVersionInfo(type.Assembly.Location).ProductVersion ?? "unknown";
        return full.Split('+')[0];
    }
}

/// <summary>A codec of three functions; the fair method writes into a buffer that is used again.</summary>
internal sealed class BufferedCodec(
    string version, Action<IBufferWriter<byte>, Export> write, Func<ReadOnlyMemory<byte>, Export?> read, Func<Export, byte[]> writeOnce)
    : Codec
{
    private readonly ReusedBuffer buffer = new();

    internal override string Version => version;

    internal override ReadOnlyMemory<byte> Write(Export value)
    {
        write(buffer.Cleared(), value);
        return buffer.Written;
    }

    internal override Export Read(ReadOnlyMemory<byte> bytes) => read(bytes)!;

    internal override byte[] WriteOnce(Export value) => writeOnce(value);
}

/// <summary>A buffer that reuses its array for the next message.</summary>
internal sealed class ReusedBuffer : Stream, IBufferWriter<byte>
{
    private byte[] bytes = new byte[1 << 16];
    private int used;

    internal ReadOnlyMemory<byte> Written => bytes.AsMemory(0, used);

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => used;

    public override long Position
    {
        get => used;
        set => throw new NotSupportedException();
    }

    public void Advance(int count) => used += count;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Grow(Math.Max(sizeHint, 1));
        return bytes.AsMemory(used);
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        Grow(buffer.Length);
        buffer.CopyTo(bytes.AsSpan(used));
        used += buffer.Length;
    }

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    internal IBufferWriter<byte> Cleared()
    {
        used = 0;
        return this;
    }

    internal Stream ClearedStream()
    {
        used = 0;
        return this;
    }

    private void Grow(int more)
    {
        if (bytes.Length - used < more)
        {
            Array.Resize(ref bytes, (int)Math.Min(Array.MaxLength, Math.Max(2L * bytes.Length, (long)used + more)));
        }
    }
}

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
