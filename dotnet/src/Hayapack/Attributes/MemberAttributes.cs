namespace Hayapack;

/// <summary>Sets the key of a member: its index in an array, or its key in a map.</summary>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property, AllowMultiple = false, Inherited = true)]
public class KeyAttribute : Attribute
{
    /// <summary>Initializes a new instance of the <see cref="KeyAttribute"/> class with an array index.</summary>
    /// <param name="x">The index, 0 or more.</param>
    public KeyAttribute(int x) => IntKey = x;

    /// <summary>Initializes a new instance of the <see cref="KeyAttribute"/> class with a map key.</summary>
    /// <param name="x">The key, not null.</param>
    /// <exception cref="ArgumentNullException">The key is null.</exception>
    public KeyAttribute(string x)
    {
        ArgumentNullException.ThrowIfNull(x);
        StringKey = x;
    }

    /// <summary>Gets the array index, or null if the key is a string.</summary>
    public int? IntKey { get; }

    /// <summary>Gets the map key, or null if the key is an array index.</summary>
    public string? StringKey { get; }
}

/// <summary>Excludes a member from serialization.</summary>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property, AllowMultiple = false, Inherited = true)]
public class IgnoreMemberAttribute : Attribute;

/// <summary>Marks the constructor that creates the object when reading.</summary>
[AttributeUsage(AttributeTargets.Constructor, AllowMultiple = false, Inherited = true)]
public class SerializationConstructorAttribute : Attribute;
