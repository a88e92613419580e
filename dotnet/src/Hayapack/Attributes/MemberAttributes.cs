namespace Hayapack;

/// <summary>The key of a member: its index in an array, or its name in a map.</summary>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property, AllowMultiple = false, Inherited = true)]
public class KeyAttribute : Attribute
{
    /// <summary>Initializes a new instance of the <see cref="KeyAttribute"/> class with an array index.</summary>
    /// <param name="x">The index, from 0.</param>
    public KeyAttribute(int x) => IntKey = x;

    /// <summary>Initializes a new instance of the <see cref="KeyAttribute"/> class with a map key.</summary>
    /// <param name="x">The key.</param>
    public KeyAttribute(string x)
    {
        ArgumentNullException.ThrowIfNull(x);
        StringKey = x;
    }

    /// <summary>Gets the array index, or null where the key is a string.</summary>
    public int? IntKey { get; }

    /// <summary>Gets the map key, or null where the key is an index.</summary>
    public string? StringKey { get; }
}

/// <summary>Leaves a member out.</summary>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property, AllowMultiple = false, Inherited = true)]
public class IgnoreMemberAttribute : Attribute;

/// <summary>Chooses the constructor that reading calls.</summary>
[AttributeUsage(AttributeTargets.Constructor, AllowMultiple = false, Inherited = true)]
public class SerializationConstructorAttribute : Attribute;
