using System.Diagnostics.CodeAnalysis;

namespace Hayapack;

/// <summary>
/// Adds a class to the union of an interface or base class: where that is the declared type, an instance of the class
/// is written as <c>[key, value]</c>. Apply it once for each class. A class that is not abstract must list itself, too. On a C# union
/// type it gives a key to each case.
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

    /// <summary>Gets the number that identifies the class.</summary>
    public int Key { get; }

    /// <summary>Gets the class.</summary>
    public Type SubType { get; }
}
