using Microsoft.AspNetCore.Http;

namespace Hayapack.AspNetCore;

/// <summary>Creates responses with MessagePack bodies for handlers of minimal APIs. Thread-safe.</summary>
public static class MessagePackResults
{
    /// <summary>Creates a response with status 200 and a value.</summary>
    /// <typeparam name="T">The type that is written.</typeparam>
    /// <param name="value">The value.</param>
    /// <returns>The response.</returns>
    public static MessagePackHttpResult<T> Ok<T>(T value) => new(value, StatusCodes.Status200OK, null);

    /// <summary>Creates a response with status 201, a value, and the address of the created resource.</summary>
    /// <typeparam name="T">The type that is written.</typeparam>
    /// <param name="uri">The address, for the Location header.</param>
    /// <param name="value">The value.</param>
    /// <returns>The response.</returns>
    public static MessagePackHttpResult<T> Created<T>(string uri, T value) => new(value, StatusCodes.Status201Created, uri);

    /// <summary>Creates a response with any status and a value.</summary>
    /// <typeparam name="T">The type that is written.</typeparam>
    /// <param name="value">The value.</param>
    /// <param name="statusCode">The HTTP status code.</param>
    /// <returns>The response.</returns>
    public static MessagePackHttpResult<T> Body<T>(T value, int statusCode) => new(value, statusCode, null);

    /// <summary>
    /// Creates a response with a value in JSON or MessagePack, by the request's Accept header. For null it has no body, and
    /// status 204 instead of 200, as in MVC.
    /// </summary>
    /// <typeparam name="T">The type that is written.</typeparam>
    /// <param name="value">The value.</param>
    /// <param name="statusCode">The HTTP status code.</param>
    /// <returns>The response.</returns>
    public static NegotiatedHttpResult<T> Negotiate<T>(T value, int statusCode = StatusCodes.Status200OK) => new(value, statusCode);

    /// <summary>Creates a response with status 200 and one message for each value. Each is sent when the source produces it.</summary>
    /// <typeparam name="T">The type of the values.</typeparam>
    /// <param name="values">The values.</param>
    /// <returns>The response.</returns>
    public static IResult Many<T>(IAsyncEnumerable<T> values)
    {
        ArgumentNullException.ThrowIfNull(values);
        return new MessagePackManyResult<T>(values);
    }
}

/// <summary>A response with one message for each value of a sequence.</summary>
internal sealed class MessagePackManyResult<T>(IAsyncEnumerable<T> values) : IResult
{
    public async Task ExecuteAsync(HttpContext httpContext)
    {
        MessagePackSerializerOptions options = RequestBody.OptionsOf(httpContext).SerializerOptions;
        HttpResponse response = httpContext.Response;
        response.ContentType = MessagePackMediaTypes.MessagePack;
        await foreach (T value in values.WithCancellation(httpContext.RequestAborted).ConfigureAwait(false))
        {
            await MessagePackSerializer.SerializeAsync(response.Body, value, options, httpContext.RequestAborted).ConfigureAwait(false);
            await response.Body.FlushAsync(httpContext.RequestAborted).ConfigureAwait(false);
        }
    }
}
