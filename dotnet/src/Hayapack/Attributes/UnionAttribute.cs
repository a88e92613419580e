using System.Diagnostics.CodeAnalysis;

namespace Hayapack;

/// <summary>One of the classes that may stand for an interface or a base class: written as <c>[key, value]</c>.</summary>
[AttributeUsage(AttributeTargets.Interface | AttributeTargets.Class, AllowMultiple = true, Inherited = false)]
public class UnionAttribute : Attribute
{
    /// <summary>Initializes a new instance of the <see cref="UnionAttribute"/> class.</summary>
    /// <param name="key">The number that stands for the class.</param>
    /// <param name="subType">The class.</param>
    public UnionAttribute(int key, Type subType)
    {
        ArgumentNullException.ThrowIfNull(subType);
        Key = key;
        SubType = subType;
    }

    /// <summary>Initializes a new instance of the <see cref="UnionAttribute"/> class.</summary>
    /// <param name="key">The number that stands for the class.</param>
    /// <param name="subType">The assembly-qualified name of the class.</param>
    [RequiresUnreferencedCode("The class is found by its name. Use the constructor that takes a Type.")]
    public UnionAttribute(int key, string subType)
    {
        Key = key;
        SubType = Type.GetType(subType, throwOnError: true)!;
    }

    /// <summary>Gets the number that stands for the class.</summary>
    public int Key { get; }

    /// <summary>Gets the class.</summary>
    public Type SubType { get; }
}
