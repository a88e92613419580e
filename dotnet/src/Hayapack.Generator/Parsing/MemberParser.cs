using Hayapack.Generator.Analyzers;
using Hayapack.Generator.Emit;
using Hayapack.Generator.Models;
using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Parsing;

/// <summary>Which members of a type are serialized, and by which keys.</summary>
internal enum ContractKind
{
    /// <summary>Members with <c>[Key]</c>.</summary>
    Keys,

    /// <summary>Public members, by their names.</summary>
    Names,

    /// <summary>Members with <c>[DataMember]</c>.</summary>
    DataMembers,

    /// <summary>Public members of a type without attributes, by their names.</summary>
    Contractless,
}

/// <summary>A member of a type that is being parsed.</summary>
internal sealed class ParsedMember(ISymbol symbol, ITypeSymbol type, MemberModel model)
{
    public ISymbol Symbol { get; } = symbol;

    public ITypeSymbol Type { get; } = type;

    public MemberModel Model { get; set; } = model;

    public bool HasNumber => this.Model.Key is null;
}

/// <summary>
/// Finds the members to serialize, in the order of MessagePack-CSharp: its source generator takes the members of
/// derived types first, its reflection (contractless types and DataContract) those of base types.
/// </summary>
internal sealed class MemberParser
{
    private const int LargestKey = 65535;

    private readonly INamedTypeSymbol type;
    private readonly ContractKind kind;
    private readonly NamingPolicy policy;
    private readonly bool allowPrivate;
    private readonly INamedTypeSymbol? host;
    private readonly Compilation compilation;
    private readonly DiagnosticSink sink;

    public MemberParser(INamedTypeSymbol type, ContractKind kind, INamedTypeSymbol? host, Compilation compilation, DiagnosticSink sink)
    {
        this.type = type;
        this.kind = kind;
        this.host = host;
        this.compilation = compilation;
        this.sink = sink;
        AttributeData? attribute = KnownAttributes.Find(type, KnownAttributes.Object);
        this.allowPrivate = attribute is not null && KnownAttributes.Named<bool>(attribute, "AllowPrivate");
        this.policy = attribute is null ? NamingPolicy.None : (NamingPolicy)KnownAttributes.Named<int>(attribute, "NamingPolicy");
    }

    /// <summary>Gets the member that keeps unknown ones, or null.</summary>
    public MemberModel? Extra { get; private set; }

    /// <summary>Gets a value indicating whether that member is a dictionary of values, which only maps have.</summary>
    public bool KeepsValues { get; private set; }

    /// <summary>Returns whether a member can be serialized, judged only by its attributes and accessibility.</summary>
    public static bool IsCandidate(ISymbol member, INamedTypeSymbol type)
        => !KnownAttributes.IsIgnored(member)
            && (KnownAttributes.Has(member, KnownAttributes.Key)
                || KnownAttributes.FindDataMember(member) is not null
                || member.DeclaredAccessibility == Accessibility.Public
                || (KnownAttributes.Find(type, KnownAttributes.Object) is { } attribute && KnownAttributes.Named<bool>(attribute, "AllowPrivate")));

    /// <summary>
    /// Returns the signature of an <c>UnsafeAccessor</c> for a member, given its type in the closed type and in the
    /// definition.
    /// </summary>
    public static AccessModel Access(INamedTypeSymbol declaring, ITypeSymbol memberType, ITypeSymbol inDefinition)
    {
        if (!HostParser.IsVisible(declaring) || !HostParser.IsVisible(memberType))
        {
            return new AccessModel { IsNested = true, DeclaringType = SymbolNames.Of(declaring), MemberType = SymbolNames.Of(memberType) };
        }

        return new AccessModel
        {
            DeclaringType = SymbolNames.Of(declaring.OriginalDefinition),
            MemberType = SymbolNames.Of(inDefinition),
            TypeParameters = SymbolNames.AllTypeParameters(declaring).Select(p => SymbolNames.Identifier(p.Name)).ToEquatable(),
            TypeArguments = SymbolNames.AllTypeArguments(declaring).Select(SymbolNames.Of).ToEquatable(),
            Constraints = SymbolNames.Constraints(declaring.OriginalDefinition),
        };
    }

    public List<ParsedMember> Parse()
    {
        List<ParsedMember> members = new();
        Dictionary<ISymbol, ISymbol> overrides = new(SymbolEqualityComparer.Default);
        List<ISymbol> symbols = this.InOrder(overrides).ToList();
        HiddenMembers hidden = new(this.kind is ContractKind.Names or ContractKind.Contractless ? symbols.Where(this.IsNamed) : Enumerable.Empty<ISymbol>());
        foreach (ISymbol symbol in symbols.Where(s => !hidden.IsDropped(s)))
        {
            ISymbol attributed = overrides.TryGetValue(symbol, out ISymbol? derived) ? derived : symbol;
            if (this.ParseMember(symbol, attributed, hidden, members) is { } member)
            {
                members.Add(member);
            }
        }

        hidden.Report(this.type, this.sink);
        this.AddInvisible(members);
        if (this.kind == ContractKind.Names)
        {
            SetAliases(members);
        }

        return this.kind switch
        {
            ContractKind.Keys => members.OrderBy(m => m.Model.IsField && !m.HasNumber).ToList(),
            ContractKind.DataMembers => members.OrderBy(m => KnownAttributes.FindDataMember(m.Symbol) is { } a && a.NamedArguments.Any(p => p.Key == "Order") ? KnownAttributes.Named<int>(a, "Order") : -1).ToList(),
            _ => members,
        };
    }

    /// <summary>Adds the members of base types of other assemblies that the compiler does not see here.</summary>
    private void AddInvisible(List<ParsedMember> members)
    {
        if (this.kind is not (ContractKind.Keys or ContractKind.Names))
        {
            return;
        }

        foreach (INamedTypeSymbol current in TypeChains.SelfAndBases(this.type).Skip(1))
        {
            if (SymbolEqualityComparer.Default.Equals(current.ContainingAssembly, this.compilation.Assembly) || !KnownAttributes.Has(current, KnownAttributes.Object))
            {
                continue;
            }

            if (InaccessibleMembers.Of(current) is not { } rows)
            {
                this.sink.Report(Descriptors.InvisibleBase, this.type, current.Name, this.type.Name);
                continue;
            }

            foreach (InaccessibleMember row in rows.Where(r => current.GetMembers(r.Name).IsEmpty && (this.kind == ContractKind.Names ? this.allowPrivate : r.Key is not null)))
            {
                if (row.Type is null)
                {
                    this.sink.Report(Descriptors.InvisibleMember, this.type, row.Name, current.Name, this.type.Name);
                }
                else if (this.Describe(row, row.Type, current) is var member && this.CheckKey(member, members))
                {
                    members.Add(member);
                }
            }
        }
    }

    private ParsedMember Describe(InaccessibleMember row, ITypeSymbol type, INamedTypeSymbol declaring)
    {
        MemberModel model = new()
        {
            Name = row.Name,
            Index = this.kind == ContractKind.Keys && row.Key is int number ? number : -1,
            Key = row.Key as string ?? (this.kind == ContractKind.Names ? KeyNaming.Apply(this.policy, row.Name) : null),
            DeclaringType = SymbolNames.Of(declaring),
            IsField = row.IsField,
            IsReadable = row.IsField || row.HasGetter,
            ReadByAccessor = row.IsField || row.HasGetter,
            Assign = row.IsField || row.HasSetter ? AssignKind.Accessor : AssignKind.None,
            Access = Access(declaring, type, type),
            Value = ValueParser.Parse(type, this.compilation.Assembly),
        };
        return new ParsedMember(declaring, type, this.WithRules(model, declaring, type));
    }

    private IEnumerable<ISymbol> InOrder(Dictionary<ISymbol, ISymbol> overrides)
    {
        List<INamedTypeSymbol> types = TypeChains.SelfAndBases(this.type).TakeWhile(t => t.SpecialType != SpecialType.System_Object).ToList();
        foreach (IPropertySymbol property in types.SelectMany(t => t.GetMembers()).OfType<IPropertySymbol>())
        {
            // Of the overrides of a property, the most derived one that has attributes for its key determines the key.
            if (property.OverriddenProperty is null)
            {
                continue;
            }

            IPropertySymbol root = property;
            IPropertySymbol? attributed = null;
            for (IPropertySymbol? at = property; at is not null; at = at.OverriddenProperty)
            {
                root = at;
                attributed ??= HasAttribute(at) ? at : null;
            }

            if (!overrides.ContainsKey(root))
            {
                overrides.Add(root, attributed ?? property);
            }
        }

        if (this.kind is ContractKind.Contractless or ContractKind.DataMembers)
        {
            types.Reverse();
        }

        IEnumerable<ISymbol> all = this.kind switch
        {
            // Reflection gives an overridden property in the place of its last override.
            ContractKind.Contractless => types.SelectMany(t => t.GetMembers().OrderBy(m => m is IFieldSymbol)).Where(m => !IsOverridden(m)),
            ContractKind.DataMembers => types.SelectMany(t => t.GetMembers()).OrderBy(m => m is IFieldSymbol).Where(m => !m.IsOverride),
            _ => types.SelectMany(t => t.GetMembers()).Where(m => !m.IsOverride),
        };
        return all.Where(this.IsInstanceMember);

        bool IsOverridden(ISymbol symbol) => types.SelectMany(t => t.GetMembers(symbol.Name)).OfType<IPropertySymbol>()
            .Any(p => SymbolEqualityComparer.Default.Equals(p.OverriddenProperty, symbol));

        static bool HasAttribute(ISymbol symbol)
            => KnownAttributes.Has(symbol, KnownAttributes.Key) || KnownAttributes.IsIgnored(symbol) || KnownAttributes.FindDataMember(symbol) is not null;
    }

    private bool IsInstanceMember(ISymbol symbol)
    {
        if (symbol is not (IPropertySymbol or IFieldSymbol))
        {
            return false;
        }

        if (symbol.IsStatic)
        {
            if (KnownAttributes.Has(symbol, KnownAttributes.Key))
            {
                this.sink.Report(Descriptors.StaticMember, symbol, symbol.Name);
            }

            return false;
        }

        return !symbol.IsImplicitlyDeclared && symbol switch
        {
            IPropertySymbol property => !property.IsIndexer && property.ExplicitInterfaceImplementations.IsEmpty,
            IFieldSymbol field => field.AssociatedSymbol is null,
            _ => false,
        };
    }

    private ParsedMember? ParseMember(ISymbol symbol, ISymbol attributed, HiddenMembers hidden, List<ParsedMember> before)
    {
        if (IsIgnored(attributed))
        {
            return null;
        }

        if (KnownAttributes.Has(attributed, KnownAttributes.ExtensionData))
        {
            this.SetExtra(symbol, attributed);
            return null;
        }

        bool isPublic = symbol.DeclaredAccessibility == Accessibility.Public;
        string? key = null;
        int number = -1;
        AttributeData? attribute = KnownAttributes.Find(attributed, KnownAttributes.Key);
        object? argument = attribute?.ConstructorArguments.FirstOrDefault().Value;
        switch (this.kind)
        {
            case ContractKind.Keys:
                if (attribute is null)
                {
                    if (isPublic)
                    {
                        this.ReportMissingKey(symbol);
                    }

                    return null;
                }

                if (argument is not string && argument is not (>= 0 and <= LargestKey))
                {
                    this.sink.Report(Descriptors.InvalidKey, symbol, symbol.Name);
                    return null;
                }

                key = argument as string;
                number = argument as int? ?? -1;
                break;

            case ContractKind.Names:
                if (!(isPublic || this.allowPrivate))
                {
                    return null;
                }

                if (argument is int)
                {
                    this.sink.Report(Descriptors.NumberIgnored, symbol, symbol.Name);
                }

                key = argument as string ?? (hidden.IsQualified(symbol) ? HiddenMembers.QualifiedName(symbol) : KeyNaming.Apply(this.policy, symbol.Name));
                break;

            case ContractKind.DataMembers:
                if (KnownAttributes.FindDataMember(attributed) is not { } data)
                {
                    return null;
                }

                // As in MessagePack-CSharp, a member with an Order has an integer key.
                number = data.NamedArguments.Any(pair => pair.Key == "Order") ? KnownAttributes.Named<int>(data, "Order") : -1;
                key = number >= 0 ? null : KnownAttributes.Named<string>(data, "Name") ?? symbol.Name;
                break;

            default:
                if (!isPublic || KnownAttributes.IsNonSerialized(symbol))
                {
                    return null;
                }

                key = hidden.IsQualified(symbol) ? HiddenMembers.QualifiedName(symbol) : symbol.Name;
                break;
        }

        ParsedMember? member = this.Describe(symbol, attributed, key, number);
        return member is not null && this.CheckKey(member, before) ? member : null;
    }

    private void SetExtra(ISymbol symbol, ISymbol attributed)
    {
        if (this.Extra is null && this.Describe(symbol, attributed, null, -1) is { } member && MemberRuleParser.CanKeep(member))
        {
            this.Extra = member.Model;
            this.KeepsValues = SymbolNames.Of(member.Type) != Api.Unknown;
        }
        else
        {
            this.sink.Report(Descriptors.Unsupported, this.type, this.type.Name, symbol.Name + " with [ExtensionData] must be the only one, of type UnknownMembers or, for a map, Dictionary<string, object?> or IDictionary<string, object?>, with a getter and a setter");
        }
    }

    private ParsedMember? Describe(ISymbol symbol, ISymbol attributed, string? key, int number)
    {
        // MessagePack-CSharp's reflection uses only public accessors.
        bool publicOnly = this.kind is ContractKind.Contractless or ContractKind.DataMembers;
        MemberModel model = new()
        {
            Name = symbol.Name,
            Index = number,
            Key = key,
            DeclaringType = SymbolNames.Of(symbol.ContainingType),
            IsRequired = symbol is IPropertySymbol { IsRequired: true } or IFieldSymbol { IsRequired: true },
            DeclaredByStruct = symbol.ContainingType.IsValueType,
            IsHidden = this.IsHiddenByDerived(symbol),
        };
        ITypeSymbol type;
        if (symbol is IFieldSymbol field)
        {
            type = field.Type;
            bool accessible = this.CanAccess(field);
            if (publicOnly && field.DeclaredAccessibility != Accessibility.Public)
            {
                return null;
            }

            model = model with
            {
                IsField = true,
                IsReadable = true,
                ReadByAccessor = !accessible,
                Assign = field.IsReadOnly ? (this.kind == ContractKind.Contractless ? AssignKind.None : AssignKind.Accessor)
                    : accessible ? AssignKind.Direct : AssignKind.Accessor,
            };
        }
        else
        {
            IPropertySymbol property = (IPropertySymbol)symbol;
            type = property.Type;
            IMethodSymbol? getter = Usable(property.GetMethod, publicOnly);
            IMethodSymbol? setter = Usable(property.SetMethod, this.kind == ContractKind.Contractless);
            if (getter is null && setter is null)
            {
                return null;
            }

            bool isSetUnseen = setter is null && this.kind is (ContractKind.Keys or ContractKind.Names) && this.HasInvisibleSetter(property);
            model = model with
            {
                IsReadable = getter is not null,
                ReadByAccessor = getter is not null && !this.CanAccess(getter),
                Assign = isSetUnseen ? AssignKind.Accessor
                    : setter is null ? AssignKind.None
                    : setter.IsInitOnly || !this.CanAccess(setter) ? AssignKind.Accessor
                    : AssignKind.Direct,
            };
        }

        if (model.ReadByAccessor || model.Assign == AssignKind.Accessor)
        {
            ITypeSymbol inDefinition = symbol.OriginalDefinition is IFieldSymbol f ? f.Type : ((IPropertySymbol)symbol.OriginalDefinition).Type;
            model = model with { Access = Access(symbol.ContainingType, type, inDefinition) };
        }

        model = this.WithRules(model with { Value = ValueParser.Parse(type, this.compilation.Assembly) }, attributed, type);
        model = CustomFormatterParser.Apply(model, attributed, type, this.compilation, this.sink);
        return new ParsedMember(symbol, type, model);

        static IMethodSymbol? Usable(IMethodSymbol? accessor, bool publicOnly)
            => accessor is null || (publicOnly && accessor.DeclaredAccessibility != Accessibility.Public) ? null : accessor;
    }

    private MemberModel WithRules(MemberModel model, ISymbol attributed, ITypeSymbol memberType) => model with
    {
        Creation = MemberRuleParser.Of("ObjectCreationHandling", attributed, this.type),
        Omit = MemberRuleParser.Of("OmitDefaults", attributed, this.type),
        IsPopulatable = MemberRuleParser.IsPopulatable(memberType),
        CanBeNull = MemberRuleParser.CanBeNull(memberType),
    };

    private bool HasInvisibleSetter(IPropertySymbol property)
        => !SymbolEqualityComparer.Default.Equals(property.ContainingAssembly, this.compilation.Assembly)
            && InaccessibleMembers.Of(property.ContainingType)?.Any(row => row.Name == property.Name && row.HasSetter) == true;

    // As reflection does, an attribute of a property holds for its overrides.
    private static bool IsIgnored(ISymbol symbol)
    {
        for (ISymbol? current = symbol; current is not null; current = (current as IPropertySymbol)?.OverriddenProperty)
        {
            if (KnownAttributes.IsIgnored(current))
            {
                return true;
            }
        }

        return false;
    }

    private static void SetAliases(List<ParsedMember> members)
    {
        HashSet<string> keys = new(members.Select(m => m.Model.Key!));
        foreach (ParsedMember member in members.Where(m => KnownAttributes.Find(m.Symbol, KnownAttributes.Key)?.ConstructorArguments.FirstOrDefault().Value is string))
        {
            if (keys.Add(member.Symbol.Name))
            {
                member.Model = member.Model with { Alias = member.Symbol.Name };
            }
        }
    }

    private bool IsNamed(ISymbol symbol)
        => !IsIgnored(symbol) && (symbol.DeclaredAccessibility == Accessibility.Public || (this.kind == ContractKind.Names && this.allowPrivate));

    private bool IsHiddenByDerived(ISymbol symbol)
        => TypeChains.SelfAndBases(this.type)
            .TakeWhile(t => !SymbolEqualityComparer.Default.Equals(t, symbol.ContainingType))
            .Any(t => t.GetMembers(symbol.Name).Any(m => !m.IsOverride));

    private bool CanAccess(ISymbol symbol)
        => this.compilation.IsSymbolAccessibleWithin(symbol, (ISymbol?)this.host ?? this.compilation.Assembly);

    private bool CheckKey(ParsedMember member, List<ParsedMember> before)
    {
        if (before.Count > 0 && before[0].HasNumber != member.HasNumber)
        {
            this.sink.Report(Descriptors.MixedKeys, member.Symbol, member.Symbol.Name, this.type.Name);
            return false;
        }

        ParsedMember? twin = before.FirstOrDefault(m => member.HasNumber ? m.Model.Index == member.Model.Index : m.Model.Key == member.Model.Key);
        if (twin is not null)
        {
            object key = member.HasNumber ? member.Model.Index : "\"" + member.Model.Key + "\"";
            this.sink.Report(Descriptors.DuplicateKey, member.Symbol, twin.Symbol.Name, member.Symbol.Name, key);
            return false;
        }

        return true;
    }

    private void ReportMissingKey(ISymbol symbol)
    {
        bool inherited = !SymbolEqualityComparer.Default.Equals(symbol.ContainingType, this.type);
        string name = inherited ? symbol.ContainingType.Name + "." + symbol.Name : symbol.Name;
        this.sink.Report(Descriptors.MissingKey, inherited ? this.type : symbol, name, this.type.Name);
    }
}
