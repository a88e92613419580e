using System.Reflection;

namespace Hayapack.Reflection;

/// <summary>How a type is serialized: its members and its constructor.</summary>
/// <param name="Type">The type.</param>
/// <param name="IsMap">Whether objects are maps with string keys; otherwise they are arrays.</param>
/// <param name="Members">The members, in the order in which they are written.</param>
/// <param name="Constructor">The constructor, or null for the default value of a struct.</param>
/// <param name="Parameters">
/// For each parameter of the constructor, the index of its member in <paramref name="Members"/>.
/// </param>
internal sealed record ObjectContract(Type Type, bool IsMap, ContractMember[] Members, ConstructorInfo? Constructor, int[] Parameters);

/// <summary>A property or field that takes part in serialization.</summary>
internal sealed class ContractMember(MemberInfo member, Type type, bool isReadable, bool isWritable)
{
    internal MemberInfo Member { get; } = member;

    internal Type Type { get; } = type;

    internal bool IsReadable { get; } = isReadable;

    internal bool IsWritable { get; set; } = isWritable;

    internal int Index { get; set; }

    internal string Key { get; set; } = string.Empty;

    /// <summary>
    /// Gets or sets the member's name if it has another key and is written by name: MessagePack-CSharp's dynamic resolver
    /// and version 2.5 ignore that key. The name is read if it is the key of no other member.
    /// </summary>
    internal string? Alias { get; set; }

    internal bool HasKey { get; set; }

    internal bool IsRequired { get; set; }

    internal int Order { get; set; } = int.MaxValue;

    internal bool IsInConstructor { get; set; }
}
