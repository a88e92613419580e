using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Parsing;

/// <summary>The library's formatters of .NET's generic types.</summary>
internal static class CollectionFormatters
{
    private const string Generic = "System.Collections.Generic";

    // Keys: the metadata name of the type. The formatter has the same type parameters.
    internal static readonly Dictionary<string, string> Known = new()
    {
        ["System.Nullable`1"] = "NullableFormatter`1",
        ["System.Lazy`1"] = "LazyFormatter`1",
        ["System.ArraySegment`1"] = "ArraySegmentFormatter`1",
        ["System.Memory`1"] = "MemoryFormatter`1",
        ["System.ReadOnlyMemory`1"] = "ReadOnlyMemoryFormatter`1",
        ["System.Buffers.ReadOnlySequence`1"] = "ReadOnlySequenceFormatter`1",
        ["System.Collections.Generic.List`1"] = "ListFormatter`1",
        ["System.Collections.Generic.LinkedList`1"] = "LinkedListFormatter`1",
        ["System.Collections.Generic.Queue`1"] = "QueueFormatter`1",
        ["System.Collections.Generic.PriorityQueue`2"] = "PriorityQueueFormatter`2",
        ["System.Collections.Generic.Stack`1"] = "StackFormatter`1",
        ["System.Collections.Generic.HashSet`1"] = "HashSetFormatter`1",
        ["System.Collections.Generic.SortedSet`1"] = "SortedSetFormatter`1",
        ["System.Collections.Generic.IList`1"] = "InterfaceListFormatter2`1",
        ["System.Collections.Generic.ICollection`1"] = "InterfaceCollectionFormatter2`1",
        ["System.Collections.Generic.IEnumerable`1"] = "InterfaceEnumerableFormatter`1",
        ["System.Collections.Generic.IReadOnlyList`1"] = "InterfaceReadOnlyListFormatter`1",
        ["System.Collections.Generic.IReadOnlyCollection`1"] = "InterfaceReadOnlyCollectionFormatter`1",
        ["System.Collections.Generic.ISet`1"] = "InterfaceSetFormatter`1",
        ["System.Collections.Generic.IReadOnlySet`1"] = "InterfaceReadOnlySetFormatter`1",
        ["System.Collections.Generic.Dictionary`2"] = "DictionaryFormatter`2",
        ["System.Collections.Generic.IDictionary`2"] = "InterfaceDictionaryFormatter`2",
        ["System.Collections.Generic.IReadOnlyDictionary`2"] = "InterfaceReadOnlyDictionaryFormatter`2",
        ["System.Collections.Generic.SortedDictionary`2"] = "SortedDictionaryFormatter`2",
        ["System.Collections.Generic.SortedList`2"] = "SortedListFormatter`2",
        ["System.Collections.Generic.OrderedDictionary`2"] = "OrderedDictionaryFormatter`2",
        ["System.Collections.Generic.KeyValuePair`2"] = "KeyValuePairFormatter`2",
        ["System.Collections.ObjectModel.Collection`1"] = "CollectionFormatter`1",
        ["System.Collections.ObjectModel.ReadOnlyCollection`1"] = "ReadOnlyCollectionFormatter`1",
        ["System.Collections.ObjectModel.ObservableCollection`1"] = "ObservableCollectionFormatter`1",
        ["System.Collections.ObjectModel.ReadOnlyObservableCollection`1"] = "ReadOnlyObservableCollectionFormatter`1",
        ["System.Collections.ObjectModel.ReadOnlyDictionary`2"] = "ReadOnlyDictionaryFormatter`2",
        ["System.Collections.ObjectModel.ReadOnlySet`1"] = "ReadOnlySetFormatter`1",
        ["System.Collections.Concurrent.ConcurrentBag`1"] = "ConcurrentBagFormatter`1",
        ["System.Collections.Concurrent.ConcurrentQueue`1"] = "ConcurrentQueueFormatter`1",
        ["System.Collections.Concurrent.ConcurrentStack`1"] = "ConcurrentStackFormatter`1",
        ["System.Collections.Concurrent.ConcurrentDictionary`2"] = "ConcurrentDictionaryFormatter`2",
        ["System.Collections.Frozen.FrozenDictionary`2"] = "FrozenDictionaryFormatter`2",
        ["System.Collections.Frozen.FrozenSet`1"] = "FrozenSetFormatter`1",
        ["System.Collections.Immutable.ImmutableArray`1"] = "ImmutableArrayFormatter`1",
        ["System.Collections.Immutable.ImmutableList`1"] = "ImmutableListFormatter`1",
        ["System.Collections.Immutable.ImmutableDictionary`2"] = "ImmutableDictionaryFormatter`2",
        ["System.Collections.Immutable.ImmutableHashSet`1"] = "ImmutableHashSetFormatter`1",
        ["System.Collections.Immutable.ImmutableSortedDictionary`2"] = "ImmutableSortedDictionaryFormatter`2",
        ["System.Collections.Immutable.ImmutableSortedSet`1"] = "ImmutableSortedSetFormatter`1",
        ["System.Collections.Immutable.ImmutableQueue`1"] = "ImmutableQueueFormatter`1",
        ["System.Collections.Immutable.ImmutableStack`1"] = "ImmutableStackFormatter`1",
        ["System.Collections.Immutable.IImmutableList`1"] = "InterfaceImmutableListFormatter`1",
        ["System.Collections.Immutable.IImmutableSet`1"] = "InterfaceImmutableSetFormatter`1",
        ["System.Collections.Immutable.IImmutableQueue`1"] = "InterfaceImmutableQueueFormatter`1",
        ["System.Collections.Immutable.IImmutableStack`1"] = "InterfaceImmutableStackFormatter`1",
        ["System.Collections.Immutable.IImmutableDictionary`2"] = "InterfaceImmutableDictionaryFormatter`2",
        ["System.Linq.IGrouping`2"] = "InterfaceGroupingFormatter`2",
        ["System.Linq.ILookup`2"] = "InterfaceLookupFormatter`2",
    };

    /// <summary>
    /// Returns the metadata name of the library's formatter without its namespace, or null if there is none.
    /// </summary>
    public static string? ForKnown(INamedTypeSymbol definition)
    {
        if (definition.ContainingType is not null)
        {
            return null;
        }

        string space = definition.ContainingNamespace.ToDisplayString();
        if (space == "System" && definition.Name is "Tuple" or "ValueTuple")
        {
            return definition.Name + "Formatter`" + definition.Arity;
        }

        return Known.TryGetValue(space + "." + definition.MetadataName, out string? formatter) ? formatter : null;
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
    /// a comparer of the keys, or null for other types. Follows the same rules as the library's CustomCollections, except that
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

        string name = TypeNames.Of(type);
        string? creation = !usesComparer ? null
            : hasConstructor ? "static comparer => comparer is null ? new " + name + "() : new " + name + "(comparer)"
            : "static comparer => new " + name + "(comparer ?? global::System.Collections.Generic.EqualityComparer<" + TypeNames.Of(key!) + ">.Default)";
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
    {
        INamedTypeSymbol? found = type;
        while (found is not null && (found.MetadataName != name || found.ContainingNamespace?.ToDisplayString() != space))
        {
            found = found.BaseType;
        }

        return found;
    }

    private static bool IsComparer(ITypeSymbol parameter, ITypeSymbol key)
        => parameter is INamedTypeSymbol { MetadataName: "IEqualityComparer`1" } comparer && comparer.ContainingNamespace.ToDisplayString() == Generic
            && SymbolEqualityComparer.Default.Equals(comparer.TypeArguments[0], key);
}

/// <summary>The formatter of an application's collection class.</summary>
/// <param name="Formatter">The metadata name of the library's formatter without its namespace.</param>
/// <param name="Arguments">The type arguments of the formatter.</param>
/// <param name="Creation">The argument of the formatter's constructor, or null if it has none.</param>
internal sealed record CustomCollection(string Formatter, ITypeSymbol[] Arguments, string? Creation);
