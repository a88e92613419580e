namespace Hayapack;

/// <summary>What the header of a value says.</summary>
/// <param name="Type">The value's type.</param>
/// <param name="Payload">The number of bytes after the header that are the value's own.</param>
/// <param name="Count">The elements of an array, the entries of a map.</param>
/// <param name="ExtensionType">The type of an ext.</param>
internal readonly record struct Head(MessagePackType Type, uint Payload, uint Count, sbyte ExtensionType)
{
    /// <summary>Gets the number of values inside: twice the entries of a map.</summary>
    internal long Values => Type == MessagePackType.Map ? Count * 2L : Count;

    internal bool IsContainer => Type is MessagePackType.Array or MessagePackType.Map;
}
