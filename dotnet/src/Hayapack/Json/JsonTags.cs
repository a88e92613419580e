using System.Text;

namespace Hayapack.Json;

/// <summary>The tags of the lossless JSON form, shared with <c>hayapack cat</c>; docs/tool.md in the repository explains them.</summary>
internal static class JsonTags
{
    internal const string Bytes = "$bytes";
    internal const string Ext = "$ext";
    internal const string Data = "data";
    internal const string Timestamp = "$timestamp";
    internal const string Pairs = "$map";
    internal const string Double = "$float";
    internal const string Single = "$float32";
    internal const string Type = "$type";
    internal const string Value = "$value";

    /// <summary>Returns whether a key equals a tag. A map with such a key is written as pairs.</summary>
    internal static bool IsTag(ReadOnlySpan<byte> key) => key.Length is >= 4 and <= 10 && key[0] == '$'
        && (key.SequenceEqual("$bytes"u8) || key.SequenceEqual("$ext"u8) || key.SequenceEqual("$timestamp"u8)
            || key.SequenceEqual("$map"u8) || key.SequenceEqual("$float"u8) || key.SequenceEqual("$float32"u8)
            || key.SequenceEqual("$type"u8) || key.SequenceEqual("$value"u8));
}
