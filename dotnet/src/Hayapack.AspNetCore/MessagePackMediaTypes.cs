using Microsoft.Net.Http.Headers;

namespace Hayapack.AspNetCore;

/// <summary>The media types of MessagePack bodies.</summary>
public static class MessagePackMediaTypes
{
    /// <summary>The media type of responses, unless the client accepts only another one.</summary>
    public const string MessagePack = "application/msgpack";

    /// <summary>The older name of the media type, which MessagePack-CSharp's formatters use.</summary>
    public const string XMessagePack = "application/x-msgpack";

    /// <summary>The name that is registered at IANA.</summary>
    public const string VndMessagePack = "application/vnd.msgpack";

    /// <summary>The media type of problem details (RFC 9457) in MessagePack: a map with the same members as in JSON.</summary>
    public const string ProblemMessagePack = "application/problem+msgpack";

    internal const string Json = "application/json";
    internal const string ProblemJson = "application/problem+json";

    /// <summary>The suffix of other types whose bodies are MessagePack, as in <c>application/vnd.shop+msgpack</c>.</summary>
    internal const string Suffix = "msgpack";

    internal static readonly string[] All = [MessagePack, XMessagePack, VndMessagePack];

    /// <summary>All that a negotiated body can have. JSON is the first, so it is the default of generated clients as of servers.</summary>
    internal static readonly string[] WithJson = [Json, .. All];

    private static readonly MediaTypeHeaderValue[] Parsed = [.. All.Select(type => new MediaTypeHeaderValue(type))];

    /// <summary>
    /// Returns whether a Content-Type is one of these types, or has one of them as its suffix, as in
    /// <c>application/vnd.shop+msgpack</c>. MVC accepts the same.
    /// </summary>
    /// <param name="contentType">The Content-Type, also with parameters. What is none gives false.</param>
    /// <returns>True if bodies of that type are MessagePack.</returns>
    public static bool IsMessagePack(string? contentType) =>
        MediaTypeHeaderValue.TryParse(contentType, out MediaTypeHeaderValue? type) && Parsed.Any(type.IsSubsetOf);
}
