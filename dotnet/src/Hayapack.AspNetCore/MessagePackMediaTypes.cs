namespace Hayapack.AspNetCore;

/// <summary>The media types of MessagePack bodies.</summary>
public static class MessagePackMediaTypes
{
    /// <summary>The media type of responses, unless the client accepts only the other one.</summary>
    public const string MessagePack = "application/msgpack";

    /// <summary>The older name of the media type, which MessagePack-CSharp's formatters use.</summary>
    public const string XMessagePack = "application/x-msgpack";

    internal static readonly string[] All = [MessagePack, XMessagePack];

    /// <summary>Returns whether a Content-Type is one of these types, with or without parameters.</summary>
    internal static bool Includes(string? contentType)
    {
        ReadOnlySpan<char> type = contentType;
        int parameters = type.IndexOf(';');
        type = (parameters < 0 ? type : type[..parameters]).Trim();
        return type.Equals(MessagePack, StringComparison.OrdinalIgnoreCase) || type.Equals(XMessagePack, StringComparison.OrdinalIgnoreCase);
    }
}
