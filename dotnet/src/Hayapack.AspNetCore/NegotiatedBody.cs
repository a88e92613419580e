using System.Reflection;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;

namespace Hayapack.AspNetCore;

/// <summary>
/// The body of a request in JSON or MessagePack, by its Content-Type, as the parameter of a minimal API's handler. If the body
/// is not valid, the response has problem details and the handler is not called. A body of another media type gives status
/// 415. A request without a body is read as null if the type can be null, as in MVC.
/// </summary>
/// <typeparam name="T">The type to deserialize.</typeparam>
public sealed class NegotiatedBody<T> : IBodyParameter, IEndpointParameterMetadataProvider
{
    private readonly BodyValue<T> body;

    private NegotiatedBody(BodyValue<T> body) => this.body = body;

    /// <summary>Gets the value.</summary>
    /// <exception cref="MessagePackSerializationException">The body is not valid; only possible outside a handler.</exception>
    /// <exception cref="JsonException">The body is not valid; only possible outside a handler.</exception>
    /// <exception cref="BadHttpRequestException">It has another media type, or is too long; only possible outside a handler.</exception>
    public T Value => body.Value;

    /// <inheritdoc/>
    Exception? IBodyParameter.Fault => body.Fault;

    /// <inheritdoc/>
    bool IBodyParameter.IsNull => body.IsNull;

    /// <summary>Returns the value of a body.</summary>
    /// <param name="body">The body.</param>
    public static implicit operator T(NegotiatedBody<T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return body.Value;
    }

    /// <summary>Reads the body. ASP.NET Core calls this method. Errors are kept for the response.</summary>
    /// <param name="context">The context of the request.</param>
    /// <param name="parameter">The handler's parameter.</param>
    /// <returns>The body.</returns>
    public static async ValueTask<NegotiatedBody<T>?> BindAsync(HttpContext context, ParameterInfo parameter)
    {
        ArgumentNullException.ThrowIfNull(context);
        return new NegotiatedBody<T>(await BodyParameter.ReadAsync<T>(context, takesJson: true).ConfigureAwait(false));
    }

    /// <inheritdoc/>
    public static void PopulateMetadata(ParameterInfo parameter, EndpointBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(parameter);
        ArgumentNullException.ThrowIfNull(builder);
        BodyParameter.Add(parameter, typeof(T), MessagePackMediaTypes.WithJson, builder);
    }
}
