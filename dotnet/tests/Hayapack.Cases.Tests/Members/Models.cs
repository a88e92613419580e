using System.Collections.Concurrent;
using System.Collections.ObjectModel;
using Hayapack;

namespace Cases.Members;

/// <summary>A class of every kind of member that is populated; by its own rules, with integer keys.</summary>
[MessagePackObject(ObjectCreationHandling = ObjectCreationHandling.Populate)]
public sealed class Populated
{
    [Key(0)]
    public int Number { get; set; }

    [Key(1)]
    public string? Text { get; set; }

    [Key(2)]
    public Inner? Nested { get; set; } = new() { A = 1, B = "b" };

    [Key(3)]
    public List<int> Numbers { get; } = [9, 9];

    [Key(4)]
    public Dictionary<string, int> Map { get; } = new(StringComparer.OrdinalIgnoreCase) { ["old"] = 1 };

    [Key(5)]
    public HashSet<string> Set { get; } = new(StringComparer.OrdinalIgnoreCase);

    [Key(7)]
    public Point Place { get; set; } = new() { X = 3, Y = 4 };

    [Key(8)]
    [MessagePackMember(ObjectCreationHandling = ObjectCreationHandling.Replace)]
    public Inner? Replaced { get; set; } = new() { A = 5, B = "five" };

    [Key(9)]
    public int[] Array { get; set; } = [1];

    [Key(10)]
    public Collection<Inner> Children { get; } = [];

    [Key(11)]
    public IList<string?> Interface { get; set; } = ["x"];

    [Key(12)]
    public Inner Fixed { get; } = new();
}

/// <summary>The same by names, and only the members with an attribute.</summary>
[MessagePackObject(true)]
public sealed class PopulatedNames
{
    public int Number { get; set; } = 7;

    [MessagePackMember(ObjectCreationHandling = ObjectCreationHandling.Populate)]
    public Inner Nested { get; set; } = new() { A = 1, B = "b" };

    [MessagePackMember(ObjectCreationHandling = ObjectCreationHandling.Populate)]
    public SortedDictionary<string, Inner> Sorted { get; } = new(StringComparer.Ordinal);

    [MessagePackMember(ObjectCreationHandling = ObjectCreationHandling.Populate)]
    public ObservableCollection<string?> Observed { get; } = ["old"];

    public Inner? Other { get; set; } = new() { A = 2, B = "two" };
}

/// <summary>A constructor takes some members; others are set or filled after it.</summary>
[MessagePackObject(ObjectCreationHandling = ObjectCreationHandling.Populate)]
public sealed record Order([property: Key(0)] int Id, [property: Key(1)] string? Name = "none")
{
    [Key(2)]
    public List<string?> Lines { get; } = ["old"];

    [Key(3)]
    public double Price { get; set; } = 1.5;

    [Key(4)]
    public Inner? Nested { get; set; } = new();
}

[MessagePackObject]
public sealed class Inner
{
    [Key(0)]
    public int A { get; set; }

    [Key(1)]
    public string? B { get; set; }

    [Key(2)]
    public List<int>? C { get; set; }
}

[MessagePackObject]
public struct Point
{
    [Key(0)]
    public int X { get; set; }

    [Key(1)]
    public int Y { get; set; }
}

/// <summary>No attribute but keys: the options decide.</summary>
[MessagePackObject(true)]
public sealed class Plain
{
    public int Number { get; set; }

    public string? Text { get; set; } = "initial";

    public Plain? Next { get; set; }

    public List<Inner>? List { get; set; } = [];

    public Dictionary<int, string?> Map { get; set; } = new() { [1] = "one" };

    public double Real { get; set; }

    public float Single { get; set; }

    public bool Flag { get; set; }

    public DateTime Time { get; set; }

    public int? Maybe { get; set; }

    public Guid Id { get; set; }

    public DayOfWeek Day { get; set; }

    public decimal Money { get; set; }

    public Point Place { get; set; }

    public char Letter { get; set; }
}

[MessagePackObject]
public sealed class PlainArray
{
    [Key(0)]
    public int First { get; set; }

    [Key(2)]
    public string? Second { get; set; }

    [Key(3)]
    public long Third { get; set; }

    [Key(6)]
    public Inner? Fourth { get; set; }
}

[MessagePackObject(true, OmitDefaults = OmitDefaults.Default)]
public sealed class Omitting
{
    public int Number { get; set; }

    public string? Text { get; set; }

    public double Real { get; set; }

    public bool Flag { get; set; }

    [MessagePackMember(OmitDefaults = OmitDefaults.None)]
    public int Always { get; set; }

    [MessagePackMember(OmitDefaults = OmitDefaults.Null)]
    public int? Nullable { get; set; }

    public Inner? Nested { get; set; }

    public DateTime Time { get; set; }

    public required string? Needed { get; set; }

    [Key("a key of more than thirty-one bytes")]
    public string? LongKey { get; set; }

    public List<string?>? Last { get; set; }

    public Guid Id { get; set; }
}

[MessagePackObject(OmitDefaults = OmitDefaults.Default)]
public sealed class OmittingArray
{
    [Key(0)]
    public int First { get; set; }

    [Key(1)]
    [MessagePackMember(OmitDefaults = OmitDefaults.None)]
    public int Second { get; set; }

    [Key(4)]
    public string? Third { get; set; }

    [Key(5)]
    public double Fourth { get; set; }

    [Key(7)]
    public Inner? Fifth { get; set; }
}

[MessagePackObject(true, OmitDefaults = OmitDefaults.Null)]
public sealed record OmittingRecord(int Number, string? Text = "default", string? Other = null);

[MessagePackObject(true, UnmappedMemberHandling = UnmappedMemberHandling.Disallow)]
public sealed class Strict
{
    public int Known { get; set; }

    public Inner? Nested { get; set; }
}

[MessagePackObject(UnmappedMemberHandling = UnmappedMemberHandling.Disallow)]
public sealed class StrictArray
{
    [Key(0)]
    public int First { get; set; }

    [Key(2)]
    public int Third { get; set; }
}

[MessagePackObject(true, UnmappedMemberHandling = UnmappedMemberHandling.Disallow)]
public sealed class StrictEmpty;

[MessagePackObject(true)]
public sealed class Keeping
{
    public int Known { get; set; }

    public string? Text { get; set; }

    [ExtensionData]
    public UnknownMembers? Extra { get; set; }
}

[MessagePackObject]
public sealed class KeepingArray
{
    [Key(0)]
    public int First { get; set; }

    [ExtensionData]
    public UnknownMembers? Extra { get; set; }
}

[MessagePackObject(true)]
public sealed record KeepingRecord(int Known)
{
    [ExtensionData]
    internal UnknownMembers? Extra { get; set; }
}

/// <summary>Keeps unknown members as values, with both libraries.</summary>
[MessagePackObject(true)]
public sealed class KeepingValues
{
    public int Known { get; set; }

    public string? Text { get; set; }

    [ExtensionData]
    [System.Text.Json.Serialization.JsonExtensionData]
    public Dictionary<string, object?>? Extra { get; set; }
}

[MessagePackObject(true, OmitDefaults = OmitDefaults.Default)]
public sealed record KeepingInterface(int Known)
{
    [ExtensionData]
    private IDictionary<string, object?>? Extra { get; set; }

    public IDictionary<string, object?>? Kept() => Extra;

    public void Keep(IDictionary<string, object?> extra) => Extra = extra;
}

[MessagePackObject(true)]
public struct KeepingEmpty
{
    [ExtensionData]
    public IDictionary<string, object?> Extra;
}

/// <summary>A dictionary of another type, in a class without attributes, which only reflection writes.</summary>
public sealed class KeepingNumbers
{
    [ExtensionData]
    public Dictionary<string, int>? Extra { get; set; }
}

/// <summary>A dictionary in a class that is written as an array.</summary>
[System.Runtime.Serialization.DataContract]
public sealed class KeepingInArray
{
    [System.Runtime.Serialization.DataMember(Order = 0)]
    public int Known { get; set; }

    [ExtensionData]
    public Dictionary<string, object?>? Extra { get; set; }
}

/// <summary>What a later version of <see cref="Keeping"/> might have.</summary>
[MessagePackObject(true)]
public sealed class Later
{
    public int Known { get; set; }

    public string? Text { get; set; }

    public double Added { get; set; }

    public Inner? More { get; set; }
}

[MessagePackObject(ObjectCreationHandling = ObjectCreationHandling.Populate)]
public sealed class Hashed
{
    [Key(0)]
    public Dictionary<int, int> Numbers { get; } = [];

    [Key(1)]
    public HashSet<long> Set { get; } = [];

    [Key(2)]
    public ConcurrentDictionary<int, int> Concurrent { get; set; } = new();
}

/// <summary>Without reflection and by reflection.</summary>
public static class Both
{
    private static readonly ByReflection Reflection = new(type => type.Namespace == typeof(Both).Namespace, Hayapack.Resolvers.StandardResolver.Instance);

    /// <summary>Gets the two resolvers.</summary>
    public static IEnumerable<object[]> Resolvers() => [[new Hidden(Hayapack.Resolvers.StandardResolver.Instance, "generated")], [new Hidden(Reflection, "reflection")]];

    /// <summary>Options of a resolver and a change of them.</summary>
    public static MessagePackSerializerOptions Options(Hidden hidden) => MessagePackSerializerOptions.Standard.WithResolver(hidden.Resolver);
}

/// <summary>A resolver with a name for the list of tests.</summary>
public sealed class Hidden(IFormatterResolver resolver, string name)
{
    public IFormatterResolver Resolver => resolver;

    public override string ToString() => name;
}
