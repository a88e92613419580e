using System.Buffers;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using Hayapack.Checking;
using Hayapack.Compression;
using Hayapack.Json;

namespace Hayapack;

public static partial class MessagePackSerializer
{
    /// <summary>Converts a message to JSON. Bytes after it are ignored.</summary>
    /// <param name="bytes">The message.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Checked once, before the conversion.</param>
    /// <returns>The JSON, on one line.</returns>
    /// <exception cref="MessagePackSerializationException">The input is malformed.</exception>
    public static string ConvertToJson(
        ReadOnlyMemory<byte> bytes, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
        ConvertToJson(new ReadOnlySequence<byte>(bytes), MessagePackJsonForm.Plain, options, cancellationToken);

    /// <inheritdoc cref="ConvertToJson(ReadOnlyMemory{byte}, MessagePackSerializerOptions?, CancellationToken)"/>
    public static string ConvertToJson(
        in ReadOnlySequence<byte> bytes, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
        ConvertToJson(bytes, MessagePackJsonForm.Plain, options, cancellationToken);

    /// <summary>Converts a message to JSON. Bytes after it are ignored.</summary>
    /// <param name="bytes">The message.</param>
    /// <param name="form">How to represent values that JSON does not have.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Checked once, before the conversion.</param>
    /// <returns>The JSON, on one line.</returns>
    /// <exception cref="MessagePackSerializationException">The input is malformed.</exception>
    public static string ConvertToJson(
        ReadOnlyMemory<byte> bytes, MessagePackJsonForm form, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
        ConvertToJson(new ReadOnlySequence<byte>(bytes), form, options, cancellationToken);

    /// <inheritdoc cref="ConvertToJson(ReadOnlyMemory{byte}, MessagePackJsonForm, MessagePackSerializerOptions?, CancellationToken)"/>
    public static string ConvertToJson(
        in ReadOnlySequence<byte> bytes, MessagePackJsonForm form, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        using JsonBuffer json = ToJson(null, bytes, form, options, cancellationToken);
        return Encoding.UTF8.GetString(json.Text);
    }

    /// <summary>Converts a message to JSON in UTF-8. Bytes after it are ignored.</summary>
    /// <param name="bytes">The message.</param>
    /// <param name="output">The output. It receives the JSON in pieces of at least 64 KiB; in the lossless form, usually as one piece.</param>
    /// <param name="form">How to represent values that JSON does not have.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Checked once, before the conversion.</param>
    /// <exception cref="MessagePackSerializationException">The input is malformed. The output might have a part of the JSON.</exception>
    public static void ConvertToJson(
        in ReadOnlySequence<byte> bytes,
        IBufferWriter<byte> output,
        MessagePackJsonForm form = MessagePackJsonForm.Plain,
        MessagePackSerializerOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        using JsonBuffer json = ToJson(output, bytes, form, options, cancellationToken);
        json.Flush();
    }

    /// <summary>Converts a message to JSON, as the next value of a JSON writer. Bytes after the message are ignored.</summary>
    /// <param name="bytes">The message.</param>
    /// <param name="jsonWriter">The writer. The value is written on one line, also if the writer indents.</param>
    /// <param name="form">How to represent values that JSON does not have.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Checked once, before the conversion.</param>
    /// <exception cref="MessagePackSerializationException">The input is malformed. The writer is then unchanged.</exception>
    public static void ConvertToJson(
        in ReadOnlySequence<byte> bytes,
        Utf8JsonWriter jsonWriter,
        MessagePackJsonForm form = MessagePackJsonForm.Plain,
        MessagePackSerializerOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(jsonWriter);
        using JsonBuffer json = ToJson(null, bytes, form, options, cancellationToken);
        jsonWriter.WriteRawValue(json.Text, skipInputValidation: true);
    }

    /// <summary>Converts the next message of a reader to JSON. At the end of the input, does nothing.</summary>
    /// <param name="reader">The reader; it advances past the message.</param>
    /// <param name="jsonWriter">The output. It is not written to if the message is malformed.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <exception cref="MessagePackSerializationException">The input is malformed.</exception>
    public static void ConvertToJson(ref MessagePackReader reader, TextWriter jsonWriter, MessagePackSerializerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(jsonWriter);
        if (!reader.End)
        {
            jsonWriter.Write(ConvertToJson(reader.ReadRaw(), MessagePackJsonForm.Plain, options));
        }
    }

    /// <summary>Serializes a value to MessagePack and converts the result to JSON.</summary>
    /// <typeparam name="T">The type to serialize.</typeparam>
    /// <param name="obj">The value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Checked once, between serialization and conversion.</param>
    /// <returns>The JSON, on one line.</returns>
    /// <exception cref="MessagePackSerializationException">The value cannot be serialized.</exception>
    public static string SerializeToJson<T>(T obj, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        options = (options ?? DefaultOptions).WithCompression(MessagePackCompression.None);
        return ConvertToJson(Serialize(obj, options, cancellationToken), MessagePackJsonForm.Plain, options, cancellationToken);
    }

    /// <summary>Serializes a value to MessagePack and converts the result to JSON.</summary>
    /// <typeparam name="T">The type to serialize.</typeparam>
    /// <param name="textWriter">The output. It is not written to if the value cannot be serialized.</param>
    /// <param name="obj">The value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Checked once, between serialization and conversion.</param>
    /// <exception cref="MessagePackSerializationException">The value cannot be serialized.</exception>
    public static void SerializeToJson<T>(
        TextWriter textWriter, T obj, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(textWriter);
        textWriter.Write(SerializeToJson(obj, options, cancellationToken));
    }

    /// <summary>
    /// Converts JSON to MessagePack. Integers get their shortest form, other numbers become float64, objects become maps.
    /// </summary>
    /// <param name="str">The JSON text with exactly one value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Checked once, before the conversion.</param>
    /// <returns>The message.</returns>
    /// <exception cref="MessagePackSerializationException"><c>invalid_json</c>, <c>lone_surrogate</c> or <c>too_deep</c>.</exception>
    public static byte[] ConvertFromJson(string str, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
        ConvertFromJson(str, MessagePackJsonForm.Plain, options, cancellationToken);

    /// <summary>Converts JSON to MessagePack.</summary>
    /// <param name="str">The JSON text with exactly one value.</param>
    /// <param name="form"><see cref="MessagePackJsonForm.Lossless"/> interprets the tags in the JSON; the other forms do not.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Checked once, before the conversion.</param>
    /// <returns>The message.</returns>
    /// <exception cref="MessagePackSerializationException"><c>invalid_json</c>, <c>lone_surrogate</c> or <c>too_deep</c>.</exception>
    public static byte[] ConvertFromJson(
        string str, MessagePackJsonForm form, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(str);
        return ConvertFromJson(JsonToMessagePack.Utf8Of(str), form, options, cancellationToken);
    }

    /// <summary>Converts JSON to MessagePack, as the next value of a writer.</summary>
    /// <param name="str">The JSON text with exactly one value.</param>
    /// <param name="writer">The writer.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <exception cref="MessagePackSerializationException">The text is not JSON. The writer is then unchanged.</exception>
    public static void ConvertFromJson(string str, ref MessagePackWriter writer, MessagePackSerializerOptions? options = null) =>
        writer.WriteRaw(ConvertFromJson(str, options, writer.CancellationToken));

    /// <summary>Converts JSON to MessagePack, as the next value of a writer.</summary>
    /// <param name="reader">The JSON text with exactly one value, which is read to its end.</param>
    /// <param name="writer">The writer.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <exception cref="MessagePackSerializationException">The text is not JSON. The writer is then unchanged.</exception>
    public static void ConvertFromJson(TextReader reader, ref MessagePackWriter writer, MessagePackSerializerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(reader);
        ConvertFromJson(reader.ReadToEnd(), ref writer, options);
    }

    /// <summary>
    /// Deserializes a value from JSON that <see cref="ConvertToJson(ReadOnlyMemory{byte}, MessagePackSerializerOptions?, CancellationToken)"/> or
    /// another program made: base64 is read as bytes, ISO 8601 text as a time, and the text of a key as a number, where the
    /// type has these; other text as a number with <see cref="MessagePackSerializerOptions.WithNumberHandling"/>.
    /// </summary>
    /// <typeparam name="T">The type to deserialize.</typeparam>
    /// <param name="json">The JSON text with exactly one value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Checked once, before the conversion. Formatters can also check it.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// The text is not JSON, or the type cannot be read from it. Then the offset is that in the message
    /// <see cref="ConvertFromJson(string, MessagePackSerializerOptions?, CancellationToken)"/> makes.
    /// </exception>
    public static T DeserializeFromJson<T>(string json, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
        DeserializeFromJson<T>(JsonToMessagePack.Utf8Of(json), options, cancellationToken);

    /// <summary>Like <see cref="DeserializeFromJson{T}(string, MessagePackSerializerOptions?, CancellationToken)"/>, of JSON in UTF-8.</summary>
    /// <typeparam name="T">The type to deserialize.</typeparam>
    /// <param name="utf8Json">The JSON text with exactly one value.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Checked once, before the conversion. Formatters can also check it.</param>
    /// <returns>The value.</returns>
    public static T DeserializeFromJson<T>(
        ReadOnlyMemory<byte> utf8Json, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        options = (options ?? DefaultOptions).WithCompression(MessagePackCompression.None);
        byte[] message = ConvertFromJson(utf8Json, MessagePackJsonForm.Plain, options, cancellationToken);
        var reader = new MessagePackReader(message) { CancellationToken = cancellationToken, ReadsJsonForms = true };
        reader.ReadNumbersFromText(
            options.NumberHandling.HasFlag(JsonNumberHandling.AllowReadingFromString),
            options.NumberHandling.HasFlag(JsonNumberHandling.AllowNamedFloatingPointLiterals));
        return Deserialize<T>(ref reader, options);
    }

    /// <summary>Converts JSON in UTF-8 to MessagePack.</summary>
    /// <param name="utf8Json">The JSON text with exactly one value.</param>
    /// <param name="form"><see cref="MessagePackJsonForm.Lossless"/> interprets the tags in the JSON; the other forms do not.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Checked once, before the conversion.</param>
    /// <returns>The message.</returns>
    /// <exception cref="MessagePackSerializationException"><c>invalid_json</c>, <c>lone_surrogate</c> or <c>too_deep</c>.</exception>
    public static byte[] ConvertFromJson(
        ReadOnlyMemory<byte> utf8Json, MessagePackJsonForm form, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        WriteFromJson(utf8Json.Span, null, form, options ?? DefaultOptions, cancellationToken, out byte[]? message);
        return message!;
    }

    /// <summary>Converts JSON in UTF-8 to MessagePack.</summary>
    /// <param name="utf8Json">The JSON text with exactly one value. Several segments are copied to one.</param>
    /// <param name="output">The output. It is not written to if the JSON is malformed.</param>
    /// <param name="form"><see cref="MessagePackJsonForm.Lossless"/> interprets the tags in the JSON; the other forms do not.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Checked once, before the conversion.</param>
    /// <exception cref="MessagePackSerializationException"><c>invalid_json</c>, <c>lone_surrogate</c> or <c>too_deep</c>.</exception>
    public static void ConvertFromJson(
        in ReadOnlySequence<byte> utf8Json,
        IBufferWriter<byte> output,
        MessagePackJsonForm form = MessagePackJsonForm.Plain,
        MessagePackSerializerOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        ReadOnlySpan<byte> json = utf8Json.IsSingleSegment ? utf8Json.FirstSpan : utf8Json.ToArray();
        WriteFromJson(json, output, form, options ?? DefaultOptions, cancellationToken);
    }

    private static int WriteFromJson(
        ReadOnlySpan<byte> utf8Json, IBufferWriter<byte> output, MessagePackJsonForm form, MessagePackSerializerOptions options, CancellationToken cancellationToken) =>
        WriteFromJson(utf8Json, output, form, options, cancellationToken, out _);

    /// <summary>Converts JSON to a message in the output, or to a new array if there is none. Returns the message's size.</summary>
    private static int WriteFromJson(
        ReadOnlySpan<byte> utf8Json,
        IBufferWriter<byte>? output,
        MessagePackJsonForm form,
        MessagePackSerializerOptions options,
        CancellationToken cancellationToken,
        out byte[]? message)
    {
        cancellationToken.ThrowIfCancellationRequested();
        ScratchArray scratch = ScratchArray.Take();
        var writer = new MessagePackWriter(scratch.Array) { CancellationToken = cancellationToken };
        try
        {
            new JsonToMessagePack(utf8Json, form == MessagePackJsonForm.Lossless, options.MaximumDepth).Read(ref writer);
            message = null;
            if (options.Compression != MessagePackCompression.None)
            {
                message = Lz4Serializer.Serialize(
                    new MessagePackValue(writer.ToArray()), options.WithResolver(Resolvers.StandardResolver.Instance), cancellationToken);
                output?.Write(message);
                return message.Length;
            }

            if (output is null)
            {
                message = writer.ToArray();
            }
            else
            {
                output.Write(writer.Collected);
            }

            return (int)writer.Written;
        }
        finally
        {
            scratch.Release(writer.TakeScratch());
        }
    }

    /// <summary>Converts a message to JSON in a buffer, which the caller disposes of.</summary>
    private static JsonBuffer ToJson(
        IBufferWriter<byte>? output, in ReadOnlySequence<byte> bytes, MessagePackJsonForm form, MessagePackSerializerOptions? options, CancellationToken cancellationToken)
    {
        options ??= DefaultOptions;
        cancellationToken.ThrowIfCancellationRequested();
        ReadOnlySpan<byte> message = bytes.IsSingleSegment ? bytes.FirstSpan : bytes.ToArray();
        byte[]? decompressed = null;
        if (options.Compression != MessagePackCompression.None)
        {
            var reader = new MessagePackReader(message);
            int length = Lz4MessageDecompressor.Decompress(ref reader, options.Security.MaximumDecompressedSize, out decompressed);
            message = decompressed is null ? message : decompressed.AsSpan(0, length);
        }

        var json = new JsonBuffer(output);
        try
        {
            WriteJson(ref json, message, form, options.MaximumDepth);
            return json;
        }
        catch (Exception exception)
        {
            json.Dispose();
            if (exception is MessagePackSerializationException fault)
            {
                fault.Lz4Offset ??= decompressed is null ? null : 0;
            }

            throw;
        }
        finally
        {
            if (decompressed is not null)
            {
                ArrayPool<byte>.Shared.Return(decompressed);
            }
        }
    }

    /// <summary>Converts a message to JSON. Errors have a path.</summary>
    internal static void WriteJson(ref JsonBuffer json, ReadOnlySpan<byte> message, MessagePackJsonForm form, int maximumDepth)
    {
        var start = new MessagePackReader(message);
        start.LimitDepth(maximumDepth);
        var writing = new MessagePackToJson(start, message, form, maximumDepth);
        try
        {
            writing.Write(ref json, 0);
        }
        catch (MessagePackSerializationException fault) when (fault.ErrorName == MessagePackErrorNames.JsonLoss)
        {
            fault.Path = LossPath(start, fault.Offset, maximumDepth, inTyped: true) ?? LossPath(start, fault.Offset, maximumDepth, inTyped: false);
            throw;
        }
        catch (MessagePackSerializationException fault)
        {
            if (ErrorLocator.WhileReading<string>(fault, start, writing.Consumed) is { } first)
            {
                throw first;
            }

            throw;
        }
    }

    /// <summary>
    /// Returns the path of a value that has no form in JSON. The message is valid up to it. Only the structure is walked, so
    /// that an error in the value's content does not replace this one.
    /// </summary>
    /// <param name="start">A reader at the message.</param>
    /// <param name="offset">The offset of the value.</param>
    /// <param name="maximumDepth">The depth limit.</param>
    /// <param name="inTyped">Whether the value may be in a typed value; null is returned if an ext 100 before it is not one.</param>
    private static string? LossPath(in MessagePackReader start, long offset, int maximumDepth, bool inTyped)
    {
        var limits = new MessagePackLimits { MaximumDepth = maximumDepth, IsStructureOnly = true, TypedValues = inTyped };
        using var walk = new MessageValidator(start, limits, default);
        bool isFault = walk.Walk(offset) is not null;
        return isFault && inTyped ? null : walk.Path(start);
    }
}
