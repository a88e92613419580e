using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Parsing;

/// <summary>The library's formatters of .NET's types, and of an application's collections.</summary>
internal static class LibraryFormatters
{
    private const string Generic = "System.Collections.Generic";

    /// <summary>The metadata names of the types that have a formatter with the same type parameters, beside tuples.</summary>
    internal static readonly HashSet<string> Known = new(new Dictionary<string, string>
    {
        ["System"] = "Nullable`1 Lazy`1 ArraySegment`1 Memory`1 ReadOnlyMemory`1",
        ["System.Buffers"] = "ReadOnlySequence`1",
        [Generic] = "List`1 LinkedList`1 Queue`1 PriorityQueue`2 Stack`1 HashSet`1 SortedSet`1 IList`1 ICollection`1 IEnumerable`1 IReadOnlyList`1 "
            + "IReadOnlyCollection`1 ISet`1 IReadOnlySet`1 Dictionary`2 IDictionary`2 IReadOnlyDictionary`2 SortedDictionary`2 SortedList`2 "
            + "OrderedDictionary`2 KeyValuePair`2",
        ["System.Collections.ObjectModel"] = "Collection`1 ReadOnlyCollection`1 ObservableCollection`1 ReadOnlyObservableCollection`1 ReadOnlyDictionary`2 ReadOnlySet`1",
        ["System.Collections.Concurrent"] = "ConcurrentBag`1 ConcurrentQueue`1 ConcurrentStack`1 ConcurrentDictionary`2",
        ["System.Collections.Frozen"] = "FrozenDictionary`2 FrozenSet`1",
        ["System.Collections.Immutable"] = "ImmutableArray`1 ImmutableList`1 ImmutableDictionary`2 ImmutableHashSet`1 ImmutableSortedDictionary`2 "
            + "ImmutableSortedSet`1 ImmutableQueue`1 ImmutableStack`1 IImmutableList`1 IImmutableSet`1 IImmutableQueue`1 IImmutableStack`1 IImmutableDictionary`2",
        ["System.Linq"] = "IGrouping`2 ILookup`2",
    }.SelectMany(space => space.Value.Split(' ').Select(name => space.Key + "." + name)));

    /// <summary>The types of BuiltinFormatters that are not generic and no arrays; a test compares them.</summary>
    internal static readonly HashSet<string> NotGeneric = new(StringComparer.Ordinal)
    {
        "System.Boolean", "System.Byte", "System.Char", "System.DateOnly", "System.DateTime", "System.DateTimeOffset", "System.Decimal",
        "System.Double", "System.Guid", "System.Half", "System.Int128", "System.Int16", "System.Int32", "System.Int64", "System.Object",
        "System.SByte", "System.Single", "System.String", "System.TimeOnly", "System.TimeSpan", "System.Type", "System.UInt128",
        "System.UInt16", "System.UInt32", "System.UInt64", "System.Uri", "System.Version",
        "System.Collections.ArrayList", "System.Collections.BitArray", "System.Collections.Hashtable", "System.Collections.ICollection",
        "System.Collections.IDictionary", "System.Collections.IEnumerable", "System.Collections.IList", "System.Dynamic.ExpandoObject",
        "System.Numerics.BigInteger", "System.Numerics.Complex", "System.Numerics.Matrix3x2", "System.Numerics.Matrix4x4",
        "System.Numerics.Quaternion", "System.Numerics.Vector2", "System.Numerics.Vector3", "System.Numerics.Vector4",
        "System.Text.Rune", "System.Text.StringBuilder", "System.IntPtr", "System.UIntPtr", "System.Index", "System.Range",
        "System.TimeZoneInfo", "System.Globalization.CultureInfo", "System.Text.Encoding", "System.Net.IPAddress", "System.Net.IPEndPoint",
        "System.Text.Json.JsonElement", "System.Text.Json.JsonDocument", "System.Text.Json.Nodes.JsonNode",
        "System.Text.Json.Nodes.JsonObject", "System.Text.Json.Nodes.JsonArray", "System.Text.Json.Nodes.JsonValue",
    };

    /// <summary>Returns whether a type is one of .NET's own.</summary>
    public static bool IsFrameworkType(INamedTypeSymbol type)
        => type.ContainingNamespace?.ToDisplayString() is { } space && (space == "System" || space.StartsWith("System.", StringComparison.Ordinal));

    /// <summary>Returns whether the library has a formatter for a type of another assembly.</summary>
    public static bool HasFormatter(INamedTypeSymbol type)
        => ForKnown(type.OriginalDefinition) is not null || type.ContainingNamespace?.ToDisplayString() == KnownAttributes.Ours
            || (type.ContainingType is null && NotGeneric.Contains(type.ContainingNamespace?.ToDisplayString() + "." + type.MetadataName));

    /// <summary>
    /// Returns the metadata name of the library's formatter without its namespace, or null if there is none.
    /// </summary>
    public static string? ForKnown(INamedTypeSymbol definition)
    {
        string space = definition.ContainingNamespace.ToDisplayString();
        if (definition.ContainingType is not null
            || !(Known.Contains(space + "." + definition.MetadataName) || (space == "System" && definition.Name is "Tuple" or "ValueTuple")))
        {
            return null;
        }

        // The names are those of MessagePack-CSharp.
        string name = definition.TypeKind == TypeKind.Interface ? "Interface" + definition.Name.Substring(1) : definition.Name;
        return name + "Formatter" + (definition.Name is "IList" or "ICollection" ? "2`" : "`") + definition.Arity;
    }

    /// <summary>
    /// Returns the types beside its arguments whose formatters the library's formatter of a type looks up, by their metadata
    /// name and the indexes of the arguments.
    /// </summary>
    public static IEnumerable<(string Definition, int[] Arguments)> Resolved(INamedTypeSymbol definition) => definition.MetadataName switch
    {
        "IGrouping`2" => new[] { (Generic + ".IEnumerable`1", new[] { 1 }) },
        "ILookup`2" => new[] { ("System.Linq.IGrouping`2", new[] { 0, 1 }) },
        _ => Enumerable.Empty<(string, int[])>(),
    };

    /// <summary>
    /// Returns the formatter of an application's collection class with a public constructor that has no parameters or takes
    /// a comparer of the keys, or null for other types. Follows the same rules as the library's CustomCollectionFactory, except that
    /// constructors which take the items are found only by reflection.
    /// </summary>
    public static CustomCollection? ForCustom(INamedTypeSymbol type)
    {
        if (type.TypeKind != TypeKind.Class || type.IsAbstract || ValueParser.HasContract(type))
        {
            return null;
        }

        bool hasConstructor = HasConstructor(type, parameters => parameters.IsEmpty);
        INamedTypeSymbol? dictionary = Implemented(type, "IDictionary`2");
        ITypeSymbol? element = dictionary is null ? Implemented(type, "ICollection`1")?.TypeArguments[0] : null;
        ITypeSymbol? key = dictionary?.TypeArguments[0] ?? KeyOf(type);

        // String keys need no comparer, so that the comparer which the parameterless constructor chooses is kept.
        bool usesComparer = key is not null && (!hasConstructor || key.SpecialType != SpecialType.System_String)
            && !IsOrdered(type) && HasConstructor(type, parameters => parameters.Length == 1 && IsComparer(parameters[0].Type, key));
        if ((dictionary is null && element is null) || (!hasConstructor && !usesComparer))
        {
            return null;
        }

        string name = SymbolNames.Of(type);
        string? creation = !usesComparer ? null
            : hasConstructor ? "static comparer => comparer is null ? new " + name + "() : new " + name + "(comparer)"
            : "static comparer => new " + name + "(comparer ?? global::System.Collections.Generic.EqualityComparer<" + SymbolNames.Of(key!) + ">.Default)";
        return (dictionary, usesComparer) switch
        {
            ({ } map, false) => new("GenericDictionaryFormatter`3", new[] { map.TypeArguments[0], map.TypeArguments[1], type }, creation),
            ({ } map, true) => new("ComparerDictionaryFormatter`3", new[] { map.TypeArguments[0], map.TypeArguments[1], type }, creation),
            (null, false) => new("GenericCollectionFormatter`2", new[] { element!, type }, creation),
            (null, true) => new("ComparerCollectionFormatter`3", new[] { element!, key!, type }, creation),
        };
    }

    private static bool HasConstructor(INamedTypeSymbol type, Func<ImmutableArray<IParameterSymbol>, bool> matches)
        => type.InstanceConstructors.Any(c => c.DeclaredAccessibility == Accessibility.Public && matches(c.Parameters));

    public static INamedTypeSymbol? Implemented(INamedTypeSymbol type, string name)
        => type.AllInterfaces.FirstOrDefault(i => i.MetadataName == name && i.ContainingNamespace.ToDisplayString() == Generic);

    /// <summary>Returns the type of what a set or a keyed collection looks up, or null for other types.</summary>
    private static ITypeSymbol? KeyOf(INamedTypeSymbol type)
        => (Base(type, "System.Collections.ObjectModel", "KeyedCollection`2") ?? Implemented(type, "ISet`1") ?? Implemented(type, "IReadOnlySet`1"))?.TypeArguments[0];

    /// <summary>Returns whether the type orders its keys by comparisons, so that it needs no hash.</summary>
    private static bool IsOrdered(INamedTypeSymbol type)
        => (Base(type, Generic, "SortedDictionary`2") ?? Base(type, Generic, "SortedSet`1")) is not null;

    private static INamedTypeSymbol? Base(INamedTypeSymbol type, string space, string name)
        => TypeChains.SelfAndBases(type).FirstOrDefault(t => t.MetadataName == name && t.ContainingNamespace?.ToDisplayString() == space);

    private static bool IsComparer(ITypeSymbol parameter, ITypeSymbol key)
        => parameter is INamedTypeSymbol { MetadataName: "IEqualityComparer`1" } comparer && comparer.ContainingNamespace.ToDisplayString() == Generic
            && SymbolEqualityComparer.Default.Equals(comparer.TypeArguments[0], key);
}

/// <summary>The formatter of an application's collection class.</summary>
/// <param name="Formatter">The metadata name of the library's formatter without its namespace.</param>
/// <param name="Arguments">The type arguments of the formatter.</param>
/// <param name="Creation">The argument of the formatter's constructor, or null if it has none.</param>
internal sealed record CustomCollection(string Formatter, ITypeSymbol[] Arguments, string? Creation);
