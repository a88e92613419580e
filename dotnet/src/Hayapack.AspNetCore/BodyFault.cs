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

    /// <summary>Creates problem details with the error's name, offset and path. They have no details of the server.</summary>
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
