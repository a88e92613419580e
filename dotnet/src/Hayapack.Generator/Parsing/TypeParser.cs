using Hayapack.Generator.Analyzers;
using Hayapack.Generator.Models;
using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Parsing;

/// <summary>Creates the model of a type from its symbol, for the generator and the analyzer.</summary>
internal static class TypeParser
{
    // Up to this many unused indexes are allowed without a warning (HAYA018); above that, at most as many as members.
    private const int FewHoles = 64;

    /// <summary>Parses a type definition that has serialization attributes.</summary>
    /// <returns>
    /// The model, or null if no formatter is generated, for example for an abstract class that is not a union.
    /// </returns>
    public static TypeModel? Parse(INamedTypeSymbol type, Compilation compilation, DiagnosticSink sink, CancellationToken cancellation)
    {
        bool isUnion = UnionAttributeParser.IsUnion(type);
        if (isUnion && (type.TypeKind == TypeKind.Interface || type.IsAbstract))
        {
            return ParseUnion(type, compilation, sink);
        }

        if (type.TypeKind is not (TypeKind.Class or TypeKind.Struct) || !ValueParser.HasContract(type) || type.IsAbstract)
        {
            return null;
        }

        TypeModel? own = ParseObject(type, KindOf(type), compilation, sink, cancellation);
        return isUnion && own is not null ? WithUnion(own, type, compilation, sink) : own;
    }

    /// <summary>Returns whether a type with serialization attributes is written as a map.</summary>
    public static bool IsMap(INamedTypeSymbol type, Compilation compilation)
    {
        ContractKind kind = KindOf(type);
        return IsMap(new MemberParser(type, kind, HostParser.FindHost(type), compilation, new DiagnosticSink()).Parse(), kind);
    }

    /// <summary>Returns the keys that a type with serialization attributes has in its map, or null if it is an array.</summary>
    /// <param name="type">The type.</param>
    /// <param name="compilation">The compilation.</param>
    /// <param name="keepsOthers">Whether it keeps unknown members, which may have any key.</param>
    public static IReadOnlyCollection<string>? KeysOf(INamedTypeSymbol type, Compilation compilation, out bool keepsOthers)
    {
        ContractKind kind = KindOf(type);
        MemberParser parser = new(type, kind, HostParser.FindHost(type), compilation, new DiagnosticSink());
        List<ParsedMember> members = parser.Parse();
        keepsOthers = parser.Extra is not null;
        return IsMap(members, kind) ? members.Select(m => m.Model.Key ?? "").ToArray() : null;
    }

    private static bool IsMap(List<ParsedMember> members, ContractKind kind)
        => members.Count == 0 ? kind != ContractKind.Keys : !members[0].HasNumber;

    private static ContractKind KindOf(INamedTypeSymbol type)
        => KnownAttributes.Find(type, KnownAttributes.Object) is not { } attribute ? ContractKind.DataMembers
            : KnownAttributes.IsByName(attribute) ? ContractKind.Names
            : ContractKind.Keys;

    // The union's formatter is that of the type; the object's is beside it.
    private static TypeModel WithUnion(TypeModel own, INamedTypeSymbol type, Compilation compilation, DiagnosticSink sink)
    {
        EquatableArray<UnionCase> cases = UnionAttributeParser.Parse(type, compilation, sink);
        bool isByReflection = own.IsByReflection || sink.Has(Descriptors.UnknownName);
        return own with
        {
            IsUnion = true,
            Cases = cases,
            UnionKey = UnionAttributeParser.KeyOf(type),
            Own = own with { FormatterClass = own.FormatterClass + SymbolNames.OwnFormatterSuffix, Shape = null },
            Shape = ShapeParser.Union(type, own.Shape),
            Members = EquatableArray<MemberModel>.Empty,
            IsByReflection = isByReflection,
            IsBroken = sink.HasErrors,
            Registrations = own.Registrations.Concat(RegistrationParser.ForTypes(UnionAttributeParser.Classes(type, compilation), compilation)).ToEquatable(),
        };
    }

    /// <summary>Parses a type without attributes that <c>[assembly: GenerateFormatter]</c> names.</summary>
    public static TypeModel? ParseContractless(INamedTypeSymbol type, Compilation compilation, DiagnosticSink sink, CancellationToken cancellation)
        => type.TypeKind is not (TypeKind.Class or TypeKind.Struct) || type.IsAbstract
            ? null
            : ParseObject(type, ContractKind.Contractless, compilation, sink, cancellation);

    private static TypeModel? ParseObject(INamedTypeSymbol type, ContractKind kind, Compilation compilation, DiagnosticSink sink, CancellationToken cancellation)
    {
        if (IsUnsupported(type, sink))
        {
            return null;
        }

        INamedTypeSymbol? host = kind == ContractKind.Contractless ? null : HostParser.FindHost(type);
        if (Describe(type, host, sink) is not { } model)
        {
            return null;
        }

        cancellation.ThrowIfCancellationRequested();

        MemberParser parser = new(type, kind, host, compilation, sink);
        List<ParsedMember> members = parser.Parse();
        bool isMap = IsMap(members, kind);
        if (parser.KeepsValues && !isMap)
        {
            sink.Report(Descriptors.Unsupported, type, type.Name, parser.Extra!.Name + " with [ExtensionData] must be of type UnknownMembers, because elements of an array have no keys");
        }

        if (!isMap)
        {
            members = members.OrderBy(m => m.Model.Index).ToList();
        }

        cancellation.ThrowIfCancellationRequested();
        model = new ConstructorParser(type, members, kind, host, compilation, sink).Apply(model);
        if (kind == ContractKind.Contractless)
        {
            // As in MessagePack-CSharp, members that cannot be set when reading are not written.
            ParsedMember[] kept = members.Where(m => m.Model.IsRead).ToArray();
            model = model with { Parameters = model.Parameters.Select(p => p with { Member = Array.IndexOf(kept, members[p.Member]) }).ToEquatable() };
            if (kept.Length == 0 && MayHaveState(type))
            {
                sink.Report(Descriptors.Unsupported, type, type.Name, members.Count == 0
                    ? "none of its state is public, so it would be written as an empty map"
                    : "nothing could set " + string.Join(", ", members.Select(m => m.Model.Name)) + ", so it would be written as an empty map; give the members setters, or a constructor with their names");
            }

            members = kept.ToList();
        }

        if (isMap)
        {
            for (int i = 0; i < members.Count; i++)
            {
                members[i].Model = members[i].Model with { Index = i };
            }
        }
        else
        {
            CheckHoles(type, members, sink);
        }

        MemberTypeDiagnostics.Report(type, members, compilation, sink);
        if (KnownAttributes.Has(type, KnownAttributes.Object) && IsCollection(type))
        {
            sink.Report(Descriptors.LosesElements, type, type.Name);
        }

        INamedTypeSymbol? callback = type.AllInterfaces.FirstOrDefault(i => KnownAttributes.IsKnown(i, KnownAttributes.Callback));
        return model with
        {
            IsMap = isMap,
            Unmapped = MemberRuleParser.OfType("UnmappedMemberHandling", type),
            Extra = parser.Extra,
            KeepsValues = parser.KeepsValues,
            Members = members.Select(m => m.Model).ToEquatable(),
            Shape = ShapeParser.Object(isMap, parser.Extra is not null ? "keep" : MemberRuleParser.OfType("UnmappedMemberHandling", type) switch { 0 => "skip", 1 => "error", _ => null }, members),
            CallbackInterface = callback is null ? null : SymbolNames.Of(callback),
            IsByReflection = sink.Has(Descriptors.InvisibleMember),
            IsBroken = sink.HasErrors,
            IsObsolete = KnownAttributes.IsObsoleteAsError(type) || members.Any(m => KnownAttributes.IsObsoleteAsError(m.Symbol)),
            Registrations = RegistrationParser.ForTypes(members.Where(m => m.Model.CustomFormatter is null).Select(m => m.Type), compilation).ToEquatable(),
        };
    }

    private static TypeModel? ParseUnion(INamedTypeSymbol type, Compilation compilation, DiagnosticSink sink)
    {
        if (IsUnsupported(type, sink))
        {
            return null;
        }

        INamedTypeSymbol? host = HostParser.IsVisible(type) ? null : type.ContainingType;
        EquatableArray<UnionCase> cases = UnionAttributeParser.Parse(type, compilation, sink);
        TypeModel? model = Describe(type, host, sink);
        return model is null ? null : model with
        {
            IsUnion = true,
            Cases = cases,
            Shape = ShapeParser.Union(type, null),
            UnionKey = UnionAttributeParser.KeyOf(type),
            IsByReflection = sink.Has(Descriptors.UnknownName),
            IsBroken = sink.HasErrors,
            IsObsolete = KnownAttributes.IsObsoleteAsError(type),
            Registrations = RegistrationParser.ForTypes(UnionAttributeParser.Classes(type, compilation), compilation).ToEquatable(),
        };
    }

    /// <summary>
    /// Returns the properties common to all models, or null if a type that must contain the formatter is not partial.
    /// </summary>
    private static TypeModel? Describe(INamedTypeSymbol type, INamedTypeSymbol? host, DiagnosticSink sink)
    {
        EquatableArray<HostModel> hosts = HostParser.Parse(type, host, sink);
        if (sink.Has(Descriptors.MustBePartial))
        {
            return null;
        }

        int outer = host is null ? 0 : SymbolNames.AllTypeParameters(host).Count();
        string formatter = SymbolNames.FormatterClass(type);
        INamespaceSymbol space = type.ContainingNamespace;
        return new TypeModel
        {
            TypeName = SymbolNames.Of(type),
            UnboundName = SymbolNames.Unbound(type),
            DisplayName = SymbolNames.Display(type),
            FormatterClass = formatter,
            HintName = SymbolNames.HintName(formatter),
            Namespace = host is null ? SymbolNames.GeneratedNamespace : space.IsGlobalNamespace ? "" : space.ToDisplayString(),
            Hosts = hosts,
            VisibleHosts = HostParser.CountVisible(host),
            TypeParameters = SymbolNames.AllTypeParameters(type).Skip(outer).Select(p => SymbolNames.Identifier(p.Name)).ToEquatable(),
            HostsAreGeneric = outer > 0,
            IsPrivate = !HostParser.IsVisible(type),
            IsFormatterPrivate = !HostParser.IsVisible(type) && !SymbolEqualityComparer.Default.Equals(type, host),
            Constraints = host is null ? SymbolNames.Constraints(type) : "",
            IsValueType = type.IsValueType,
        };
    }

    private static bool IsUnsupported(INamedTypeSymbol type, DiagnosticSink sink)
    {
        string? reason = type switch
        {
            { IsRefLikeType: true } => "a ref struct cannot be a type argument",
            { IsStatic: true } => "it is static",
            _ => TypeChains.SelfAndContainers(type).Any(t => t.IsFileLocal) ? "a file-local type cannot be named in another file" : null,
        };
        if (reason is not null)
        {
            sink.Report(Descriptors.Unsupported, type, type.Name, reason);
        }

        return reason is not null;
    }

    // A class of .NET that holds elements; one of its own may have a member for them.
    private static bool IsCollection(INamedTypeSymbol type)
    {
        INamedTypeSymbol? parent = TypeChains.SelfAndBases(type)
            .FirstOrDefault(t => !SymbolEqualityComparer.Default.Equals(t.ContainingAssembly, type.ContainingAssembly));
        return parent is not null && LibraryFormatters.IsFrameworkType(parent) && parent.AllInterfaces.Any(i => i.SpecialType == SpecialType.System_Collections_IEnumerable);
    }

    // Classes of reference assemblies do not show their private fields.
    private static bool MayHaveState(INamedTypeSymbol type)
        => TypeChains.SelfAndBases(type)
            .TakeWhile(t => t.SpecialType is not (SpecialType.System_Object or SpecialType.System_ValueType))
            .Any(t => t.GetMembers().Any(m => m is IFieldSymbol { IsStatic: false }) || (t.TypeKind == TypeKind.Class && t.DeclaringSyntaxReferences.IsEmpty));

    private static void CheckHoles(INamedTypeSymbol type, List<ParsedMember> members, DiagnosticSink sink)
    {
        int length = members.Count == 0 ? 0 : members[members.Count - 1].Model.Index + 1;
        int holes = length - members.Count;
        if (holes > FewHoles && holes > members.Count)
        {
            sink.Report(Descriptors.SparseKeys, type, type.Name, length, holes);
        }
    }
}
