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
