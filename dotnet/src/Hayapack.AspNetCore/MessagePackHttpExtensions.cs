using System.Runtime.CompilerServices;
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
    /// <exception cref="BadHttpRequestException">
    /// The body is not one valid message of the type (status 400; <c>InnerException</c> is the
    /// <see cref="MessagePackSerializationException"/>), exceeds a limit (413), is longer than the server allows, or ended early.
    /// </exception>
    public static async ValueTask<T> ReadFromMessagePackAsync<T>(this HttpRequest request, MessagePackHttpOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(request);
        try
        {
            return await RequestBody.ReadAsync<T>(request, options).ConfigureAwait(false);
        }
        catch (MessagePackSerializationException fault) when (BodyFault.IsClients(fault))
        {
            throw BodyFault.Rejection(fault);
        }
    }

    /// <summary>Deserializes the messages of a request's body one by one, as they arrive.</summary>
    /// <typeparam name="T">The type of each message.</typeparam>
    /// <param name="request">The request. Its media type is not checked. Its <c>RequestAborted</c> token cancels reading.</param>
    /// <param name="options">The options, or null for those of the service collection.</param>
    /// <returns>The values.</returns>
    /// <exception cref="BadHttpRequestException">
    /// While enumerating: a message is not valid or not of the type (status 400; <c>InnerException</c> is the
    /// <see cref="MessagePackSerializationException"/>), exceeds a limit (413), or the body is longer than the server allows.
    /// </exception>
    public static IAsyncEnumerable<T> ReadManyFromMessagePackAsync<T>(this HttpRequest request, MessagePackHttpOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(request);
        options ??= RequestBody.OptionsOf(request.HttpContext);
        return Reject(MessagePackSerializer.ReadManyAsync<T>(
            request.BodyReader, options.SerializerOptions, options.Limits, request.HttpContext.RequestAborted));
    }

    /// <summary>Replaces the exceptions that the body causes, so that the server does not answer with status 500.</summary>
    private static async IAsyncEnumerable<T> Reject<T>(IAsyncEnumerable<T> messages, [EnumeratorCancellation] CancellationToken cancellation = default)
    {
        await using ConfiguredCancelableAsyncEnumerable<T>.Enumerator reading = messages.WithCancellation(cancellation).ConfigureAwait(false).GetAsyncEnumerator();
        while (true)
        {
            try
            {
                if (!await reading.MoveNextAsync())
                {
                    break;
                }
            }
            catch (MessagePackSerializationException fault) when (BodyFault.IsClients(fault))
            {
                throw BodyFault.Rejection(fault);
            }

            yield return reading.Current;
        }
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
        byte[] body = MessagePackSerializer.Serialize(value, options.SerializerOptions, response.HttpContext.RequestAborted);
        await WriteAsync(response, body, contentType ?? MessagePackMediaTypes.MessagePack).ConfigureAwait(false);
    }

    /// <summary>Sets the headers Content-Length and Content-Type and writes a body.</summary>
    internal static async Task WriteAsync(HttpResponse response, byte[] body, string contentType)
    {
        response.ContentType = contentType;
        response.ContentLength = body.Length;
        await response.Body.WriteAsync(body, response.HttpContext.RequestAborted).ConfigureAwait(false);
    }
}
