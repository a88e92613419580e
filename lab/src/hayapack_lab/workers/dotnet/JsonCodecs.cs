using System.Buffers;
using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.Json.Serialization;
using Shop.Model;
#if UTF8JSON
using Utf8Json;
using Utf8Json.Resolvers;
using Utf8JsonSerializer = Utf8Json.JsonSerializer;
#endif
using SystemJsonSerializer = System.Text.Json.JsonSerializer;

namespace Hayapack.Lab;

/// <summary>System.Text.Json's source-generated code for the graph.</summary>
[JsonSerializable(typeof(Export))]
internal sealed partial class JsonTypes : JsonSerializerContext;

/// <summary>System.Text.Json.</summary>
internal static class SystemJsonCodec
{
    /// <summary>With generated code and the default options.</summary>
    internal static Codec Typed() => Make(
        (writer, value) => SystemJsonSerializer.Serialize(writer, value, JsonTypes.Default.Export),
        bytes => SystemJsonSerializer.Deserialize(bytes.Span, JsonTypes.Default.Export),
        value => SystemJsonSerializer.SerializeToUtf8Bytes(value, JsonTypes.Default.Export));

    /// <summary>With the methods that take a type at run time, by reflection.</summary>
    internal static Codec Typeless() => Make(
        (writer, value) => SystemJsonSerializer.Serialize(writer, value, value.GetType()),
        bytes => (Export?)SystemJsonSerializer.Deserialize(bytes.Span, typeof(Export)),
        value => SystemJsonSerializer.SerializeToUtf8Bytes(value, value.GetType()));

    private static BufferedCodec Make(
        Action<Utf8JsonWriter, Export> write, Func<ReadOnlyMemory<byte>, Export?> read, Func<Export, byte[]> writeOnce)
    {
        var writer = new Utf8JsonWriter(Stream.Null);
        return new BufferedCodec(Environment.Version.ToString(), Written, read, writeOnce);

        void Written(IBufferWriter<byte> buffer, Export value)
        {
            writer.Reset(buffer);
            write(writer, value);
            writer.Flush();
        }
    }
}

#if UTF8JSON
/// <summary>Utf8Json with its default resolver. typeless: uses the methods that take a type at run time.</summary>
internal sealed class Utf8JsonCodec(bool typeless) : Codec
{
    private byte[] buffer = new byte[1 << 16];

    internal override string Version => VersionOf(typeof(Utf8JsonSerializer));

    internal override ReadOnlyMemory<byte> Write(Export value)
    {
        var output = new JsonWriter(buffer);
        if (typeless)
        {
            Utf8JsonSerializer.NonGeneric.Serialize(value.GetType(), ref output, value);
        }
        else
        {
            Utf8JsonSerializer.Serialize(ref output, value);
        }

        ArraySegment<byte> written = output.GetBuffer();
        buffer = written.Array!;
        return written;
    }

    internal override Export Read(ReadOnlyMemory<byte> bytes)
    {
        MemoryMarshal.TryGetArray(bytes, out ArraySegment<byte> segment);
        return typeless
            ? (Export)Utf8JsonSerializer.NonGeneric.Deserialize(typeof(Export), segment.Array!, segment.Offset)
            : Utf8JsonSerializer.Deserialize<Export>(segment.Array!, segment.Offset);
    }

    internal override byte[] WriteOnce(Export value) =>
        typeless ? Utf8JsonSerializer.NonGeneric.Serialize(value) : Utf8JsonSerializer.Serialize(value);
}
#endif
