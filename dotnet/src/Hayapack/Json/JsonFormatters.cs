using System.Buffers;
using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.Json.Nodes;
using Hayapack.Formatters;

namespace Hayapack.Json;

/// <summary>Serializes <see cref="JsonElement"/> as the value that its JSON is. An undefined one is nil.</summary>
internal sealed class JsonElementFormatter : IMessagePackFormatter<JsonElement>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, JsonElement value, MessagePackSerializerOptions options)
    {
        if (value.ValueKind == JsonValueKind.Undefined)
        {
            writer.WriteNil();
            return;
        }

        JsonTranscoding.Write(ref writer, JsonMarshal.GetRawUtf8Value(value), options);
    }

    /// <inheritdoc/>
    public JsonElement Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        JsonTranscoding.Read(ref reader, options, static (json, how) => JsonElement.Parse(json.Span, how));
}

/// <summary>Serializes <see cref="JsonDocument"/> as the value that its JSON is.</summary>
internal sealed class JsonDocumentFormatter : IMessagePackFormatter<JsonDocument?>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, JsonDocument? value, MessagePackSerializerOptions options)
    {
        if (writer.TryWriteNil(value))
        {
            return;
        }

        JsonTranscoding.Write(ref writer, JsonMarshal.GetRawUtf8Value(value.RootElement), options);
    }

    /// <inheritdoc/>
    public JsonDocument? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? null : JsonTranscoding.Read(ref reader, options, JsonDocument.Parse);
}

/// <summary>Serializes <see cref="JsonNode"/> and the classes that derive from it as the value that its JSON is.</summary>
/// <typeparam name="T">The class.</typeparam>
internal sealed class JsonNodeFormatter<T> : IMessagePackFormatter<T?>
    where T : JsonNode
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, T? value, MessagePackSerializerOptions options)
    {
        if (writer.TryWriteNil(value))
        {
            return;
        }

        var text = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(text, new JsonWriterOptions { SkipValidation = true }))
        {
            value.WriteTo(json);
        }

        JsonTranscoding.Write(ref writer, text.WrittenSpan, options);
    }

    /// <inheritdoc/>
    public T? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        MessagePackReader start = reader;
        JsonNode? node = JsonTranscoding.Read(ref reader, options, static (json, how) => JsonNode.Parse(json.Span, null, how));
        if (node is not T)
        {
            start.ThrowUnexpected($"a {typeof(T).Name}");
        }

        return (T?)node;
    }
}
