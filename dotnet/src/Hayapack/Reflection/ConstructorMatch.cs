using System.Diagnostics.CodeAnalysis;
using System.Reflection;

namespace Hayapack.Reflection;

/// <summary>Chooses the constructor that creates an object when reading.</summary>
[RequiresUnreferencedCode("Finds constructors by reflection.")]
internal static class ConstructorMatch
{
    private const BindingFlags All = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    /// <summary>
    /// Returns the constructor marked with <see cref="SerializationConstructorAttribute"/>, or else the one with the
    /// most parameters that all correspond to members: with integer keys by position, with string keys by name. Also
    /// returns the member of each parameter.
    /// </summary>
    internal static (ConstructorInfo? Constructor, ContractMember[] Members) Find(
        Type type, List<ContractMember> members, bool isMap, bool allowPrivate)
    {
        ConstructorInfo[] all = type.GetConstructors(All);
        ConstructorInfo? marked = all.FirstOrDefault(Attributes.Has<SerializationConstructorAttribute>);
        if (marked is not null)
        {
            return (marked, Match(marked, members, isMap) ?? throw None(type, "a parameter of the marked constructor corresponds to no member"));
        }

        ConstructorInfo[] candidates = [.. all.Where(c => c.IsPublic || allowPrivate).OrderByDescending(c => c.GetParameters().Length)];
        foreach (ConstructorInfo candidate in candidates)
        {
            if (Match(candidate, members, isMap) is { } fed)
            {
                return (candidate, fed);
            }
        }

        // The default value of a struct is enough only if the members restore the rest.
        return type.IsValueType && (candidates.Length == 0 || (members.Count > 0 && !members.Exists(IsLost)))
            ? (null, [])
            : throw None(type, "no public constructor has only parameters that correspond to members");
    }

    private static bool IsLost(ContractMember member) => !member.IsWritable
        && (!member.HasKey || member.Member.DeclaringType!.GetField($"<{member.Member.Name}>k__BackingField", All) is not null);

    private static ContractMember[]? Match(ConstructorInfo constructor, List<ContractMember> members, bool isMap)
    {
        ParameterInfo[] parameters = constructor.GetParameters();
        var fed = new ContractMember[parameters.Length];
        for (int i = 0; i < parameters.Length; i++)
        {
            ContractMember? member = isMap ? ByName(members, parameters[i].Name) : i < members.Count ? members[i] : null;
            if (member is null || !member.IsReadable || !parameters[i].ParameterType.IsAssignableFrom(member.Type))
            {
                return null;
            }

            fed[i] = member;
        }

        return fed;
    }

    private static ContractMember? ByName(List<ContractMember> members, string? name) =>
        members.Find(member => string.Equals(member.Key, name, StringComparison.OrdinalIgnoreCase))
        ?? members.Find(member => string.Equals(member.Member.Name, name, StringComparison.OrdinalIgnoreCase));

    private static MessagePackSerializationException None(Type type, string why) =>
        new(MessagePackErrorNames.UnsupportedType, -1, $"{type} cannot be created: {why}.");
}
