using System.Diagnostics.CodeAnalysis;

namespace Hayapack;

/// <summary>
/// Adds a class to the union of an interface or base class: where that is the declared type, an instance of the class
/// is written as <c>[key, value]</c>, or with <see cref="UnionKeyAttribute"/> as a map with the key in it. Apply it once for each
/// class. A class that is not abstract must list itself, too. On a C# union type it gives a key to each case.
/// </summary>
[AttributeUsage(AttributeTargets.Interface | AttributeTargets.Class | AttributeTargets.Struct, AllowMultiple = true, Inherited = false)]
public class UnionAttribute : Attribute
{
    /// <summary>Initializes a new instance of the <see cref="UnionAttribute"/> class.</summary>
    /// <param name="key">The number that identifies the class in the output; unique within the annotated type.</param>
    /// <param name="subType">A class or struct that implements the interface or derives from the base class.</param>
    /// <exception cref="ArgumentNullException">The class is null.</exception>
    public UnionAttribute(int key, Type subType)
    {
        ArgumentNullException.ThrowIfNull(subType);
        Key = key;
        SubType = subType;
    }

    /// <summary>Initializes a new instance of the <see cref="UnionAttribute"/> class.</summary>
    /// <param name="key">The number that identifies the class in the output; unique within the annotated type.</param>
    /// <param name="subType">
    /// The assembly-qualified name of a class that implements the interface or derives from the base class.
    /// </param>
    [RequiresUnreferencedCode("The class is found by its name. Use the constructor that takes a Type.")]
    public UnionAttribute(int key, string subType)
    {
        Key = key;
        SubType = Type.GetType(subType, throwOnError: true)!;
    }

    /// <summary>Initializes a new instance of the <see cref="UnionAttribute"/> class.</summary>
    /// <param name="name">The text that identifies the class in the output; unique within the annotated type.</param>
    /// <param name="subType">A class or struct that implements the interface or derives from the base class.</param>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public UnionAttribute(string name, Type subType)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(subType);
        Name = name;
        SubType = subType;
    }

    /// <summary>Gets the number that identifies the class, unless <see cref="Name"/> does.</summary>
    public int Key { get; }

    /// <summary>Gets the text that identifies the class, or null if <see cref="Key"/> does.</summary>
    public string? Name { get; }

    /// <summary>Gets the class.</summary>
    public Type SubType { get; }
}
