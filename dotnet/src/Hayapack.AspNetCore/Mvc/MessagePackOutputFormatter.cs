using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Formatters;
using Microsoft.Net.Http.Headers;

namespace Hayapack.AspNetCore;

/// <summary>Writes MessagePack response bodies for MVC. Thread-safe.</summary>
public class MessagePackOutputFormatter : OutputFormatter
{
    /// <summary>Types that the program names, for example by <c>[Produces("application/vnd.shop+msgpack")]</c>.</summary>
    private const string WithSuffix = "application/*+" + MessagePackMediaTypes.Suffix;

    private readonly MessagePackHttpOptions options;

    /// <summary>Initializes a new instance of the <see cref="MessagePackOutputFormatter"/> class.</summary>
    /// <param name="options">The options, or null for the defaults.</param>
    public MessagePackOutputFormatter(MessagePackHttpOptions? options = null)
    {
        this.options = options ?? new MessagePackHttpOptions();
        foreach (string type in MessagePackMediaTypes.All)
        {
            SupportedMediaTypes.Add(type);
        }

        SupportedMediaTypes.Add(WithSuffix);
    }

    /// <inheritdoc/>
    /// <remarks>A client that accepts <c>application/vnd.shop+msgpack</c> and the like gets <c>application/msgpack</c>.</remarks>
    public override bool CanWriteResult(OutputFormatterCanWriteContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        if (base.CanWriteResult(context))
        {
            return true;
        }

        if (context.ContentTypeIsServerDefined || !CanWriteType(context.ObjectType) ||
            !MediaTypeHeaderValue.TryParse(context.ContentType, out MediaTypeHeaderValue? range) || !AcceptHeader.HasMessagePackSuffix(range))
        {
            return false;
        }

        context.ContentType = MessagePackMediaTypes.MessagePack;
        return true;
    }

    /// <inheritdoc/>
    /// <remarks>A type without formatters is left to the other formatters of MVC, such as JSON's.</remarks>
    protected override bool CanWriteType(Type? type) =>
        base.CanWriteType(type) && (type is null || type.IsAssignableTo(typeof(ProblemDetails)) || options.SerializerOptions.Resolver.CanWrite(type));

    /// <inheritdoc/>
    public override async Task WriteResponseBodyAsync(OutputFormatterWriteContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        HttpResponse response = context.HttpContext.Response;
        Type type = context.ObjectType is null || context.ObjectType == typeof(object)
            ? context.Object?.GetType() ?? typeof(object)
            : context.ObjectType;
        byte[] body = context.Object is ProblemDetails details
            ? ProblemBody.Serialize(context.HttpContext, details)
            : MessagePackSerializer.Serialize(type, context.Object, options.SerializerOptions, context.HttpContext.RequestAborted);
        response.ContentLength = body.Length;
        await response.Body.WriteAsync(body, context.HttpContext.RequestAborted).ConfigureAwait(false);
    }
}
