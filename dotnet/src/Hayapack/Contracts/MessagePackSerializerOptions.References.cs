using System.Text.Json.Serialization;

namespace Hayapack;

public partial class MessagePackSerializerOptions
{
    /// <summary>
    /// Returns the resolver to use with references; null without. Being a delegate, it keeps them out of trimmed programs that do
    /// not use them.
    /// </summary>
    private Func<IFormatterResolver, IFormatterResolver>? withReferences;

    /// <summary>
    /// Gets how an object that occurs several times is written: null, the default, as a copy in each place, which has no end if it
    /// contains itself.
    /// </summary>
    public ReferenceHandler? ReferenceHandler { get; private set; }

    /// <summary>Gets the objects of the message that is being written or read, or null outside of one.</summary>
    internal MessageReferences? References { get; private set; }

    /// <summary>Returns a copy that describes the objects of one message. No other property follows from them.</summary>
    internal MessagePackSerializerOptions WithReferences(MessageReferences references)
    {
        MessagePackSerializerOptions copy = Clone();
        copy.References = references;
        return copy;
    }
}
