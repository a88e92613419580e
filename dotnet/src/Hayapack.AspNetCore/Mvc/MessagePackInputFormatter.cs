using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc.Formatters;

namespace Hayapack.AspNetCore;

/// <summary>Reads MessagePack request bodies for MVC. Thread-safe.</summary>
public class MessagePackInputFormatter : InputFormatter, IInputFormatterExceptionPolicy
{
    private static readonly object FaultKey = new();
    private readonly MessagePackHttpOptions options;

    /// <summary>Initializes a new instance of the <see cref="MessagePackInputFormatter"/> class.</summary>
    /// <param name="options">The options, or null for the defaults.</param>
    public MessagePackInputFormatter(MessagePackHttpOptions? options = null)
    {
        this.options = options ?? new MessagePackHttpOptions();
        foreach (string type in MessagePackMediaTypes.All)
        {
            SupportedMediaTypes.Add(type);
        }
    }

    /// <inheritdoc/>
    public InputFormatterExceptionPolicy ExceptionPolicy => InputFormatterExceptionPolicy.MalformedInputExceptions;

    /// <inheritdoc/>
    public override async Task<InputFormatterResult> ReadRequestBodyAsync(InputFormatterContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        HttpContext http = context.HttpContext;
        try
        {
            object? value = await RequestBody.ReadAsync(
                http.Request,
                options.Limits,
                message => MessagePackSerializer.Deserialize(context.ModelType, message, options.SerializerOptions, http.RequestAborted)).ConfigureAwait(false);
            return value is null && context.Metadata.IsRequired
                ? throw BodyFault.Nil()
                : await InputFormatterResult.SuccessAsync(value).ConfigureAwait(false);
        }
        catch (MessagePackSerializationException fault) when (BodyFault.IsClients(fault))
        {
            http.Items[FaultKey] = fault;
            foreach (MessagePackSerializationException error in fault.Errors)
            {
                context.ModelState.TryAddModelError(context.ModelName, $"{error.ErrorName} at byte {error.Offset}, {error.Path ?? "$"}");
            }

            return await InputFormatterResult.FailureAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Returns the error in the request's body, or null.</summary>
    internal static MessagePackSerializationException? FaultOf(HttpContext context) =>
        context.Items.TryGetValue(FaultKey, out object? fault) ? (MessagePackSerializationException?)fault : null;
}
