namespace Hayapack;

/// <summary>How values that JSON has no form for are written in it.</summary>
public enum MessagePackJsonForm
{
    /// <summary>
    /// As MessagePack-CSharp writes JSON, but always valid: bytes as base64, times as text, floats that are not finite
    /// as text, keys as text. MessagePack cannot be made of it again.
    /// </summary>
    Plain,

    /// <summary>
    /// As <c>hayapack cat</c> writes JSON: what JSON has no form for is tagged, <c>{"$bytes": "aGk="}</c>, and the same
    /// MessagePack can be made of it again (docs/tool.md lists the tags).
    /// </summary>
    Lossless,

    /// <summary>Without tags; what JSON has no exact form for is the error <c>json_loss</c>.</summary>
    Exact,
}
