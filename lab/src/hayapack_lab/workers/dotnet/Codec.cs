using System.Buffers;
using System.IO.Compression;
using System.Runtime.InteropServices;
using Shop.Model;
#if MESSAGEPACK
using V3Compression = MessagePack.MessagePackCompression;
#endif

namespace Hayapack.Lab;

/// <summary>The codec is not available here; the message is the reason.</summary>
internal sealed class MissingException(string reason) : Exception(reason);

/// <summary>
/// A serializer to measure. The fair method uses <see cref="Write"/>, which writes to a reused buffer, and
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
        "json" => new SystemJson(),
        "json gzip" => new Gzip(new SystemJson()),
#if UTF8JSON
        "utf8json" => new Utf8(typeless: false),
        "utf8json gzip" => new Gzip(new Utf8(typeless: false)),
        "utf8json typeless" => new Utf8(typeless: true),
        "utf8json typeless gzip" => new Gzip(new Utf8(typeless: true)),
#endif
#if MESSAGEPACK
        "messagepack" => new CSharpTyped(V3Compression.None),
        "messagepack lz4 array" => new CSharpTyped(V3Compression.Lz4BlockArray),
        "messagepack lz4 block" => new CSharpTyped(V3Compression.Lz4Block),
        "messagepack typeless" => new CSharpTypeless(V3Compression.None),
        "messagepack typeless lz4 array" => new CSharpTypeless(V3Compression.Lz4BlockArray),
        "messagepack typeless lz4 block" => new CSharpTypeless(V3Compression.Lz4Block),
#endif
        "hayapack" => new Typed(MessagePackCompression.None),
        "hayapack lz4 array" => new Typed(MessagePackCompression.Lz4BlockArray),
        "hayapack lz4 block" => new Typed(MessagePackCompression.Lz4Block),
        "hayapack typeless" => new Typeless(MessagePackCompression.None),
        "hayapack typeless lz4 array" => new Typeless(MessagePackCompression.Lz4BlockArray),
        "hayapack typeless lz4 block" => new Typeless(MessagePackCompression.Lz4Block),
        _ when name.StartsWith("utf8json", StringComparison.Ordinal) => throw new MissingException("no package source has Utf8Json"),
        _ when name.StartsWith("messagepack", StringComparison.Ordinal) => throw new MissingException("no package source has MessagePack 3.1"),
        _ => throw new MissingException($"there is no codec {name}"),
    };

    private protected static string VersionOf(Type type)
    {
        string full = System.Diagnostics.FileVersionInfo.GetVersionInfo(type.Assembly.Location).ProductVersion ?? "unknown";
        return full.Split('+')[0];
    }
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

/// <summary>Another codec's output compressed by gzip at .NET's default level.</summary>
internal sealed class Gzip(Codec inner) : Codec
{
    /// <summary>The compression level in words; <see cref="CompressionMode.Compress"/> means Optimal.</summary>
    internal const string Level = "CompressionLevel.Optimal, zlib's level 6";

    private readonly ReusedBuffer packed = new();
    private readonly ReusedBuffer unpacked = new();

    internal override string Version => inner.Version;

    internal override ReadOnlyMemory<byte> Write(Export value)
    {
        using (var gzip = new GZipStream(packed.ClearedStream(), CompressionMode.Compress, leaveOpen: true))
        {
            gzip.Write(inner.Write(value).Span);
        }

        return packed.Written;
    }

    internal override Export Read(ReadOnlyMemory<byte> bytes)
    {
        MemoryMarshal.TryGetArray(bytes, out ArraySegment<byte> segment);
        using var input = new MemoryStream(segment.Array!, segment.Offset, segment.Count);
        using var gzip = new GZipStream(input, CompressionMode.Decompress);
        gzip.CopyTo(unpacked.ClearedStream());
        return inner.Read(unpacked.Written);
    }

    internal override byte[] WriteOnce(Export value)
    {
        using var output = new MemoryStream();
        using (var gzip = new GZipStream(output, CompressionMode.Compress))
        {
            gzip.Write(inner.WriteOnce(value));
        }

        return output.ToArray();
    }

    internal override Export ReadOnce(byte[] bytes)
    {
        using var input = new MemoryStream(bytes);
        using var gzip = new GZipStream(input, CompressionMode.Decompress);
        using var output = new MemoryStream();
        gzip.CopyTo(output);
        return inner.ReadOnce(output.ToArray());
    }
}
