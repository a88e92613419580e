using System.Reflection;

namespace Hayapack.Reflection;

/// <summary>What of an object is written, and how it is made again.</summary>
/// <param name="Type">The type.</param>
/// <param name="IsMap">Whether it is a map; else an array.</param>
/// <param name="Members">Its members, in the order of the wire.</param>
/// <param name="Constructor">The constructor, or null for a struct's default.</param>
/// <param name="Parameters">For each parameter, the index in <paramref name="Members"/>.</param>
internal sealed record ObjectContract(Type Type, bool IsMap, ContractMember[] Members, ConstructorInfo? Constructor, int[] Parameters);

/// <summary>A property or a field.</summary>
internal sealed class ContractMember(MemberInfo member, Type type, bool isReadable, bool isWritable)
{
    internal MemberInfo Member { get; } = member;

    internal Type Type { get; } = type;

    internal bool IsReadable { get; } = isReadable;

    internal bool IsWritable { get; } = isWritable;

    internal int Index { get; set; }

    internal string Key { get; set; } = string.Empty;

    internal bool HasKey { get; set; }

    internal bool IsRequired { get; set; }

    internal int Order { get; set; } = int.MaxValue;

    internal bool IsInConstructor { get; set; }
}
