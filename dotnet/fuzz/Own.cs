using System.Collections;
using System.Collections.Concurrent;
using System.Collections.ObjectModel;

namespace Hayapack.Fuzz;

/// <summary>Collection types of an application, with and without a constructor that takes a comparer.</summary>
public static class Own
{
    /// <summary>A dictionary that takes a comparer.</summary>
    public class LongMap : Dictionary<long, int>
    {
        /// <summary>Initializes a new instance of the <see cref="LongMap"/> class.</summary>
        public LongMap()
        {
        }

        /// <summary>Initializes a new instance of the <see cref="LongMap"/> class.</summary>
        /// <param name="comparer">The comparer.</param>
        public LongMap(IEqualityComparer<long> comparer)
            : base(comparer)
        {
        }
    }

    /// <summary>A set that only takes a comparer.</summary>
    public class LongSet(IEqualityComparer<long> comparer) : HashSet<long>(comparer);

    /// <summary>A dictionary without a comparer.</summary>
    public class RefusedMap : Dictionary<int, object>;

    /// <summary>A dictionary whose keys are strings.</summary>
    public class Headers : Dictionary<string, object>
    {
        /// <summary>Initializes a new instance of the <see cref="Headers"/> class.</summary>
        public Headers()
            : base(StringComparer.OrdinalIgnoreCase)
        {
        }
    }

    /// <summary>A sorted dictionary.</summary>
    public class Tree : SortedDictionary<int, string>;

    /// <summary>A collection that finds its items by a key.</summary>
    public class Items : KeyedCollection<string, string>
    {
        /// <inheritdoc/>
        protected override string GetKeyForItem(string item) => item ?? "";
    }

    /// <summary>A list.</summary>
    public class Numbers : List<int>;

    /// <summary>A list that is not generic.</summary>
    public class Untyped : ArrayList;

    /// <summary>A dictionary whose keys are written in the width of their type.</summary>
    public class ShortTree : SortedDictionary<short, uint>;

    /// <summary>A set of URIs that takes a comparer.</summary>
    public class Links(IEqualityComparer<Uri> comparer) : HashSet<Uri>(comparer);

    /// <summary>A set of URIs without a comparer.</summary>
    public class RefusedLinks : HashSet<Uri>;

    /// <summary>A hash table that takes a comparer.</summary>
    public class Table : Hashtable
    {
        /// <summary>Initializes a new instance of the <see cref="Table"/> class.</summary>
        public Table()
        {
        }

        /// <summary>Initializes a new instance of the <see cref="Table"/> class.</summary>
        /// <param name="comparer">The comparer.</param>
        public Table(IEqualityComparer comparer)
            : base(comparer)
        {
        }
    }

    /// <summary>A dictionary whose constructors take the entries, with a comparer or without.</summary>
    public class Snapshot : Dictionary<Uri, object>
    {
        /// <summary>Initializes a new instance of the <see cref="Snapshot"/> class.</summary>
        /// <param name="entries">The entries.</param>
        public Snapshot(IDictionary<Uri, object> entries)
            : base(entries)
        {
        }

        /// <summary>Initializes a new instance of the <see cref="Snapshot"/> class.</summary>
        /// <param name="entries">The entries.</param>
        /// <param name="comparer">The comparer.</param>
        public Snapshot(IDictionary<Uri, object> entries, IEqualityComparer<Uri> comparer)
            : base(entries, comparer)
        {
        }
    }

    /// <summary>A dictionary that keeps the one that it gets.</summary>
    public class ReadOnly(IDictionary<long, object> entries) : ReadOnlyDictionary<long, object>(entries);

    /// <summary>A sequence whose constructor takes the items.</summary>
    public class Sequence(IEnumerable<int> items) : IEnumerable<int>
    {
        /// <inheritdoc/>
        public IEnumerator<int> GetEnumerator() => items.GetEnumerator();

        /// <inheritdoc/>
        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    /// <summary>A concurrent dictionary without a comparer.</summary>
    public class RefusedConcurrent : ConcurrentDictionary<long, int>;

    /// <summary>A key type of the application.</summary>
    [MessagePackObject]
    public readonly record struct Point([property: Key(0)] int X, [property: Key(1)] int Y);

    /// <summary>An object that contains such collections.</summary>
    [MessagePackObject]
    public class Holder
    {
        /// <summary>Gets or sets a dictionary.</summary>
        [Key(0)]
        public LongMap? Map { get; set; }

        /// <summary>Gets or sets values that are made when they are needed.</summary>
        [Key(1)]
        public Lazy<Numbers?>? Numbers { get; set; }

        /// <summary>Gets or sets a set.</summary>
        [Key(2)]
        public Links? Links { get; set; }

        /// <summary>Gets or sets an object of the same type.</summary>
        [Key(3)]
        public Lazy<Holder?>? Inner { get; set; }
    }
}
