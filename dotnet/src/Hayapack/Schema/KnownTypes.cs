using System.Collections.Frozen;
using System.Text.Json.Nodes;
using Hayapack.Registry;

namespace Hayapack.Schema;

/// <summary>What the types of .NET are in a description, by their full names: looking for one must not load its assembly.</summary>
internal static class KnownTypes
{
    private static readonly FrozenDictionary<string, string> Scalars = new Dictionary<string, string>
    {
        ["System.Object"] = "any",
        ["System.Text.Json.JsonElement"] = "any",
        ["System.Text.Json.JsonDocument"] = "any",
        ["System.Text.Json.Nodes.JsonNode"] = "any",
        ["System.Text.Json.Nodes.JsonValue"] = "any",
        ["Hayapack.MessagePackValue"] = "any",
        ["Hayapack.TypedValue"] = "any",
        ["Hayapack.Nil"] = "none",
        ["System.Boolean"] = "bool",
        ["System.Single"] = "float",
        ["System.Double"] = "float",
        ["System.Half"] = "float",
        ["System.String"] = "str",
        ["System.Uri"] = "str",
        ["System.Version"] = "str",
        ["System.Type"] = "str",
        ["System.Text.StringBuilder"] = "str",
        ["System.Globalization.CultureInfo"] = "str",
        ["System.Text.Encoding"] = "str",
        ["System.TimeZoneInfo"] = "str",
        ["System.Index"] = "str",
        ["System.Range"] = "str",
        ["System.Net.IPAddress"] = "str",
        ["System.Net.IPEndPoint"] = "str",
        ["System.Guid"] = "uuid",
        ["System.Decimal"] = "decimal",
        ["System.DateTime"] = "datetime",
        ["Hayapack.ExtensionResult"] = "ext",
        ["System.Numerics.BigInteger"] = "bytes",
        ["System.Int128"] = "bytes",
        ["System.UInt128"] = "bytes",
    }.ToFrozenDictionary();

    private static readonly FrozenDictionary<string, (JsonNode Least, JsonNode Most)> Integers = new Dictionary<string, (JsonNode, JsonNode)>
    {
        ["System.SByte"] = (sbyte.MinValue, sbyte.MaxValue),
        ["System.Int16"] = (short.MinValue, short.MaxValue),
        ["System.Int32"] = (int.MinValue, int.MaxValue),
        ["System.Int64"] = (long.MinValue, long.MaxValue),
        ["System.Byte"] = (byte.MinValue, byte.MaxValue),
        ["System.UInt16"] = (ushort.MinValue, ushort.MaxValue),
        ["System.UInt32"] = (uint.MinValue, uint.MaxValue),
        ["System.UInt64"] = (ulong.MinValue, ulong.MaxValue),
        ["System.IntPtr"] = (long.MinValue, long.MaxValue),
        ["System.UIntPtr"] = (ulong.MinValue, ulong.MaxValue),
        ["System.Char"] = ((int)char.MinValue, (int)char.MaxValue),
        ["System.Text.Rune"] = (0, 0x10ffff),
        ["System.TimeSpan"] = (long.MinValue, long.MaxValue),
        ["System.TimeOnly"] = (0, TimeOnly.MaxValue.Ticks),
        ["System.DateOnly"] = (0, DateOnly.MaxValue.DayNumber),
    }.ToFrozenDictionary();

    /// <summary>The number of floats of the types that are an array of them.</summary>
    private static readonly FrozenDictionary<string, (int Count, Type Element)> Floats = new Dictionary<string, (int, Type)>
    {
        ["System.Numerics.Complex"] = (2, typeof(double)),
        ["System.Numerics.Vector2"] = (2, typeof(float)),
        ["System.Numerics.Vector3"] = (3, typeof(float)),
        ["System.Numerics.Vector4"] = (4, typeof(float)),
        ["System.Numerics.Quaternion"] = (4, typeof(float)),
        ["System.Numerics.Matrix3x2"] = (6, typeof(float)),
        ["System.Numerics.Matrix4x4"] = (16, typeof(float)),
    }.ToFrozenDictionary();

    private static readonly FrozenSet<string> Lists = Named(
        "IEnumerable`1 ICollection`1 IList`1 IReadOnlyCollection`1 IReadOnlyList`1 List`1 LinkedList`1 Queue`1 Stack`1",
        "System.Collections.Generic.")
        .Concat(Named("BlockingCollection`1 ConcurrentBag`1 ConcurrentQueue`1 ConcurrentStack`1 IProducerConsumerCollection`1", "System.Collections.Concurrent."))
        .Concat(Named("Collection`1 ObservableCollection`1 ReadOnlyCollection`1 ReadOnlyObservableCollection`1", "System.Collections.ObjectModel."))
        .Concat(Named("ImmutableArray`1 ImmutableList`1 ImmutableQueue`1 ImmutableStack`1 IImmutableList`1 IImmutableQueue`1 IImmutableStack`1", "System.Collections.Immutable."))
        .Concat(Named("Memory`1 ReadOnlyMemory`1 ArraySegment`1", "System."))
        .Append("System.Buffers.ReadOnlySequence`1").ToFrozenSet();

    private static readonly FrozenSet<string> Sets = Named("ISet`1 IReadOnlySet`1 HashSet`1 SortedSet`1", "System.Collections.Generic.")
        .Concat(Named("ImmutableHashSet`1 ImmutableSortedSet`1 IImmutableSet`1", "System.Collections.Immutable.")).ToFrozenSet();

    private static readonly FrozenSet<string> Maps = Named(
        "IDictionary`2 IReadOnlyDictionary`2 Dictionary`2 SortedDictionary`2 SortedList`2 OrderedDictionary`2",
        "System.Collections.Generic.")
        .Concat(Named("ConcurrentDictionary`2", "System.Collections.Concurrent."))
        .Concat(Named("ReadOnlyDictionary`2", "System.Collections.ObjectModel."))
        .Concat(Named("ImmutableDictionary`2 ImmutableSortedDictionary`2 IImmutableDictionary`2", "System.Collections.Immutable."))
        .Append("System.Collections.Frozen.FrozenDictionary`2").ToFrozenSet();

    private static readonly TypeUse Any = new(typeof(object), isNullable: false);

    /// <summary>Describes a type of .NET in a new description; false for other types.</summary>
    /// <param name="use">The type.</param>
    /// <param name="found">The description.</param>
    /// <param name="part">Returns the description of a part of the type.</param>
    internal static bool Describe(TypeUse use, JsonObject found, Func<TypeUse, JsonNode> part)
    {
        string name = use.Type.FullName ?? "";
        if (Scalars.TryGetValue(name, out string? kind))
        {
            found["kind"] = kind;
        }
        else if (Integers.TryGetValue(name, out (JsonNode Least, JsonNode Most) bounds))
        {
            found["kind"] = "int";
            found["limits"] = new JsonObject { ["ge"] = bounds.Least.DeepClone(), ["le"] = bounds.Most.DeepClone() };
        }
        else if (use.Arguments is [{ IsNullable: false } element] && element.Type == typeof(byte) && IsBytes(use, name))
        {
            found["kind"] = "bytes";
        }
        else if (use.Rank > 1)
        {
            // The lengths, and the elements in one list.
            Tuple(Enumerable.Repeat(new TypeUse(typeof(int), isNullable: false), use.Rank).Append(TypeUse.ArrayOf(1, isNullable: false, use.Arguments[0])));
        }
        else if (use.Rank == 1 || Lists.Contains(name))
        {
            Items("list", use.Arguments[0]);
        }
        else if (Sets.Contains(name) || name == "System.Collections.Frozen.FrozenSet`1")
        {
            Items(name.EndsWith("FrozenSet`1", StringComparison.Ordinal) ? "frozenset" : "set", use.Arguments[0]);
        }
        else if (Maps.Contains(name))
        {
            Map(use.Arguments[0], use.Arguments[1]);
        }
        else if (Floats.TryGetValue(name, out (int Count, Type Element) floats))
        {
            Tuple(Enumerable.Repeat(new TypeUse(floats.Element, isNullable: false), floats.Count));
        }
        else
        {
            return Other(name);
        }

        return true;

        bool Other(string name)
        {
            switch (name)
            {
                case "System.DateTimeOffset":
                    Tuple([new TypeUse(typeof(DateTime), isNullable: false), new TypeUse(typeof(short), isNullable: false)]);
                    return true;
                case "System.Collections.BitArray":
                    Items("list", new TypeUse(typeof(bool), isNullable: false));
                    return true;
                case "System.Collections.IEnumerable" or "System.Collections.ICollection" or "System.Collections.IList" or "System.Collections.ArrayList"
                    or "System.Text.Json.Nodes.JsonArray":
                    Items("list", Any);
                    return true;
                case "System.Collections.IDictionary" or "System.Collections.Hashtable":
                    Map(Any, Any);
                    return true;
                case "System.Dynamic.ExpandoObject" or "System.Text.Json.Nodes.JsonObject":
                    Map(new TypeUse(typeof(string), isNullable: false), Any);
                    return true;
                case "System.Linq.ILookup`2":
                    Map(use.Arguments[0], new TypeUse(typeof(IEnumerable<>), isNullable: false, use.Arguments[1]));
                    return true;
                case "System.Linq.IGrouping`2":
                    Tuple([use.Arguments[0], new TypeUse(typeof(IEnumerable<>), isNullable: false, use.Arguments[1])]);
                    return true;
                case "System.Collections.Generic.PriorityQueue`2":
                    Items("list", new TypeUse(typeof(ValueTuple<,>), isNullable: false, use.Arguments));
                    return true;
            }

            bool isTuple = name.StartsWith("System.ValueTuple`", StringComparison.Ordinal) || name.StartsWith("System.Tuple`", StringComparison.Ordinal)
                || name == "System.Collections.Generic.KeyValuePair`2";
            if (isTuple)
            {
                Tuple(use.Arguments);
            }

            return isTuple;
        }

        void Items(string kind, TypeUse items)
        {
            found["kind"] = kind;
            found["items"] = part(items);
        }

        void Map(TypeUse keys, TypeUse values)
        {
            found["kind"] = "dict";
            found["keys"] = part(keys);
            found["values"] = part(values);
        }

        void Tuple(IEnumerable<TypeUse> types)
        {
            found["kind"] = "fixed_tuple";
            found["types"] = new JsonArray([.. types.Select(part)]);
        }
    }

    /// <summary>Returns the type that a <see cref="Lazy{T}"/> is written as; null for other types.</summary>
    internal static TypeUse? Written(TypeUse use) =>
        use.Type != typeof(Lazy<>) ? null : use.IsNullable ? use.Arguments[0].OrNull() : use.Arguments[0];

    private static bool IsBytes(TypeUse use, string name) => use.Rank == 1
        || name is "System.Memory`1" or "System.ReadOnlyMemory`1" or "System.ArraySegment`1" or "System.Buffers.ReadOnlySequence`1";

    private static IEnumerable<string> Named(string names, string space) => names.Split(' ').Select(name => space + name);
}
