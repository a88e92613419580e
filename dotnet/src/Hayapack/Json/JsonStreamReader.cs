using System.IO.Pipelines;
using System.Text.Json;
using Hayapack.Streams;

namespace Hayapack.Json;

/// <summary>Finds the JSON values of a stream or a pipe. Scans each byte once, however the bytes arrive.</summary>
/// <param name="stream">The stream; null for a pipe.</param>
/// <param name="pipe">The pipe; null for a stream.</param>
/// <param name="maximumDepth">The largest depth of a value in MessagePack.</param>
/// <param name="limits">The limits; only that for the length of a message applies.</param>
internal sealed class JsonStreamReader(Stream? stream, PipeReader? pipe, int maximumDepth, MessagePackLimits limits) : IDisposable
{
    private readonly ReceiveBuffer buffer = new(MessagePackStreamReader.DefaultBufferSize);

    /// <summary>The state of the scan after the bytes that were scanned; a new one for each value.</summary>
    private JsonReaderState state = new(Options);
    private int scanned;

    /// <summary>The offset up to which the next token was examined, and its first byte; 0 before it.</summary>
    private int probed;
    private byte token;
    private int length;
    private bool isEnd;

    private static JsonReaderOptions Options { get; } = JsonToMessagePack.Options with { AllowMultipleValues = true };

    /// <summary>Gets the text of the last value, with the white space before it; valid until the next call.</summary>
    internal ReadOnlyMemory<byte> Text => buffer.Content[..length];

    /// <summary>Gets the offset of <see cref="Text"/>, relative to the first byte read.</summary>
    internal long Offset { get; private set; }

    /// <inheritdoc/>
    public void Dispose() => buffer.Dispose();

    /// <summary>Takes the next value if it is complete in memory.</summary>
    /// <exception cref="MessagePackSerializationException"><c>invalid_json</c>, <c>too_deep</c> or <c>size_limit</c>.</exception>
    internal bool TryRead()
    {
        buffer.Discard(length);
        Offset += length;
        length = 0;
        return Scan();
    }

    /// <summary>Reads the next value after <see cref="TryRead"/> returned false. Returns false at the end of the input.</summary>
    internal async ValueTask<bool> ReadAsync(CancellationToken cancellationToken)
    {
        while (!TryRead())
        {
            if (isEnd)
            {
                return false;
            }

            isEnd = stream is not null
                ? await ReadStreamAsync(stream, cancellationToken).ConfigureAwait(false)
                : await ReadPipeAsync(pipe!, cancellationToken).ConfigureAwait(false);
        }

        return true;
    }

    /// <summary>Reads from a stream; returns whether it ended.</summary>
    private async ValueTask<bool> ReadStreamAsync(Stream input, CancellationToken cancellationToken)
    {
        int count = await input.ReadAsync(buffer.GetMemory(), cancellationToken).ConfigureAwait(false);
        buffer.Advance(count);
        return count == 0;
    }

    /// <summary>Reads from a pipe; returns whether it was completed.</summary>
    private async ValueTask<bool> ReadPipeAsync(PipeReader input, CancellationToken cancellationToken)
    {
        ReadResult result = await input.ReadAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            foreach (ReadOnlyMemory<byte> segment in result.Buffer)
            {
                buffer.Append(segment.Span);
            }
        }
        finally
        {
            input.AdvanceTo(result.Buffer.End);
        }

        return result.IsCanceled ? throw new OperationCanceledException("The pipe's pending read was canceled.") : result.IsCompleted;
    }

    /// <summary>Continues the scan; returns whether a value is complete.</summary>
    private bool Scan()
    {
        if (!HasToken())
        {
            CheckLength(buffer.Count);
            return false;
        }

        var reader = new Utf8JsonReader(buffer.Content.Span[scanned..], isEnd, state);
        try
        {
            while (reader.Read())
            {
                JsonToMessagePack.CheckLevels(reader.CurrentDepth, maximumDepth, Offset + scanned + reader.TokenStartIndex);
                if (reader.CurrentDepth == 0 && reader.TokenType is not (JsonTokenType.StartObject or JsonTokenType.StartArray))
                {
                    length = scanned + (int)reader.BytesConsumed;
                    CheckLength(length);
                    Next(0);
                    state = new JsonReaderState(Options);
                    return true;
                }
            }
        }
        catch (JsonException error)
        {
            throw JsonToMessagePack.NotJson(error, Offset + scanned + reader.BytesConsumed);
        }

        Next(scanned + (int)reader.BytesConsumed);
        state = reader.CurrentState;
        CheckLength(buffer.Count);
        return false;
    }

    private void Next(int offset)
    {
        scanned = probed = offset;
        token = 0;
    }

    /// <summary>
    /// Returns whether the next token may be complete. <see cref="Utf8JsonReader"/> would scan an incomplete one from its
    /// beginning each time that bytes arrive.
    /// </summary>
    private bool HasToken()
    {
        ReadOnlySpan<byte> text = buffer.Content.Span;
        if (token == 0)
        {
            int space = text[probed..].IndexOfAnyExcept(" \t\r\n,:"u8);
            probed = space < 0 ? text.Length : probed + space + 1;
            if (space < 0)
            {
                return isEnd && text[scanned..].ContainsAny(",:"u8);
            }

            token = text[probed - 1];
        }

        if (isEnd || token is (byte)'{' or (byte)'}' or (byte)'[' or (byte)']')
        {
            return true;
        }

        if (token != '"')
        {
            int end = text[probed..].IndexOfAny(" \t\r\n,:\"{}[]"u8);
            probed = end < 0 ? text.Length : probed + end;
            return end >= 0;
        }

        while (true)
        {
            int next = text[probed..].IndexOfAny((byte)'"', (byte)'\\');
            probed = next < 0 ? text.Length : probed + next;
            if (probed == text.Length || text[probed] == '"')
            {
                return probed < text.Length;
            }

            if (probed + 1 == text.Length)
            {
                return false;
            }

            probed += 2;
        }
    }

    private void CheckLength(int size)
    {
        if (size > limits.MaximumMessageLength)
        {
            throw new MessagePackSerializationException(
                MessagePackErrorNames.SizeLimit, Offset, $"The JSON text exceeds the limit of {limits.MaximumMessageLength} bytes.");
        }
    }
}
