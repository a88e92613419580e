using Microsoft.Net.Http.Headers;

namespace Hayapack.AspNetCore;

/// <summary>The media types of MessagePack bodies.</summary>
public static class MessagePackMediaTypes
{
    /// <summary>The media type of responses, unless the client accepts only the other one.</summary>
    public const string MessagePack = "application/msgpack";

    /// <summary>The older name of the media type, which MessagePack-CSharp's formatters use.</summary>
    public const string XMessagePack = "application/x-msgpack";

    internal static readonly string[] All = [MessagePack, XMessagePack];

    private static readonly MediaTypeHeaderValue[] Parsed = [.. All.Select(type => new MediaTypeHeaderValue(type))];

    /// <summary>
    /// Returns whether a Content-Type is one of these types, or has one of them as its suffix, as in
    /// <c>application/vnd.shop+msgpack</c>. MVC accepts the same.
    /// </summary>
    internal static bool Includes(string? contentType) =>
        MediaTypeHeaderValue.TryParse(contentType, out MediaTypeHeaderValue? type) && Parsed.Any(type.IsSubsetOf);
}
