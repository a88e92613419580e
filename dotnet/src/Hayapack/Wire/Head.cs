namespace Hayapack;

/// <summary>The decoded header of a value.</summary>
/// <param name="Type">The value's type.</param>
/// <param name="Payload">The number of payload bytes after the header; 0 for containers.</param>
/// <param name="Count">The number of elements of an array or of entries of a map.</param>
/// <param name="ExtensionType">The extension type, if the value is an extension.</param>
internal readonly record struct Head(MessagePackType Type, uint Payload, uint Count, sbyte ExtensionType)
{
    /// <summary>Gets the number of values in the container; each entry of a map counts as two.</summary>
    internal long Values => Type == MessagePackType.Map ? Count * 2L : Count;

    internal bool IsContainer => Type is MessagePackType.Array or MessagePackType.Map;
}
