namespace Hayapack;

/// <summary>Marks a class, struct, record, interface or enum as serializable.</summary>
/// <param name="keyAsPropertyName">
/// <see langword="true"/> to write a map whose keys are the names of all public members; <see cref="KeyAttribute"/> is
/// then optional.
/// </param>
[AttributeUsage(
    AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Interface | AttributeTargets.Enum,
    AllowMultiple = false,
    Inherited = true)]
public class MessagePackObjectAttribute(bool keyAsPropertyName = false) : Attribute
{
    /// <summary>Gets or sets a value indicating whether members' names are the keys.</summary>
    public bool KeyAsPropertyName { get; set; } = keyAsPropertyName;

    /// <summary>
    /// Gets or sets a value indicating whether no formatter is generated, so that the type needs reflection.
    /// </summary>
    public bool SuppressSourceGeneration { get; set; }

    /// <summary>Gets or sets a value indicating whether non-public members are included.</summary>
    public bool AllowPrivate { get; set; }

    /// <summary>
    /// Gets or sets how keys are derived from members' names if <see cref="KeyAsPropertyName"/> is set.
    /// </summary>
    public KeyNamingPolicy NamingPolicy { get; set; }

    /// <summary>
    /// Gets or sets what reading does with members that already have a value. If it is not set, the options decide.
    /// </summary>
    public ObjectCreationHandling ObjectCreationHandling { get; set; }

    /// <summary>Gets or sets which members are left out when an object is written. If it is not set, the options decide.</summary>
    public OmitDefaults OmitDefaults { get; set; }

    /// <summary>
    /// Gets or sets what reading does with keys or indexes that no member has. If it is not set, the options decide.
    /// </summary>
    public UnmappedMemberHandling UnmappedMemberHandling { get; set; }
}
