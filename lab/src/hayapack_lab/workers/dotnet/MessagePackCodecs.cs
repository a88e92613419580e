using Hayapack.Resolvers;
using Shop.Model;
#if MESSAGEPACK
using V3Compression = MessagePack.MessagePackCompression;
using V3Options = MessagePack.MessagePackSerializerOptions;
#endif

namespace Hayapack.Lab;

/// <summary>hayapack with generated formatters, or those of another resolver.</summary>
internal sealed class Typed(MessagePackCompression compression, IFormatterResolver? resolver = null) : Codec
{
    // The graph exceeds the default limit of a message's decompressed size.
    private readonly MessagePackSerializerOptions options = MessagePackSerializerOptions.Standard
        .WithSecurity(MessagePackSecurity.UntrustedData.WithMaximumDecompressedSize(int.MaxValue))
        .WithCompression(compression)
        .WithResolver(resolver ?? StandardResolver.Instance);

    private readonly ReusedBuffer buffer = new();

    internal override string Version => VersionOf(typeof(MessagePackSerializer));

    internal override ReadOnlyMemory<byte> Write(Export value)
    {
        MessagePackSerializer.Serialize(buffer.Cleared(), value, options);
        return buffer.Written;
    }

    internal override Export Read(ReadOnlyMemory<byte> bytes) => MessagePackSerializer.Deserialize<Export>(bytes, options);

    internal override byte[] WriteOnce(Export value) => MessagePackSerializer.Serialize(value, options);
}

/// <summary>hayapack's typeless API: the message has the name of the root's class, which is looked up in a table.</summary>
internal sealed class Typeless(MessagePackCompression compression) : Codec
{
    private readonly MessagePackSerializerOptions options = MessagePackSerializer.Typeless.DefaultOptions
        .WithTypeTable(new TypeTable().Add<Export>())
        .WithSecurity(MessagePackSecurity.UntrustedData.WithMaximumDecompressedSize(int.MaxValue))
        .WithCompression(compression);

    private readonly ReusedBuffer buffer = new();

    internal override string Version => VersionOf(typeof(MessagePackSerializer));

    internal override ReadOnlyMemory<byte> Write(Export value)
    {
        MessagePackSerializer.Typeless.Serialize(buffer.Cleared(), value, options);
        return buffer.Written;
    }

    internal override Export Read(ReadOnlyMemory<byte> bytes) => (Export)MessagePackSerializer.Typeless.Deserialize(bytes, options)!;

    internal override byte[] WriteOnce(Export value) => MessagePackSerializer.Typeless.Serialize(value, options);
}

#if MESSAGEPACK
/// <summary>The version of MessagePack-CSharp, with where its formatters come from.</summary>
internal static class CSharp
{
#if MESSAGEPACK_DYNAMIC
    internal const string Formatters = ", formatters built at run time";
#else
    internal const string Formatters = "";
#endif
}

/// <summary>MessagePack-CSharp with its standard options.</summary>
internal sealed class CSharpTyped(V3Compression compression) : Codec
{
    private readonly V3Options options = V3Options.Standard.WithCompression(compression);

    private readonly ReusedBuffer buffer = new();

    internal override string Version => VersionOf(typeof(V3)) + CSharp.Formatters;

    internal override ReadOnlyMemory<byte> Write(Export value)
    {
        V3.Serialize(buffer.Cleared(), value, options);
        return buffer.Written;
    }

    internal override Export Read(ReadOnlyMemory<byte> bytes) => V3.Deserialize<Export>(bytes, options);

    internal override byte[] WriteOnce(Export value) => V3.Serialize(value, options);
}

#if !MESSAGEPACK2
/// <summary>MessagePack-CSharp's typeless API: the message has the name of the root's class.</summary>
internal sealed class CSharpTypeless(V3Compression compression) : Codec
{
    private readonly V3Options options = V3.Typeless.DefaultOptions.WithCompression(compression);

    private readonly ReusedBuffer buffer = new();

    internal override string Version => VersionOf(typeof(V3)) + CSharp.Formatters;

    internal override ReadOnlyMemory<byte> Write(Export value)
    {
        V3.Typeless.Serialize(buffer.Cleared(), value, options);
        return buffer.Written;
    }

    internal override Export Read(ReadOnlyMemory<byte> bytes) => (Export)V3.Typeless.Deserialize(bytes, options)!;

    internal override byte[] WriteOnce(Export value) => V3.Typeless.Serialize(value, options);
}
#endif
#endif
