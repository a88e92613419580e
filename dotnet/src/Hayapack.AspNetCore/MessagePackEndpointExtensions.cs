using System.Reflection;
using Hayapack;
using Hayapack.AspNetCore;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Mvc;

namespace Microsoft.AspNetCore.Builder;

/// <summary>Adds MessagePack to endpoints of minimal APIs.</summary>
public static class MessagePackEndpointExtensions
{
    /// <summary>
    /// Writes what the handlers return as MessagePack if the request's Accept header prefers it; otherwise ASP.NET Core writes
    /// it as before. For null the response has status 204, as in MVC. Handlers that return an <see cref="IResult"/> or
    /// nothing are not changed.
    /// </summary>
    /// <typeparam name="TBuilder">The type of the builder.</typeparam>
    /// <param name="builder">The builder of one endpoint or of a group.</param>
    /// <returns>The builder.</returns>
    public static TBuilder WithMessagePackNegotiation<TBuilder>(this TBuilder builder)
        where TBuilder : IEndpointConventionBuilder
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.AddEndpointFilterFactory((context, next) =>
            ValueType(context.MethodInfo) is { } type ? invocation => Negotiate(invocation, next, type) : next);
        builder.Finally(AddProduced);
        return builder;
    }

    private static async ValueTask<object?> Negotiate(EndpointFilterInvocationContext invocation, EndpointFilterDelegate next, Type type)
    {
        object? value = await next(invocation).ConfigureAwait(false);
        HttpContext context = invocation.HttpContext;
        switch (value)
        {
            case IResult:
                return value;
            case null:
                Negotiation.SetNoContent(context.Response);
                return Results.Empty;
            case ProblemDetails details:
                return new ProblemResult(details);
            default:
                return Negotiation.Choose(context) switch
                {
                    null => Results.Empty,
                    MessagePackMediaTypes.Json => value,
                    string contentType => new ValueResult(value, type, contentType),
                };
        }
    }

    /// <summary>Returns the type of the values that a handler returns; null if it returns none, or results that write themselves.</summary>
    private static Type? ValueType(MethodInfo handler)
    {
        Type type = handler.ReturnType;
        if (type.IsGenericType && (type.GetGenericTypeDefinition() == typeof(Task<>) || type.GetGenericTypeDefinition() == typeof(ValueTask<>)))
        {
            type = type.GetGenericArguments()[0];
        }

        return type == typeof(void) || type == typeof(Task) || type == typeof(ValueTask) || typeof(IResult).IsAssignableFrom(type) ? null : type;
    }

    /// <summary>Adds the media types to what the endpoint says about its value, which OpenAPI shows.</summary>
    private static void AddProduced(EndpointBuilder endpoint)
    {
        if (endpoint.Metadata.OfType<MethodInfo>().FirstOrDefault() is not { } handler || ValueType(handler) is not { } type)
        {
            return;
        }

        for (int i = 0; i < endpoint.Metadata.Count; i++)
        {
            if (endpoint.Metadata[i] is IProducesResponseTypeMetadata { StatusCode: StatusCodes.Status200OK } produced && produced.Type == type)
            {
                endpoint.Metadata[i] = new ProducesResponseTypeMetadata(
                    produced.StatusCode, type, [.. produced.ContentTypes.Union(MessagePackMediaTypes.All)])
                { Description = produced.Description };
            }
        }
    }

    /// <summary>A response with a value of a type that is known at run time.</summary>
    private sealed class ValueResult(object value, Type declared, string contentType) : IResult
    {
        public Task ExecuteAsync(HttpContext httpContext)
        {
            byte[] body = MessagePackSerializer.Serialize(
                declared == typeof(object) ? value.GetType() : declared,
                value,
                RequestBody.OptionsOf(httpContext).SerializerOptions,
                httpContext.RequestAborted);
            return MessagePackHttpExtensions.WriteAsync(httpContext.Response, body, contentType);
        }
    }
}
