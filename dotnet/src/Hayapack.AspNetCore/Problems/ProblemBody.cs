using System.Diagnostics;
using System.Text.Json;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using JsonOptions = Microsoft.AspNetCore.Http.Json.JsonOptions;

namespace Hayapack.AspNetCore;

/// <summary>Writes problem details as MessagePack: what System.Text.Json writes, converted, so that the members are the same.</summary>
internal static class ProblemBody
{
    /// <summary>Returns problem details as a MessagePack map. It is never compressed: the client might have sent something else.</summary>
    internal static byte[] Serialize(HttpContext context, ProblemDetails details)
    {
        JsonSerializerOptions json = (context.RequestServices.GetService<IOptions<JsonOptions>>()?.Value ?? new JsonOptions()).SerializerOptions;
        byte[] text = JsonSerializer.SerializeToUtf8Bytes(details, json.GetTypeInfo(details.GetType()));
        return MessagePackSerializer.ConvertFromJson(text, MessagePackJsonForm.Plain, MessagePackSerializerOptions.Standard);
    }

    /// <summary>Adds the status of the response, its title and type, and the request's identifier, as ASP.NET Core does.</summary>
    internal static void Complete(HttpContext context, ProblemDetails details)
    {
        details.Status ??= context.Response.StatusCode;
        details.Extensions["traceId"] = Activity.Current?.Id ?? context.TraceIdentifier;
        TypedResults.Problem(details); // adds the title and type of the status
    }

    /// <summary>Writes problem details as the body of a response whose status is already set.</summary>
    internal static Task WriteAsync(HttpContext context, ProblemDetails details)
    {
        byte[] body = Serialize(context, details);
        AcceptHeader.Vary(context.Response);
        return MessagePackHttpExtensions.WriteAsync(context.Response, body, MessagePackMediaTypes.ProblemMessagePack);
    }
}
