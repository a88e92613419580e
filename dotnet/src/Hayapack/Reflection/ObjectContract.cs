using System.Diagnostics.CodeAnalysis;
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
/// <param name="Unmapped">What is done with unknown members, or null if the options decide.</param>
/// <param name="Extra">The member that keeps unknown ones, or null.</param>
internal sealed record ObjectContract(
    Type Type,
    bool IsMap,
    ContractMember[] Members,
    ConstructorInfo? Constructor,
    int[] Parameters,
    UnmappedMemberHandling? Unmapped,
    ContractMember? Extra);

/// <summary>A property or field that takes part in serialization.</summary>
[RequiresUnreferencedCode("Finds interfaces by reflection.")]
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

    /// <summary>Gets or sets what reading does with an existing value; null if the options decide.</summary>
    internal ObjectCreationHandling? Creation { get; set; }

    /// <summary>Gets or sets when the member is left out; null if the options decide.</summary>
    internal OmitDefaults? Omit { get; set; }

    /// <summary>
    /// Gets a value indicating whether the member's type is an object or a collection, which can be populated. The generator
    /// follows the same rule in MemberRules.
    /// </summary>
    internal bool IsPopulatable { get; } = !type.IsArray && !type.IsAbstract
        ? Attributes.Has<MessagePackObjectAttribute>(type) && !Attributes.Has<UnionAttribute>(type) || IsCollection(type)
        : IsCollection(type);

    private static bool IsCollection(Type type) => !type.IsArray
        && type.GetInterfaces().Append(type).Any(found => found.IsConstructedGenericType && found.GetGenericTypeDefinition() == typeof(ICollection<>));
}
