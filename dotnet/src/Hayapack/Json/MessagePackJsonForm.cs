namespace Hayapack;

/// <summary>How JSON represents the MessagePack values that it has no equivalent for.</summary>
public enum MessagePackJsonForm
{
    /// <summary>
    /// As MessagePack-CSharp's ConvertToJson, but always valid JSON: bin as base64, timestamps, infinities, NaN and keys as
    /// strings. The conversion is not reversible.
    /// </summary>
    Plain,

    /// <summary>
    /// As the output of <c>hayapack cat</c>: values without a JSON equivalent are tagged, for example
    /// <c>{"$bytes": "aGk="}</c>, so that the conversion is reversible. docs/tool.md in the repository lists the
    /// tags.
    /// </summary>
    Lossless,

    /// <summary>Without tags. A value that JSON cannot represent exactly raises <c>json_loss</c>.</summary>
    Exact,
}
