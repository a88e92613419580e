using System.ComponentModel;

namespace Hayapack;

/// <summary>
/// Says that the generator compiled an assembly: a <see cref="GeneratedHiddenMemberAttribute"/> lists each serialized member that
/// other assemblies cannot see. For generated code.
/// </summary>
[AttributeUsage(AttributeTargets.Assembly)]
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class GeneratedMembersAttribute : Attribute;

/// <summary>
/// A serialized member, or the setter of one, that is not visible in another assembly, where a class derives from its type: the
/// references that a compiler gets contain nothing private. For generated code.
/// </summary>
/// <param name="type">The type that declares it.</param>
/// <param name="name">Its name.</param>
/// <param name="memberType">Its type, or null if another assembly cannot name that or it has a formatter of its own.</param>
/// <param name="key">The argument of its <see cref="KeyAttribute"/>, or null.</param>
/// <param name="access">1 for a field; of a property 2 for a getter and 4 for a setter.</param>
[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class GeneratedHiddenMemberAttribute(Type type, string name, Type? memberType, object? key, int access) : Attribute
{
    /// <summary>Gets the type that declares the member.</summary>
    public Type Type { get; } = type;

    /// <summary>Gets the name of the member.</summary>
    public string Name { get; } = name;

    /// <summary>Gets the member's type, or null.</summary>
    public Type? MemberType { get; } = memberType;

    /// <summary>Gets the argument of the member's <see cref="KeyAttribute"/>, or null.</summary>
    public object? Key { get; } = key;

    /// <summary>Gets 1 for a field; of a property 2 for a getter and 4 for a setter.</summary>
    public int Access { get; } = access;
}
