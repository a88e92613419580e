using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using JsonOptions = Microsoft.AspNetCore.Http.Json.JsonOptions;

namespace Hayapack.AspNetCore;

/// <summary>A body of any type, as a handler's parameter.</summary>
internal interface IBodyParameter
{
    /// <summary>Gets the error in the body, or that it is null; null if it is valid and has a value.</summary>
    Exception? Fault { get; }

    /// <summary>Gets a value indicating whether the body is null or missing, which is no error if the parameter can be null.</summary>
    bool IsNull { get; }
}

/// <summary>What a request's body is.</summary>
/// <typeparam name="T">The type to deserialize.</typeparam>
/// <param name="Content">The value, the default if there is an error.</param>
/// <param name="Fault">See <see cref="IBodyParameter.Fault"/>.</param>
/// <param name="IsNull">See <see cref="IBodyParameter.IsNull"/>.</param>
internal readonly record struct BodyValue<T>(T Content, Exception? Fault, bool IsNull)
{
    /// <summary>Gets the value. Throws the error if there is one, except that the body is null or missing.</summary>
    internal T Value => Fault is null || IsNull ? Content : throw Fault;
}

/// <summary>Describes endpoints with bodies, and rejects requests whose bodies are not valid.</summary>
internal static class BodyParameter
{
    private static readonly string[] ProblemTypes = [MessagePackMediaTypes.ProblemJson, MessagePackMediaTypes.ProblemMessagePack];

    /// <summary>Adds the media types and the problem details to an endpoint's metadata, and the check of the body to its filters.</summary>
    internal static void Add(ParameterInfo parameter, Type type, string[] mediaTypes, EndpointBuilder builder)
    {
        bool canBeNull = CanBeNull(parameter, type);
        builder.Metadata.Add(new AcceptsMetadata(mediaTypes, type, canBeNull));
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status400BadRequest, typeof(ProblemDetails), ProblemTypes));
        builder.FilterFactories.Add((_, next) => invocation =>
        {
            if (invocation.Arguments[parameter.Position] is not IBodyParameter { Fault: { } fault } body || (body.IsNull && canBeNull))
            {
                return next(invocation);
            }

            if (fault is BadHttpRequestException { StatusCode: StatusCodes.Status415UnsupportedMediaType })
            {
                invocation.HttpContext.Response.Headers.Accept = string.Join(", ", mediaTypes);
            }

            return ValueTask.FromResult<object?>(BodyFault.Result(fault));
        });
    }

    /// <summary>Reads the body of a request, by its Content-Type.</summary>
    internal static async ValueTask<BodyValue<T>> ReadAsync<T>(HttpContext context, bool takesJson)
    {
        HttpRequest request = context.Request;
        bool isEmpty = request.ContentLength == 0 || context.Features.Get<IHttpRequestBodyDetectionFeature>()?.CanHaveBody == false;
        bool isJson = takesJson && request.HasJsonContentType();
        if (!isJson && !MessagePackMediaTypes.IsMessagePack(request.ContentType))
        {
            var unsupported = new BadHttpRequestException("The media type of the body is not supported.", StatusCodes.Status415UnsupportedMediaType);
            return new BodyValue<T>(default!, unsupported, isEmpty && string.IsNullOrEmpty(request.ContentType));
        }

        try
        {
            T value = await (isJson ? ReadJsonAsync<T>(context) : RequestBody.ReadAsync<T>(request, null)).ConfigureAwait(false);
            return value is null
                ? new BodyValue<T>(value, isJson ? BodyFault.JsonNull() : BodyFault.Nil(), true)
                : new BodyValue<T>(value, null, false);
        }
        catch (MessagePackSerializationException fault) when (BodyFault.IsClients(fault))
        {
            return new BodyValue<T>(default!, fault, isEmpty);
        }
        catch (JsonException fault)
        {
            return new BodyValue<T>(default!, fault, isEmpty);
        }
        catch (BadHttpRequestException fault)
        {
            return new BodyValue<T>(default!, fault, false); // it exceeds the server's limit, or ended early
        }
    }

    private static async ValueTask<T> ReadJsonAsync<T>(HttpContext context)
    {
        JsonSerializerOptions options = context.RequestServices.GetRequiredService<IOptions<JsonOptions>>().Value.SerializerOptions;
        return (await context.Request.ReadFromJsonAsync((JsonTypeInfo<T>)options.GetTypeInfo(typeof(T)), context.RequestAborted).ConfigureAwait(false))!;
    }

    /// <summary>Returns whether a parameter is declared as the body of a type that can be null, for example <c>MessagePackBody&lt;Order?&gt;</c>.</summary>
    private static bool CanBeNull(ParameterInfo parameter, Type type)
    {
        if (type.IsValueType)
        {
            return Nullable.GetUnderlyingType(type) is not null;
        }

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
