using Microsoft.AspNetCore.Http;

namespace Hayapack.AspNetCore;

/// <summary>What negotiated results and handlers with plain results have in common.</summary>
internal static class Negotiation
{
    /// <summary>
    /// Returns the media type of the body, JSON if the client accepts none. If an option asks for it, sets status 406 in that
    /// case and returns null.
    /// </summary>
    internal static string? Choose(HttpContext context)
    {
        AcceptHeader.Vary(context.Response);
        string? contentType = AcceptHeader.ChooseBody(context.Request);
        if (contentType is null && RequestBody.OptionsOf(context).ReturnHttpNotAcceptable)
        {
            context.Response.StatusCode = StatusCodes.Status406NotAcceptable;
            return null;
        }

        return contentType ?? MessagePackMediaTypes.Json;
    }

    /// <summary>Sets the response to a null value, as MVC's <c>HttpNoContentOutputFormatter</c> does.</summary>
    internal static void SetNoContent(HttpResponse response)
    {
        if (response.StatusCode == StatusCodes.Status200OK)
        {
            response.StatusCode = StatusCodes.Status204NoContent;
        }
    }
}
