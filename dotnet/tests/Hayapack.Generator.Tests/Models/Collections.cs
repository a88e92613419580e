using System.Collections.ObjectModel;

namespace Hayapack.Generator.Tests.Models;

public class LongMap : Dictionary<long, int>
{
    public LongMap()
    {
    }

    public LongMap(IEqualityComparer<long> comparer)
        : base(comparer)
    {
    }
}

public class LongSet(IEqualityComparer<long> comparer) : HashSet<long>(comparer);

public class NumberedItems(IEqualityComparer<long> comparer) : KeyedCollection<long, string>(comparer)
{
    protected override long GetKeyForItem(string item) => item.Length;
}

public class PlainMap : Dictionary<long, int>;

public class PlainSet : HashSet<long>;

public class PlainTree : SortedDictionary<long, int>;

public class CaseInsensitive : Dictionary<string, int>
{
    public CaseInsensitive()
        : base(StringComparer.OrdinalIgnoreCase)
    {
    }

    public CaseInsensitive(IEqualityComparer<string> comparer)
        : base(comparer)
    {
    }
}

[MessagePackObject]
public class WithCollections
{
    [Key(0)]
    public LongMap? Map { get; set; }

    [Key(1)]
    public LongSet? Set { get; set; }

    [Key(2)]
    public NumberedItems? Items { get; set; }

    [Key(3)]
    public PlainMap? Plain { get; set; }

    [Key(4)]
    public PlainSet? Numbers { get; set; }

    [Key(5)]
    public PlainTree? Tree { get; set; }

    [Key(6)]
    public CaseInsensitive? Headers { get; set; }
}
