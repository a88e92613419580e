using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;

namespace Hayapack.AspNetCore;

/// <summary>
/// The MessagePack body of a request, as the parameter of a minimal API's handler. A body that is not valid is answered
/// with problem details, and the handler is not called; a body of another media type with status 415.
/// </summary>
/// <typeparam name="T">The type that is read.</typeparam>
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
    public T Value => fault is null ? value : throw fault;

    /// <inheritdoc/>
    MessagePackSerializationException? IMessagePackBody.Fault => fault;

    /// <summary>Gives the value.</summary>
    /// <param name="body">The body.</param>
    public static implicit operator T(MessagePackBody<T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return body.Value;
    }

    /// <summary>Reads the body; called by ASP.NET Core.</summary>
    /// <param name="context">The request.</param>
    /// <param name="parameter">The parameter.</param>
    /// <returns>The body.</returns>
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

/// <summary>A body whose type is not known.</summary>
internal interface IMessagePackBody
{
    /// <summary>Gets what is wrong with it, or null.</summary>
    MessagePackSerializationException? Fault { get; }
}

/// <summary>Answers requests whose bodies are not valid.</summary>
internal static class MessagePackBody
{
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
