using System.Diagnostics.CodeAnalysis;
using System.Reflection;

namespace Hayapack.Reflection;

/// <summary>
/// Chooses the constructor that creates an object when reading. The generator follows the same rules in ConstructorParser:
/// <list type="number">
/// <item>The one marked with <see cref="SerializationConstructorAttribute"/>: its parameters are members by name, or else by
/// position.</item>
/// <item>Otherwise the first whose parameters are members by name, the most accessible ones first, then those with more
/// parameters. One without parameters only if every member can be set after it.</item>
/// <item>Otherwise the first whose parameters are members by position.</item>
/// <item>Otherwise the one without parameters.</item>
/// </list>
/// By position, parameter n is the member with the nth lowest integer key. The types must be identical, and no parameter may
/// have the name of another member: else members of one type would be swapped.
/// </summary>
[RequiresUnreferencedCode("Finds constructors by reflection.")]
internal sealed class ConstructorMatch
{
    private const BindingFlags All = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private readonly Type type;
    private readonly List<ContractMember> members;
    private readonly bool isMap;
    private readonly ConstructorInfo[] candidates;

    private ConstructorMatch(Type type, List<ContractMember> members, bool isMap, bool isAttributed, bool allowPrivate)
    {
        this.type = type;
        this.members = members;
        this.isMap = isMap;

        // As in generated code, a type with [MessagePackObject] may keep its constructors to itself.
        candidates = [.. type.GetConstructors(All)
            .Where(c => (c.IsPublic || isAttributed || allowPrivate) && !IsCopyConstructor(c))
            .OrderByDescending(c => isAttributed ? Accessibility(c) : 0)
            .ThenByDescending(c => c.GetParameters().Length)];
    }

    /// <summary>Returns the constructor, null for the default value of a struct, and the member of each of its parameters.</summary>
    /// <param name="type">The type.</param>
    /// <param name="members">Its members; those with integer keys in the order of the keys.</param>
    /// <param name="isMap">Whether the members have names as keys.</param>
    /// <param name="isAttributed">Whether the type has <see cref="MessagePackObjectAttribute"/>.</param>
    /// <param name="allowPrivate">Whether the resolver includes what is not public.</param>
    /// <exception cref="MessagePackSerializationException"><c>unsupported_type</c>: there is none.</exception>
    internal static (ConstructorInfo? Constructor, ContractMember[] Members) Find(
        Type type, List<ContractMember> members, bool isMap, bool isAttributed, bool allowPrivate) =>
        new ConstructorMatch(type, members, isMap, isAttributed, allowPrivate).Find();

    private (ConstructorInfo? Constructor, ContractMember[] Members) Find()
    {
        if (type.GetConstructors(All).FirstOrDefault(Attributes.Has<SerializationConstructorAttribute>) is { } marked)
        {
            return (marked, ByName(marked) ?? ByPosition(marked) ?? throw None("a parameter of the marked constructor corresponds to no member"));
        }

        bool losesMembers = members.Exists(IsLost);
        foreach (ConstructorInfo candidate in candidates)
        {
            if (ByName(candidate) is { } fed && (fed.Length > 0 || !losesMembers))
            {
                return (candidate, fed);
            }
        }

        foreach (ConstructorInfo candidate in losesMembers || !HasDefault ? candidates : [])
        {
            if (candidate.GetParameters().Length > 0 && ByPosition(candidate) is { } fed)
            {
                return (candidate, fed);
            }
        }

        if (Array.Find(candidates, c => c.GetParameters().Length == 0) is { } last)
        {
            return (last, []);
        }

        // If there are constructors, the default value of a struct is enough only if the members restore the rest.
        return HasDefault && (candidates.Length == 0 || (members.Count > 0 && !losesMembers))
            ? (null, [])
            : throw None("no public constructor has only parameters that correspond to members");
    }

    private bool HasDefault => type.IsValueType && !Array.Exists(candidates, c => c.GetParameters().Length == 0);

    private static bool IsLost(ContractMember member) => !member.IsWritable
        && (!member.HasKey || member.Member.DeclaringType!.GetField($"<{member.Member.Name}>k__BackingField", All) is not null);

    private ContractMember[]? ByName(ConstructorInfo constructor) => Match(constructor, (parameter, _) => Named(parameter.Name));

    private ContractMember[]? ByPosition(ConstructorInfo constructor) => isMap ? null : Match(constructor, (parameter, i) =>
        i < members.Count && members[i].Type == Plain(parameter) && (Named(parameter.Name) ?? members[i]) == members[i] ? members[i] : null);

    private static ContractMember[]? Match(ConstructorInfo constructor, Func<ParameterInfo, int, ContractMember?> find)
    {
        ParameterInfo[] parameters = constructor.GetParameters();
        var fed = new ContractMember[parameters.Length];
        for (int i = 0; i < parameters.Length; i++)
        {
            ParameterInfo parameter = parameters[i];
            ContractMember? member = parameter.ParameterType.IsByRef && !parameter.IsIn ? null : find(parameter, i);
            if (member is null || !member.IsReadable || fed.Contains(member) || !ImplicitConversion.Exists(member.Type, Plain(parameter)))
            {
                return null;
            }

            fed[i] = member;
        }

        return fed;
    }

    private ContractMember? Named(string? name) =>
        members.Find(member => member.Member.Name == name)
        ?? members.Find(member => string.Equals(member.Member.Name, name, StringComparison.OrdinalIgnoreCase))
        ?? members.Find(member => member.Key.Length > 0 && string.Equals(member.Key, name, StringComparison.OrdinalIgnoreCase));

    private static Type Plain(ParameterInfo parameter) =>
        parameter.ParameterType.IsByRef ? parameter.ParameterType.GetElementType()! : parameter.ParameterType;

    private bool IsCopyConstructor(ConstructorInfo constructor) => constructor.GetParameters() is [{ } only] && only.ParameterType == type
        && type.GetMethod("<Clone>$") is not null;

    private static int Accessibility(ConstructorInfo constructor) => constructor switch
    {
        { IsPublic: true } => 6,
        { IsFamilyOrAssembly: true } => 5,
        { IsAssembly: true } => 4,
        { IsFamily: true } => 3,
        { IsFamilyAndAssembly: true } => 2,
        _ => 1,
    };

    private MessagePackSerializationException None(string why) =>
        new(MessagePackErrorNames.UnsupportedType, -1, $"{type} cannot be created: {why}.");
}
