using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Formatters;

namespace Hayapack.AspNetCore;

/// <summary>Writes MessagePack response bodies for MVC. Thread-safe.</summary>
public class MessagePackOutputFormatter : OutputFormatter
{
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
    }

    /// <inheritdoc/>
    public override async Task WriteResponseBodyAsync(OutputFormatterWriteContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        HttpResponse response = context.HttpContext.Response;
        Type type = context.ObjectType is null || context.ObjectType == typeof(object)
            ? context.Object?.GetType() ?? typeof(object)
            : context.ObjectType;
        byte[] body = MessagePackSerializer.Serialize(type, context.Object, options.SerializerOptions, context.HttpContext.RequestAborted);
        response.ContentLength = body.Length;
        await response.Body.WriteAsync(body, context.HttpContext.RequestAborted).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    /// <remarks>Problem details are always JSON, also for clients that accept only MessagePack.</remarks>
    protected override bool CanWriteType(Type? type) =>
        base.CanWriteType(type) && (type is null || !typeof(ProblemDetails).IsAssignableFrom(type));
}
