using Microsoft.AspNetCore.Http;

namespace Hayapack.AspNetCore;

/// <summary>Makes responses with MessagePack bodies, for handlers of minimal APIs.</summary>
public static class MessagePackResults
{
    /// <summary>Status 200 with a value.</summary>
    /// <typeparam name="T">The type that is written.</typeparam>
    /// <param name="value">The value.</param>
    /// <returns>The response.</returns>
    public static MessagePackHttpResult<T> Ok<T>(T value) => new(value, StatusCodes.Status200OK, null);

    /// <summary>Status 201 with a value and the address of what was created.</summary>
    /// <typeparam name="T">The type that is written.</typeparam>
    /// <param name="uri">The address.</param>
    /// <param name="value">The value.</param>
    /// <returns>The response.</returns>
    public static MessagePackHttpResult<T> Created<T>(string uri, T value) => new(value, StatusCodes.Status201Created, uri);

    /// <summary>A value with any status.</summary>
    /// <typeparam name="T">The type that is written.</typeparam>
    /// <param name="value">The value.</param>
    /// <param name="statusCode">The status.</param>
    /// <returns>The response.</returns>
    public static MessagePackHttpResult<T> Body<T>(T value, int statusCode) => new(value, statusCode, null);

    /// <summary>Status 200 with one message for each value, each sent as soon as it is there.</summary>
    /// <typeparam name="T">The type of the values.</typeparam>
    /// <param name="values">The values.</param>
    /// <returns>The response.</returns>
    public static IResult Many<T>(IAsyncEnumerable<T> values)
    {
        ArgumentNullException.ThrowIfNull(values);
        return new MessagePackManyResult<T>(values);
    }
}

/// <summary>A response of many messages.</summary>
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
