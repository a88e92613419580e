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
}
