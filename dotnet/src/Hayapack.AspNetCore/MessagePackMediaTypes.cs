namespace Hayapack.AspNetCore;

/// <summary>The media types of MessagePack bodies.</summary>
public static class MessagePackMediaTypes
{
    /// <summary>The type that is written unless the client asks for the other one.</summary>
    public const string MessagePack = "application/msgpack";

    /// <summary>An older name of the same type, which MessagePack-CSharp's formatters use.</summary>
    public const string XMessagePack = "application/x-msgpack";

    internal static readonly string[] All = [MessagePack, XMessagePack];

    /// <summary>Tells whether a Content-Type names MessagePack.</summary>
    internal static bool Includes(string? contentType)
    {
        ReadOnlySpan<char> type = contentType;
        int parameters = type.IndexOf(';');
        type = (parameters < 0 ? type : type[..parameters]).Trim();
        return type.Equals(MessagePack, StringComparison.OrdinalIgnoreCase) || type.Equals(XMessagePack, StringComparison.OrdinalIgnoreCase);
    }
}
