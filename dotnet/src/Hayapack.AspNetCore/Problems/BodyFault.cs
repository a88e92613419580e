using System.Text.Json;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;

namespace Hayapack.AspNetCore;

/// <summary>Converts errors in a request body to problem details.</summary>
internal static class BodyFault
{
    /// <summary>
    /// Returns whether the request body caused the error. Exceptions in user code and types without a formatter are errors
    /// of the server.
    /// </summary>
    internal static bool IsClients(MessagePackSerializationException fault) =>
        fault.ErrorName is not (MessagePackErrorNames.UserCode or MessagePackErrorNames.UnsupportedType);

    /// <summary>Returns the status of the response: 413 if a size limit is exceeded, otherwise 400.</summary>
    internal static int Status(MessagePackSerializationException fault) => fault.ErrorName is MessagePackErrorNames.SizeLimit or MessagePackErrorNames.Lz4Limit
        ? StatusCodes.Status413PayloadTooLarge
        : StatusCodes.Status400BadRequest;

    internal static string Title(MessagePackSerializationException fault) => Status(fault) == StatusCodes.Status413PayloadTooLarge
        ? "The MessagePack body is too large."
        : "The MessagePack body is not valid.";

    /// <summary>Returns the error for nil in a body that must have a value.</summary>
    internal static MessagePackSerializationException Nil() => new(MessagePackErrorNames.UnexpectedType, 0, "The body is nil, but the parameter cannot be null.");

    /// <summary>Returns the error for null in a JSON body that must have a value.</summary>
    internal static JsonException JsonNull() => new("The body is null, but the parameter cannot be null.", "$", null, null);

    /// <summary>Returns the response for a body that is not valid.</summary>
    internal static IResult Result(Exception fault) => new ProblemResult(fault switch
    {
        MessagePackSerializationException error => Describe(new ProblemDetails { Status = Status(error), Title = Title(error) }, error),
        BadHttpRequestException rejected => new ProblemDetails { Status = rejected.StatusCode },
        _ => new ProblemDetails
        {
            Status = StatusCodes.Status400BadRequest,
            Title = "The JSON body is not valid.",
            Extensions = { ["path"] = (fault as JsonException)?.Path ?? "$" },
        },
    });

    /// <summary>Returns the exception that makes the server answer with <see cref="Status"/> if the handler does not catch it.</summary>
    internal static BadHttpRequestException Rejection(MessagePackSerializationException fault) =>
        new($"{Title(fault)} {fault.ErrorName} at byte {fault.Offset}, {fault.Path ?? "$"}", Status(fault), fault);

    /// <summary>
    /// Adds the error's name, offset and path to problem details and, if there are several, all of them by their paths, as
    /// ASP.NET Core's validation problems have them. These are no details of the server.
    /// </summary>
    internal static ProblemDetails Describe(ProblemDetails details, MessagePackSerializationException fault)
    {
        details.Extensions["error"] = fault.ErrorName;
        details.Extensions["offset"] = fault.Offset;
        details.Extensions["path"] = fault.Path ?? "$";
        if (fault.Errors.Count > 1)
        {
            details.Extensions["errors"] = fault.Errors.GroupBy(error => error.Path ?? "$").ToDictionary(
                group => group.Key, group => group.Select(error => $"{error.ErrorName} at byte {error.Offset}").ToArray());
        }

        if (fault.Lz4Offset is { } compressed)
        {
            details.Extensions["lz4Offset"] = compressed;
        }

        return details;
    }
}
