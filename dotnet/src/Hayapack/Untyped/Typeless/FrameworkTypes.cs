using System.Buffers;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Dynamic;
using System.Numerics;
using System.Text;

namespace Hayapack.Typeless;

/// <summary>
/// The framework types that a typed value's name can refer to without registration, as listed in
/// vectors/names/framework.tsv. All of them only contain values: constructing one has no other effect.
/// </summary>
internal static class FrameworkTypes
{
    private static readonly Type[] Types =
    [
        typeof(object), typeof(bool), typeof(byte), typeof(sbyte), typeof(short), typeof(ushort), typeof(int), typeof(uint),
        typeof(long), typeof(ulong), typeof(Int128), typeof(UInt128), typeof(Half), typeof(float), typeof(double),
        typeof(decimal), typeof(char), typeof(string), typeof(DateTime), typeof(DateTimeOffset), typeof(DateOnly),
        typeof(TimeOnly), typeof(TimeSpan), typeof(Guid), typeof(Uri), typeof(Version), typeof(StringBuilder), typeof(Rune),
        typeof(BigInteger), typeof(Complex), typeof(Vector2), typeof(Vector3), typeof(Vector4), typeof(Quaternion),
        typeof(Matrix3x2), typeof(Matrix4x4), typeof(BitArray), typeof(ArrayList), typeof(Hashtable),
        typeof(ExpandoObject),

        typeof(List<>), typeof(LinkedList<>), typeof(Queue<>), typeof(Stack<>), typeof(HashSet<>), typeof(SortedSet<>),
        typeof(Collection<>), typeof(ReadOnlyCollection<>), typeof(ObservableCollection<>),
        typeof(ConcurrentBag<>), typeof(ConcurrentQueue<>), typeof(ConcurrentStack<>),
        typeof(ImmutableArray<>), typeof(ImmutableList<>), typeof(ImmutableHashSet<>), typeof(ImmutableSortedSet<>),
        typeof(ImmutableQueue<>), typeof(ImmutableStack<>), typeof(FrozenSet<>),
        typeof(PriorityQueue<,>), typeof(ReadOnlyObservableCollection<>), typeof(ReadOnlySet<>),
        typeof(Memory<>), typeof(ReadOnlyMemory<>), typeof(ReadOnlySequence<>), typeof(ArraySegment<>),
        typeof(Dictionary<,>), typeof(SortedDictionary<,>), typeof(SortedList<,>), typeof(ReadOnlyDictionary<,>),
        typeof(ConcurrentDictionary<,>), typeof(ImmutableDictionary<,>), typeof(ImmutableSortedDictionary<,>),
        typeof(OrderedDictionary<,>), typeof(FrozenDictionary<,>),
        typeof(IEnumerable<>), typeof(ICollection<>), typeof(IList<>), typeof(IReadOnlyCollection<>), typeof(IReadOnlyList<>),
        typeof(ISet<>), typeof(IDictionary<,>), typeof(IReadOnlyDictionary<,>),
        typeof(Nullable<>), typeof(Lazy<>), typeof(KeyValuePair<,>),
        typeof(Tuple<>), typeof(Tuple<,>), typeof(Tuple<,,>), typeof(Tuple<,,,>), typeof(Tuple<,,,,>), typeof(Tuple<,,,,,>),
        typeof(Tuple<,,,,,,>), typeof(ValueTuple<>), typeof(ValueTuple<,>), typeof(ValueTuple<,,>), typeof(ValueTuple<,,,>),
        typeof(ValueTuple<,,,,>), typeof(ValueTuple<,,,,,>), typeof(ValueTuple<,,,,,,>), typeof(Tuple<,,,,,,,>),
        typeof(ValueTuple<,,,,,,,>),
    ];

    private static readonly FrozenDictionary<string, Type> ByName = Types.ToFrozenDictionary(type => type.FullName!);

    /// <summary>Gets the full names of the types, without assembly names.</summary>
    internal static IEnumerable<string> Names => ByName.Keys;

    /// <summary>Finds a type or a generic type definition; null if there is none.</summary>
    /// <param name="name">The full name, without the assembly and without generic arguments.</param>
    /// <param name="assembly">The name of an assembly of any runtime, or an empty one.</param>
    internal static Type? Find(ReadOnlySpan<char> name, ReadOnlySpan<char> assembly) =>
        IsFramework(assembly) && ByName.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(name, out Type? type) ? type : null;

    private static bool IsFramework(ReadOnlySpan<char> assembly) =>
        assembly is "" or "System" or "netstandard" or "mscorlib" || assembly.StartsWith("System.");
}
