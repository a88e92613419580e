using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;

namespace Hayapack.AspNetCore;

/// <summary>
/// The MessagePack body of a request, as the parameter of a minimal API's handler. If the body is not valid, the response
/// has problem details and the handler is not called. A body of another media type gives status 415. A request without a
/// body is read as null if the type can be null, as in MVC.
/// </summary>
/// <typeparam name="T">The type to deserialize.</typeparam>
public sealed class MessagePackBody<T> : IBodyParameter, IEndpointParameterMetadataProvider
{
    private readonly BodyValue<T> body;

    private MessagePackBody(BodyValue<T> body) => this.body = body;

    /// <summary>Gets the value.</summary>
    /// <exception cref="MessagePackSerializationException">The body is not valid; only possible outside a handler.</exception>
    /// <exception cref="BadHttpRequestException">It has another media type, or is too long; only possible outside a handler.</exception>
    public T Value => body.Value;

    /// <inheritdoc/>
    Exception? IBodyParameter.Fault => body.Fault;

    /// <inheritdoc/>
    bool IBodyParameter.IsNull => body.IsNull;

    /// <summary>Returns the value of a body.</summary>
    /// <param name="body">The body.</param>
    public static implicit operator T(MessagePackBody<T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return body.Value;
    }

    /// <summary>Reads the body. ASP.NET Core calls this method. Errors are kept for the response.</summary>
    /// <param name="context">The context of the request.</param>
    /// <param name="parameter">The handler's parameter.</param>
    /// <returns>The body.</returns>
    public static async ValueTask<MessagePackBody<T>?> BindAsync(HttpContext context, ParameterInfo parameter)
    {
        ArgumentNullException.ThrowIfNull(context);
        return new MessagePackBody<T>(await BodyParameter.ReadAsync<T>(context, takesJson: false).ConfigureAwait(false));
    }

    /// <inheritdoc/>
    public static void PopulateMetadata(ParameterInfo parameter, EndpointBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(parameter);
        ArgumentNullException.ThrowIfNull(builder);
        BodyParameter.Add(parameter, typeof(T), MessagePackMediaTypes.All, builder);
    }
}
