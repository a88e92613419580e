using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Mvc;

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

    /// <inheritdoc/>
    bool IMessagePackBody.IsNull => value is null;

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
            return new MessagePackBody<T>(await RequestBody.ReadAsync<T>(context.Request, null).ConfigureAwait(false), null);
        }
        catch (MessagePackSerializationException fault) when (BodyFault.IsClients(fault))
        {
            return new MessagePackBody<T>(default!, fault);
        }
    }

    /// <inheritdoc/>
    public static void PopulateMetadata(ParameterInfo parameter, EndpointBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(parameter);
        ArgumentNullException.ThrowIfNull(builder);
        builder.Metadata.Add(new AcceptsMetadata(MessagePackMediaTypes.All, typeof(T)));
        bool canBeNull = MessagePackBody.CanBeNull(parameter);
        builder.FilterFactories.Add((_, next) => invocation => MessagePackBody.Refuse(invocation.Arguments[parameter.Position], canBeNull) is { } problem
            ? ValueTask.FromResult<object?>(problem)
            : next(invocation));
    }
}

/// <summary>A body of any type.</summary>
internal interface IMessagePackBody
{
    /// <summary>Gets the error in the body, or null.</summary>
    MessagePackSerializationException? Fault { get; }

    /// <summary>Gets a value indicating whether the body is nil.</summary>
    bool IsNull { get; }
}

/// <summary>Rejects requests whose bodies are not valid.</summary>
internal static class MessagePackBody
{
    /// <summary>Returns the response for a handler's argument with an error; null if it has none.</summary>
    internal static IResult? Refuse(object? argument, bool canBeNull)
    {
        MessagePackSerializationException? fault = argument is not IMessagePackBody body ? null
            : body.Fault ?? (body.IsNull && !canBeNull ? BodyFault.Nil() : null);
        return fault is null
            ? null
            : Results.Problem(BodyFault.Describe(new ProblemDetails { Status = BodyFault.Status(fault), Title = BodyFault.Title(fault) }, fault));
    }

    /// <summary>Returns whether a parameter is declared as the body of a type that can be null, for example <c>MessagePackBody&lt;Order?&gt;</c>.</summary>
    internal static bool CanBeNull(ParameterInfo parameter)
    {
        try
        {
            NullabilityInfo[] arguments = new NullabilityInfoContext().Create(parameter).GenericTypeArguments;
            return arguments.Length != 1 || arguments[0].ReadState != NullabilityState.NotNull;
        }
        catch (InvalidOperationException)
        {
            return true; // a trimmed program that does not keep nullability
        }
    }
}
