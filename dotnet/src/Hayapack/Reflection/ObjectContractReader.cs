using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Hayapack.Hashing;

namespace Hayapack.Reflection;

/// <summary>Determines the contract of a type. Members, keys and order are those of MessagePack-CSharp v3.</summary>
[RequiresUnreferencedCode("Finds members by reflection.")]
internal sealed class ObjectContractReader
{
    private const BindingFlags Declared =
        BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private readonly Type type;
    private readonly AttributeData? attribute;
    private readonly bool allowPrivate;
    private readonly bool isContractless;
    private readonly List<ContractMember> members = [];
    private bool isMap;
    private ContractMember? extra;

    private ObjectContractReader(Type type, AttributeData? attribute, bool isContractless, bool allowPrivate)
    {
        this.type = type;
        this.attribute = attribute;
        this.isContractless = isContractless;
        this.allowPrivate = allowPrivate || attribute?.Property<bool>(nameof(MessagePackObjectAttribute.AllowPrivate)) == true;
    }

    /// <summary>Returns the contract of a type, or null if it has none.</summary>
    /// <param name="type">The type.</param>
    /// <param name="contractless">
    /// Whether a type without attributes has a contract: all its public members, by name.
    /// </param>
    /// <param name="allowPrivate">Whether non-public members are included.</param>
    internal static ObjectContract? Read(Type type, bool contractless, bool allowPrivate)
    {
        AttributeData? attribute = FindAttribute(type);
        bool isDataContract = type.IsDefined(typeof(DataContractAttribute), false);
        if ((attribute is null && !isDataContract && !contractless) || type.IsAbstract || type.IsInterface || type.IsPrimitive)
        {
            return null;
        }

        bool isContractless = attribute is null && !isDataContract;
        var reader = new ObjectContractReader(type, attribute, isContractless, allowPrivate);
        if (attribute?[0] is true || attribute?.Property<bool>(nameof(MessagePackObjectAttribute.KeyAsPropertyName)) == true || isContractless)
        {
            reader.ReadByName();
        }
        else
        {
            reader.ReadByKey();
        }

        return reader.Finish();
    }

    private static AttributeData? FindAttribute(Type type) =>
        TypeChain.Of(type).Select(Attributes.Find<MessagePackObjectAttribute>).FirstOrDefault(found => found is not null);

    private void ReadByName()
    {
        isMap = true;
        var policy = (KeyNamingPolicy)(attribute?.Property<int>(nameof(MessagePackObjectAttribute.NamingPolicy)) ?? 0);
        PropertyInfo[] properties = [.. type.GetRuntimeProperties()];
        PropertyInfo?[] replaced = [.. properties.Where(Attributes.IsCovariant).Select(Attributes.Overridden)];
        IEnumerable<MemberInfo> all = properties.Except(replaced).Cast<MemberInfo>().Concat(type.GetRuntimeFields())
            .OrderBy(member => TypeChain.Of(member.DeclaringType!).Count());
        foreach (IGrouping<string, MemberInfo> group in all.GroupBy(member => member.Name))
        {
            bool isFirst = true;
            foreach (MemberInfo info in group)
            {
                if (Member(info, info, isKeyed: false) is not { } member)
                {
                    continue;
                }

                string? key = attribute is null ? null : Attributes.Find<KeyAttribute>(info)?[0] as string;
                member.Key = key ?? (isFirst ? NamingPolicies.Apply(policy, info.Name) : $"{info.DeclaringType!.FullName}.{info.Name}");
                member.Alias = key is not null && isFirst ? info.Name : null;
                isFirst = false;
                if (members.Find(other => other.Key == member.Key) is { } same)
                {
                    throw Bad($"has the same key for {same.Member.Name} and {info.Name}");
                }

                members.Add(member);
            }
        }
    }

    private void ReadByKey()
    {
        bool? usesText = null;
        MemberInfo[] all = [.. AllDeclared(type, t => t.GetProperties(Declared)), .. AllDeclared(type, t => t.GetFields(Declared))];
        Dictionary<MemberInfo, PropertyInfo> overrides = Overrides(all.OfType<PropertyInfo>());
        foreach (MemberInfo info in all.Where(member => Attributes.Overridden(member) is null))
        {
            MemberInfo attributed = overrides.TryGetValue(info, out PropertyInfo? last) ? last : info;
            if (Member(info, attributed, isKeyed: attribute is not null && Attributes.Has<KeyAttribute>(attributed)) is not { } member)
            {
                continue;
            }

            if (!FindKey(member, attributed))
            {
                continue;
            }

            bool isText = member.Index < 0;
            if (usesText is not null && usesText != isText)
            {
                throw Bad($"has integer keys and string keys, first at {info.Name}");
            }

            usesText = isText;
            ContractMember? same = members.Find(other => other.Index == member.Index && other.Key == member.Key);
            if (same is null)
            {
                members.Add(member);
            }
            else if (same.Member.Name != info.Name || !IsOverridable(same.Member))
            {
                throw Bad($"has the same key for {same.Member.Name} and {info.Name}");
            }
        }

        isMap = usesText == true;
        if (isMap)
        {
            ContractMember[] sorted = [.. members.OrderBy(member => member.Order)];
            members.Clear();
            members.AddRange(sorted);
        }
        else
        {
            members.Sort((a, b) => a.Index.CompareTo(b.Index));
        }
    }

    /// <summary>
    /// Sets the key of a member: an index from 0, or the index -1 and a name. Returns false if the member is excluded.
    /// </summary>
    private bool FindKey(ContractMember member, MemberInfo attributed)
    {
        object? key;
        if (attribute is not null)
        {
            key = Attributes.Find<KeyAttribute>(attributed)?[0]
                ?? throw Bad($"has the member {member.Member.Name} without [Key] or [IgnoreMember]");
        }
        else
        {
            // The attribute is not inherited, but counts for an override that has none, as [Key].
            DataMemberAttribute? data = null;
            for (MemberInfo? at = attributed; at is not null && data is null; at = Attributes.Overridden(at))
            {
                data = at.GetCustomAttribute<DataMemberAttribute>(false);
            }

            if (data is null)
            {
                return false;
            }

            key = data.Order != -1 ? data.Order : data.Name ?? member.Member.Name;
            member.Order = data.Order;
        }

        // A member with a key is written in any case, so it is set, too, although its setter is private or it is readonly.
        member.HasKey = true;
        member.IsWritable |= member.Member is FieldInfo or PropertyInfo { SetMethod: not null };
        member.Index = key is int index ? index : -1;
        member.Key = key as string ?? string.Empty;
        return key is not int negative || negative >= 0 ? true : throw Bad($"has a negative key at {member.Member.Name}");
    }

    /// <summary>Returns a member if it is serialized.</summary>
    /// <param name="info">The member, of the type that declares it first.</param>
    /// <param name="attributed">Its last override, whose attributes count.</param>
    /// <param name="isKeyed">Whether an attribute gives it a key, so that it may be private.</param>
    private ContractMember? Member(MemberInfo info, MemberInfo attributed, bool isKeyed)
    {
        if ((info as PropertyInfo)?.GetIndexParameters().Length > 0 || Attributes.IsIgnored(attributed))
        {
            return null;
        }

        ContractMember? member = null;
        if (info is PropertyInfo property)
        {
            MethodInfo? getter = property.GetGetMethod(true);
            MethodInfo? setter = property.GetSetMethod(true);
            if ((getter ?? setter)?.IsStatic == true
                || (property.Name == "EqualityContract" && property.PropertyType == typeof(Type)))
            {
                return null;
            }

            member = new ContractMember(
                info, property.PropertyType, getter is not null && (isKeyed || Sees(getter.IsPublic)), setter is not null && (isKeyed || Sees(setter.IsPublic)));
        }
        else if (info is FieldInfo { IsStatic: false } field && !field.IsDefined(typeof(CompilerGeneratedAttribute), true))
        {
            member = new ContractMember(info, field.FieldType, isKeyed || Sees(field.IsPublic), isKeyed || allowPrivate || (field.IsPublic && !field.IsInitOnly));
        }

        if (member is not null)
        {
            AttributeData? rules = Attributes.Find<MessagePackMemberAttribute>(attributed);
            member.IsRequired = info.IsDefined(typeof(RequiredMemberAttribute), true);
            member.Creation = (ObjectCreationHandling?)Rule(nameof(MessagePackMemberAttribute.ObjectCreationHandling), rules);
            member.Omit = (OmitDefaults?)Rule(nameof(MessagePackMemberAttribute.OmitDefaults), rules);
            if (Attributes.Has<ExtensionDataAttribute>(attributed))
            {
                SetExtra(member, info);
                return null;
            }
        }

        return member is { IsReadable: false, IsWritable: false } ? null : member;
    }

    /// <summary>Returns the number that an attribute sets for a rule, of the member or else of the type; null if none does.</summary>
    private int? Rule(string name, AttributeData? rules) => rules?.Number(name) ?? attribute?.Number(name);

    private void SetExtra(ContractMember member, MemberInfo info)
    {
        bool isDictionary = member.Type == typeof(Dictionary<string, object>) || member.Type == typeof(IDictionary<string, object>);
        if (extra is not null || (member.Type != typeof(UnknownMembers) && !isDictionary) || info is PropertyInfo { GetMethod: null } or PropertyInfo { SetMethod: null })
        {
            throw Bad($"cannot keep unknown members in {info.Name}: one member with [ExtensionData], a getter and a setter must be of type {nameof(UnknownMembers)} or, for a map, Dictionary<string, object?> or IDictionary<string, object?>");
        }

        extra = new ContractMember(info, member.Type, isReadable: true, isWritable: true);
    }

    private ObjectContract Finish()
    {
        if (!isMap && extra is not null && extra.Type != typeof(UnknownMembers))
        {
            throw Bad($"cannot keep unknown members in {extra.Member.Name}: elements of an array have no keys, so it must be of type {nameof(UnknownMembers)}");
        }

        (ConstructorInfo? constructor, ContractMember[] fed) = ConstructorMatch.Find(type, members, isMap, attribute is not null, allowPrivate);
        foreach (ContractMember member in fed)
        {
            member.IsInConstructor = true;
        }

        if (constructor?.IsDefined(typeof(SetsRequiredMembersAttribute)) == true)
        {
            members.ForEach(member => member.IsRequired = false);
        }

        ContractMember[] kept = [.. members.Where(member =>
            member.HasKey || member.IsInConstructor || member.IsWritable || member is { IsPopulatable: true, IsReadable: true, Creation: ObjectCreationHandling.Populate })];
        if (kept.Length == 0 && isContractless && HasState(type))
        {
            throw Bad(members.Count == 0
                ? "cannot be serialized: none of its state is public, so it would be written as an empty map"
                : $"cannot be serialized: nothing could set {string.Join(", ", members.Select(member => member.Member.Name))}, so it would be written as an empty map; "
                    + "give the members setters, or a constructor with their names");
        }

        var unmapped = (UnmappedMemberHandling?)attribute?.Number(nameof(MessagePackObjectAttribute.UnmappedMemberHandling));
        return new ObjectContract(type, isMap, kept, constructor, [.. fed.Select(member => Array.IndexOf(kept, member))], unmapped, extra);
    }

    private static bool HasState(Type type) => TypeChain.Of(type).Any(at => at.GetFields(Declared).Length > 0);

    /// <summary>Returns the last override of each property that is overridden.</summary>
    private static Dictionary<MemberInfo, PropertyInfo> Overrides(IEnumerable<PropertyInfo> properties)
    {
        var found = new Dictionary<MemberInfo, PropertyInfo>();
        foreach (PropertyInfo property in properties.Reverse())
        {
            PropertyInfo first = property;
            while (Attributes.Overridden(first) is { } overridden)
            {
                first = overridden;
            }

            if (first != property)
            {
                found.TryAdd(first, property);
            }
        }

        return found;
    }

    private bool Sees(bool isPublic) => isPublic || allowPrivate;

    private static bool IsOverridable(MemberInfo member) => member is PropertyInfo property
        && property.GetAccessors(true).Any(accessor => accessor is { IsVirtual: true, IsFinal: false });

    private static IEnumerable<MemberInfo> AllDeclared(Type type, Func<Type, IEnumerable<MemberInfo>> declared) =>
        TypeChain.Of(type).Reverse().SelectMany(declared);

    private MessagePackSerializationException Bad(string why) =>
        new(MessagePackErrorNames.UnsupportedType, -1, $"{type} {why}.");
}
