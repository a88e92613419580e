using Hayapack.Resolvers;
using Shop.Model;
#if MESSAGEPACK
using V3Compression = MessagePack.MessagePackCompression;
using V3Options = MessagePack.MessagePackSerializerOptions;
#endif

namespace Hayapack.Lab;

/// <summary>hayapack and MessagePack-CSharp, typed and typeless.</summary>
internal static class MessagePackCodecs
{
    // The graph exceeds the default limit of a message's decompressed size.
    private static readonly MessagePackSecurity Security = MessagePackSecurity.UntrustedData.WithMaximumDecompressedSize(int.MaxValue);

    /// <summary>hayapack with generated formatters, or those of another resolver.</summary>
    internal static Codec OursTyped(MessagePackCompression compression, IFormatterResolver? resolver = null)
    {
        var options = MessagePackSerializerOptions.Standard.WithSecurity(Security)
            .WithCompression(compression).WithResolver(resolver ?? StandardResolver.Instance);
        return new BufferedCodec(
            Codec.VersionOf(typeof(MessagePackSerializer)),
            (buffer, value) => MessagePackSerializer.Serialize(buffer, value, options),
            bytes => MessagePackSerializer.Deserialize<Export>(bytes, options),
            value => MessagePackSerializer.Serialize(value, options));
    }

    /// <summary>hayapack's typeless API: the message has the name of the root's class, which is looked up in a table.</summary>
    internal static Codec OursTypeless(MessagePackCompression compression)
    {
        var options = MessagePackSerializer.Typeless.DefaultOptions.WithTypeTable(new TypeTable().Add<Export>())
            .WithSecurity(Security).WithCompression(compression);
        return new BufferedCodec(
            Codec.VersionOf(typeof(MessagePackSerializer)),
            (buffer, value) => MessagePackSerializer.Typeless.Serialize(buffer, value, options),
            bytes => (Export?)MessagePackSerializer.Typeless.Deserialize(bytes, options),
            value => MessagePackSerializer.Typeless.Serialize(value, options));
    }

#if MESSAGEPACK
    /// <summary>MessagePack-CSharp with its standard options.</summary>
    internal static Codec CSharpTyped(V3Compression compression)
    {
        var options = V3Options.Standard.WithCompression(compression);
        return new BufferedCodec(
            CSharpVersion(),
            (buffer, value) => V3.Serialize(buffer, value, options),
            bytes => V3.Deserialize<Export>(bytes, options),
            value => V3.Serialize(value, options));
    }

#if !MESSAGEPACK2
    /// <summary>MessagePack-CSharp's typeless API: the message has the name of the root's class.</summary>
    internal static Codec CSharpTypeless(V3Compression compression)
    {
        var options = V3.Typeless.DefaultOptions.WithCompression(compression);
        return new BufferedCodec(
            CSharpVersion(),
            (buffer, value) => V3.Typeless.Serialize(buffer, value, options),
            bytes => (Export?)V3.Typeless.Deserialize(bytes, options),
            value => V3.Typeless.Serialize(value, options));
    }
#endif

    /// <summary>Returns the version, with where the formatters come from.</summary>
    private static string CSharpVersion() => Codec.VersionOf(typeof(V3))
#if MESSAGEPACK_DYNAMIC
        + ", formatters built at run time"
#endif
        ;
#endif
}
