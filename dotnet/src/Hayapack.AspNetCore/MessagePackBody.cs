using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;

namespace Hayapack.AspNetCore;

/// <summary>
/// The MessagePack body of a request, as the parameter of a minimal API's handler. If the body is not valid, the response
/// has problem details and the handler is not called. A body of another media type gives status 415.
/// </summary>
/// <typeparam name="T">The type to deserialize.</typeparam>
public sealed class MessagePackBody<T> : IMessagePackBody, IEndpointParameterMetadataProvider
{
    private readonly T value;
    private readonly MessagePackSerializationException? fault;

    private MessagePackBody(T value, MessagePackSerializationException? fault)
    {
        this.value = value;
        this.fault = fault;
    }

    /// <summary>Gets the value.</summary>
    /// <exception cref="MessagePackSerializationException">The body is not valid; only possible outside a handler.</exception>
    public T Value => fault is null ? value : throw fault;

    /// <inheritdoc/>
    MessagePackSerializationException? IMessagePackBody.Fault => fault;

    /// <summary>Returns the value of a body.</summary>
    /// <param name="body">The body.</param>
    public static implicit operator T(MessagePackBody<T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return body.Value;
    }

    /// <summary>Reads the body. ASP.NET Core calls this method.</summary>
    /// <param name="context">The context of the request.</param>
    /// <param name="parameter">The handler's parameter.</param>
    /// <returns>The body.</returns>
    /// <exception cref="BadHttpRequestException">The media type is not MessagePack (415), or the body is too long.</exception>
    public static async ValueTask<MessagePackBody<T>?> BindAsync(HttpContext context, ParameterInfo parameter)
    {
        ArgumentNullException.ThrowIfNull(context);
        if (!MessagePackMediaTypes.Includes(context.Request.ContentType))
        {
            throw new BadHttpRequestException("The body is not MessagePack.", StatusCodes.Status415UnsupportedMediaType);
        }

        try
        {
            return new MessagePackBody<T>(await context.Request.ReadFromMessagePackAsync<T>().ConfigureAwait(false), null);
        }
        catch (MessagePackSerializationException fault) when (BodyFault.IsClients(fault))
        {
            return new MessagePackBody<T>(default!, fault);
        }
    }

    /// <inheritdoc/>
    public static void PopulateMetadata(ParameterInfo parameter, EndpointBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Metadata.Add(new AcceptsMetadata(MessagePackMediaTypes.All, typeof(T)));
        builder.FilterFactories.Add(static (_, next) => invocation => MessagePackBody.Refuse(invocation) is { } problem
            ? ValueTask.FromResult<object?>(problem)
            : next(invocation));
    }
}

/// <summary>A body of any type.</summary>
internal interface IMessagePackBody
{
    /// <summary>Gets the error in the body, or null.</summary>
    MessagePackSerializationException? Fault { get; }
}

/// <summary>Rejects requests whose bodies are not valid.</summary>
internal static class MessagePackBody
{
    /// <summary>Returns the response for the first argument with an error; null if there is none.</summary>
    internal static IResult? Refuse(EndpointFilterInvocationContext invocation)
    {
        foreach (object? argument in invocation.Arguments)
        {
            if (argument is IMessagePackBody { Fault: { } fault })
            {
                return Results.Problem(BodyFault.Details(fault));
            }
        }

        return null;
    }
}
