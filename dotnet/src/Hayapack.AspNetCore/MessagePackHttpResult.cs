using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;

namespace Hayapack.AspNetCore;

/// <summary>A response with a MessagePack body, returned by a minimal API's handler.</summary>
/// <typeparam name="T">The type to serialize.</typeparam>
public sealed class MessagePackHttpResult<T>
    : IResult, IStatusCodeHttpResult, IValueHttpResult, IValueHttpResult<T>, IContentTypeHttpResult, IEndpointMetadataProvider
{
    internal MessagePackHttpResult(T? value, int statusCode, string? location)
    {
        Value = value;
        StatusCode = statusCode;
        Location = location;
    }

    /// <summary>Gets the value.</summary>
    public T? Value { get; }

    /// <inheritdoc/>
    object? IValueHttpResult.Value => Value;

    /// <summary>Gets the HTTP status code.</summary>
    public int StatusCode { get; }

    /// <inheritdoc/>
    int? IStatusCodeHttpResult.StatusCode => StatusCode;

    /// <summary>Gets the value of the Location header, or null.</summary>
    public string? Location { get; }

    /// <summary>
    /// Gets the media type, <see cref="MessagePackMediaTypes.MessagePack"/>. A client that accepts only another name of it
    /// gets that one.
    /// </summary>
    public string ContentType => MessagePackMediaTypes.MessagePack;

    /// <inheritdoc/>
    public Task ExecuteAsync(HttpContext httpContext)
    {
        ArgumentNullException.ThrowIfNull(httpContext);
        httpContext.Response.StatusCode = StatusCode;
        if (Location is not null)
        {
            httpContext.Response.Headers.Location = Location;
        }

        return httpContext.Response.WriteAsMessagePackAsync(Value, contentType: AcceptHeader.ChooseMessagePack(httpContext.Request));
    }

    /// <inheritdoc/>
    static void IEndpointMetadataProvider.PopulateMetadata(MethodInfo method, EndpointBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status200OK, typeof(T), MessagePackMediaTypes.All));
    }
}
