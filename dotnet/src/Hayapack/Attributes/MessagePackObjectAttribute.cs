namespace Hayapack;

/// <summary>Marks a class, struct, record, interface or enum that is written as MessagePack.</summary>
/// <param name="keyAsPropertyName">
/// <see langword="true"/> to write a map keyed by member names, without a <see cref="KeyAttribute"/> on each member.
/// </param>
[AttributeUsage(
    AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Interface | AttributeTargets.Enum,
    AllowMultiple = false,
    Inherited = true)]
public class MessagePackObjectAttribute(bool keyAsPropertyName = false) : Attribute
{
    /// <summary>Gets a value indicating whether member names are the keys.</summary>
    public bool KeyAsPropertyName { get; } = keyAsPropertyName;

    /// <summary>Gets or sets a value indicating whether the generator leaves this type to reflection.</summary>
    public bool SuppressSourceGeneration { get; set; }

    /// <summary>Gets or sets a value indicating whether members that are not public take part.</summary>
    public bool AllowPrivate { get; set; }

    /// <summary>Gets or sets how a member name becomes a map key where <see cref="KeyAsPropertyName"/> is set.</summary>
    public KeyNamingPolicy NamingPolicy { get; set; }
}
