using System.Buffers;
using System.IO.Pipelines;
using Hayapack.Json;

namespace Hayapack;

public static partial class MessagePackSerializer
{
    /// <summary>The number of bytes of output that are collected while the input has complete messages in memory.</summary>
    private const int MostUnflushed = 64 * 1024;

    /// <summary>
    /// Converts the messages of a stream to JSON, one line for each, as they arrive, until the stream ends. Memory is bounded
    /// by the longest message and its JSON.
    /// </summary>
    /// <param name="input">The messages. The stream is not disposed of.</param>
    /// <param name="output">The output for JSON in UTF-8. Flushed before each wait for input; not disposed of.</param>
    /// <param name="form">How to represent values that JSON does not have.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="limits">The limits of each message, or null for <see cref="MessagePackLimits.Stream"/>: 100 MiB.</param>
    /// <param name="cancellationToken">Cancels waiting for input and output.</param>
    /// <returns>A task that completes when all JSON is written.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// A message is malformed or truncated. The output has the JSON of all messages before it. The offset is relative to the
    /// first byte read.
    /// </exception>
    public static async Task ConvertToJsonAsync(
        Stream input,
        Stream output,
        MessagePackJsonForm form = MessagePackJsonForm.Plain,
        MessagePackSerializerOptions? options = null,
        MessagePackLimits? limits = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(input);
        ArgumentNullException.ThrowIfNull(output);
        using var reader = new MessagePackStreamReader(input, leaveOpen: true, limits);
        PipeWriter writer = PipeWriter.Create(output, new StreamPipeWriterOptions(leaveOpen: true));
        await CompleteAsync(writer, ToJsonAsync(reader, writer, form, options ?? DefaultOptions, cancellationToken)).ConfigureAwait(false);
    }

    /// <summary>
    /// Converts the messages of a pipe to JSON, one line for each, as they arrive, until the pipe is completed. Memory is
    /// bounded by the longest message and its JSON.
    /// </summary>
    /// <param name="input">The messages. The pipe is not completed.</param>
    /// <param name="output">The output for JSON in UTF-8. Flushed before each wait for input; not completed.</param>
    /// <param name="form">How to represent values that JSON does not have.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="limits">The limits of each message, or null for <see cref="MessagePackLimits.Stream"/>: 100 MiB.</param>
    /// <param name="cancellationToken">Cancels waiting for input and output.</param>
    /// <returns>A task that completes when all JSON is written, or when the reader of the output has completed it.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// A message is malformed or truncated. The output has the JSON of all messages before it. The offset is relative to the
    /// first byte read.
    /// </exception>
    public static async Task ConvertToJsonAsync(
        PipeReader input,
        PipeWriter output,
        MessagePackJsonForm form = MessagePackJsonForm.Plain,
        MessagePackSerializerOptions? options = null,
        MessagePackLimits? limits = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(input);
        ArgumentNullException.ThrowIfNull(output);
        using var reader = new MessagePackStreamReader(input, limits);
        await ToJsonAsync(reader, output, form, options ?? DefaultOptions, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Converts the JSON values of a stream, with or without line breaks between them, to one message each, as they arrive,
    /// until the stream ends. Memory is bounded by the longest value and its message.
    /// </summary>
    /// <param name="input">JSON in UTF-8. The stream is not disposed of.</param>
    /// <param name="output">The output. Flushed before each wait for input; not disposed of.</param>
    /// <param name="form"><see cref="MessagePackJsonForm.Lossless"/> interprets the tags in the JSON; the other forms do not.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="limits">
    /// Null for <see cref="MessagePackLimits.Stream"/>. <see cref="MessagePackLimits.MaximumMessageLength"/> limits the JSON
    /// text of each value; the other limits do not apply.
    /// </param>
    /// <param name="cancellationToken">Cancels waiting for input and output.</param>
    /// <returns>A task that completes when all messages are written.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// <c>invalid_json</c>, <c>lone_surrogate</c>, <c>too_deep</c> or <c>size_limit</c>. The output has the messages of all values before it. The
    /// offset is relative to the first byte read.
    /// </exception>
    public static async Task ConvertFromJsonAsync(
        Stream input,
        Stream output,
        MessagePackJsonForm form = MessagePackJsonForm.Plain,
        MessagePackSerializerOptions? options = null,
        MessagePackLimits? limits = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(input);
        ArgumentNullException.ThrowIfNull(output);
        options ??= DefaultOptions;
        using var reader = new JsonStreamReader(input, null, options.MaximumDepth, limits ?? MessagePackLimits.Stream);
        PipeWriter writer = PipeWriter.Create(output, new StreamPipeWriterOptions(leaveOpen: true));
        await CompleteAsync(writer, FromJsonAsync(reader, writer, form, options, cancellationToken)).ConfigureAwait(false);
    }

    /// <summary>
    /// Converts the JSON values of a pipe, with or without line breaks between them, to one message each, as they arrive,
    /// until the pipe is completed. Memory is bounded by the longest value and its message.
    /// </summary>
    /// <param name="input">JSON in UTF-8. The pipe is not completed.</param>
    /// <param name="output">The output. Flushed before each wait for input; not completed.</param>
    /// <param name="form"><see cref="MessagePackJsonForm.Lossless"/> interprets the tags in the JSON; the other forms do not.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="limits">
    /// Null for <see cref="MessagePackLimits.Stream"/>. <see cref="MessagePackLimits.MaximumMessageLength"/> limits the JSON
    /// text of each value; the other limits do not apply.
    /// </param>
    /// <param name="cancellationToken">Cancels waiting for input and output.</param>
    /// <returns>A task that completes when all messages are written, or when the reader of the output has completed it.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// <c>invalid_json</c>, <c>lone_surrogate</c>, <c>too_deep</c> or <c>size_limit</c>. The output has the messages of all values before it. The
    /// offset is relative to the first byte read.
    /// </exception>
    public static async Task ConvertFromJsonAsync(
        PipeReader input,
        PipeWriter output,
        MessagePackJsonForm form = MessagePackJsonForm.Plain,
        MessagePackSerializerOptions? options = null,
        MessagePackLimits? limits = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(input);
        ArgumentNullException.ThrowIfNull(output);
        options ??= DefaultOptions;
        using var reader = new JsonStreamReader(null, input, options.MaximumDepth, limits ?? MessagePackLimits.Stream);
        await FromJsonAsync(reader, output, form, options, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Completes the writer of a stream; after an error, with what it has.</summary>
    private static async Task CompleteAsync(PipeWriter writer, Task conversion)
    {
        try
        {
            await conversion.ConfigureAwait(false);
        }
        catch (MessagePackSerializationException)
        {
            await writer.CompleteAsync().ConfigureAwait(false); // flushes what precedes the error
            throw;
        }
        catch (Exception error)
        {
            await writer.CompleteAsync(error).ConfigureAwait(false); // the output failed, or the call was canceled
            throw;
        }

        await writer.CompleteAsync().ConfigureAwait(false);
    }

    private static async Task ToJsonAsync(
        MessagePackStreamReader reader, PipeWriter output, MessagePackJsonForm form, MessagePackSerializerOptions options, CancellationToken cancellationToken)
    {
        long unflushed = 0;
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (unflushed >= MostUnflushed || !reader.TryRead(out ReadOnlySequence<byte> message))
            {
                if ((await output.FlushAsync(cancellationToken).ConfigureAwait(false)).IsCompleted
                    || await reader.ReadAsync(cancellationToken).ConfigureAwait(false) is not { } arrived)
                {
                    return;
                }

                unflushed = 0;
                message = arrived;
            }

            unflushed += WriteLine(message, reader.MessageOffset, output, form, options);
        }
    }

    private static async Task FromJsonAsync(
        JsonStreamReader reader, PipeWriter output, MessagePackJsonForm form, MessagePackSerializerOptions options, CancellationToken cancellationToken)
    {
        long unflushed = 0;
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (unflushed >= MostUnflushed || !reader.TryRead())
            {
                if ((await output.FlushAsync(cancellationToken).ConfigureAwait(false)).IsCompleted
                    || !await reader.ReadAsync(cancellationToken).ConfigureAwait(false))
                {
                    return;
                }

                unflushed = 0;
            }

            unflushed += WriteMessage(reader, output, form, options, cancellationToken);
        }
    }

    /// <summary>Writes the JSON of a message and a line break; nothing if the message is malformed.</summary>
    private static int WriteLine(
        in ReadOnlySequence<byte> message, long offset, IBufferWriter<byte> output, MessagePackJsonForm form, MessagePackSerializerOptions options)
    {
        try
        {
            using JsonBuffer json = ToJson(null, message, form, options, default);
            json.Byte((byte)'\n');
            output.Write(json.Text);
            return json.Count;
        }
        catch (MessagePackSerializationException fault)
        {
            Shift(fault, offset);
            throw;
        }
    }

    /// <summary>Writes the message of a JSON value; nothing if it has none.</summary>
    private static int WriteMessage(
        JsonStreamReader reader, IBufferWriter<byte> output, MessagePackJsonForm form, MessagePackSerializerOptions options, CancellationToken cancellationToken)
    {
        try
        {
            return WriteFromJson(reader.Text.Span, output, form, options, cancellationToken);
        }
        catch (MessagePackSerializationException fault)
        {
            Shift(fault, reader.Offset);
            throw;
        }
    }
}
