namespace Oracle;

/// <summary>The intended differences from MessagePack-CSharp; docs/dotnet.md has a row with the reason for each.</summary>
internal static class Differences
{
    /// <summary>
    /// In typed values, MessagePack-CSharp writes members in the order of reflection, some immutable collections as their
    /// private fields, and integer members whose type is a type parameter in their shortest form.
    /// </summary>
    public static bool IsOtherTypeless(string name) =>
        name.Contains("Immutable", StringComparison.Ordinal) || name.StartsWith("ILookup", StringComparison.Ordinal) ||
        name is "PropertyNames" or "NamedDerived" or "GenericHolder" || IsOtherTypelessOf25(name);

    /// <summary>
    /// Typeless, MessagePack-CSharp 2.5 writes the integers of a List in their full width, and types that only 3.1 has
    /// formatters for as their fields.
    /// </summary>
    private static bool IsOtherTypelessOf25(string name) =>
#if MESSAGEPACK2
        name is "List<sbyte>" or "List<short>" or "List<ushort>" or "List<int>" or "List<uint>" or "List<long>" or "List<ulong>"
            or "Dictionary<string, List<int>>" || TypesOf31.Any(type => name.Contains(type, StringComparison.Ordinal));

    private static readonly string[] TypesOf31 =
        ["Int128", "Rune", "Vector2", "Vector3", "Vector4", "Quaternion", "Matrix3x2", "Matrix4x4", "ReadOnlySet", "PriorityQueue"];
#else
        false;
#endif

    /// <summary>MessagePack-CSharp 2.5 writes list elements with the resolver's formatter; 3.1 does not do so for integers.</summary>
    public static bool IsOtherList(string name) =>
#if MESSAGEPACK2
        name is "List<int>, custom";
#else
        false;
#endif

    /// <summary>
    /// By reflection, MessagePack-CSharp writes the properties of a map before its fields, and inherited members first (2.5:
    /// last); hayapack has the order of its generator.
    /// </summary>
    public static bool IsOtherOrder(string name, byte[] ours, byte[] theirs) =>
        (name.StartsWith("PropertyNames", StringComparison.Ordinal) || name is "NamedDerived") && ours.Length == theirs.Length;
}
