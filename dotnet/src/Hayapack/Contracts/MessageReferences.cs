namespace Hayapack;

/// <summary>The objects of one message that occur in it several times. Not thread-safe.</summary>
internal abstract class MessageReferences
{
    /// <summary>The extension type of an id.</summary>
    internal const sbyte Code = 92;

    /// <summary>The most objects with an id in a message.</summary>
    internal const int Most = 65_536;
}
