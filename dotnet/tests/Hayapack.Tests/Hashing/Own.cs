using System.Collections;
using System.Collections.Concurrent;
using System.Collections.ObjectModel;

namespace Hayapack.Tests.Hashing;

/// <summary>Collection types of an application. Those that would hash keys without a key are <see cref="IRefused"/>.</summary>
public static class Own
{
    public interface IRefused;

    public class StepMap : Dictionary<Step, int>, IRefused;

    public class StepMapWithComparer : Dictionary<Step, int>
    {
        public StepMapWithComparer()
        {
        }

        public StepMapWithComparer(IEqualityComparer<Step> comparer)
            : base(comparer)
        {
        }
    }

    public class StepMapOnlyWithComparer(IEqualityComparer<Step>? comparer) : Dictionary<Step, int>(comparer);

    public class StepMapOfAnything : Dictionary<Step, int>, IRefused
    {
        public StepMapOfAnything()
        {
        }

        public StepMapOfAnything(object settings) => ArgumentNullException.ThrowIfNull(settings);
    }

    public class MapOfMap(IDictionary<Step, int> entries) : Dictionary<Step, int>(entries), IRefused;

    public class MapOfMapWithComparer : Dictionary<Step, int>
    {
        public MapOfMapWithComparer(IDictionary<Step, int> entries)
            : base(entries)
        {
        }

        public MapOfMapWithComparer(IDictionary<Step, int> entries, IEqualityComparer<Step> comparer)
            : base(entries, comparer)
        {
        }
    }

    public class View(IDictionary<Step, int> entries) : ReadOnlyDictionary<Step, int>(entries);

    public class Concurrent : ConcurrentDictionary<Step, int>, IRefused;

    public class Ordered : OrderedDictionary<Step, int>, IRefused;

    public class Tree : SortedDictionary<Step, int>;

    public class TreeSet : SortedSet<Step>;

    public class Moving : SortedList<Step, int>, IRefused;

    public class StepSet : HashSet<Step>, IRefused;

    public class StepSetWithComparer : HashSet<Step>
    {
        public StepSetWithComparer()
        {
        }

        public StepSetWithComparer(IEqualityComparer<Step> comparer)
            : base(comparer)
        {
        }
    }

    public class SetOfItems(IEnumerable<Step> items) : HashSet<Step>(items), IRefused;

    public class SetOfItemsWithComparer : HashSet<Step>
    {
        public SetOfItemsWithComparer(IEnumerable<Step> items)
            : base(items)
        {
        }

        public SetOfItemsWithComparer(IEnumerable<Step> items, IEqualityComparer<Step> comparer)
            : base(items, comparer)
        {
        }
    }

    public class Keyed : KeyedCollection<Step, Step>, IRefused
    {
        protected override Step GetKeyForItem(Step item) => item;
    }

    public class KeyedWithComparer(IEqualityComparer<Step> comparer) : KeyedCollection<Step, Step>(comparer)
    {
        protected override Step GetKeyForItem(Step item) => item;
    }

    public class Plain : List<Step>;

    public class Observable : ObservableCollection<Step>;

    public class Table : Hashtable, IRefused;

    public class TableWithComparer : Hashtable
    {
        public TableWithComparer()
        {
        }

        public TableWithComparer(IEqualityComparer comparer)
            : base(comparer)
        {
        }
    }

    public class OldMap : DictionaryBase, IRefused;

    public class OldList : CollectionBase;

    /// <summary>The runtime hashes strings with a key, so the comparer that this type chooses is kept.</summary>
    public class Headers : Dictionary<string, int>
    {
        public Headers()
            : base(StringComparer.OrdinalIgnoreCase)
        {
        }

        public Headers(IEqualityComparer<string> comparer)
            : base(comparer)
        {
        }
    }

    public class PlainNumberedMap : Dictionary<long, int>;

    public class NumberedMap : Dictionary<long, int>
    {
        public NumberedMap()
        {
        }

        public NumberedMap(IEqualityComparer<long> comparer)
            : base(comparer)
        {
        }
    }
}
