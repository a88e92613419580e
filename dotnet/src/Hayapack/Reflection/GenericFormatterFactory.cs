using System.Buffers;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using Hayapack.Formatters;

namespace Hayapack.Reflection;

/// <summary>Builds the formatters of arrays, enums, collections and tuples by reflection.</summary>
[RequiresDynamicCode("Builds generic types at run time.")]
[RequiresUnreferencedCode("Builds generic types at run time.")]
internal static class GenericFormatterFactory
{
    private static readonly FrozenDictionary<Type, Type> Known = new Dictionary<Type, Type>
    {
        [typeof(Nullable<>)] = typeof(NullableFormatter<>),
        [typeof(List<>)] = typeof(ListFormatter<>),
        [typeof(LinkedList<>)] = typeof(LinkedListFormatter<>),
        [typeof(Queue<>)] = typeof(QueueFormatter<>),
        [typeof(Stack<>)] = typeof(StackFormatter<>),
        [typeof(HashSet<>)] = typeof(HashSetFormatter<>),
        [typeof(SortedSet<>)] = typeof(SortedSetFormatter<>),
        [typeof(PriorityQueue<,>)] = typeof(PriorityQueueFormatter<,>),
        [typeof(Collection<>)] = typeof(CollectionFormatter<>),
        [typeof(ReadOnlyCollection<>)] = typeof(ReadOnlyCollectionFormatter<>),
        [typeof(ObservableCollection<>)] = typeof(ObservableCollectionFormatter<>),
        [typeof(ReadOnlyObservableCollection<>)] = typeof(ReadOnlyObservableCollectionFormatter<>),
        [typeof(IList<>)] = typeof(InterfaceListFormatter2<>),
        [typeof(ICollection<>)] = typeof(InterfaceCollectionFormatter2<>),
        [typeof(IEnumerable<>)] = typeof(InterfaceEnumerableFormatter<>),
        [typeof(IReadOnlyList<>)] = typeof(InterfaceReadOnlyListFormatter<>),
        [typeof(IReadOnlyCollection<>)] = typeof(InterfaceReadOnlyCollectionFormatter<>),
        [typeof(ISet<>)] = typeof(InterfaceSetFormatter<>),
        [typeof(IReadOnlySet<>)] = typeof(InterfaceReadOnlySetFormatter<>),
        [typeof(ReadOnlySet<>)] = typeof(ReadOnlySetFormatter<>),
        [typeof(ILookup<,>)] = typeof(InterfaceLookupFormatter<,>),
        [typeof(IGrouping<,>)] = typeof(InterfaceGroupingFormatter<,>),
        [typeof(ConcurrentBag<>)] = typeof(ConcurrentBagFormatter<>),
        [typeof(ConcurrentQueue<>)] = typeof(ConcurrentQueueFormatter<>),
        [typeof(ConcurrentStack<>)] = typeof(ConcurrentStackFormatter<>),
        [typeof(ConcurrentDictionary<,>)] = typeof(ConcurrentDictionaryFormatter<,>),
        [typeof(Dictionary<,>)] = typeof(DictionaryFormatter<,>),
        [typeof(IDictionary<,>)] = typeof(InterfaceDictionaryFormatter<,>),
        [typeof(IReadOnlyDictionary<,>)] = typeof(InterfaceReadOnlyDictionaryFormatter<,>),
        [typeof(ReadOnlyDictionary<,>)] = typeof(ReadOnlyDictionaryFormatter<,>),
        [typeof(SortedDictionary<,>)] = typeof(SortedDictionaryFormatter<,>),
        [typeof(SortedList<,>)] = typeof(SortedListFormatter<,>),
        [typeof(OrderedDictionary<,>)] = typeof(OrderedDictionaryFormatter<,>),
        [typeof(FrozenSet<>)] = typeof(FrozenSetFormatter<>),
        [typeof(FrozenDictionary<,>)] = typeof(FrozenDictionaryFormatter<,>),
        [typeof(ImmutableArray<>)] = typeof(ImmutableArrayFormatter<>),
        [typeof(ImmutableList<>)] = typeof(ImmutableListFormatter<>),
        [typeof(ImmutableHashSet<>)] = typeof(ImmutableHashSetFormatter<>),
        [typeof(ImmutableSortedSet<>)] = typeof(ImmutableSortedSetFormatter<>),
        [typeof(ImmutableQueue<>)] = typeof(ImmutableQueueFormatter<>),
        [typeof(ImmutableStack<>)] = typeof(ImmutableStackFormatter<>),
        [typeof(ImmutableDictionary<,>)] = typeof(ImmutableDictionaryFormatter<,>),
        [typeof(ImmutableSortedDictionary<,>)] = typeof(ImmutableSortedDictionaryFormatter<,>),
        [typeof(IImmutableList<>)] = typeof(InterfaceImmutableListFormatter<>),
        [typeof(IImmutableSet<>)] = typeof(InterfaceImmutableSetFormatter<>),
        [typeof(IImmutableQueue<>)] = typeof(InterfaceImmutableQueueFormatter<>),
        [typeof(IImmutableStack<>)] = typeof(InterfaceImmutableStackFormatter<>),
        [typeof(IImmutableDictionary<,>)] = typeof(InterfaceImmutableDictionaryFormatter<,>),
        [typeof(KeyValuePair<,>)] = typeof(KeyValuePairFormatter<,>),
        [typeof(Lazy<>)] = typeof(LazyFormatter<>),
        [typeof(Memory<>)] = typeof(MemoryFormatter<>),
        [typeof(ReadOnlyMemory<>)] = typeof(ReadOnlyMemoryFormatter<>),
        [typeof(ReadOnlySequence<>)] = typeof(ReadOnlySequenceFormatter<>),
        [typeof(ArraySegment<>)] = typeof(ArraySegmentFormatter<>),
        [typeof(Tuple<>)] = typeof(TupleFormatter<>),
        [typeof(Tuple<,>)] = typeof(TupleFormatter<,>),
        [typeof(Tuple<,,>)] = typeof(TupleFormatter<,,>),
        [typeof(Tuple<,,,>)] = typeof(TupleFormatter<,,,>),
        [typeof(Tuple<,,,,>)] = typeof(TupleFormatter<,,,,>),
        [typeof(Tuple<,,,,,>)] = typeof(TupleFormatter<,,,,,>),
        [typeof(Tuple<,,,,,,>)] = typeof(TupleFormatter<,,,,,,>),
        [typeof(Tuple<,,,,,,,>)] = typeof(TupleFormatter<,,,,,,,>),
        [typeof(ValueTuple<>)] = typeof(ValueTupleFormatter<>),
        [typeof(ValueTuple<,>)] = typeof(ValueTupleFormatter<,>),
        [typeof(ValueTuple<,,>)] = typeof(ValueTupleFormatter<,,>),
        [typeof(ValueTuple<,,,>)] = typeof(ValueTupleFormatter<,,,>),
        [typeof(ValueTuple<,,,,>)] = typeof(ValueTupleFormatter<,,,,>),
        [typeof(ValueTuple<,,,,,>)] = typeof(ValueTupleFormatter<,,,,,>),
        [typeof(ValueTuple<,,,,,,>)] = typeof(ValueTupleFormatter<,,,,,,>),
        [typeof(ValueTuple<,,,,,,,>)] = typeof(ValueTupleFormatter<,,,,,,,>),
    }.ToFrozenDictionary();

    /// <summary>Returns the formatter of such a type, or null for other types.</summary>
    internal static object? Find(Type type)
    {
        if (type.IsArray)
        {
            Type? array = type.GetArrayRank() switch
            {
                1 => type.IsSZArray ? typeof(ArrayFormatter<>) : null,
                2 => typeof(TwoDimensionalArrayFormatter<>),
                3 => typeof(ThreeDimensionalArrayFormatter<>),
                4 => typeof(FourDimensionalArrayFormatter<>),
                _ => null,
            };
            return array is null ? null : Make(array, type.GetElementType()!);
        }

        if (type.IsEnum)
        {
            return Make(typeof(GenericEnumFormatter<>), type);
        }

        if (type.IsSubclassOf(typeof(Type)))
        {
            return Make(typeof(TypeFormatter<>), type);
        }

        return type.IsGenericType && Known.TryGetValue(type.GetGenericTypeDefinition(), out Type? formatter)
            ? Make(formatter, type.GenericTypeArguments)
            : null;
    }

    /// <summary>Returns whether <see cref="Find"/> finds a formatter for an array or generic type.</summary>
    internal static bool IsKnown(Type type) => type.IsArray || (type.IsConstructedGenericType && Known.ContainsKey(type.GetGenericTypeDefinition()));

    internal static object Make(Type definition, params Type[] arguments) =>
        Activator.CreateInstance(definition.MakeGenericType(arguments))!;
}
