using Microsoft.AspNetCore.Http;

namespace Hayapack.AspNetCore;

/// <summary>Reads request bodies and writes response bodies without MVC or parameter binding.</summary>
public static class MessagePackHttpExtensions
{
    /// <summary>Deserializes the body of a request, which must be exactly one message.</summary>
    /// <typeparam name="T">The type to deserialize.</typeparam>
    /// <param name="request">The request. Its media type is not checked. Its <c>RequestAborted</c> token cancels reading.</param>
    /// <param name="options">The options, or null for those of the service collection.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The body is not one valid message of the type, or exceeds a limit.</exception>
    /// <exception cref="BadHttpRequestException">The body is longer than the server allows, or ended early.</exception>
    public static ValueTask<T> ReadFromMessagePackAsync<T>(this HttpRequest request, MessagePackHttpOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(request);
        options ??= RequestBody.OptionsOf(request.HttpContext);
        CancellationToken cancellation = request.HttpContext.RequestAborted;
        return RequestBody.ReadAsync(
            request, options.Limits, message => MessagePackSerializer.Deserialize<T>(message, options.SerializerOptions, cancellation));
    }

    /// <summary>Deserializes the messages of a request's body one by one, as they arrive.</summary>
    /// <typeparam name="T">The type of each message.</typeparam>
    /// <param name="request">The request. Its media type is not checked. Its <c>RequestAborted</c> token cancels reading.</param>
    /// <param name="options">The options, or null for those of the service collection.</param>
    /// <returns>The values.</returns>
    /// <exception cref="MessagePackSerializationException">A message is not valid, not of the type, or exceeds a limit.</exception>
    public static IAsyncEnumerable<T> ReadManyFromMessagePackAsync<T>(this HttpRequest request, MessagePackHttpOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(request);
        options ??= RequestBody.OptionsOf(request.HttpContext);
        return MessagePackSerializer.ReadManyAsync<T>(
            request.BodyReader, options.SerializerOptions, options.Limits, request.HttpContext.RequestAborted);
    }

    /// <summary>Serializes a value to the body of a response and sets the headers Content-Length and Content-Type.</summary>
    /// <typeparam name="T">The type to serialize.</typeparam>
    /// <param name="response">The response. It is not changed if the value cannot be serialized.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The options, or null for those of the service collection.</param>
    /// <param name="contentType">The media type, or null for <see cref="MessagePackMediaTypes.MessagePack"/>.</param>
    /// <returns>A task that completes when the body is written.</returns>
    /// <exception cref="MessagePackSerializationException">The value cannot be serialized.</exception>
    public static async Task WriteAsMessagePackAsync<T>(
        this HttpResponse response, T value, MessagePackHttpOptions? options = null, string? contentType = null)
    {
        ArgumentNullException.ThrowIfNull(response);
        options ??= RequestBody.OptionsOf(response.HttpContext);
        CancellationToken cancellation = response.HttpContext.RequestAborted;
        byte[] body = MessagePackSerializer.Serialize(value, options.SerializerOptions, cancellation);
        response.ContentType = contentType ?? MessagePackMediaTypes.MessagePack;
        response.ContentLength = body.Length;
        await response.Body.WriteAsync(body, cancellation).ConfigureAwait(false);
    }
}
