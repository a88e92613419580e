using Hayapack.Resolvers;

namespace Hayapack;

// The rules for members of objects, which attributes of a type or a member override.
public partial class MessagePackSerializerOptions
{
    /// <summary>
    /// Returns the resolver to use with rules; null if there are none. Being a delegate, it keeps what only rules need out of
    /// trimmed programs that set none.
    /// </summary>
    private Func<IFormatterResolver, IFormatterResolver>? withMemberRules;

    /// <summary>
    /// Gets what reading does with members that already have a value, when the constructor has set one or an object is populated.
    /// The default is to replace it.
    /// </summary>
    public ObjectCreationHandling ObjectCreationHandling { get; private set; }

    /// <summary>Gets which members are left out when an object is written. The default is none.</summary>
    public OmitDefaults OmitDefaults { get; private set; }

    /// <summary>Gets what reading does with keys or indexes that no member has. The default is to skip their values.</summary>
    public UnmappedMemberHandling UnmappedMemberHandling { get; private set; }

    /// <summary>Returns a copy with another rule for members that already have a value.</summary>
    /// <param name="objectCreationHandling">The rule, for types and members whose attributes do not set it.</param>
    /// <returns>The copy.</returns>
    /// <exception cref="ArgumentOutOfRangeException">Not a value of the enumeration.</exception>
    public MessagePackSerializerOptions WithObjectCreationHandling(ObjectCreationHandling objectCreationHandling)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)objectCreationHandling, (uint)ObjectCreationHandling.Populate, nameof(objectCreationHandling));
        return WithRule(copy => copy.ObjectCreationHandling = objectCreationHandling);
    }

    /// <summary>Returns a copy with another rule for members that are null or have their type's default value.</summary>
    /// <param name="omitDefaults">The rule, for types and members whose attributes do not set it.</param>
    /// <returns>The copy.</returns>
    /// <exception cref="ArgumentOutOfRangeException">Not a value of the enumeration.</exception>
    public MessagePackSerializerOptions WithOmitDefaults(OmitDefaults omitDefaults)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)omitDefaults, (uint)OmitDefaults.Default, nameof(omitDefaults));
        return WithRule(copy => copy.OmitDefaults = omitDefaults);
    }

    /// <summary>Returns a copy with another rule for keys or indexes that no member has.</summary>
    /// <param name="unmappedMemberHandling">The rule, for types whose attribute does not set it.</param>
    /// <returns>The copy.</returns>
    /// <exception cref="ArgumentOutOfRangeException">Not a value of the enumeration.</exception>
    public MessagePackSerializerOptions WithUnmappedMemberHandling(UnmappedMemberHandling unmappedMemberHandling)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)unmappedMemberHandling, (uint)UnmappedMemberHandling.Disallow, nameof(unmappedMemberHandling));
        return WithRule(copy => copy.UnmappedMemberHandling = unmappedMemberHandling);
    }

    private MessagePackSerializerOptions WithRule(Action<MessagePackSerializerOptions> change) => With(copy =>
    {
        change(copy);
        bool any = copy.ObjectCreationHandling != default || copy.OmitDefaults != default || copy.UnmappedMemberHandling != default;
        copy.withMemberRules = any ? MemberRulesResolver.Of : null;
    });
}
