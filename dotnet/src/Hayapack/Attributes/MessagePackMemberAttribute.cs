namespace Hayapack;

/// <summary>What reading does with a member that already has a value.</summary>
public enum ObjectCreationHandling
{
    /// <summary>It is replaced.</summary>
    Replace,

    /// <summary>
    /// Objects are populated: their members that the message has are set. Collections are cleared and filled, and keep
    /// their comparers.
    /// </summary>
    Populate,
}

/// <summary>Which members are left out when an object is written.</summary>
public enum OmitDefaults
{
    /// <summary>None.</summary>
    None,

    /// <summary>Those that are null.</summary>
    Null,

    /// <summary>Those that have the default value of their type: null, zero, false.</summary>
    Default,
}

/// <summary>What reading does with a key or an index that no member has.</summary>
public enum UnmappedMemberHandling
{
    /// <summary>Its value is skipped.</summary>
    Skip,

    /// <summary>It is an error, <c>unknown_field</c>.</summary>
    Disallow,
}

/// <summary>How a member is read and written, if other than its type and the options say.</summary>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property, AllowMultiple = false, Inherited = true)]
public sealed class MessagePackMemberAttribute : Attribute
{
    /// <summary>Gets or sets what reading does with the member's value.</summary>
    public ObjectCreationHandling ObjectCreationHandling { get; set; }

    /// <summary>Gets or sets when the member is left out. A member that is <c>required</c> is always written.</summary>
    public OmitDefaults OmitDefaults { get; set; }
}

/// <summary>
/// Keeps the entries of a map, or the elements at the end of an array, that belong to no member: they are written again after
/// the members. The member has a getter and a setter, at most one in a class. It is an <see cref="UnknownMembers"/>, or in a map a
/// <see cref="Dictionary{TKey, TValue}"/> or <see cref="IDictionary{TKey, TValue}"/> of <see cref="string"/> and
/// <see cref="object"/>, whose values are read as <see cref="object"/>: <c>duplicate_key</c> for a key that occurs twice.
/// </summary>
/// <remarks>Reading sets a new object, or leaves the member as it is if there is nothing to keep. A dictionary must not have the
/// keys of members, which are not looked for in it: what is written is then refused when it is read.</remarks>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property, AllowMultiple = false, Inherited = true)]
public sealed class ExtensionDataAttribute : Attribute;
