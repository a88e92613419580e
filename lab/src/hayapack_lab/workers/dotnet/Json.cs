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

/// <summary>System.Text.Json with generated code and its default options.</summary>
internal sealed class SystemJson : Codec
{
    private readonly ReusedBuffer buffer = new();
    private readonly Utf8JsonWriter writer = new(Stream.Null);

    internal override string Version => Environment.Version.ToString();

    internal override ReadOnlyMemory<byte> Write(Export value)
    {
        writer.Reset(buffer.Cleared());
        SystemJsonSerializer.Serialize(writer, value, JsonTypes.Default.Export);
        writer.Flush();
        return buffer.Written;
    }

    internal override Export Read(ReadOnlyMemory<byte> bytes) =>
        SystemJsonSerializer.Deserialize(bytes.Span, JsonTypes.Default.Export)!;

    internal override byte[] WriteOnce(Export value) => SystemJsonSerializer.SerializeToUtf8Bytes(value, JsonTypes.Default.Export);
}

/// <summary>System.Text.Json with the methods that take a type at run time, by reflection.</summary>
internal sealed class SystemJsonTypeless : Codec
{
    private readonly ReusedBuffer buffer = new();
    private readonly Utf8JsonWriter writer = new(Stream.Null);

    internal override string Version => Environment.Version.ToString();

    internal override ReadOnlyMemory<byte> Write(Export value)
    {
        writer.Reset(buffer.Cleared());
        SystemJsonSerializer.Serialize(writer, value, value.GetType());
        writer.Flush();
        return buffer.Written;
    }

    internal override Export Read(ReadOnlyMemory<byte> bytes) => (Export)SystemJsonSerializer.Deserialize(bytes.Span, typeof(Export))!;

    internal override byte[] WriteOnce(Export value) => SystemJsonSerializer.SerializeToUtf8Bytes(value, value.GetType());
}

#if UTF8JSON
/// <summary>Utf8Json with its default resolver. typeless: uses the methods that take a type at run time.</summary>
internal sealed class Utf8(bool typeless) : Codec
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
