using Microsoft.AspNetCore.Http;

namespace Hayapack.AspNetCore;

/// <summary>Reads request bodies and writes response bodies directly.</summary>
public static class MessagePackHttpExtensions
{
    /// <summary>Reads the body of a request, which is exactly one message.</summary>
    /// <typeparam name="T">The type that is read.</typeparam>
    /// <param name="request">The request. Its media type is not looked at.</param>
    /// <param name="options">The options, or null for those of the program.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException">The body is not one valid message of the type.</exception>
    public static ValueTask<T> ReadFromMessagePackAsync<T>(this HttpRequest request, MessagePackHttpOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(request);
        options ??= RequestBody.OptionsOf(request.HttpContext);
        CancellationToken cancellation = request.HttpContext.RequestAborted;
        return RequestBody.ReadAsync(
            request, options.Limits, message => MessagePackSerializer.Deserialize<T>(message, options.SerializerOptions, cancellation));
    }

    /// <summary>Reads the messages of a request's body as they arrive.</summary>
    /// <typeparam name="T">The type of each message.</typeparam>
    /// <param name="request">The request. Its media type is not looked at.</param>
    /// <param name="options">The options, or null for those of the program.</param>
    /// <returns>The values.</returns>
    /// <exception cref="MessagePackSerializationException">A message is not valid, or not of the type.</exception>
    public static IAsyncEnumerable<T> ReadManyFromMessagePackAsync<T>(this HttpRequest request, MessagePackHttpOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(request);
        options ??= RequestBody.OptionsOf(request.HttpContext);
        return MessagePackSerializer.ReadManyAsync<T>(
            request.BodyReader, options.SerializerOptions, options.Limits, request.HttpContext.RequestAborted);
    }

    /// <summary>Writes a value as the body of a response, with its length and media type.</summary>
    /// <typeparam name="T">The type that is written.</typeparam>
    /// <param name="response">The response. It is untouched where the value cannot be written.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The options, or null for those of the program.</param>
    /// <param name="contentType">The media type, or null for <see cref="MessagePackMediaTypes.MessagePack"/>.</param>
    /// <returns>A task that ends when the body was handed to the server.</returns>
    /// <exception cref="MessagePackSerializationException">The value cannot be written.</exception>
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
