using System.Buffers;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Dynamic;

namespace Cases;

public static partial class AllCases
{
    private static void Buffers(List<Case> list)
    {
        list.Add<byte[]?>("buffers", "byte[]", maker => maker.Bytes(), null, [], new byte[255], new byte[256], new byte[65535], new byte[65536]);
        list.Add<Memory<byte>>("buffers", "Memory<byte>", maker => maker.Bytes());
        list.Add<ReadOnlyMemory<byte>>("buffers", "ReadOnlyMemory<byte>", maker => maker.Bytes());
        list.Add("buffers", "ReadOnlySequence<byte>", maker => new ReadOnlySequence<byte>(maker.Bytes()));
        list.Add<ArraySegment<byte>>("buffers", "ArraySegment<byte>", maker => maker.Bytes(), default(ArraySegment<byte>));
        list.Add<List<byte>>("buffers", "List<byte>", maker => [.. maker.Bytes()]);
        list.Add<byte[][]>("buffers", "byte[][]", maker => maker.Many(other => other.Bytes()));
        list.Add<Memory<int>>("buffers", "Memory<int>", maker => maker.Many(other => other.Int()));
        list.Add<ReadOnlyMemory<string>>("buffers", "ReadOnlyMemory<string>", maker => maker.Many(other => other.Text()));
        list.Add("buffers", "ReadOnlySequence<int>", maker => new ReadOnlySequence<int>(maker.Many(other => other.Int())));
        list.Add<ArraySegment<int>>("buffers", "ArraySegment<int>", maker => maker.Many(other => other.Int()));
        list.Add("buffers", "int[,]", maker => Fill(new int[maker.Below(4), maker.Below(4)], maker), new int[0, 0], new int[0, 3]);
        list.Add("buffers", "int[,,]", maker => Fill(new int[maker.Below(4), 1 + maker.Below(3), maker.Below(4)], maker));
        list.Add("buffers", "int[,,,]", maker => Fill(new int[1 + maker.Below(2), maker.Below(3), 2, maker.Below(4)], maker));
        list.Add<int[][]?>("buffers", "int[][]", maker => maker.Many(other => other.Many(third => third.Int())));
        list.Add<string[][]>("buffers", "string[][]", maker => maker.Many(other => other.Many(third => third.Text())));
    }

    private static void Collections(List<Case> list)
    {
        Sequences<int>(list, "int", maker => maker.Int());
        Sequences<string>(list, "string", maker => maker.Text());
        Immutable(list);
        Tuples(list);
        list.Add<ArrayList?>("collections", "ArrayList", maker => new ArrayList(maker.Many(Boxed)), default(ArrayList));
        list.Add<IList?>("collections", "IList", maker => maker.Many(Boxed));
        list.Add<ICollection?>("collections", "ICollection", maker => maker.Many(Boxed));
        list.Add<IEnumerable?>("collections", "IEnumerable", maker => maker.Many(Boxed));
        list.Add("collections", "Lazy<string>", maker => new Lazy<string>(maker.Text()));
        list.Add("collections", "PriorityQueue<string, int>", maker => new PriorityQueue<string, int>(maker.Many(other => (other.Text(), other.Int()))));
    }

    private static void Sequences<T>(List<Case> list, string name, Func<Maker, T> make)
    {
        list.Add<LinkedList<T>?>("collections", $"LinkedList<{name}>", maker => new LinkedList<T>(maker.Many(make)), default(LinkedList<T>));
        list.Add("collections", $"Queue<{name}>", maker => new Queue<T>(maker.Many(make)));
        list.Add("collections", $"Stack<{name}>", maker => new Stack<T>(maker.Many(make)));
        list.Add("collections", $"HashSet<{name}>", maker => new HashSet<T>(maker.Many(make)));
        list.Add<ISet<T>>("collections", $"ISet<{name}>", maker => new HashSet<T>(maker.Many(make)));
        list.Add<IReadOnlySet<T>>("collections", $"IReadOnlySet<{name}>", maker => new HashSet<T>(maker.Many(make)));
        list.Add("collections", $"SortedSet<{name}>", maker => new SortedSet<T>(maker.Many(make), typeof(T) == typeof(string) ? (IComparer<T>)StringComparer.Ordinal : null));
        list.Add("collections", $"ConcurrentBag<{name}>", maker => new ConcurrentBag<T>(maker.Many(make)));
        list.Add("collections", $"ConcurrentQueue<{name}>", maker => new ConcurrentQueue<T>(maker.Many(make)));
        list.Add("collections", $"ConcurrentStack<{name}>", maker => new ConcurrentStack<T>(maker.Many(make)));
        list.Add("collections", $"Collection<{name}>", maker => new Collection<T>([.. maker.Many(make)]));
        list.Add("collections", $"ReadOnlyCollection<{name}>", maker => new ReadOnlyCollection<T>(maker.Many(make)));
        list.Add("collections", $"ObservableCollection<{name}>", maker => new ObservableCollection<T>(maker.Many(make)));
        list.Add("collections", $"ReadOnlyObservableCollection<{name}>", maker => new ReadOnlyObservableCollection<T>(new(maker.Many(make))));
        list.Add<IList<T>>("collections", $"IList<{name}>", maker => maker.Many(make));
        list.Add<ICollection<T>>("collections", $"ICollection<{name}>", maker => maker.Many(make));
        list.Add<IEnumerable<T>>("collections", $"IEnumerable<{name}>", maker => maker.Many(make));
        list.Add<IReadOnlyList<T>>("collections", $"IReadOnlyList<{name}>", maker => maker.Many(make));
        list.Add<IReadOnlyCollection<T>>("collections", $"IReadOnlyCollection<{name}>", maker => maker.Many(make));
        list.Add<IGrouping<string, T>>("collections", $"IGrouping<string, {name}>", maker => new[] { make(maker), make(maker) }.GroupBy(_ => "all").First());
        list.Add("collections", $"ILookup<int, {name}>", maker => maker.Many(make).ToLookup(item => item!.ToString()!.Length));
        list.Add("collections", $"ReadOnlySet<{name}>", maker => new ReadOnlySet<T>(new HashSet<T>(maker.Many(make))));
    }

    private static void Immutable(List<Case> list)
    {
        list.Add("collections", "ImmutableArray<int>", maker => ImmutableArray.Create(maker.Many(other => other.Int())), ImmutableArray<int>.Empty, default);
        list.Add("collections", "ImmutableList<int>", maker => ImmutableList.Create(maker.Many(other => other.Int())));
        list.Add("collections", "ImmutableHashSet<int>", maker => ImmutableHashSet.Create(maker.Many(other => other.Int())));
        list.Add("collections", "ImmutableSortedSet<int>", maker => ImmutableSortedSet.Create(maker.Many(other => other.Int())));
        list.Add("collections", "ImmutableQueue<int>", maker => ImmutableQueue.Create(maker.Many(other => other.Int())));
        list.Add("collections", "ImmutableStack<int>", maker => ImmutableStack.Create(maker.Many(other => other.Int())));
        list.Add("collections", "ImmutableDictionary<string, int>", maker => Map(maker, other => other.Int()).ToImmutableDictionary());
        list.Add<OwnList>("collections", "OwnList", maker => [.. maker.Many(other => other.Int())], []);
        list.Add("collections", "OwnMap", maker => new OwnMap { [(short)maker.Below(1000)] = maker.MaybeObject(other => other.Text()) });
        list.Add("collections", "ImmutableSortedDictionary<string, int>", maker => Map(maker, other => other.Int()).ToImmutableSortedDictionary(StringComparer.Ordinal));
        list.Add<IImmutableList<int>>("collections", "IImmutableList<int>", maker => ImmutableList.Create(maker.Many(other => other.Int())));
        list.Add<IImmutableSet<int>>("collections", "IImmutableSet<int>", maker => ImmutableHashSet.Create(maker.Many(other => other.Int())));
        list.Add<IImmutableQueue<int>>("collections", "IImmutableQueue<int>", maker => ImmutableQueue.Create(maker.Many(other => other.Int())));
        list.Add<IImmutableStack<int>>("collections", "IImmutableStack<int>", maker => ImmutableStack.Create(maker.Many(other => other.Int())));
        list.Add<IImmutableDictionary<string, int>>("collections", "IImmutableDictionary<string, int>", maker => Map(maker, other => other.Int()).ToImmutableDictionary());
    }

    private static void Tuples(List<Case> list)
    {
        list.Add("collections", "KeyValuePair<string, int>", maker => KeyValuePair.Create(maker.Text(), maker.Int()));
        list.Add<Tuple<int>?>("collections", "Tuple<1>", maker => Tuple.Create(maker.Int()), default(Tuple<int>));
        list.Add("collections", "Tuple<2>", maker => Tuple.Create(maker.Int(), maker.Text()));
        list.Add("collections", "Tuple<3>", maker => Tuple.Create(maker.Int(), maker.Text(), maker.Double()));
        list.Add("collections", "Tuple<4>", maker => Tuple.Create(maker.Int(), maker.Text(), maker.Double(), maker.Bool()));
        list.Add("collections", "Tuple<5>", maker => Tuple.Create(maker.Int(), maker.Text(), 3, 4, 5));
        list.Add("collections", "Tuple<6>", maker => Tuple.Create(maker.Int(), maker.Text(), 3, 4, 5, 6));
        list.Add("collections", "Tuple<7>", maker => Tuple.Create(maker.Int(), maker.Text(), 3, 4, 5, 6, 7));
        list.Add("collections", "Tuple<8>", maker => Tuple.Create(maker.Int(), maker.Text(), 3, 4, 5, 6, 7, 8));
        list.Add("collections", "ValueTuple<1>", maker => ValueTuple.Create(maker.Int()));
        list.Add("collections", "ValueTuple<2>", maker => (maker.Int(), maker.Text()));
        list.Add("collections", "ValueTuple<3>", maker => (maker.Int(), maker.Text(), maker.Double()));
        list.Add("collections", "ValueTuple<4>", maker => (maker.Int(), maker.Text(), maker.Double(), maker.Bool()));
        list.Add("collections", "ValueTuple<5>", maker => (maker.Int(), maker.Text(), 3, 4, 5));
        list.Add("collections", "ValueTuple<6>", maker => (maker.Int(), maker.Text(), 3, 4, 5, 6));
        list.Add("collections", "ValueTuple<7>", maker => (maker.Int(), maker.Text(), 3, 4, 5, 6, 7));
        list.Add("collections", "ValueTuple<8>", maker => (maker.Int(), maker.Text(), 3, 4, 5, 6, 7, 8));
        list.Add("collections", "ValueTuple<10>", maker => (maker.Int(), maker.Text(), 3, 4, 5, 6, 7, 8, 9, maker.Text()));
    }

    private static void Tables(List<Case> list)
    {
        list.Add<Dictionary<string, int>?>("tables", "Dictionary<string, int>", maker => Map(maker, other => other.Int()), default(Dictionary<string, int>));
        list.Add("tables", "Dictionary<string, string>", maker => Map(maker, other => other.MaybeObject(third => third.Text())));
        list.Add("tables", "Dictionary<int, string>", maker => Keyed(maker, other => other.Int()));
        list.Add("tables", "Dictionary<long, string>", maker => Keyed(maker, other => other.Long()));
        list.Add("tables", "Dictionary<ulong, string>", maker => Keyed(maker, other => other.ULong()));
        list.Add("tables", "Dictionary<byte, string>", maker => Keyed(maker, other => (byte)other.Below(256)));
        list.Add("tables", "Dictionary<bool, string>", maker => Keyed(maker, other => other.Bool()));
        list.Add("tables", "Dictionary<char, string>", maker => Keyed(maker, other => (char)other.Below(60000)));
        list.Add("tables", "Dictionary<Guid, string>", maker => Keyed(maker, other => new Guid(other.Bytes(16))));
        list.Add("tables", "Dictionary<DateTime, string>", maker => Keyed(maker, other => other.Time(DateTimeKind.Utc)));
        list.Add("tables", "Dictionary<SmallEnum, string>", maker => Keyed(maker, other => (SmallEnum)other.Below(256)));
        list.Add("tables", "Dictionary<(int, string), string>", maker => Keyed(maker, other => (other.Int(), other.Key())));
        list.Add("tables", "Dictionary<string, List<int>>", maker => Map(maker, other => new List<int>(other.Many(third => third.Int()))));
        list.Add("tables", "Dictionary<string, Dictionary<string, int>>", maker => Map(maker, other => Map(other, third => third.Int())));
        list.Add<IDictionary<string, int>>("tables", "IDictionary<string, int>", maker => Map(maker, other => other.Int()));
        list.Add<IReadOnlyDictionary<string, int>>("tables", "IReadOnlyDictionary<string, int>", maker => Map(maker, other => other.Int()));
        list.Add("tables", "SortedDictionary<string, int>", maker => new SortedDictionary<string, int>(Map(maker, other => other.Int()), StringComparer.Ordinal));
        list.Add("tables", "SortedList<string, int>", maker => new SortedList<string, int>(Map(maker, other => other.Int()), StringComparer.Ordinal));
        list.Add("tables", "ConcurrentDictionary<string, int>", maker => new ConcurrentDictionary<string, int>(Map(maker, other => other.Int())));
        list.Add("tables", "ReadOnlyDictionary<string, int>", maker => new ReadOnlyDictionary<string, int>(Map(maker, other => other.Int())));
        list.Add("tables", "OrderedDictionary<string, int>", maker => new OrderedDictionary<string, int>(Map(maker, other => other.Int())));
        list.Add("tables", "Hashtable", maker => new Hashtable(Map(maker, Boxed)));
        list.Add<IDictionary>("tables", "IDictionary", maker => new Hashtable(Map(maker, Boxed)));
        list.Add("tables", "ExpandoObject", maker =>
        {
            var made = new ExpandoObject();
            foreach (var pair in Map(maker, Boxed))
            {
                made.TryAdd(pair.Key, pair.Value);
            }

            return made;
        });
    }

    private static Dictionary<string, T> Map<T>(Maker maker, Func<Maker, T> make)
    {
        var map = new Dictionary<string, T>();
        for (var left = maker.Count(); left > 0; left--)
        {
            map[maker.Key()] = make(maker);
        }

        return map;
    }

    private static Dictionary<TKey, string> Keyed<TKey>(Maker maker, Func<Maker, TKey> make)
        where TKey : notnull
    {
        var map = new Dictionary<TKey, string>();
        for (var left = maker.Count(); left > 0; left--)
        {
            map[make(maker)] = maker.Text();
        }

        return map;
    }

    private static T Fill<T>(T array, Maker maker)
        where T : class
    {
        var target = (Array)(object)array;
        var index = new int[target.Rank];
        for (var i = 0; i < target.Length; i++)
        {
            var left = i;
            for (var rank = target.Rank - 1; rank >= 0; rank--)
            {
                index[rank] = left % target.GetLength(rank);
                left /= target.GetLength(rank);
            }

            target.SetValue(maker.Int(), index);
        }

        return array;
    }
}
