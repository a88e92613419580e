using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;

namespace Hayapack.AspNetCore;

/// <summary>Turns errors of a request body into problem details.</summary>
internal static class BodyFault
{
    /// <summary>
    /// Tells whether the client is at fault. Exceptions of the program's own types and types without a formatter are not
    /// the client's.
    /// </summary>
    internal static bool IsClients(MessagePackSerializationException fault) =>
        fault.ErrorName is not (MessagePackErrorNames.UserCode or MessagePackErrorNames.UnsupportedType);

    /// <summary>Makes the problem details: the error's name, offset and path, and nothing of the program.</summary>
    internal static ProblemDetails Details(MessagePackSerializationException fault)
    {
        bool isTooLarge = fault.ErrorName is MessagePackErrorNames.SizeLimit or MessagePackErrorNames.Lz4Limit;
        var details = new ProblemDetails
        {
            Status = isTooLarge ? StatusCodes.Status413PayloadTooLarge : StatusCodes.Status400BadRequest,
            Title = isTooLarge ? "The MessagePack body is too large." : "The MessagePack body is not valid.",
        };
        details.Extensions["error"] = fault.ErrorName;
        details.Extensions["offset"] = fault.Offset;
        details.Extensions["path"] = fault.Path ?? "$";
        if (fault.Lz4Offset is { } compressed)
        {
            details.Extensions["lz4Offset"] = compressed;
        }

        return details;
    }
}
