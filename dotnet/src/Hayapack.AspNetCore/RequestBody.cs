using System.Buffers;
using System.IO.Pipelines;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace Hayapack.AspNetCore;

/// <summary>Reads request bodies that must be exactly one message.</summary>
internal static class RequestBody
{
    internal static MessagePackHttpOptions OptionsOf(HttpContext context) =>
        context.RequestServices.GetService<IOptions<MessagePackHttpOptions>>()?.Value ?? new MessagePackHttpOptions();

    /// <summary>Reads the body as a type.</summary>
    /// <exception cref="MessagePackSerializationException">The body is not one valid message of the type.</exception>
    internal static ValueTask<T> ReadAsync<T>(HttpRequest request, MessagePackHttpOptions? options)
    {
        options ??= OptionsOf(request.HttpContext);
        CancellationToken cancellation = request.HttpContext.RequestAborted;
        return ReadAsync(request, options.Limits, message => MessagePackSerializer.Deserialize<T>(message, options.SerializerOptions, cancellation));
    }

    /// <summary>Reads the body.</summary>
    /// <param name="request">The request.</param>
    /// <param name="limits">The limits of the message.</param>
    /// <param name="read">Deserializes the message, whose bytes are valid only during the call.</param>
    /// <typeparam name="T">The type to deserialize.</typeparam>
    /// <exception cref="MessagePackSerializationException">The body is not one valid message.</exception>
    /// <exception cref="BadHttpRequestException">The body is longer than the server allows, or ended early.</exception>
    internal static async ValueTask<T> ReadAsync<T>(HttpRequest request, MessagePackLimits limits, Func<ReadOnlySequence<byte>, T> read)
    {
        CancellationToken cancellation = request.HttpContext.RequestAborted;
        PipeReader body = request.BodyReader;
        T value;
        long length;
        using (var reader = new MessagePackStreamReader(body, limits))
        {
            ReadOnlySequence<byte> message = await reader.ReadAsync(cancellation).ConfigureAwait(false) ??
                throw new MessagePackSerializationException(MessagePackErrorNames.Truncated, 0, "The body is empty.");
            length = message.Length;
            value = read(message);
        }

        ReadResult rest = await body.ReadAsync(cancellation).ConfigureAwait(false);
        bool isEnd = rest.Buffer.IsEmpty;
        body.AdvanceTo(rest.Buffer.Start);
        return isEnd
            ? value
            : throw new MessagePackSerializationException(MessagePackErrorNames.ExtraData, length, "There are bytes after the message.");
    }
}
