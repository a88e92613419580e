using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace Hayapack.AspNetCore;

/// <summary>
/// A response with a body in JSON or MessagePack, by the request's Accept header, returned by a minimal API's handler. For
/// null the response has no body, and status 204 instead of 200, as in MVC.
/// </summary>
/// <typeparam name="T">The type to serialize.</typeparam>
public sealed class NegotiatedHttpResult<T> : IResult, IStatusCodeHttpResult, IValueHttpResult, IValueHttpResult<T>, IEndpointMetadataProvider
{
    internal NegotiatedHttpResult(T? value, int statusCode)
    {
        Value = value;
        StatusCode = statusCode;
    }

    /// <summary>Gets the value.</summary>
    public T? Value { get; }

    /// <inheritdoc/>
    object? IValueHttpResult.Value => Value;

    /// <summary>Gets the HTTP status code, if the value is not null and the client accepts one of the media types.</summary>
    public int StatusCode { get; }

    /// <inheritdoc/>
    int? IStatusCodeHttpResult.StatusCode => StatusCode;

    /// <inheritdoc/>
    public Task ExecuteAsync(HttpContext httpContext)
    {
        ArgumentNullException.ThrowIfNull(httpContext);
        httpContext.Response.StatusCode = StatusCode;
        if (Value is null)
        {
            Negotiation.SetNoContent(httpContext.Response);
            return Task.CompletedTask;
        }

        return Negotiation.Choose(httpContext) switch
        {
            null => Task.CompletedTask,
            MessagePackMediaTypes.Json => WriteAsJsonAsync(httpContext),
            string contentType => httpContext.Response.WriteAsMessagePackAsync(Value, contentType: contentType),
        };
    }

    /// <inheritdoc/>
    static void IEndpointMetadataProvider.PopulateMetadata(MethodInfo method, EndpointBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status200OK, typeof(T), MessagePackMediaTypes.WithJson));
    }

    /// <summary>Writes the value as ASP.NET Core's results do: by its run-time type, unless the declared type names its derived types.</summary>
    private Task WriteAsJsonAsync(HttpContext context)
    {
        JsonSerializerOptions options = context.RequestServices.GetRequiredService<IOptions<JsonOptions>>().Value.SerializerOptions;
        JsonTypeInfo type = options.GetTypeInfo(typeof(T));
        if (Value!.GetType() != type.Type && type.PolymorphismOptions is null)
        {
            type = options.GetTypeInfo(Value.GetType());
        }

        return context.Response.WriteAsJsonAsync(Value, type, cancellationToken: context.RequestAborted);
    }
}
